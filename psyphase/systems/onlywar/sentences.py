"""Everything squads say and ask, in English."""

from __future__ import annotations

from typing import cast

from psyphase.engine.procedure import Args, Event
from psyphase.tables.sums import Modifier
from psyphase.words.catalogue import N_
from psyphase.words.common import plural, say_with, signed
from psyphase.words.sentences import Sentence, Sentences, Speaker


def _degrees(words: Speaker, args: Args) -> str:
    count = cast(int, args["degrees"])
    return words.ngettext("1 degree", "{count} degrees", count).format(count=count)


def _tested(sentence: str) -> Sentence:
    """The result of a test: degrees, and by which method they were counted."""
    methods = {"margin": N_("by the margin"), "tens": N_("by the tens")}

    def say(words: Speaker, args: Args) -> str:
        method = words.gettext(methods[str(args["method"])])
        return say_with(words, sentence, args, degrees=_degrees(words, args), method=method)

    return say


def _with_degrees(sentence: str) -> Sentence:
    return lambda words, args: say_with(words, sentence, args, degrees=_degrees(words, args))


def _weapon_line(words: Speaker, args: Args) -> str:
    weapon = args["weapon"]
    penetration = words.gettext("Pen {penetration}").format(penetration=getattr(weapon, "penetration", 0))
    parts = [str(getattr(weapon, "damage", "")), penetration]
    reach = getattr(weapon, "range", None)
    parts += [words.gettext("{range} m").format(range=reach)] if reach else []
    parts += [words.value(args["qualities"])] if args["qualities"] else []
    line = say_with(words, N_("{weapon}: {line}"), args, line=", ".join(parts))
    if args["more"]:
        line += say_with(words, N_("; +{more} damage on the charge"), args)
    if args["gained"]:
        line += say_with(words, N_("; now also {gained}"), args)
    return line


def _through(words: Speaker, args: Args) -> str:
    stops = cast("tuple[Modifier, ...]", args["stops"])
    parts = "".join(f" - {abs(part.value)} {words.part(part)}" for part in stops)
    through = cast(int, args["through"])
    some = words.ngettext("1 gets through", "{through} get through", through).format(through=through)
    result = some if through else words.gettext("nothing gets through")
    return say_with(words, N_("Hit {hit}, {part}: {rolled} damage{parts}: {result}"), args, parts=parts, result=result)


def _armour_part(words: Speaker, args: Args) -> str:
    if not args["cover"] and not args["penetration"]:
        return words.gettext("armour")
    text = say_with(words, N_("armour {armour}"), args)
    text += say_with(words, N_(" + cover {cover}"), args) if args["cover"] else ""
    text += say_with(words, N_(" - penetration {penetration}"), args) if args["penetration"] else ""
    return f"({text})"


def _state_wounds(words: Speaker, args: Args) -> str:
    wounds = cast(int, args["wounds"])
    sentence = N_("{name} critical damage {wounds}") if wounds < 0 else N_("{name} wounds {wounds}")
    return say_with(words, sentence, args, wounds=str(abs(wounds)))


def _status(words: Speaker, args: Args) -> str:
    states = "; ".join(map(words.value, cast("tuple[Event, ...]", args["states"])))
    return say_with(words, N_("Round {round}: {states}"), args, states=states)


def _target(words: Speaker, args: Args) -> str:
    return words.value(args["target"])


def _test(sentence: str) -> Sentence:
    """A test with the whole sum."""
    return lambda words, args: say_with(words, sentence, args) + f" ({_target(words, args)})"


def _command(words: Speaker, args: Args) -> str:
    left = {0: N_("reactions only"), 1: N_("1 half action left"), 2: N_("2 half actions left")}[cast(int, args["actions"])]
    return say_with(words, N_("{squad}: which command? ({left})"), args, left=words.gettext(left))


EVENTS: dict[str, Sentence] = {
    # tests
    "test-passed": _tested(N_("Passed: {degrees} of success ({method})")),
    "test-failed": _tested(N_("Failed: {degrees} of failure ({method})")),
    "untrained": N_("without {skill}"),
    "magnitude-part": N_("magnitude {magnitude}"),
    "magnitude-and-pain": N_("magnitude {magnitude} and pain {pain}"),
    "fear-part": N_("Fear ({rating})"),
    "losses-part": N_("losses {losses}"),
    "victims-part": N_("sacrificed {victims}"),
    "as-given": N_("other"),
    "in-cover": N_("in cover"),
    "skill": N_("value"),
    "target-note": _target,
    # the encounter
    "permanent-ability": N_("{squad}: {ability}. {effect}"),
    "unusual-size": N_("{squad}: magnitude {magnitude}, usual are {low} to {high}"),
    "unusual-commands": N_("{squad}: special commands {count}, usual for {category}: {usual}"),
    "foreign-command": N_("{squad}: {command} is a command of another side"),
    "round-begins": N_("Round {round}"),
    "squad-stands": N_("{squad}: {state}"),
    "squad-state": N_("{parts}"),
    "squad-short": lambda words, args: " ".join((words.value(args["squad"]), str(args["magnitude"] or ""))).strip(),
    "squad-corrected": N_("{squad}: {state}"),
    "state-gone": N_("wiped out"),
    "state-magnitude": N_("magnitude {magnitude}"),
    "state-wounds": _state_wounds,
    "state-shattered": N_("shattered"),
    "state-pinned": N_("pinned"),
    "state-no-commander": N_("without a commander"),
    "state-pain": N_("pain points {pain}"),
    "state-effect": N_("{effect}"),
    "state-effect-turns": N_("{effect} (turns {turns})"),
    "state-effect-amount": N_("{effect} (force field {amount}, turns {turns})"),
    "state-due": N_("morale to be tested"),
    "status": _status,
    "acts-now": N_("{state}"),
    "squad-turn": N_("{squad}: its turn"),
    "nobody-there": N_("No squad is left"),
    "effect-over": N_("{squad}: {effect} ends"),
    # commands
    "command-note": N_("{action}"),
    "command-note-test": N_("{action}; {target}"),
    "action-half": N_("half action"),
    "action-full": N_("full action"),
    "action-reaction": N_("reaction"),
    "action-half-or-reaction": N_("half action or reaction"),
    "action-permanent": N_("always"),
    "subtype-movement": N_("movement"),
    "subtype-attack": N_("attack"),
    "subtype-shooting": N_("shooting"),
    "subtype-melee": N_("melee"),
    "subtype-concentration": N_("concentration"),
    "troops-only": N_("troops only"),
    "once-a-scene": N_("once a scene, and used"),
    "no-pain-points": N_("no pain points"),
    "nobody-to-restore": N_("nobody was killed in the round before"),
    "one-attack-a-round": N_("one Attack a round"),
    "one-concentration-a-round": N_("one Concentration a round"),
    "reaction-spent": N_("the reaction of this round is spent"),
    "pinned-half-only": N_("pinned: half actions only"),
    "needs-a-full-action": N_("needs a full action"),
    "no-actions-left": N_("no action left"),
    "no-main-weapon": N_("no main weapon for it"),
    "not-told": N_("{name}: the file does not tell {characteristic}"),
    "only-shot-at": N_("when the squad is shot at"),
    "only-template": N_("against Spray and Blast"),
    "only-after-run": N_("after the command to run"),
    "only-turn": N_("in its own turn"),
    "command-given": N_("{squad}: {command}"),
    "carried-out": N_("{effect}"),
    "watch-ends": N_("{effect} ends: a reaction was ordered"),
    "moves": N_("{squad}: every member moves {speed}, {metres} m"),
    "speed-half": N_("the half move"),
    "speed-full": N_("the full move"),
    "speed-charge": N_("the charge distance"),
    "speed-run": N_("the run distance"),
    "moves-further": N_("{metres} m more"),
    "lasts": N_("{effect} lasts {until}. {words}"),
    "until-next-turn-start": N_("to the start of the squad's next turn"),
    "until-next-turn-end": N_("to the end of the squad's next turn"),
    "until-rounds": plural(N_("for 1 round"), N_("for {rounds} rounds"), "rounds"),
    "until-scene": N_("to the end of the scene"),
    "comes-to-saved": N_("Saved: {saved}"),
    "comes-to-healed": N_("Wounds healed: {healed}"),
    "comes-to-field": N_("Force field: {field}"),
    "comes-to-rounds": plural(N_("For 1 round"), N_("For {rounds} rounds"), "rounds"),
    "wasted": N_("{command}: the action is wasted"),
    "volley": N_("{command}, {number} of {count}"),
    "learns": N_("{squad} has {learned}"),
    "hidden-from": N_("{squad} is hidden from watcher {watcher}, if out of sight"),
    "seen-by": N_("Watcher {watcher} sees {squad}"),
    "tied-with": N_("Watcher {watcher}: neither wins; roll again, or it stays as it was"),
    "restored": N_("{squad}: {count} back, magnitude {magnitude}, pain points {pain}"),
    "healed": N_("{name}: wounds healed {healed}, now {wounds}"),
    "gift-of-chaos": N_("{name} may roll once on Gifts of Chaos (a table of the book that is not here)"),
    "protected": N_("Force field {rating} = degrees {degrees} x magnitude {magnitude}; it cannot overload"),
    "protected-capped": N_(
        "Force field {rating} (degrees {degrees} x magnitude {magnitude} = {full}, at most {most}); it cannot overload"
    ),
    # attacks of the squad
    "hits": plural(N_("1 hit: {why}"), N_("{hits} hits: {why}"), "hits"),
    "by-degrees": _with_degrees(N_("by {degrees}")),
    "by-further-degrees": _with_degrees(N_("{degrees}: {each} for the first, {each} for every {every} more")),
    "by-full-degrees": _with_degrees(N_("{each} for every {every} of {degrees}")),
    "by-storm": N_("{why}, doubled by Storm"),
    "capped": N_("{hits} ({why}), but only {eligible} can attack"),
    "weapon-line": _weapon_line,
    "quality": N_("{name}"),
    "quality-number": lambda words, args: words.value(args["name"]).replace("X", str(args["number"])),
    "target-hit": N_("Target {target}: {parts}"),
    "part-head": N_("head"),
    "part-arm": N_("arm"),
    "part-body": N_("body"),
    "part-leg": N_("leg"),
    "enemies-tested": plural(
        N_("1 enemy takes a pinning test at {penalty}"), N_("{enemies} enemies take a pinning test each at {penalty}"), "enemies"
    ),
    "spray-needs-no-test": N_("{name}: no test; everyone in the cone tests agility or is hit"),
    "other-hits": plural(N_("{name}: 1 hit, {digits}: {location}"), N_("{name}: {hits} hits, {digits}: {location}"), "hits"),
    "digits": N_("{roll} reversed {reversed}"),
    "sector-entered": N_("{squad}: an enemy in the sector"),
    "pain": N_("{squad}: pain points +{gained} = {pain}"),
    # attacks on the squad
    "attackers-modified": signed(N_("Attacks on {squad}: {modifier}"), "modifier"),
    "missed": N_("{squad} is not hit"),
    "hits-avoided": N_("Hits avoided: {avoided}"),
    "only-the-commander": N_("{squad} is no squad any more: only {name} is attacked here, its members one by one, as any others"),
    "commander-is-out": N_("{name} is out of action"),
    "only-single-ones": N_("{squad} is no squad any more: its members are attacked one by one, as any others"),
    "is-attacked": N_("{squad} is attacked"),
    "armour-part": _armour_part,
    "toughness": N_("toughness bonus"),
    "through": _through,
    "more-die": N_("{quality} kills {more} more"),
    "scattered-saved": N_("Saved by scattering: {saved}"),
    "nobody-dies": N_("{squad}: nobody dies"),
    "specialist-killed": N_("{name} is killed"),
    "commander-hit": N_("{name}: {digits}: {location}"),
    "hits-location": N_("{digits}: {location}"),
    "field-stops": N_(
        "The force field stops it ({rating} or less); the attacker takes a challenging willpower test or {damage} willpower damage"
    ),
    "field-fails": N_("The force field does not stop it ({rating} or less)"),
    "wounds-left": N_("{name}: wounds left {wounds}"),
    "critical-damage": N_("{name}: critical damage {wounds}"),
    "lost": N_("{squad}: {count} killed, magnitude {left}"),
    "wiped-out": N_("{squad}: all subordinates are dead"),
    # nerve
    "holds": N_("{squad} holds"),
    "pinned": N_("{squad} is pinned: half actions only, into cover, not towards the enemy"),
    "unpinned": N_("{squad} is no longer pinned"),
    "shattered": N_("{squad} shatters: it is no squad any more. Each subordinate: {effect}"),
    "shocked": _with_degrees(N_("Shock {total} = {rolled} + {more} for {degrees}: {effect}")),
    "minions-alone": N_("{squad}: its commander is out; the minions follow instinct"),
    "troops-alone": N_("{squad}: its commander is out, it is no squad any more. Each subordinate: {effect}"),
    "troops-shocked": N_("{squad}: its commander is out, it is no squad any more. Each subordinate rolls on Shock at +{bonus}"),
    "rallied": _with_degrees(
        N_("{squad} rallies: magnitude {magnitude} (fellowship bonus {bonus} + {degrees}; {there} are there)")
    ),
    "not-rallied": N_("{squad} does not rally"),
    "met-bravely": N_("It is not shaken"),
    "met-shaken": N_(
        "{penalty} on all tests to the end of the next turn (once a character and scene; talents against fear apply)"
    ),
    "met-badly": N_(
        "{damage} willpower damage, and {penalty} on all tests to the end of the next turn (once a character and scene)"
    ),
}

REQUESTS: dict[str, Sentence] = {
    "next": N_("Round {round}: who acts, or what happens?"),
    "command": _command,
    "reaction": N_("{squad}: a command as a reaction?"),
    "which-squad": N_("Which squad?"),
    "what-happens": N_("{squad}: what happens?"),
    "eligible-to-shoot": N_("How many with {weapon} see the target in range?"),
    "eligible-to-fight": N_("How many are engaged?"),
    "other-modifier": N_("Other modifiers (range, light, cover, ...)"),
    "surprise": N_("Is it by surprise?"),
    "attack-test": _test(N_("{squad}, {command}")),
    "command-test": _test(N_("{squad}, {command}")),
    "command-test-alone": _test(N_("{command}")),
    "skill-test": _test(N_("Test")),
    "other-attack-test": _test(N_("{name}")),
    "reroll": lambda words, args: say_with(words, N_("{why}: throw again?"), args, why=words.part(cast(Modifier, args["why"]))),
    "targets": N_("On how many targets? ({hits} hits)"),
    "hits-on-target": N_("Hits on target {target} ({left} left)"),
    "others": N_("{squad}: who else attacks with a weapon of his own?"),
    "other-weapon": N_("{name}: with which weapon?"),
    "own-fire": N_("A double ({roll}): own subordinates killed"),
    "pain-gained": N_("{squad}: pain points gained"),
    "pain-spent": N_("{squad}: how many pain points?"),
    "extra-move": N_("Metres more"),
    "victims": N_("{squad}: how many are sacrificed?"),
    "sacrifice": N_("{squad}: sacrificed"),
    "learned": N_("{squad}: which talent, trait or command?"),
    "watchers": N_("How many enemies watch {squad}?"),
    "watcher-perception": N_("Perception (or Awareness) of watcher {watcher}"),
    "watch-test": _test(N_("Watcher {watcher}")),
    "field-rounds": N_("Rounds of the force field"),
    "attack-kind": N_("How is {squad} attacked?"),
    "blast-number": N_("Blast (X): X"),
    "blast-hits": N_("Does the blast hit {squad}?"),
    "spray-test": _test(N_("{squad}, agility against the spray")),
    "struck": N_("{squad}: whom do they strike?"),
    "in-cover": N_("{squad}: is it in cover?"),
    "hits-made": N_("{squad}: how many hits did the attack make?"),
    "struck-whom": N_("{squad}: whom does the attacker choose?"),
    "penetration": N_("Penetration"),
    "cover": N_("{squad}: armour of its cover"),
    "commander-cover": N_("{name}: armour of his cover"),
    "commander-evades": N_("{name}: does he evade? (his reaction)"),
    "evade-test": _test(N_("{name} evades")),
    "growth": N_("{squad}: what is its cover?"),
    "damage": N_("{squad}: damage of each hit, such as 9 12"),
    "fury": N_("Righteous Fury?"),
    "fury-hits": N_("How many of the {stopped} hits that were stopped had Righteous Fury?"),
    "another-enemy": N_("{squad} has fired on its sector this round: is it another enemy?"),
    "toughness-test": _test(N_("{squad}, toughness to survive")),
    "attack-roll": N_("{name}: the attack roll"),
    "double": N_("{name}: which double?"),
    "called-location": N_("{name}: where does the called shot hit?"),
    "attack-roll-thrown": N_("Attack roll"),
    "force-field": N_("Force field ({rating} or less)"),
    "commander-out": N_("{name}: out of action?"),
    "fear-rating": N_("{squad}: Fear ({least} to {most})"),
    "fear-test": _test(N_("{squad}, fear")),
    "pinning-modifier": N_("{squad}: modifier of the pinning test"),
    "pinning-test": _test(N_("{squad}, pinning")),
    "pinned-still": N_("{squad}: is it in cover, or not shot at?"),
    "unpin-test": _test(N_("{squad}, to shake off the pinning")),
    "immune": N_("{squad}: some are immune; does it hold without a test?"),
    "waive-morale": N_("{squad}: its subordinates are fearless; without a morale test?"),
    "morale-test": _test(N_("{squad}, morale")),
    "loss-degrees": N_("{squad}, failed by"),
    "shock": lambda words, args: say_with(words, N_("{name}, Shock") if args["name"] else N_("Shock"), args),
    "rally-with": N_("{squad}: how does its commander rally them?"),
    "rally-test": _test(N_("{squad}, rally")),
    "met-willpower": N_("Willpower of who meets {squad}"),
    "met-test": _test(N_("Who meets {squad}, willpower")),
    "squads": N_("Which squads?"),
    "change": N_("{squad}: what happened?"),
    "losses": N_("{squad}: how many die?"),
    "wounds-lost": N_("{squad}: how many wounds does its commander lose?"),
    "magnitude-now": N_("{squad}: magnitude"),
    "wounds-now": N_("{squad}: wounds of the commander"),
    "pain-now": N_("{squad}: pain points"),
    "squad-name": N_("Name of the squad"),
    "faction": N_("Which side?"),
    "subordinates-kind": N_("What are the subordinates?"),
    "subordinates-name": N_("What are the subordinates called?"),
    "magnitude": N_("How many? (usual: {low} to {high})"),
    "characteristic": N_("{name}: {characteristic}"),
    "armour": N_("{name}: armour"),
    "ranged-weapon": N_("Main ranged weapon (-: none)"),
    "melee-weapon": N_("Main melee weapon (-: none)"),
    "damage-dice": N_("{weapon}: how many dice of damage?"),
    "damage-bonus": N_("{weapon}: damage added"),
    "weapon-penetration": N_("{weapon}: penetration"),
    "weapon-range": N_("{weapon}: range in metres"),
    "damage-die": N_("{weapon}: which dice?"),
    "commander-armed": N_("{name}: with the same weapons?"),
    "commander-name": N_("Name of the commander"),
    "commander-category": N_("What is the commander?"),
    "commander-wounds": N_("{name}: wounds"),
    "trained-skills": N_("{name}: which skills are trained?"),
    "skill-value": N_("{name}: full value of {skill}"),
    "special-commands": N_("Which special commands does it know?"),
}

SENTENCES = Sentences(
    events=EVENTS,
    requests=REQUESTS,
    options={
        "next.happens": N_("something happens to a squad"),
        "next.round-over": N_("the round is over"),
        "next.end": N_("end the encounter"),
        "end-turn": N_("end its turn"),
        "no-reaction": N_("none"),
        "what-happens.sector": N_("an enemy enters its sector"),
        "what-happens.fear": N_("it meets something fearsome"),
        "what-happens.pinning": N_("it is fired at to pin it"),
        "what-happens.met": N_("somebody meets it for the first time"),
        "what-happens.pain": N_("it causes suffering"),
        "what-happens.reaction": N_("it reacts by a command"),
        "what-happens.commander-lost": N_("its commander is out of action"),
        "what-happens.rally": N_("its commander rallies them"),
        "attack-kind.shooting": N_("by shots"),
        "attack-kind.melee": N_("in melee"),
        "attack-kind.spray": N_("by Spray"),
        "attack-kind.blast": N_("by Blast"),
        "struck.subordinates": N_("subordinates"),
        "struck.double": N_("a double: the attacker chooses"),
        "struck.called-shot": N_("a called shot"),
        "struck-whom.subordinates": N_("a subordinate"),
        "yes": N_("yes"),
        "no": N_("no"),
        "dodge": N_("dodge"),
        "parry": N_("parry"),
        "growth.thick": N_("woods or thick growth"),
        "growth.thin": N_("other cover"),
        "growth.none": N_("cover that does not hide it"),
        "covered": N_("yes"),
        "under-fire": N_("no, it is under fire"),
        "correction.squad": N_("a squad"),
        "correction.squads": N_("several squads at once"),
        "change.losses": N_("subordinates die"),
        "change.wounds-lost": N_("its commander loses wounds"),
        "change.pinned": N_("it is pinned"),
        "change.not-pinned": N_("it is no longer pinned"),
        "change.magnitude": N_("another magnitude"),
        "change.wounds": N_("another number of wounds of the commander"),
        "change.back": N_("nothing"),
        "change.pain": N_("pain points"),
        "change.leads": N_("it is a squad with a commander again"),
        "change.effect": N_("an effect that has ended"),
        "subordinates-kind.troop": N_("troops"),
        "subordinates-kind.minion": N_("minions"),
    },
    columns={
        "unit": N_("Unit"),
        "command": N_("Command"),
        "action": N_("Action"),
        "subtypes": N_("Subtypes"),
        "effect": N_("Effect"),
    },
    tests={
        "attack-test": N_("attacks"),
        "other-attack-test": N_("attacks of others"),
        "command-test": N_("tests of commands"),
        "fear-test": N_("fear"),
        "pinning-test": N_("pinning"),
        "unpin-test": N_("shaking off pinning"),
        "morale-test": N_("morale"),
        "rally-test": N_("rallying"),
        "spray-test": N_("agility against spray"),
        "evade-test": N_("dodges and parries"),
        "toughness-test": N_("toughness to survive"),
        "watch-test": N_("watchers"),
        "met-test": N_("willpower of those who meet them"),
        "force-field": N_("force field"),
    },
    rolls={
        "skill": N_("A test of a skill or characteristic."),
        "command": N_("The test of a squad's command."),
        "shock": N_("A roll on the Shock table."),
        "hit-location": N_("Where an attack roll hits."),
    },
    parameters={
        "target": N_("Value that is tested."),
        "modifier": N_("Other modifiers."),
        "difficulty": N_("A step of the ladder, such as hard."),
        "name": N_("A command with a test, such as volley-fire."),
        "skill": N_("Value that the command tests."),
        "magnitude": N_("Magnitude of the squad."),
        "eligible": N_("How many can attack; all where left out."),
        "failed_by": N_("Degrees of failure."),
    },
    headings=frozenset({"round-begins"}),
    header="status",
    alarms=frozenset(
        {
            "shattered",
            "wiped-out",
            "troops-alone",
            "troops-shocked",
            "minions-alone",
            "unusual-size",
            "unusual-commands",
            "foreign-command",
            "pinned",
        }
    ),
    good=frozenset({"test-passed", "hits", "holds", "rallied"}),
    asides=frozenset({"weapon-line", "permanent-ability", "squad-stands"}),
    sides=(N_("Game master"), N_("Players")),
)
