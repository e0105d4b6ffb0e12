"""The table: games in the browser, for people and bots together."""
