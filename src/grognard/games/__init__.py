"""The games. Each is a folder of its own, found through the entry-point group ``grognard.games``."""
