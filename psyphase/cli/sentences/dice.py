"""Sentences for plain dice, which belong to no system."""

from psyphase.cli.language import _
from psyphase.cli.wording import Sentences

SENTENCES = Sentences(events={}, requests={"dice": _("Dice")})
