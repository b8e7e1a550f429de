"""Everything the duel says and asks, in English."""

from __future__ import annotations

from psyphase.words.catalogue import N_
from psyphase.words.sentences import Sentences

SENTENCES = Sentences(
    events={
        "turn-begins": N_("Turn {turn}: {army}"),
        "stands": N_("wounds {wounds}"),
        "push": N_("push {push}"),
        "willpower": N_("willpower"),
        "woken": N_("Phenomena {total}: {row}, wounds {wounds}"),
        "focused": N_("{power}: {effect}"),
        "not-focused": N_("{power} is not focused"),
        "hurt": N_("{unit}: hurt by {wounds}"),
        "duel-over": N_("The duel is over. Still standing: {army}"),
        "passed": N_("Focused"),
        "failed": N_("Not focused"),
    },
    requests={
        "psyker": N_("Who focuses a power?"),
        "power": N_("{unit}: which power?"),
        "target": N_("On whom?"),
        "push": N_("{unit}: how hard a push?"),
        "focus": N_("Focus test (at most {against})"),
        "phenomena": N_("Phenomena"),
        "damage": N_("Damage of {power}"),
        "next-turn": N_("Turn {turn} of {army}: has anything changed?"),
        "unit": N_("Which psyker?"),
        "wounds-now": N_("{unit}: wounds left"),
        "army-name": N_("Name of the side"),
        "unit-name": N_("Name of the psyker"),
        "unit-willpower": N_("Willpower"),
        "unit-rating": N_("Psy rating"),
        "another": N_("Another psyker?"),
    },
    options={"next-turn.go-on": N_("no: go on"), "next-turn.end": N_("end the duel"), "yes": N_("yes"), "no": N_("no")},
    chances={"passes": N_("focuses"), "phenomena": N_("phenomena")},
    columns={"power": N_("Power"), "effect": N_("Effect")},
    tests={"focus": N_("focus tests")},
    rolls={"focus": N_("A focus test."), "phenomena": N_("What doubles wake.")},
    parameters={"willpower": N_("Willpower of the psyker."), "push": N_("Levels of the push.")},
    headings=frozenset({"turn-begins"}),
    alarms=frozenset({"woken"}),
    good=frozenset({"focused"}),
)
