"""Everything the Age of Darkness says and asks, in English."""

from __future__ import annotations

from typing import cast

from psyphase.engine.procedure import Args
from psyphase.words.catalogue import N_
from psyphase.words.common import say_with, signed
from psyphase.words.sentences import Sentence, Sentences, Speaker


def _points(words: Speaker, count: object) -> str:
    return words.ngettext("1 reaction point", "{count} reaction points", cast(int, count)).format(count=count)


def _with_points(sentence: str) -> Sentence:
    def say(words: Speaker, args: Args) -> str:
        counts = {key: _points(words, args[key]) for key in ("points", "cost") if key in args}
        return say_with(words, sentence, args, **counts)

    return say


def _start(words: Speaker, args: Args, named: str, alone: str) -> str:
    return say_with(words, named if words.value(args.get("name")) else alone, args)


def _named(named: str, alone: str) -> Sentence:
    """A roll that belongs to a model, or to nobody in a one-shot roll."""
    return lambda words, args: _start(words, args, named, alone)


def _check(named: str, alone: str) -> Sentence:
    """The same, with the number to reach and where it comes from."""
    return lambda words, args: _start(words, args, named, alone) + say_with(words, N_(" (at most {against})"), args)


def _nullify_check(words: Speaker, args: Args) -> str:
    start = _start(words, args, N_("{name} nullifies"), N_("Nullify"))
    modifier = cast(int, args["modifier"])
    if not modifier:
        return say_with(words, N_("{start} (at most {against})"), args, start=start)
    sentence = N_("{start} (dice {modifier}, at most {against}; the focus has {focus})")
    return say_with(words, sentence, args, start=start, modifier=f"{modifier:+d}")


def _act_note(words: Speaker, args: Args) -> str:
    parts = [words.value(args["names"]), words.value(args["moment"])]
    if args["chance"]:
        parts.append(words.value(args["chance"]))
    return "; ".join(parts)


def _reaction_note(words: Speaker, args: Args) -> str:
    points = _points(words, args["cost"])
    return say_with(words, N_("{army}, {points}: {note}"), args, points=points, note=_act_note(words, args))


def _profile(*keys: str) -> Sentence:
    """A weapon's line in the game's own abbreviations."""

    def say(words: Speaker, args: Args) -> str:
        figures = ((key, getattr(args["profile"], key.lower())) for key in keys)
        line = ", ".join(f"{key} {value}" for key, value in figures)
        reach = getattr(args["profile"], "range", None)
        if reach is None:
            return line
        return f"{words.gettext('template')}, {line}" if reach == "template" else f'{reach}", {line}'

    return say


def _state_group(words: Speaker, args: Args) -> str:
    name = words.value(args["name"]) if args["left"] == 1 else say_with(words, N_("{name} x {left}"), args)
    return name if args["willpower"] is None else name + say_with(words, N_(" willpower {willpower}"), args)


def _state_models(words: Speaker, args: Args) -> str:
    parts = [] if args["left"] == 1 else [say_with(words, N_("models {left}"), args)]
    parts += [] if args["willpower"] is None else [say_with(words, N_("willpower {willpower}"), args)]
    return ", ".join(parts) or words.gettext("on the table")


def _points_with_bonus(words: Speaker, args: Args) -> str:
    sentence = N_("{army}: {points} = {allotted} for a battle of {size} points (setting points_limit) {bonus} by other rules")
    points, bonus = _points(words, args["points"]), f"{cast(int, args['bonus']):+d}"
    return say_with(words, sentence, args, points=points, bonus=bonus)


def _modified_total(words: Speaker, args: Args) -> str:
    modifier = cast(int, args["modifier"])
    sentence = N_("{dice} {sign} {size} = {total}, {target} or less is needed")
    return say_with(words, sentence, args, sign="-" if modifier < 0 else "+", size=str(abs(modifier)))


def _parts(words: Speaker, args: Args) -> str:
    return "; ".join(map(words.value, cast("tuple[object, ...]", args["parts"])))


def _total_of_none(words: Speaker, args: Args) -> str:
    size = str(-cast(int, args["modifier"]))
    sentence = N_("{dice} - {size} is below nothing: {total}, {target} or less is needed")
    return say_with(words, sentence, args, size=size)


def _weapon_rules(words: Speaker, args: Args) -> str:
    rules = "" if args["rules"] == "none" else words.value(args["rules"])
    force = "" if args["force"] == "none" else say_with(words, N_("Force ({force})"), args)
    return ", ".join(part for part in (rules, force) if part)


EVENTS: dict[str, Sentence] = {
    # before the game
    "nothing-random": N_("{army}: nothing is rolled at random before the game; a psyker has everything its disciplines hold"),
    "no-disciplines": N_("No model has disciplines: {known}"),
    "weapon-rules": _weapon_rules,
    "described": lambda words, args: " ".join(map(words.value, cast("tuple[object, ...]", args["parts"]))),
    "lasting": N_("Lasts {until}."),
    "lasting-attack": N_("for the attack"),
    "lasting-challenge": N_("for this round of the challenge"),
    "lasting-phase": N_("to the end of the phase"),
    "lasting-next-own-turn": N_("to the start of its owner's next turn"),
    "if-it-fails": N_("If the check fails: {words}"),
    "paid-on-a-pass": N_("The point is paid only if the check is passed."),
    "once-a-battle": N_("Once a battle."),
    "profile-ranged": _profile("FP", "RS", "AP", "D"),
    "profile-melee": _profile("IM", "AM", "SM", "AP", "D"),
    "kind-weapon": N_("weapon"),
    "kind-discipline": N_("discipline"),
    "discipline-gives": N_("{gains}"),
    "kind-blessing": N_("blessing"),
    "kind-curse": N_("curse"),
    "kind-other": N_("gambit"),
    "kind-reaction-blessing": N_("reaction, blessing"),
    "kind-reaction-curse": N_("reaction, curse"),
    "kind-reaction-other": N_("reaction"),
    "check-manifestation": N_("manifestation"),
    "check-resistance": N_("resistance"),
    "check-willpower": N_("willpower"),
    "check-unit-willpower": N_("the unit's willpower"),
    "check-none": N_("none"),
    # the turn
    "turn-begins": N_("Turn {turn}: {army}"),
    "turn-over": _with_points(N_("The turn of {army} is over; unspent points are lost: {enemy}, {points}")),
    "status": _with_points(N_("Turn {turn}, {army}: {phase}. {enemy}: {points}")),
    "unit-of": N_("{army}: {state}"),
    "state-group": _state_group,
    "state-models": _state_models,
    "state-change": signed(N_("changed by {change}"), "change"),
    "state-status": N_("{status}"),
    "reaction-points": _with_points(N_("{army}: {points} for a battle of {size} points (setting points_limit)")),
    "reaction-points-bonus": _points_with_bonus,
    "act-note": _act_note,
    "reaction-note": _reaction_note,
    "passes-note": N_("passes {passes} (willpower {against}), perils {perils}: {rows}"),
    "passes-note-arcana": N_("passes {passes} (willpower {against}), perils {perils}"),
    "passes-note-safe": N_("passes {passes} (willpower {against})"),
    "resists-note": N_("resists {passes} (willpower {against}), perils {perils}: {rows}"),
    "resists-note-arcana": N_("resists {passes} (willpower {against}), perils {perils}"),
    "nullify-note": signed(N_("nullifies {passes} (willpower {against}, dice {modifier})"), "modifier"),
    "row-chance": N_("{row} {chance}"),
    "no-force-now": N_("no weapon with Force for this phase"),
    "wounds-note": N_("wounds: {wounds}"),
    "later-phase": N_("in the {phase}"),
    "moment-passed": N_("its moment has passed"),
    "in-reserve": N_("in reserve"),
    "embarked": N_("embarked"),
    "nullified-this-turn": N_("nullified: not again this turn"),
    "has-manifested": N_("its unit has used its power of this turn"),
    "has-reacted": N_("its unit has used its reaction of this turn"),
    "cannot-react-status": N_("cannot react: {status}"),
    "cannot-react-trait": N_("cannot react: {trait}"),
    "cannot-react-locked": N_("cannot react: locked in combat"),
    "used-up-for-the-battle": N_("once a battle, and used"),
    "no-points": _with_points(N_("takes {cost}, left: {points}")),
    # declaring
    "declared": N_("{army} declares {power}: {focus}"),
    "declared-with": N_("{army} declares {power}: {focus} with {weapon}"),
    "declared-on": N_("{army} declares {power}: {focus}, on {names}"),
    "reminder": N_("Who: {focus}"),
    "reminder-range": N_('Who: {focus}; within {range}", in line of sight'),
    "paid": _with_points(N_("Paid: {cost}; left: {points}")),
    "force-weapon": N_("a force weapon"),
    "force-doubles": N_("{weapon}, Force ({force}): {figure} becomes {doubled} for this attack"),
    "no-target-trait": N_("no target: {trait}"),
    "target-has-status": N_("not while it is: {status}"),
    "locked-in-combat": N_("locked in combat"),
    "target-note": _parts,
    "on-it-already": N_("{power} is on it already: it does not add up"),
    "on-it-already-adds-up": N_("{power} is on it already: it adds up"),
    "same-again": N_("{effect} was on {names} already: it does not add up"),
    "same-again-adds-up": N_("{effect} was on {names} already: it adds up"),
    "it-arrives": N_("{unit} arrives from reserve"),
    "it-disembarks": N_("{unit} disembarks"),
    "takes-only": N_("all its models must be: {traits}"),
    "takes-one": N_("one of its models must be: {traits}"),
    "takes-none": N_("none of its models may be: {traits}"),
    # checks
    "fails-without-dice": N_("willpower {willpower}: fails without dice"),
    "check-passed": N_("Passed: {why}"),
    "check-failed": N_("Failed: {why}"),
    "by-the-total": N_("{total}, {target} or less is needed"),
    "by-the-modified-total": _modified_total,
    "by-the-total-of-none": _total_of_none,
    "double-one-passes": N_("a double {double} always passes"),
    "double-six-fails": N_("a double {double} always fails"),
    "resisted": N_("{power} is resisted: {name}"),
    "not-resisted": N_("{power} is not resisted: {name}"),
    "nullified": N_("{power} is nullified: it fails and may not be tried again this turn"),
    "effect-roll-passed": N_("{power}: it succeeds"),
    "effect-roll-failed": N_("{power}: it does not succeed"),
    "ruptured": N_("{row} for {unit}, without a roll"),
    "rupture-due": N_("{row} for {unit} and for the unit that shot: once the attack is over, after its casualties"),
    "perils-elsewhere": N_("Perils of the Warp for the unit of that psyker, a double {double}: {row}"),
    "ruptures-elsewhere": N_("The unit that shot suffers Warp Rupture too: {wounds} wounds less its willpower"),
    "works": N_("{power}: {effect}"),
    "works-on": N_("{power} takes effect on {names}. {effect}"),
    "fails": N_("{power}: {words}"),
    "nothing-happens": N_("nothing happens"),
    "nothing-happens-but-used": N_("nothing happens, but it counts as used"),
    "either-way": N_("Either way: {words}"),
    "lasts": N_("{effect} lasts {until}"),
    "until-phase-ends": N_("to the end of the phase"),
    "until-attack-ends": N_("for this attack"),
    "until-challenge-ends": N_("for this round of the challenge"),
    "until-turn-of": N_("to the start of the next turn of {army}"),
    "focus-left-play": N_("{effect} on {names} ends: {focus} has left play"),
    # perils
    "a-double": N_("a double {double}"),
    "from-elsewhere": N_("by another rule"),
    "nobody-left": N_("{unit}: nobody is left"),
    "perils-row": N_("Perils, {double}: {row}"),
    "wounds-less-willpower": N_("Wounds: {wounds} = {of} - willpower {against}"),
    "wounds-without-ap": N_(
        "{unit}: wounds {wounds}, damage {damage}, allocated as from shooting: no armour, cover or damage mitigation; invulnerable saves"
    ),
    "wounds-with-ap": N_(
        "{unit}: wounds {wounds}, AP {ap}, damage {damage}, allocated as from shooting: no cover or damage mitigation; invulnerable saves"
    ),
    "no-wounds": N_("{unit}: no wounds"),
    "takes-no-wounds": N_("Takes none of them: {names}"),
    "lost": N_("{name}: lost {count}, left {left}"),
    "lost-of-a-kind": N_("{name}: lost"),
    "lost-with-it": N_("{unit}: lost with {transport}"),
    "but-not-of": N_("But not of {names}: they cannot be {status}"),
    "has-a-worse-status": N_("{unit} is {status} already: nothing more"),
    "takes-no-status": N_("{unit} cannot be {status}"),
    "status-gained": N_("{unit} is {status}. {effect} {recovery}"),
    "status-follows": N_("The unit is {status}. {effect} {recovery}"),
    "status-of": N_("{unit}: {status}. {recovery}"),
    "status-removed": N_("{unit} is no longer {status}"),
    "perils-follow": N_("Perils of the Warp for the unit of the focus: psyphase roll {command}"),
    "the-unit": N_("The unit"),
    # setting right
    "as-told": N_("as you told"),
    "willpower": N_("willpower"),
    "points-corrected": _with_points(N_("Set right: {points}")),
}

REQUESTS: dict[str, Sentence] = {
    "before-battle": N_("{army} begins: has anything changed?"),
    "next-turn": N_("Turn {turn} of {army}: has anything changed?"),
    "act": N_("{phase}: what is declared?"),
    "focus": N_("{power}: who uses it?"),
    "weapon": N_("With which weapon?"),
    "target": N_("{power}: on whom?"),
    "targets": N_("{power}: on which units?"),
    "target-willpower": N_("Willpower that resists (the lowest, or a Sergeant's, Command or Paragon model's)"),
    "willpower": N_("Willpower of {name}"),
    "manifestation-check": _check(N_("{name}, manifestation check"), N_("Manifestation check")),
    "resistance-check": _check(N_("{name}, resistance check"), N_("Resistance check")),
    "willpower-check": _check(N_("{name}, willpower check"), N_("Willpower check")),
    "nullify-check": _nullify_check,
    "resist-with": N_("{unit}: against whose willpower does it resist?"),
    "check-with": N_("{unit}: against whose willpower?"),
    "suffer-with": N_("{unit}: whose willpower lessens the wounds?"),
    "nullify": _with_points(N_("Nullify {power} for {cost}? (by a psyker who sees its focus or target)")),
    "nullify-willpower": N_("Willpower of that psyker"),
    "effect-roll": N_("{power} ([{success}+] succeeds)"),
    "cured": N_("{unit}: which status is removed?"),
    "threatened": N_("{unit}: its check, or it is {status}?"),
    "shooter": N_("Which unit shot?"),
    "perils": _named(N_("{name}, perils"), N_("Perils")),
    "arcana-wounds": _named(N_("{name}, {arcana}: wounds"), N_("{arcana}: wounds")),
    "casualties": N_("{unit}: which models are lost?"),
    "casualties-of": N_("{name}: how many of {left} are lost?"),
    "recovered": N_("Which statuses are removed by a passed check?"),
    "reaction-points-now": N_("Reaction points left"),
    "unit": N_("Which unit?"),
    "units": N_("Which units?"),
    "whose": N_("Whose unit is it?"),
    "got-out": N_("{unit} is gone: who got out? (all others are lost)"),
    "transport": N_("In which transport?"),
    "which-models": N_("{unit}: which models?"),
    "models-back": N_("{name}: how many are back?"),
    "perils-unit": N_("Perils for which unit?"),
    "perils-cause": N_("What is rolled?"),
    "change": N_("{unit}: what happened?"),
    "statuses": N_("{unit}: which statuses does it have?"),
    "joined-unit": N_("Which unit has it joined?"),
    "willpower-change": N_("{unit}: its willpower is changed by"),
    "army-name": N_("Name of the army"),
    "army-traits": N_("Allegiance and Legion of all its models?"),
    "unit-kind": lambda words, args: words.gettext(
        N_("What is the next unit?") if args["count"] else N_("What is the first unit?")
    ),
    "unit-name": N_("Its name"),
    "unit-willpower": N_("Willpower of {name}, with all its bonuses"),
    "unit-models": N_("How many models?"),
    "sergeant-willpower": N_("Willpower of its Sergeant (0: it has none)"),
    "unit-traits": N_("{name}: is it one of these, or does it have one?"),
    "unit-disciplines": N_("{name}: which disciplines?"),
}

SENTENCES = Sentences(
    events=EVENTS,
    requests=REQUESTS,
    options={
        "act.go-on": N_("nothing more: the phase is over"),
        "act.attack-over": N_("the attack is over: what is due comes"),
        "before-battle.go-on": N_("no change: go on"),
        "before-battle.correct": N_("something else, or throw dice"),
        "before-battle.end": N_("end the battle"),
        "next-turn.go-on": N_("no change: go on"),
        "next-turn.correct": N_("something else, or throw dice"),
        "next-turn.end": N_("end the battle"),
        "nobody": N_("let it pass"),
        "nullify.another-unit": N_("a psyker nullifies it"),
        "passed": N_("passed"),
        "failed": N_("failed"),
        "lowest": N_("the lowest of the unit"),
        "weapon.force-weapon": N_("a force weapon"),
        "correction.points": N_("the reaction points"),
        "correction.perils": N_("perils by another rule"),
        "perils-cause.d6": N_("a D6 on the table"),
        "perils-cause.warp-rupture": N_("Warp Rupture at once"),
        "change.casualties": N_("models lost"),
        "change.returned": N_("models are back"),
        "change.back": N_("nothing"),
        "change.statuses": N_("its statuses"),
        "change.willpower": N_("its willpower"),
        "change.reacted": N_("it has used a reaction of another kind"),
        "unit-kind.lone": N_("one model"),
        "unit-kind.squad": N_("a squad"),
    },
    columns={
        "unit": N_("Unit"),
        "power": N_("Name"),
        "kind": N_("Kind"),
        "when": N_("When"),
        "check": N_("Check"),
        "profile": N_("Profile"),
        "effect": N_("Effect"),
    },
    tests={
        "manifestation-check": N_("manifestation checks"),
        "resistance-check": N_("resistance checks"),
        "willpower-check": N_("willpower checks"),
        "nullify-check": N_("checks to nullify"),
    },
    rolls={
        "manifestation": N_("A manifestation check for a blessing."),
        "resistance": N_("A resistance check against a curse."),
        "nullify": N_("A psyker's check to nullify a curse."),
        "force": N_("A willpower check before an attack with a Force weapon."),
        "perils": N_("Perils of the Warp."),
    },
    parameters={
        "willpower": N_("Willpower of the model that takes the check."),
        "perils.willpower": N_("Willpower of the unit that suffers."),
        "focus_willpower": N_("Willpower of the curse's focus."),
        "arcana": N_("By a power of the Prosperine Arcana."),
        "double": N_("The doubled number; else a D6 is thrown."),
    },
    headings=frozenset({"turn-begins"}),
    header="status",
    header_ends="turn-over",
    alarms=frozenset({"perils-of-the-warp", "focus-left-play"}),
    good=frozenset({"works", "works-on", "check-passed", "nullified"}),
    asides=frozenset({"reminder", "reminder-range", "either-way"}),
)
