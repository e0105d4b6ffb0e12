"""`grognard mcp`: a language model takes a seat, by the Model Context Protocol, with the extra ``mcp``."""
