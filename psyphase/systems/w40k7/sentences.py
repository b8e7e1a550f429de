"""Everything the 7th edition says and asks, in English."""

from __future__ import annotations

from typing import cast

from msgspec import to_builtins

from psyphase.engine.procedure import Args, Side
from psyphase.systems.w40k7.model import Profile
from psyphase.tables.sums import Target
from psyphase.words.catalogue import _
from psyphase.words.common import plural
from psyphase.words.sentences import Sentence, Sentences, Speaker


def _dice(count: int) -> str:
    return _("1 die") if count == 1 else _("{count} dice").format(count=count)


def _charges(count: int) -> str:
    return _("1 charge") if count == 1 else _("{count} charges").format(count=count)


def _warp_charge_pool(words: Speaker, args: Args) -> str:
    levels, extra = cast(tuple[int, ...], args["levels"]), cast(int, args["extra"])
    parts = [_("{roll} rolled").format(roll=args["roll"])]
    if levels:
        parts.append(_("mastery {levels}").format(levels=" + ".join(map(str, levels))))
    if extra:
        parts.append(_("{extra} from other rules").format(extra=extra))
    army = words.army(cast(Side, args["side"]))
    return _("{army}: {sum} = {dice}").format(army=army, sum=" + ".join(parts), dice=_dice(cast(int, args["total"])))


def _range(words: Speaker, value: object) -> str:
    names = {"self": _("self"), "template": _("template"), "none": _("no range")}
    if isinstance(value, tuple):
        return " / ".join(_range(words, one) for one in value)
    return names.get(str(value)) or f'{value}"'


def _cost(costs: tuple[int, ...]) -> str:
    return _charges(costs[0]) if len(costs) == 1 else _("{costs} charges").format(costs="/".join(map(str, costs)))


def _power_note(words: Speaker, args: Args) -> str:
    costs = cast(tuple[int, ...], args["costs"])
    return ", ".join((_cost(costs), words.value(args["types"]), _range(words, args["range"])))


def _profile_line(words: Speaker, profile: Profile) -> str:
    parts = [f"S {profile.strength}", f"AP {profile.ap}", str(profile.weapon)]
    return ", ".join(words.value(part) for part in parts if not part.endswith("none"))


def _with_range(sentence: str) -> Sentence:
    def say(words: Speaker, args: Args) -> str:
        filled = {key: words.value(value) for key, value in args.items()}
        return sentence.format_map({**filled, "range": _range(words, args["range"])})

    return say


def _takes_effect(words: Speaker, args: Args) -> str:
    power, effect, names = words.value(args["power"]), words.value(args["effect"]), words.value(args["names"])
    if names:
        return _("{power} takes effect on {names}. {effect}").format(power=power, names=names, effect=effect)
    return _("{power} takes effect. {effect}").format(power=power, effect=effect)


def _profile(words: Speaker, args: Args) -> str:
    profile = _profile_line(words, cast(Profile, args["profile"]))
    return _("Profile: {range}, {profile}").format(range=_range(words, args["range"]), profile=profile)


def _leadership(sentence: str) -> Sentence:
    return lambda words, args: sentence.format(leadership=args["leadership"])


def _deny_needs(words: Speaker, args: Args) -> str:
    target = cast(Target, args["target"])
    return _("{denier}: denies on {target}").format(denier=words.value(args["denier"]), target=words.target(target))


def _denier(words: Speaker, args: Args) -> str:
    return _("denies on {target}").format(target=words.target(cast(Target, args["target"])))


def _outcome(words: Speaker, args: Args) -> str:
    outcome = to_builtins(args["outcome"])
    sentences = {
        "hits": _("The psyker's unit takes {hits} hits at Strength {strength}, AP {ap}."),
        "drain": _("In the psychic phase both players lose warp charge: {charges}."),
        "wound": _("The psyker suffers {amount} wound or glancing hit, no saves of any kind."),
        "slain": _("The psyker is removed as a casualty."),
        "lose-power": _("The psyker loses one random power for the rest of the battle."),
        "gain": _("Until its owner's next psychic phase the psyker has: {boon}"),
    }
    return sentences[outcome["effect"]].format_map({**outcome, "boon": words.value(args["effect"])})


def _harnessed(sentence: str) -> Sentence:
    return lambda words, args: sentence.format(harnessed=_charges(cast(int, args["harnessed"])), cost=args["cost"])


def _nullified(sentence: str) -> Sentence:
    return lambda words, args: sentence.format(nullified=args["nullified"], harnessed=_charges(cast(int, args["harnessed"])))


def _named(named: str, alone: str) -> Sentence:
    """A request that belongs to a unit, or to nobody in a one-shot roll."""

    def say(words: Speaker, args: Args) -> str:
        filled = {key: words.value(value) for key, value in args.items()}
        return (named if filled.get("name") else alone).format_map(filled)

    return say


def _power_roll(words: Speaker, args: Args) -> str:
    discipline = words.value(args["discipline"])
    if "unit" not in args:
        return discipline
    return _("{unit}, power {number}, {discipline}").format(
        unit=words.value(args["unit"]), number=args["number"], discipline=discipline
    )


EVENTS: dict[str, Sentence] = {
    # generation
    "generation": _("Generating powers: {army}"),
    "generates": plural(_("{unit}: 1 power to generate"), _("{unit}: {count} powers to generate")),
    "swapped": _("{powers} is given up for {primaris}"),
    "swap-impossible": _("{powers} cannot be swapped: {why}"),
    "already-known": _("already known"),
    "too-costly": _("costs more than the mastery level"),
    "every-power-known": _("every power is known"),
    "every-power-too-costly": _("every power costs more than the mastery level"),
    "rest-too-costly": _("every power left costs more than the mastery level"),
    "discipline-exhausted": _("{discipline} has nothing left for {unit}: {why}"),
    "plan-impossible": _("{discipline} is planned but not possible: {why}"),
    "patron-half": _("half the powers come from the patron's list already"),
    "patron-first": plural(
        _("one power must come from the patron's list"), _("{least} powers must come from the patron's list"), "least"
    ),
    "no-primaris": _("this discipline has no primaris power"),
    "primaris-known": _("the primaris power is known"),
    "focus-anyway": _("psychic focus gives the primaris power anyway"),
    "generation-ends-early": _("{unit}: only {count} of {wanted} powers"),
    "psychic-focus": lambda words, args: (
        _("Psychic focus in {discipline}: {primaris} for free") if args["primaris"] else _("Psychic focus in {discipline}")
    ).format(discipline=words.value(args["discipline"]), primaris=words.value(args["primaris"])),
    "chaos-focus": _("Chaos focus: {primaris} for free"),
    "force-known": _("Force weapon: {power}"),
    "knows": lambda words, args: _("{unit}: {powers}").format(
        unit=words.value(args["unit"]), powers=words.value(args["powers"]) or _("no powers")
    ),
    # the phase
    "phase-begins": _("Turn {turn}, psychic phase: {army}"),
    "status": _("Turn {turn}, {army}: dice {pool}, {enemy} {enemy_pool}"),
    "state-mastery": _("mastery {level}"),
    "state-wounds": lambda words, args: _("wounds {wounds}").format(
        wounds="/".join(str(left or 0) for left in cast(tuple[int | None, ...], args["wounds"]))
    ),
    "state-models": _("models {left} of {models}"),
    "battle-over": _("the battle has {turns} turns (setting game_turns)"),
    "warp-charge-pool": _warp_charge_pool,
    "cannot-attempt": _("{unit}, {power}: {why}"),
    "nothing-to-attempt": _("{army}: nothing more can be attempted"),
    "nothing-left-for-it": _("no power it can attempt"),
    "already-attempted": _("already attempted"),
    "attempts-used-up": plural(_("its 1 attempt is used up"), _("its {count} attempts are used up")),
    "needs-charges": lambda words, args: _("needs {charges}, {pool} left").format(
        charges=_charges(cast(int, args["cost"])), pool=args["pool"]
    ),
    "embarked-witchfire-only": _("embarked: witchfire only"),
    "locked-in-combat": _("locked in combat: no witchfire"),
    "conjured-this-turn": _("conjured this turn: no conjuration"),
    "barred-discipline": _("{exception}"),
    "already-blessed": _("has this blessing this turn"),
    "power-note": _power_note,
    "costs": lambda words, args: _cost(cast(tuple[int, ...], args["costs"])),
    "profile-line": lambda words, args: _profile_line(words, cast(Profile, args["profile"])),
    "range": lambda words, args: _range(words, args["range"]),
    "pools-corrected": _("Pools corrected: {pool} and {enemy_pool}"),
    "no-dice-left": _("{army}: no warp charge left"),
    "phase-ended": _("{army}: no more powers"),
    "in-play-on": _("{unit}: in play on it: {effects}"),
    "phase-over": _(
        "The psychic phase is over. Unspent warp charge is lost: {army} {pool}, {enemy} {enemy_pool}. Now the shooting phase."
    ),
    # targets
    "reminder-sight": _with_range(_("Target of {power}: {target}, range {range}, in line of sight")),
    "reminder-range": _with_range(_("Target of {power}: {target}, range {range}")),
    "reminder-fire-point": _("Embarked: the transport needs a fire point that sees the target"),
    "embarked-no-target": _("embarked"),
    "target-not-fitting": _("it takes {target}"),
    # psychic test
    "harnessed": _harnessed(_("Passed: {harnessed} harnessed, {cost} needed")),
    "not-harnessed": _harnessed(_("Failed: {harnessed} harnessed, {cost} needed")),
    "failed-test-perils": _("a failed test of {power}"),
    "perils-on-two-sixes": _("on two sixes"),
    "perils-on-any-double": _("on any double"),
    "perils-on-never": _("never"),
    "two-sixes-came-up": _("two sixes"),
    "any-double-came-up": _("a double"),
    "perils-follow": _("Perils of the Warp: psyphase roll perils --leadership N"),
    # perils
    "perils-on-model": _("{unit}: model {model}"),
    "perils-outcome": _outcome,
    "leadership-passed": _leadership(_("Leadership {leadership}: passed")),
    "leadership-failed": _leadership(_("Leadership {leadership}: failed")),
    "nothing-happens": _("Nothing happens... this time"),
    "stands-for": lambda words, args: "{} {}".format(
        args["first"] if args["first"] == args["last"] else f"{args['first']}-{args['last']}", words.value(args["name"])
    ),
    "stands-for-nothing": _("nobody's number"),
    "wounded": _("{unit}: {wounds} wound (or glancing hit), no saves of any kind"),
    "has-wounds-left": _("{unit}: wounds left: {wounds}"),
    "slain": _("{unit}: slain by the warp"),
    "model-slain": _("{unit}: one psyker slain, {models} left"),
    "unit-hit": _("{host}: {hits} hits at Strength {strength}, AP {ap}, as if shot from where {unit} stood"),
    "hits-on-nobody": _("{hits} hits at Strength {strength}, AP {ap}: nobody is left in the unit"),
    "models-lost": _("{unit}: models lost: {count}"),
    "power-lost": _("{unit}: {power} is lost for the rest of the battle"),
    "no-power-to-lose": _("{unit}: no power to lose"),
    "drained": lambda words, args: _("Both players lose {charges}: {pool} and {enemy_pool} left").format(
        charges=_charges(cast(int, args["charges"])), pool=args["pool"], enemy_pool=args["enemy_pool"]
    ),
    "gains": _("{unit}: {effect} Until {until}'s next psychic phase"),
    # deny the witch
    "no-dice-to-deny": _("Nobody can deny: no warp charge left"),
    "deny-needs": _deny_needs,
    "denier-needs": _denier,
    "deny-bare": lambda words, args: _("No enemy unit is targeted: denied on {target} only").format(
        target=words.target(cast(Target, args["target"]))
    ),
    "own-rule": _("own rule"),
    "modifier": _("as given"),
    "by-the-hood": _("{bearer} for {unit}, by the hood"),
    "hood-reminder": _('The hood: only if {unit} is within {range}" of {bearer}'),
    "not-denied-tried": _("The power is not denied"),
    "denied": _nullified(_("Denied: {nullified} nullified, {harnessed} to nullify")),
    "not-denied": _nullified(_("Not denied: {nullified} nullified, {harnessed} to nullify")),
    "denied-roll": _nullified(_("Denied: {nullified} nullified, {harnessed} to nullify")),
    "not-denied-roll": _nullified(_("Not denied: {nullified} nullified, {harnessed} to nullify")),
    # effects
    "takes-effect": _takes_effect,
    "profile": _profile,
    "type-reminder": _("{type}: {reminder}"),
    "you-pick-the-model": _("More than the cost: you pick the model"),
    "closest-model": _("Exactly the cost: the closest model"),
    "lasts": _("{effect} lasts {until}"),
    "until-phase": _("until {army}'s next psychic phase"),
    "until-turn": _("for a turn, as the power says"),
    "until-game": _("for the rest of the battle"),
    "until-other": _("as long as the power says"),
    "conjured-arrives": _with_range(
        _(
            "A new unit arrives by deep strike within {range}: basic equipment, as many models as you own; it counts as from reserve. Roll its other random abilities now"
        )
    ),
    "conjured-scores": _("It scores"),
    "conjured-does-not-score": _("It does not score"),
    "makes-way": _("{unit}: makes way for what arrives and is removed"),
    "conjured-mishap": _("In ongoing reserve it may arrive by deep strike anywhere later"),
}

REQUESTS: dict[str, Sentence] = {
    "next-psyker": _("Which psyker generates next?"),
    "discipline": _("{unit}, power {number}: which discipline?"),
    "power-roll": _power_roll,
    "power-card": lambda words, args: _("{power}: number of the card drawn").format(power=_power_roll(words, args)),
    "swap": _("{unit}: {powers} or the primaris {primaris}?"),
    "enemy-mastery": _("Sum of the opponent's mastery levels"),
    "warp-charge": _("Warp charge"),
    "psyker": _("Which psyker?"),
    "power": _("{unit}: which power?"),
    "army-name": _("Name of the army"),
    "unit-kind": lambda words, args: _("What is the first unit?") if not args["count"] else _("What is the next unit?"),
    "unit-name": _("Its name"),
    "unit-models": _("How many models?"),
    "unit-tags": _("Which of these has it?"),
    "unit-mastery": _("Mastery level"),
    "unit-leadership": _("Leadership"),
    "unit-wounds": _("Wounds (hull points of a vehicle)"),
    "unit-disciplines": _("From which disciplines may it generate powers?"),
    "next-phase": _("Turn {turn}, psychic phase of {army}: has anything changed?"),
    "unit": _("Which unit?"),
    "change": _("{unit}: what happened?"),
    "wounds-now": _("{unit}: wounds left"),
    "models-now": _("{unit}: models left"),
    "joined-unit": _("Which unit has it joined?"),
    "pool": _("Dice in your pool"),
    "enemy-pool": _("Dice in the opponent's pool"),
    "use-as": _("{power}: as what?"),
    "target": _("{power}: on whom?"),
    "targets": _("{power}: which enemy units are hit?"),
    "deny-modifiers": _("What does the target have? (for denying)"),
    "cost": _("{power}: for how many charges?"),
    "dice": lambda words, args: _("{power} ({charges}): how many dice of {pool}?").format(
        power=words.value(args["power"]), charges=_charges(cast(int, args["cost"])), pool=args["pool"]
    ),
    "dice.note": lambda words, args: _("perils: {perils}; denied: once it manifests, if the best answer takes {dice}").format(
        perils=words.value(args["perils"]), dice=_dice(cast(int, args["enemy_pool"]))
    ),
    "psychic-test": lambda words, args: (
        (_("{name}, psychic test") if args["name"] else _("Psychic test")).format(name=words.value(args["name"]))
        + _(" ([{success}+] harnesses)").format(success=args["success"])
    ),
    "perils": _named(_("{name}, perils"), _("Perils")),
    "leadership": _named(_("Leadership of {name}"), _("Leadership")),
    "leadership-test": _named(_("{name}, leadership test ({leadership} or less)"), _("Leadership test ({leadership} or less)")),
    "perils-hits": _("Hits"),
    "drain": _("Warp charge drained"),
    "perils-model": _("{unit}, one of {count} models at random"),
    "lost-power": _("{unit}, one power at random ({powers})"),
    "wounds-left": _("{unit}: wounds left of the model that was struck? (0: slain)"),
    "losses": _("{unit}: how many models are lost?"),
    "denier": lambda words, args: _("Who denies? ({harnessed} to nullify)").format(
        harnessed=_charges(cast(int, args["harnessed"]))
    ),
    "deny-dice": lambda words, args: _("Dice to deny {harnessed}, of {pool}? (0: let it pass)").format(
        harnessed=_charges(cast(int, args["harnessed"])), pool=args["pool"]
    ),
    "deny-test": lambda words, args: _("Deny the witch, {target}").format(target=words.target(cast(Target, args["target"]))),
    "conjured": _("{power}: what arrives?"),
    "conjured-name": _("Its name"),
    "conjured-mastery": _("Mastery level of {name}"),
    "conjured-models": _("Models of {name} (more than 1: a brotherhood)"),
    "conjured-disciplines": _("Disciplines of {name}"),
}

SENTENCES = Sentences(
    events=EVENTS,
    requests=REQUESTS,
    options={
        "swap.keep": _("keep it"),
        "swap.primaris": _("take the primaris"),
        "end": _("end the phase"),
        "power.back": _("another psyker"),
        "next-phase.go-on": _("no change: go on"),
        "next-phase.correct": _("something has changed, or throw dice"),
        "next-phase.end": _("end the battle"),
        "correction.pools": _("the pools"),
        "unit-kind.psyker": _("a psyker"),
        "unit-kind.brotherhood": _("a brotherhood of psykers"),
        "unit-kind.other": _("a unit without psykers"),
        "force-weapon": _("a force weapon"),
        "psychic-hood": _("a psychic hood"),
        "adamantium-will": _("Adamantium Will"),
        "daemon": _("it is a daemon"),
        "grey-knight": _("it is a Grey Knight"),
        "psychic-pilot": _("a psychic pilot"),
        "vehicle": _("it is a vehicle"),
        "change.dead": _("it is dead"),
        "change.wounds": _("wounds"),
        "change.models": _("models lost"),
        "conjured.no-psyker": _("a unit without psykers"),
        "conjured.psyker": _("a psyker: its powers are generated now"),
        "conjured.not-arrived": _("nothing yet: a mishap"),
    },
    chances={
        "manifest": _("manifests"),
        "perils": _("perils"),
        "denied": _("denied"),
        "works": _("works"),
        "deny": _("denies"),
    },
    columns={
        "unit": _("Unit"),
        "power": _("Power"),
        "charge": _("Charge"),
        "type": _("Type"),
        "range": _("Range"),
        "profile": _("Profile"),
        "target": _("Target"),
        "effect": _("Effect"),
    },
    tests={
        "psychic-test": _("psychic tests"),
        "deny-test": _("deny the witch"),
        "leadership-test": _("leadership tests"),
    },
    rolls={
        "warp-charge": _("Warp charge for both players."),
        "psychic-test": _("A psychic test."),
        "deny": _("A deny the witch test."),
        "perils": _("Perils of the Warp, leadership test included."),
        "power": _("One generated power."),
    },
    parameters={
        "mastery": _("Mastery level."),
        "warp-charge.mastery": _("Sum of your psykers' mastery levels."),
        "enemy_mastery": _("Sum of the opponent's mastery levels."),
        "charge": _("Warp charge cost of the power."),
        "dice": _("How many dice."),
        "perils": _("What brings perils of the warp."),
        "harnessed": _("Charges to nullify."),
        "modifier": _("Added to each die."),
        "leadership": _("Leadership of the psyker."),
        "discipline": _("A discipline, such as telepathy."),
        "knows": _("A power the psyker knows already; may be repeated."),
    },
    headings=frozenset({"generation", "phase-begins"}),
    header="status",
    header_ends="phase-over",
    alarms=frozenset({"perils-of-the-warp", "slain", "generation-ends-early", "plan-impossible", "swap-impossible"}),
    good=frozenset({"takes-effect", "denied", "harnessed"}),
    asides=frozenset({"type-reminder", "reminder-sight", "reminder-range", "hood-reminder"}),
)
