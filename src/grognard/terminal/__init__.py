"""Any game at a terminal: the board in letters, the options by number or by name, the reasons for every no."""
