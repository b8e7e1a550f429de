"""Files of players: rosters, scripts, journals, saved games. Prints nothing and asks nobody."""
