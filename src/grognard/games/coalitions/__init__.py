"""The whole of Coalitions, chapter by chapter."""
