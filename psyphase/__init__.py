"""psyphase: a dice assistant for tabletop games with psychic powers.

The public API is the modules: `psyphase.play` drives a procedure, `psyphase.odds` gives its chances,
`psyphase.procedure` and `psyphase.readings` are what a rule is made of, `psyphase.session` opens a game. Nothing
is imported here, because starting quickly is a feature.
"""

__version__ = "0.1.0"
