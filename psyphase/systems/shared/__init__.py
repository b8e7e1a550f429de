"""What all systems have, as functions and small structs. No hierarchy, no name of a game, no I/O, no dice thrown."""
