"""`python -m grognard.atlas`: the map room's own command line."""

from grognard.atlas.cli import app

app()
