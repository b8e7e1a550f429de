"""Everything the Age of Darkness says and asks, in English."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from psyphase.engine.procedure import Args, Roll
from psyphase.words.catalogue import _
from psyphase.words.common import say_args, signed
from psyphase.words.sentences import Sentence, Sentences, Speaker


def _chance(args: Args, test: Callable[[Any], bool] | None) -> str:
    from psyphase.engine.odds import chances
    from psyphase.words.wording import percent  # prompts import sentences

    roll = cast("Roll[Any]", args["roll"])
    return percent(chances(roll.read, roll.dice).chance(test or cast("Callable[[Any], bool]", roll.passes)))


def _with_chances(sentence: str) -> Sentence:
    """A note with the chance to pass, `{passes}`, of perils, `{perils}`, and of each row of them, `{rows}`."""

    def say(words: Speaker, args: Args) -> str:
        perils = _chance(args, cast("Callable[[Any], bool]", args["perils"]))
        rows = cast("tuple[tuple[object, Callable[[Any], bool]], ...]", args["rows"])
        each = ", ".join(f"{words.value(row)} {_chance(args, test)}" for row, test in rows)
        roll = cast("Roll[Any]", args["roll"])
        shown = {"against": words.value(args["against"]), "modifier": f"{cast(int, roll.args['modifier']):+d}"}
        return sentence.format(passes=_chance(args, None), perils=perils, rows=each, **shown)

    return say


def _points(count: int) -> str:
    return _("1 reaction point") if count == 1 else _("{count} reaction points").format(count=count)


def _with_points(sentence: str) -> Sentence:
    def say(words: Speaker, args: Args) -> str:
        counts = {key: _points(cast(int, args[key])) for key in ("points", "cost") if key in args}
        return sentence.format_map({**say_args(words, args), **counts})

    return say


def _named(named: str, alone: str) -> Sentence:
    """A roll that belongs to a model, or to nobody in a one-shot roll."""

    def say(words: Speaker, args: Args) -> str:
        return (named if words.value(args.get("name")) else alone).format_map(say_args(words, args))

    return say


def _check(named: str, alone: str) -> Sentence:
    """The same, with the number to reach and where it comes from."""
    return _named(named + _(" (at most {against})"), alone + _(" (at most {against})"))


def _nullify_check(words: Speaker, args: Args) -> str:
    name = words.value(args["name"])
    start = _("{name} nullifies").format(name=name) if name else _("Nullify")
    modifier = cast(int, args["modifier"])
    if not modifier:
        return _("{start} (at most {against})").format(start=start, against=words.value(args["against"]))
    return _("{start} (dice {modifier:+d}, at most {against}; the focus has {focus})").format(
        start=start, modifier=modifier, against=words.value(args["against"]), focus=args["focus"]
    )


def _act_note(words: Speaker, args: Args) -> str:
    parts = [words.value(args["names"]), words.value(args["moment"])]
    if args["chance"]:
        parts.append(words.value(args["chance"]))
    return "; ".join(parts)


def _reaction_note(words: Speaker, args: Args) -> str:
    army = words.value(args["army"])
    return _("{army}, {points}: {note}").format(army=army, points=_points(cast(int, args["cost"])), note=_act_note(words, args))


def _profile(*keys: str) -> Sentence:
    """A weapon's line in the game's own abbreviations."""

    def say(words: Speaker, args: Args) -> str:
        figures = ((key, getattr(args["profile"], key.lower())) for key in keys)
        line = ", ".join(f"{key} {value}" for key, value in figures)
        reach = getattr(args["profile"], "range", None)
        if reach is None:
            return line
        return f"{_('template')}, {line}" if reach == "template" else f'{reach}", {line}'

    return say


def _weapon_rules(words: Speaker, args: Args) -> str:
    rules = "" if args["rules"] == "none" else words.value(args["rules"])
    force = "" if args["force"] == "none" else _("Force ({force})").format(force=args["force"])
    return ", ".join(part for part in (rules, force) if part)


EVENTS: dict[str, Sentence] = {
    # before the game
    "nothing-random": _("{army}: nothing is rolled at random before the game; a psyker has everything its disciplines hold"),
    "no-disciplines": _("No model has disciplines: {known}"),
    "weapon-rules": _weapon_rules,
    "described": lambda words, args: " ".join(map(words.value, cast("tuple[object, ...]", args["parts"]))),
    "lasting": _("Lasts {until}."),
    "lasting-attack": _("for the attack"),
    "lasting-challenge": _("for this round of the challenge"),
    "lasting-phase": _("to the end of the phase"),
    "lasting-next-own-turn": _("to the start of its owner's next turn"),
    "if-it-fails": _("If the check fails: {words}"),
    "paid-on-a-pass": _("The point is paid only if the check is passed."),
    "once-a-battle": _("Once a battle."),
    "profile-ranged": _profile("FP", "RS", "AP", "D"),
    "profile-melee": _profile("IM", "AM", "SM", "AP", "D"),
    "kind-weapon": _("weapon"),
    "kind-discipline": _("discipline"),
    "discipline-gives": _("{gains}"),
    "kind-blessing": _("blessing"),
    "kind-curse": _("curse"),
    "kind-other": _("gambit"),
    "kind-reaction-blessing": _("reaction, blessing"),
    "kind-reaction-curse": _("reaction, curse"),
    "kind-reaction-other": _("reaction"),
    "check-manifestation": _("manifestation"),
    "check-resistance": _("resistance"),
    "check-willpower": _("willpower"),
    "check-unit-willpower": _("the unit's willpower"),
    "check-none": _("none"),
    # the turn
    "turn-begins": _("Turn {turn}: {army}"),
    "turn-over": _with_points(_("{army}'s turn is over; unspent points are lost: {enemy}, {points}")),
    "status": _with_points(_("Turn {turn}, {army}: {phase}. {enemy}: {points}")),
    "unit-of": _("{army}: {state}"),
    "state-group": lambda words, args: (
        (_("{name}") if args["left"] == 1 else _("{name} x {left}")).format(name=words.value(args["name"]), left=args["left"])
        + ("" if args["willpower"] is None else _(" willpower {willpower}").format(willpower=args["willpower"]))
    ),
    "state-models": lambda words, args: (
        ", ".join(
            part
            for part in (
                "" if args["left"] == 1 else _("models {left}").format(left=args["left"]),
                "" if args["willpower"] is None else _("willpower {willpower}").format(willpower=args["willpower"]),
            )
            if part
        )
        or _("on the table")
    ),
    "state-change": signed(_("changed by {change}"), "change"),
    "state-status": _("{status}"),
    "reaction-points": _with_points(_("{army}: {points} for a battle of {size} points (setting points_limit)")),
    "reaction-points-bonus": lambda words, args: _(
        "{army}: {points} = {allotted} for a battle of {size} points (setting points_limit) {bonus:+d} by other rules"
    ).format_map({**args, "army": words.value(args["army"]), "points": _points(cast(int, args["points"]))}),
    "act-note": _act_note,
    "reaction-note": _reaction_note,
    "passes-note": _with_chances(_("passes {passes} (willpower {against}), perils {perils}: {rows}")),
    "passes-note-arcana": _with_chances(_("passes {passes} (willpower {against}), perils {perils}")),
    "passes-note-safe": _with_chances(_("passes {passes} (willpower {against})")),
    "resists-note": _with_chances(_("resists {passes} (willpower {against}), perils {perils}: {rows}")),
    "resists-note-arcana": _with_chances(_("resists {passes} (willpower {against}), perils {perils}")),
    "nullify-note": _with_chances(_("nullifies {passes} (willpower {against}, dice {modifier})")),
    "no-force-now": _("no weapon with Force for this phase"),
    "wounds-note": _("wounds: {wounds}"),
    "later-phase": _("in the {phase}"),
    "moment-passed": _("its moment has passed"),
    "in-reserve": _("in reserve"),
    "embarked": _("embarked"),
    "nullified-this-turn": _("nullified: not again this turn"),
    "has-manifested": _("its unit has used its power of this turn"),
    "has-reacted": _("its unit has used its reaction of this turn"),
    "cannot-react-status": _("cannot react: {status}"),
    "cannot-react-trait": _("cannot react: {trait}"),
    "cannot-react-locked": _("cannot react: locked in combat"),
    "used-up-for-the-battle": _("once a battle, and used"),
    "no-points": _with_points(_("takes {cost}, left: {points}")),
    # declaring
    "declared": _("{army} declares {power}: {focus}"),
    "declared-with": _("{army} declares {power}: {focus} with {weapon}"),
    "declared-on": _("{army} declares {power}: {focus}, on {names}"),
    "reminder": _("Who: {focus}"),
    "reminder-range": _('Who: {focus}; within {range}", in line of sight'),
    "paid": _with_points(_("Paid: {cost}; left: {points}")),
    "force-weapon": _("a force weapon"),
    "force-doubles": _("{weapon}, Force ({force}): {figure} becomes {doubled} for this attack"),
    "no-target-trait": _("no target: {trait}"),
    "target-has-status": _("not while it is: {status}"),
    "locked-in-combat": _("locked in combat"),
    "takes-only": _("all its models must be: {traits}"),
    "takes-one": _("one of its models must be: {traits}"),
    "takes-none": _("none of its models may be: {traits}"),
    # checks
    "fails-without-dice": _("willpower {willpower}: fails without dice"),
    "check-passed": _("Passed: {why}"),
    "check-failed": _("Failed: {why}"),
    "by-the-total": _("{total}, {target} or less is needed"),
    "by-the-modified-total": lambda words, args: _("{dice} {sign} {size} = {total}, {target} or less is needed").format(
        sign="-" if cast(int, args["modifier"]) < 0 else "+", size=abs(cast(int, args["modifier"])), **args
    ),
    "double-one-passes": _("a double {double} always passes"),
    "double-six-fails": _("a double {double} always fails"),
    "resisted": _("{power} is resisted: {name}"),
    "not-resisted": _("{power} is not resisted: {name}"),
    "nullified": _("{power} is nullified: it fails and may not be tried again this turn"),
    "effect-roll-passed": _("{power}: it succeeds"),
    "effect-roll-failed": _("{power}: it does not succeed"),
    "ruptured": _("{row} for {unit}, without a roll"),
    "perils-elsewhere": _("Perils of the Warp for the unit of that psyker, a double {double}: {row}"),
    "ruptures-elsewhere": _("The unit that shot suffers Warp Rupture too: {wounds} wounds less its willpower"),
    "works": _("{power}: {effect}"),
    "works-on": _("{power} takes effect on {names}. {effect}"),
    "fails": _("{power}: {words}"),
    "nothing-happens": _("nothing happens"),
    "nothing-happens-but-used": _("nothing happens, but it counts as used"),
    "either-way": _("Either way: {words}"),
    "lasts": _("{effect} lasts {until}"),
    "until-phase-ends": _("to the end of the phase"),
    "until-attack-ends": _("for this attack"),
    "until-challenge-ends": _("for this round of the challenge"),
    "until-turn-of": _("to the start of {army}'s next turn"),
    "focus-left-play": _("{effect} on {names} ends: {focus} has left play"),
    # perils
    "a-double": _("a double {double}"),
    "from-elsewhere": _("by another rule"),
    "nobody-left": _("{unit}: nobody is left"),
    "perils-row": _("Perils, {double}: {row}"),
    "wounds-less-willpower": _("Wounds: {wounds} = {of} - willpower {against}"),
    "wounds-without-ap": _(
        "{unit}: wounds {wounds}, damage {damage}, allocated as from shooting: no armour, cover or damage mitigation; invulnerable saves"
    ),
    "wounds-with-ap": _(
        "{unit}: wounds {wounds}, AP {ap}, damage {damage}, allocated as from shooting: no cover or damage mitigation; invulnerable saves"
    ),
    "no-wounds": _("{unit}: no wounds"),
    "takes-no-wounds": _("Takes none of them: {names}"),
    "lost": _("{name}: lost {count}, left {left}"),
    "has-a-worse-status": _("{unit} is {status} already: nothing more"),
    "takes-no-status": _("{unit} cannot be {status}"),
    "status-gained": _("{unit} is {status}. {effect} {recovery}"),
    "status-follows": _("The unit is {status}. {effect} {recovery}"),
    "status-of": _("{unit}: {status}. {recovery}"),
    "status-removed": _("{unit} is no longer {status}"),
    "perils-follow": _("Perils of the Warp for the unit of the focus: psyphase roll {command}"),
    "the-unit": _("The unit"),
    # setting right
    "as-told": _("as you told"),
    "willpower": _("willpower"),
    "points-corrected": _with_points(_("Set right: {points}")),
}

REQUESTS: dict[str, Sentence] = {
    "next-turn": _("Turn {turn} of {army}: has anything changed?"),
    "act": _("{phase}: what is declared?"),
    "focus": _("{power}: who uses it?"),
    "weapon": _("With which weapon?"),
    "target": _("{power}: on whom?"),
    "targets": _("{power}: on which units?"),
    "target-willpower": _("Willpower that resists (the lowest, or a Sergeant's, Command or Paragon model's)"),
    "willpower": _("Willpower of {name}"),
    "manifestation-check": _check(_("{name}, manifestation check"), _("Manifestation check")),
    "resistance-check": _check(_("{name}, resistance check"), _("Resistance check")),
    "willpower-check": _check(_("{name}, willpower check"), _("Willpower check")),
    "nullify-check": _nullify_check,
    "resist-with": _("{unit}: against whose willpower does it resist?"),
    "check-with": _("{unit}: against whose willpower?"),
    "suffer-with": _("{unit}: whose willpower lessens the wounds?"),
    "nullify": _with_points(_("Nullify {power} for {cost}? (by a psyker who sees its focus or target)")),
    "nullify-willpower": _("Willpower of that psyker"),
    "effect-roll": _("{power} ([{success}+] succeeds)"),
    "cured": _("{unit}: which status is removed?"),
    "threatened": _("{unit}: its check, or it is {status}?"),
    "shooter": _("Which unit shot?"),
    "perils": _named(_("{name}, perils"), _("Perils")),
    "arcana-wounds": _named(_("{name}, {arcana}: wounds"), _("{arcana}: wounds")),
    "casualties": _("{unit}: which models are lost?"),
    "casualties-of": _("{name}: how many of {left} are lost?"),
    "recovered": _("Which statuses are removed by a passed check?"),
    "reaction-points-now": _("Reaction points left"),
    "unit": _("Which unit?"),
    "perils-unit": _("Perils for which unit?"),
    "perils-cause": _("What is rolled?"),
    "change": _("{unit}: what happened?"),
    "statuses": _("{unit}: which statuses does it have?"),
    "joined-unit": _("Which unit has it joined?"),
    "willpower-change": _("{unit}: its willpower is changed by"),
    "army-name": _("Name of the army"),
    "army-traits": _("Allegiance and Legion of all its models?"),
    "unit-kind": lambda words, args: _("What is the first unit?") if not args["count"] else _("What is the next unit?"),
    "unit-name": _("Its name"),
    "unit-willpower": _("Willpower of {name}, with all its bonuses"),
    "unit-models": _("How many models?"),
    "sergeant-willpower": _("Willpower of its Sergeant (0: it has none)"),
    "unit-traits": _("{name}: is it one of these, or does it have one?"),
    "unit-disciplines": _("{name}: which disciplines?"),
}

SENTENCES = Sentences(
    events=EVENTS,
    requests=REQUESTS,
    options={
        "act.go-on": _("nothing more: the phase is over"),
        "next-turn.go-on": _("no change: go on"),
        "next-turn.correct": _("something has changed, or throw dice"),
        "next-turn.end": _("end the battle"),
        "nobody": _("let it pass"),
        "nullify.another-unit": _("a psyker nullifies it"),
        "passed": _("passed"),
        "failed": _("failed"),
        "lowest": _("the lowest of the unit"),
        "weapon.force-weapon": _("a force weapon"),
        "correction.points": _("the reaction points"),
        "correction.perils": _("perils by another rule"),
        "perils-cause.d6": _("a D6 on the table"),
        "perils-cause.warp-rupture": _("Warp Rupture at once"),
        "change.casualties": _("models lost"),
        "change.statuses": _("its statuses"),
        "change.willpower": _("its willpower"),
        "change.reacted": _("it has used a reaction of another kind"),
        "unit-kind.lone": _("one model"),
        "unit-kind.squad": _("a squad"),
    },
    columns={
        "unit": _("Unit"),
        "power": _("Name"),
        "kind": _("Kind"),
        "when": _("When"),
        "check": _("Check"),
        "profile": _("Profile"),
        "effect": _("Effect"),
    },
    tests={
        "manifestation-check": _("manifestation checks"),
        "resistance-check": _("resistance checks"),
        "willpower-check": _("willpower checks"),
        "nullify-check": _("checks to nullify"),
    },
    rolls={
        "manifestation": _("A manifestation check for a blessing."),
        "resistance": _("A resistance check against a curse."),
        "nullify": _("A psyker's check to nullify a curse."),
        "force": _("A willpower check before an attack with a Force weapon."),
        "perils": _("Perils of the Warp."),
    },
    parameters={
        "willpower": _("Willpower of the model that takes the check."),
        "perils.willpower": _("Willpower of the unit that suffers."),
        "focus_willpower": _("Willpower of the curse's focus."),
        "arcana": _("By a power of the Prosperine Arcana."),
        "double": _("The doubled number; else a D6 is thrown."),
    },
    headings=frozenset({"turn-begins"}),
    header="status",
    header_ends="turn-over",
    alarms=frozenset({"perils-of-the-warp", "focus-left-play"}),
    good=frozenset({"works", "works-on", "check-passed", "nullified"}),
    asides=frozenset({"reminder", "reminder-range", "either-way"}),
)
