"""Asking people: with arrow keys, with numbered lines, for real dice, outside a game. No rule of a game."""
