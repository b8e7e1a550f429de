"""The sentences of each system, in English; a module a system, found by its name."""
