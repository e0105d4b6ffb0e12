"""Alliance, designed by Tom Dalglish, Grant Dalglish and Bruce McFarlane: blocks, cards and shifting alliances."""
