"""One thin module a command; no rule and no name of a game. Heavy imports stand inside the bodies: start-up time is a feature."""
