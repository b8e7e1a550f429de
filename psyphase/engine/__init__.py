"""Dice, readings, procedures and what plays them. No files, no YAML, no words, no name of a game; chance enters in `rolling` alone."""
