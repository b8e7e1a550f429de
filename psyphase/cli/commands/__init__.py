"""One thin module a command. Heavy imports stand inside the bodies: start-up time is a feature."""
