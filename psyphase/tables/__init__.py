"""YAML to typed values, with the place of whatever is wrong. No rule of a game, no sentence of one, no printing."""
