"""From ids and arguments to sentences in a language. Prints nothing, reads no file of a player, knows no system by name."""
