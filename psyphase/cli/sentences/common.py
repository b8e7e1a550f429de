"""Sentences that belong to no system: what every game may say and ask."""

from psyphase.cli.language import _
from psyphase.cli.wording import Sentences

SENTENCES = Sentences(
    events={
        "as-before": _("The same dice as before they were taken back:"),
        "thrown-anew": _("Other dice than before, thrown anew:"),
    },
    requests={},
)
