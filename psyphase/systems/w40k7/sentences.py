"""Everything the 7th edition says and asks, in English."""

from __future__ import annotations

from typing import cast

from msgspec import to_builtins

from psyphase.engine.procedure import Args, Side
from psyphase.systems.w40k7.model import Profile
from psyphase.tables.sums import Modifier
from psyphase.words.catalogue import N_
from psyphase.words.common import plural, say_with
from psyphase.words.sentences import Sentence, Sentences, Speaker


def _dice(words: Speaker, count: object) -> str:
    return words.ngettext("1 die", "{count} dice", cast(int, count)).format(count=count)


def _charges(words: Speaker, count: object) -> str:
    return words.ngettext("1 charge", "{count} charges", cast(int, count)).format(count=count)


def _with_charges(sentence: str, key: str = "harnessed", place: str = "") -> Sentence:
    """A sentence in which one number is a number of charges."""
    return lambda words, args: say_with(words, sentence, args, **{place or key: _charges(words, args[key])})


def _warp_charge_pool(words: Speaker, args: Args) -> str:
    levels, extra = cast(tuple[int, ...], args["levels"]), cast(int, args["extra"])
    parts = [say_with(words, N_("{roll} rolled"), args)]
    if levels:
        parts.append(words.gettext("mastery {levels}").format(levels=" + ".join(map(str, levels))))
    total = " + ".join(parts)
    if extra:
        others = say_with(words, N_("{extra} from other rules"), args, extra=str(abs(extra)))
        total = f"{total} {'-' if extra < 0 else '+'} {others}"
    for rule in cast(tuple[Modifier, ...], args["rules"]):
        total = f"{total} {'-' if rule.value < 0 else '+'} {abs(rule.value)} {words.part(rule)}"
    army, dice = words.army(cast(Side, args["side"])), _dice(words, args["total"])
    return words.gettext("{army}: {sum} = {dice}").format(army=army, sum=total, dice=dice)


def _state_wounds(words: Speaker, args: Args) -> str:
    wounds = "/".join(str(left or 0) for left in cast(tuple[int | None, ...], args["wounds"]))
    return words.gettext("wounds {wounds}").format(wounds=wounds)


def _range(words: Speaker, value: object) -> str:
    names = {"self": N_("self"), "template": N_("template"), "none": N_("no range")}
    if isinstance(value, tuple):
        return " / ".join(_range(words, one) for one in value)
    named = names.get(str(value))
    return words.gettext(named) if named else f'{value}"'


def _cost(words: Speaker, args: Args) -> str:
    costs = cast(tuple[int, ...], args["costs"])
    if len(costs) == 1:
        return _charges(words, costs[0])
    return words.gettext("{costs} charges").format(costs="/".join(map(str, costs)))


def _power_note(words: Speaker, args: Args) -> str:
    return ", ".join((_cost(words, args), words.value(args["types"]), _range(words, args["range"])))


def _profile_line(words: Speaker, profile: Profile) -> str:
    parts = [f"S {profile.strength}", f"AP {profile.ap}", str(profile.weapon)]
    return ", ".join(words.value(part) for part in parts if not part.endswith("none"))


def _with_range(sentence: str) -> Sentence:
    return lambda words, args: say_with(words, sentence, args, range=_range(words, args["range"]))


def _takes_effect(words: Speaker, args: Args) -> str:
    named, alone = N_("{power} takes effect on {names}. {effect}"), N_("{power} takes effect. {effect}")
    return say_with(words, named if words.value(args["names"]) else alone, args)


def _profile(words: Speaker, args: Args) -> str:
    profile = _profile_line(words, cast(Profile, args["profile"]))
    return say_with(words, N_("Profile: {range}, {profile}"), args, range=_range(words, args["range"]), profile=profile)


def _outcome(words: Speaker, args: Args) -> str:
    outcome = to_builtins(args["outcome"])
    sentences = {
        "hits": N_("The psyker's unit takes {hits} hits at Strength {strength}, AP {ap}."),
        "drain": N_("In the psychic phase both players lose warp charge: {charges}."),
        "wound": N_("The psyker suffers {amount} wound or glancing hit, no saves of any kind."),
        "slain": N_("The psyker is removed as a casualty."),
        "lose-power": N_("The psyker loses one random power for the rest of the battle."),
        "gain": N_("Until its owner's next psychic phase the psyker has: {boon}"),
    }
    return words.gettext(sentences[outcome["effect"]]).format_map({**outcome, "boon": words.value(args["effect"])})


def _named(named: str, alone: str) -> Sentence:
    """A request that belongs to a unit, or to nobody in a one-shot roll."""
    return lambda words, args: say_with(words, named if words.value(args.get("name")) else alone, args)


def _power_roll(words: Speaker, args: Args) -> str:
    if "unit" not in args:
        return words.value(args["discipline"])
    return say_with(words, N_("{unit}, power {number}, {discipline}"), args)


def _power_card(words: Speaker, args: Args) -> str:
    return words.gettext("{power}: number of the card drawn").format(power=_power_roll(words, args))


def _psychic_focus(words: Speaker, args: Args) -> str:
    given, alone = N_("Psychic focus in {discipline}: {primaris} for free"), N_("Psychic focus in {discipline}")
    return say_with(words, given if args["primaris"] else alone, args)


def _knows(words: Speaker, args: Args) -> str:
    powers = words.value(args["powers"]) or words.gettext("no powers")
    return say_with(words, N_("{unit}: {powers}"), args, powers=powers)


def _psychic_test(words: Speaker, args: Args) -> str:
    start = N_("{name}, psychic test") if args["name"] else N_("Psychic test")
    return say_with(words, start, args) + say_with(words, N_(" ([{success}+] harnesses)"), args)


def _dice_note(words: Speaker, args: Args) -> str:
    """What brings perils, and what `works` supposes of the opponent."""
    several = N_("perils: {perils}; works: if he shares {dice} out over {count} powers")
    alone = N_("perils: {perils}; works: if he spends {dice}")
    sentence = several if cast(int, args["count"]) > 1 else alone
    none = N_("perils: {perils}; he has no dice to deny")
    return say_with(words, sentence if args["enemy_pool"] else none, args, dice=_dice(words, args["enemy_pool"]))


def _his_share(words: Speaker, args: Args) -> str:
    same = args["dice"] == args["most"]
    dice = _dice(words, args["most"])
    return say_with(
        words,
        N_("he: {dice} on {needed}+") if same else N_("he: {least} to {dice} on {needed}+"),
        args,
        dice=dice,
        least=str(args["dice"]),
    )


def _deny_dice(words: Speaker, args: Args) -> str:
    passes, denies = N_("Dice to deny {harnessed}, of {pool}? (0: let it pass)"), N_("Dice to deny {harnessed}, of {pool}?")
    return say_with(words, denies if args["least"] else passes, args, harnessed=_charges(words, args["harnessed"]))


EVENTS: dict[str, Sentence] = {
    # generation
    "generation": N_("Generating powers: {army}"),
    "generates": plural(N_("{unit}: 1 power to generate"), N_("{unit}: {count} powers to generate")),
    "swapped": N_("{powers} is given up for {primaris}"),
    "swap-impossible": N_("{powers} cannot be swapped: {why}"),
    "already-known": N_("already known"),
    "too-costly": N_("costs more than the mastery level"),
    "every-power-known": N_("every power is known"),
    "every-power-too-costly": N_("every power costs more than the mastery level"),
    "rest-too-costly": N_("every power left costs more than the mastery level"),
    "discipline-exhausted": N_("{discipline} has nothing left for {unit}: {why}"),
    "plan-impossible": N_("{discipline} is planned but not possible: {why}"),
    "patron-half": N_("half the powers come from the patron's list already"),
    "patron-first": plural(
        N_("one power must come from the patron's list"), N_("{least} powers must come from the patron's list"), "least"
    ),
    "no-primaris": N_("this discipline has no primaris power"),
    "primaris-known": N_("the primaris power is known"),
    "focus-anyway": N_("psychic focus gives the primaris power anyway"),
    "generation-ends-early": N_("{unit}: only {count} of {wanted} powers"),
    "psychic-focus": _psychic_focus,
    "chaos-focus": N_("Chaos focus: {primaris} for free"),
    "force-known": N_("Force weapon: {power}"),
    "knows": _knows,
    # the phase
    "phase-begins": N_("Turn {turn}, psychic phase: {army}"),
    "status": N_("Turn {turn}, {army}: dice {pool}, {enemy} {enemy_pool}"),
    "state-mastery": N_("mastery {level}"),
    "state-wounds": _state_wounds,
    "state-models": N_("models {left} of {models}"),
    "battle-over": N_("the battle has {turns} turns (setting game_turns)"),
    "warp-charge-pool": _warp_charge_pool,
    "one-of": N_("one of {units}"),
    "adds-no-dice": N_("{unit} adds no dice to the pool ({rule})"),
    "cannot-attempt": N_("{unit}, {power}: {why}"),
    "nothing-to-attempt": N_("{army}: nothing more can be attempted"),
    "nothing-left-for-it": N_("no power it can attempt"),
    "already-attempted": N_("already attempted"),
    "attempts-used-up": plural(N_("its 1 attempt is used up"), N_("its {count} attempts are used up")),
    "needs-charges": _with_charges(N_("needs {charges}, {pool} left"), "cost", "charges"),
    "embarked-witchfire-only": N_("embarked: witchfire only"),
    "embarked-plain-only": N_("embarked: plain witchfire only ({setting}={value})"),
    "locked-in-combat": N_("locked in combat: no witchfire"),
    "conjured-this-turn": N_("conjured this turn: no conjuration"),
    "barred-discipline": N_("{exception}"),
    "already-blessed": N_("has this blessing this turn"),
    "power-note": _power_note,
    "costs": _cost,
    "profile-line": lambda words, args: _profile_line(words, cast(Profile, args["profile"])),
    "range": lambda words, args: _range(words, args["range"]),
    "pools-corrected": N_("Pools corrected: {pool} and {enemy_pool}"),
    "no-dice-left": N_("{army}: no warp charge left"),
    "phase-ended": N_("{army}: no more powers"),
    "phase-over": N_(
        "The psychic phase is over. Unspent warp charge is lost: {army} {pool}, {enemy} {enemy_pool}. Now the shooting phase."
    ),
    # targets
    "reminder-sight": _with_range(N_("Target of {power}: {target}, range {range}, in line of sight")),
    "reminder-range": _with_range(N_("Target of {power}: {target}, range {range}")),
    "reminder-fire-point": N_("Embarked: the transport needs a fire point that sees the target"),
    "embarked-no-target": N_("embarked"),
    "target-not-fitting": N_("it takes {target}"),
    "cannot-target": N_("{unit}: {why}"),
    "locked-no-target": N_("locked in combat"),
    "on-it-already": N_("{power} is on it already"),
    "target-notes": N_("{notes}"),
    # psychic test
    "harnessed": _with_charges(N_("Passed: {harnessed} harnessed, {cost} needed")),
    "harnesses": N_("{unit} harnesses on {harness}"),
    "face-in-force": N_("{face}+ ({base}+, {rules})"),
    "face-of-rule": N_("{rule}: {face}+"),
    "sixes-only": N_("{rule}: {face} only"),
    "perils-by": N_("{unit}: perils {perils} ({rules})"),
    "mastery": N_("of its own"),
    "mastery-in-force": N_("{unit}: mastery {mastery}"),
    "test-before-casting": N_("{rule}: {unit} takes a leadership test before {power}"),
    "loses-its-phase": N_("{rule}: {unit} attempts nothing more in this phase"),
    "loses-the-power": N_("{rule}: {unit} may not attempt {power} in this phase"),
    "leadership-failed-for": N_("{rule}: leadership test failed"),
    "casting-forbidden": N_("{rule}"),
    "not-harnessed": _with_charges(N_("Failed: {harnessed} harnessed, {cost} needed")),
    "failed-test-perils": N_("a failed test of {power}"),
    "his-share": _his_share,
    "his-dice-too-few": N_("he: too few dice"),
    "fewest-that-work": N_("the fewest dice that work {times} times in {of}"),
    "fewest-that-pass": N_("the fewest dice that pass {times} times in {of}; none work so often"),
    "every-die": N_("all dice: none pass {times} times in {of}"),
    "perils-on-two-sixes": N_("on two sixes"),
    "perils-on-any-double": N_("on any double"),
    "perils-on-never": N_("never"),
    "two-sixes-came-up": N_("two sixes"),
    "any-double-came-up": N_("a double"),
    "perils-follow": N_("Perils of the Warp: psyphase roll perils --leadership N"),
    # perils
    "perils-on-model": N_("{unit}: model {model}"),
    "perils-outcome": _outcome,
    "leadership-passed": N_("Leadership {leadership}: passed"),
    "leadership-failed": N_("Leadership {leadership}: failed"),
    "leadership": N_("of its own"),
    "leadership-in": N_("of {unit}"),
    "leadership-in-force": N_("{unit}: leadership {leadership}"),
    "nothing-happens": N_("Nothing happens... this time"),
    "stands-for": lambda words, args: "{} {}".format(
        args["first"] if args["first"] == args["last"] else f"{args['first']}-{args['last']}", words.value(args["name"])
    ),
    "stands-for-nothing": N_("nobody's number"),
    "wounded": N_("{unit}: {wounds} wound (or glancing hit), no saves of any kind"),
    "has-wounds-left": N_("{unit}: wounds left: {wounds}"),
    "slain": N_("{unit}: slain by the warp"),
    "model-slain": N_("{unit}: one psyker slain, {models} left"),
    "unit-hit": N_("{host}: {hits} hits at Strength {strength}, AP {ap}, as if shot from where {unit} stood"),
    "hits-on-nobody": N_("{hits} hits at Strength {strength}, AP {ap}: nobody is left in the unit"),
    "models-lost": N_("{unit}: models lost: {count}"),
    "power-lost": N_("{unit}: {power} is lost for the rest of the battle"),
    "no-power-to-lose": N_("{unit}: no power to lose"),
    "drained": _with_charges(N_("Both players lose {charges}: {pool} and {enemy_pool} left"), "charges"),
    "gains": N_("{unit}: {effect} Until the next psychic phase of {until}"),
    # deny the witch
    "no-dice-to-deny": N_("Nobody can deny: no warp charge left"),
    "cannot-be-denied": lambda words, args: say_with(
        words,
        N_("Nobody can deny: {charges} to nullify with {dice}"),
        args,
        charges=_charges(words, args["harnessed"]),
        dice=_dice(words, args["enemy_pool"]),
    ),
    "deny-needs": N_("{denier}: denies on {target}"),
    "denier-needs": N_("denies on {target}"),
    "hood-needs": N_("denies on {target}, by the hood of {bearer}"),
    "deny-bare": N_("No enemy unit is targeted: denied on {target} only"),
    "deny-again-by": N_("{rule}: {which}"),
    "again-failed": N_("dice that do not nullify are thrown once more"),
    "again-ones": N_("natural ones are thrown once more"),
    "again-all": N_("all dice of a failed test are thrown once more"),
    "granted-by": N_("{modifier} ({rule})"),
    "own-rule": N_("own rule"),
    "modifier": N_("as given"),
    "by-the-hood": N_("{bearer} for {unit}, by the hood"),
    "hood-reminder": N_('The hood: only if {unit} is within {range}" of {bearer}'),
    "not-denied-tried": N_("The power is not denied"),
    "denied": _with_charges(N_("Denied: {nullified} nullified, {harnessed} to nullify")),
    "not-denied": _with_charges(N_("Not denied: {nullified} nullified, {harnessed} to nullify")),
    "denied-roll": _with_charges(N_("Denied: {nullified} nullified, {harnessed} to nullify")),
    "not-denied-roll": _with_charges(N_("Not denied: {nullified} nullified, {harnessed} to nullify")),
    # effects
    "takes-effect": _takes_effect,
    "profile": _profile,
    "type-reminder": N_("{type}: {reminder}"),
    "you-pick-the-model": N_("More than the cost: you pick the model"),
    "closest-model": N_("Exactly the cost: the closest model"),
    # a power's own dice
    "power-total": N_("{unit}: {counted}"),
    "less-leadership": N_("{unit}: {rolled} less leadership {leadership}: {counted}"),
    "leadership-less": N_("{unit}: leadership {leadership} less {rolled}: {counted}"),
    "has-none": N_("{unit}: no {what}, no effect"),
    "power-result": N_("{unit}: {words}"),
    "power-test-passed": N_("{unit}: {what} {value}: passed"),
    "power-test-failed": N_("{unit}: {what} {value}: failed"),
    "opposed-won": N_("{psyker} {mine}, {unit} {theirs}: won by {margin}"),
    "opposed-tied": N_("{psyker} {mine}, {unit} {theirs}: a tie"),
    "opposed-lost": N_("{psyker} {mine}, {unit} {theirs}: lost by {margin}"),
    "numbered": N_("no. {number}"),
    "rolled": N_("rolled"),
    "added-leadership": N_("leadership"),
    "added-mastery": N_("mastery"),
    "against-leadership": N_("leadership"),
    "against-toughness": N_("Toughness"),
    "against-initiative": N_("Initiative"),
    "against-wounds-left": N_("wounds left"),
    "total-wounds": plural(N_("1 wound"), N_("{count} wounds")),
    "total-wounds-regained": plural(N_("1 wound regained"), N_("{count} wounds regained")),
    "total-lost-hull-points": plural(N_("1 hull point lost"), N_("{count} hull points lost")),
    "total-lost-wounds-or-hull-points": plural(N_("1 wound or hull point lost"), N_("{count} wounds or hull points lost")),
    "total-hits": plural(N_("1 hit"), N_("{count} hits")),
    "total-shots": plural(N_("1 shot"), N_("{count} shots")),
    "total-strength": N_("Strength {count}"),
    "total-ap": N_("AP {count}"),
    "total-inches": N_('{count}"'),
    "total-lost-skill": N_("WS and BS reduced by {count}"),
    "total-gained-initiative-and-attacks": N_("Initiative and Attacks +{count}"),
    "what-wounds": N_("wounds"),
    "what-wounds-regained": N_("wounds regained"),
    "what-lost-hull-points": N_("hull points lost"),
    "what-lost-wounds-or-hull-points": N_("wounds or hull points lost"),
    "what-hits": N_("hits"),
    "what-shots": N_("shots"),
    "what-strength": N_("Strength"),
    "what-ap": N_("AP"),
    "what-inches": N_("inches"),
    "what-lost-skill": N_("WS and BS lost"),
    "what-gained-initiative-and-attacks": N_("Initiative and Attacks gained"),
    "what-table": N_("what happens"),
    "what-models": N_("a die for each model"),
    "what-opposed": N_("opposed roll"),
    "each-model": N_("models"),
    "each-hit": N_("hits"),
    "each-vehicle": N_("vehicles hit"),
    "each-building": N_("buildings hit"),
    "each-unit-inside": N_("units inside the ruins"),
    "each-unit-nearby": N_("other enemy units near the target"),
    "each-unit-under-marker": N_("units under the marker"),
    "each-unit-wounded": N_("units with an unsaved wound"),
    "each-unit-resisting": N_("targets that may resist"),
    "each-casualty": N_("models slain"),
    "each-explosion": N_("vehicles that explode"),
    "each-flying-model": N_("models that jump, skim or fly"),
    "each-displaced-model": N_("models that get off"),
    "lasts": N_("{effect} lasts {until}"),
    "model-of": N_("{unit}, model {model}"),
    "banked": plural(
        N_("{rule}: 1 die for {unit} alone, {dice} in all"), N_("{rule}: {count} dice for {unit} alone, {dice} in all")
    ),
    "same-again": N_("{effect} was on {names} already: it does not add up, it starts anew"),
    "until-phase": N_("until the next psychic phase of {army}"),
    "until-turn": N_("for a turn, as the power says"),
    "until-game": N_("for the rest of the battle"),
    "until-other": N_("as long as the power says"),
    "conjured-arrives": _with_range(
        N_(
            "A new unit arrives by deep strike within {range}: basic equipment, as many models as you own; it counts as from reserve. Roll its other random abilities now"
        )
    ),
    "conjured-scores": N_("It scores"),
    "conjured-does-not-score": N_("It does not score"),
    "makes-way": N_("{unit}: makes way for what arrives and is removed"),
    "conjured-mishap": N_("In ongoing reserve it may arrive by deep strike anywhere later"),
    "conjured-destroyed": N_("{power}: what it summoned is destroyed"),
    "lost-with-it": N_("{unit}: lost with {transport}"),
}

REQUESTS: dict[str, Sentence] = {
    "next-psyker": N_("Which psyker generates next?"),
    "discipline": N_("{unit}, power {number}: which discipline?"),
    "power-roll": _power_roll,
    "power-card": _power_card,
    "swap": N_("{unit}: {powers} or the primaris {primaris}?"),
    "enemy-mastery": N_("Sum of the opponent's mastery levels"),
    "warp-charge": N_("Warp charge"),
    "psyker": N_("Which psyker?"),
    "power": N_("{unit}: which power?"),
    "army-name": N_("Name of the army"),
    "unit-kind": lambda words, args: words.gettext(
        N_("What is the next unit?") if args["count"] else N_("What is the first unit?")
    ),
    "unit-name": N_("Its name"),
    "unit-models": N_("How many models?"),
    "unit-tags": N_("Which of these has it?"),
    "unit-mastery": N_("Mastery level"),
    "unit-leadership": N_("Leadership"),
    "unit-wounds": N_("Wounds (hull points of a vehicle)"),
    "unit-disciplines": N_("From which disciplines may it generate powers?"),
    "next-phase": N_("Turn {turn}, psychic phase of {army}: has anything changed?"),
    "unit": N_("Which unit?"),
    "change": N_("{unit}: what happened?"),
    "wounds-now": N_("{unit}: wounds left"),
    "models-now": N_("{unit}: models left"),
    "joined-unit": N_("Which unit has it joined?"),
    "pool": N_("Dice in your pool"),
    "enemy-pool": N_("Dice in the opponent's pool"),
    "use-as": N_("{power}: as what?"),
    "target": N_("{power}: on whom?"),
    "targets": N_("{power}: which enemy units are hit?"),
    "deny-modifiers": N_("What does the target have? (for denying)"),
    "cost": N_("{power}: for how many charges?"),
    "dice": _with_charges(N_("{power} ({charges}): how many dice of {pool}?"), "cost", "charges"),
    "dice.note": _dice_note,
    "psychic-test": _psychic_test,
    "perils": _named(N_("{name}, perils"), N_("Perils")),
    "leadership": _named(N_("Leadership of {name}"), N_("Leadership")),
    "leadership-test": _named(N_("{name}, leadership test ({leadership} or less)"), N_("Leadership test ({leadership} or less)")),
    "perils-hits": N_("Hits"),
    "drain": N_("Warp charge drained"),
    "perils-model": N_("{unit}, one of {count} models at random"),
    "lost-power": N_("{unit}, one power at random ({powers})"),
    "wounds-left": N_("{unit}: wounds left of the model that was struck? (0: slain)"),
    "losses": N_("{unit}: how many models are lost?"),
    "denier": _with_charges(N_("Who denies? ({harnessed} to nullify)")),
    "deny-dice": _deny_dice,
    "deny-test": N_("Deny the witch, {target}"),
    "power-dice": N_("{power}, {unit}: {what}"),
    "power-dice-theirs": N_("{power}, {unit}: {what}"),
    "power-test": N_("{power}, {unit}: test against {what} {value}"),
    "units-elsewhere": N_("{power}: how many units are hit that are in no roster?"),
    "how-many": N_("{power}: how many? ({what})"),
    "target-leadership": N_("Leadership of {unit} (0: it has none)"),
    "target-mastery": N_("Mastery level of {unit}"),
    "target-characteristic": N_("{unit}: {what} (0: it has none)"),
    "is-slain": N_("{unit}: is it slain?"),
    "throw-again": plural(N_("{rule}: throw 1 die once more?"), N_("{rule}: throw {count} dice once more?")),
    "deny-again": N_("Deny the witch once more, {target}"),
    "near": _with_range(N_("{effect}: is {unit} within {range} of {bearer}?")),
    "how-it-went": N_("{power}: what came of it?"),
    "struck": N_("{power}: whom of {unit} does it strike?"),
    "suffers": _with_range(N_("Who within {range} of the psyker, or he himself, suffers it? (wounds without saves: {count})")),
    "conjured": N_("{power}: what arrives?"),
    "conjured-name": N_("Its name"),
    "conjured-mastery": N_("Mastery level of {name}"),
    "conjured-models": N_("How many models of {name}?"),
    "mishap": N_("{power}: in ongoing reserve?"),
    "before-battle": N_("{army} begins: has anything changed?"),
    "units": N_("Which units?"),
    "whose": N_("Whose unit is it?"),
    "new-kind": N_("What is it?"),
    "got-out": N_("{unit} is gone: who got out? (all others are lost)"),
    "transport": N_("{unit}: in which transport?"),
    "models-lost": N_("{unit}: how many models are lost?"),
    "wounds-lost": N_("{unit}: how many wounds are lost?"),
    "models-apart": N_("{unit}: how many models go on as a new unit?"),
    "mastery-now": N_("{unit}: mastery level now"),
    "harness-now": N_("{unit}: harnesses on how many or more?"),
    "power-gone": N_("{unit}: which power is lost?"),
    "power-new": N_("{unit}: which power is gained?"),
    "pool-now": N_("{army}: dice in the pool now ({pool} before the change)"),
    "conjured-disciplines": N_("Disciplines of {name}"),
}

SENTENCES = Sentences(
    events=EVENTS,
    requests=REQUESTS,
    options={
        "swap.keep": N_("keep it"),
        "swap.primaris": N_("take the primaris"),
        "end": N_("end the phase"),
        "power.back": N_("another psyker"),
        "before-battle.go-on": N_("no change: go on"),
        "before-battle.correct": N_("something else, or throw dice"),
        "before-battle.end": N_("end the battle"),
        "mishap.no-psyker": N_("yes, a unit without psykers"),
        "mishap.psyker": N_("yes, a psyker: its powers are generated now"),
        "mishap.destroyed": N_("no, it is destroyed"),
        "new-kind.no-psyker": N_("a unit without psykers"),
        "new-kind.psyker": N_("a psyker: its powers are generated now"),
        "power-gone.back": N_("back"),
        "next-phase.go-on": N_("no change: go on"),
        "next-phase.correct": N_("something else, or throw dice"),
        "next-phase.end": N_("end the battle"),
        "correction.pools": N_("the pools"),
        "unit-kind.psyker": N_("a psyker"),
        "unit-kind.brotherhood": N_("a brotherhood of psykers"),
        "unit-kind.other": N_("a unit without psykers"),
        "force-weapon": N_("a force weapon"),
        "psychic-hood": N_("a psychic hood"),
        "adamantium-will": N_("Adamantium Will"),
        "daemon": N_("it is a daemon"),
        "grey-knight": N_("it is a Grey Knight"),
        "psychic-pilot": N_("a psychic pilot"),
        "vehicle": N_("it is a vehicle"),
        "yes": N_("yes"),
        "no": N_("no"),
        "how-it-went.won": N_("its contest is drawn or won"),
        "how-it-went.won-by-3": N_("its contest is won by as much as costs a power"),
        "how-it-went.wounded": N_("a model lost a wound"),
        "how-it-went.nothing": N_("nothing"),
        "change.dead": N_("it is dead"),
        "is-slain.alive": N_("no"),
        "is-slain.slain": N_("yes"),
        "change.models-lost": N_("models lost"),
        "change.wounds-lost": N_("wounds lost"),
        "change.wounds": N_("another number of wounds"),
        "change.models": N_("another number of models"),
        "change.splits": N_("it splits into two units"),
        "change.power-lost": N_("it has lost a power"),
        "change.power-gained": N_("it has gained a power"),
        "change.mastery": N_("another mastery level"),
        "change.leadership": N_("another Leadership"),
        "change.harness": N_("it harnesses on another number"),
        "change.back": N_("nothing"),
        "denier.nobody": N_("nobody: let it pass"),
        "conjured.no-psyker": N_("a unit without psykers"),
        "conjured.psyker": N_("a psyker: its powers are generated now"),
        "conjured.not-arrived": N_("nothing yet: a mishap"),
    },
    chances={
        "passed": N_("passed"),
        "perils": N_("perils"),
        "works": N_("works"),
        "deny": N_("denies"),
    },
    risks=frozenset({"perils"}),
    columns={
        "unit": N_("Unit"),
        "power": N_("Power"),
        "charge": N_("Charge"),
        "type": N_("Type"),
        "range": N_("Range"),
        "profile": N_("Profile"),
        "target": N_("Target"),
        "effect": N_("Effect"),
    },
    tests={
        "psychic-test": N_("psychic tests"),
        "deny-test": N_("deny the witch"),
        "deny-again": N_("deny the witch once more"),
        "leadership-test": N_("leadership tests"),
        "power-test": N_("tests against powers"),
    },
    rolls={
        "warp-charge": N_("Warp charge for both players."),
        "psychic-test": N_("A psychic test."),
        "deny": N_("A deny the witch test."),
        "perils": N_("Perils of the Warp, leadership test included."),
        "power": N_("One generated power."),
    },
    parameters={
        "mastery": N_("Mastery level."),
        "warp-charge.mastery": N_("Sum of your psykers' mastery levels."),
        "enemy_mastery": N_("Sum of the opponent's mastery levels."),
        "charge": N_("Warp charge cost of the power."),
        "dice": N_("How many dice."),
        "perils": N_("What brings perils of the warp."),
        "harnessed": N_("Charges to nullify."),
        "modifier": N_("Added to each die."),
        "leadership": N_("Leadership of the psyker."),
        "discipline": N_("A discipline, such as telepathy."),
        "knows": N_("A power the psyker knows already; may be repeated."),
    },
    headings=frozenset({"generation", "phase-begins"}),
    header="status",
    header_ends="phase-over",
    alarms=frozenset({"perils-of-the-warp", "slain", "generation-ends-early", "plan-impossible", "swap-impossible"}),
    good=frozenset({"takes-effect", "denied", "harnessed"}),
    asides=frozenset({"type-reminder", "reminder-sight", "reminder-range", "hood-reminder"}),
)
