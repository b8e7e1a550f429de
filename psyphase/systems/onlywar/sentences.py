"""Everything squads say and ask, in English."""

from __future__ import annotations

from typing import cast

from psyphase.engine.procedure import Args, Event
from psyphase.tables.sums import Modifier
from psyphase.words.catalogue import _
from psyphase.words.common import plural, say_args, signed
from psyphase.words.sentences import Sentence, Sentences, Speaker


def _degrees(words: Speaker, args: Args) -> str:
    count = cast(int, args["degrees"])
    return _("1 degree") if count == 1 else _("{count} degrees").format(count=count)


def _tested(sentence: str) -> Sentence:
    """The result of a test: degrees, and by which method they were counted."""
    methods = {"margin": _("by the margin"), "tens": _("by the tens")}

    def say(words: Speaker, args: Args) -> str:
        return sentence.format(degrees=_degrees(words, args), method=methods[str(args["method"])], target=args["target"])

    return say


def _with_degrees(sentence: str) -> Sentence:
    return lambda words, args: sentence.format_map({**say_args(words, args), "degrees": _degrees(words, args)})


def _weapon_line(words: Speaker, args: Args) -> str:
    weapon = args["weapon"]
    parts = [str(getattr(weapon, "damage", "")), _("Pen {penetration}").format(penetration=getattr(weapon, "penetration", 0))]
    reach = getattr(weapon, "range", None)
    parts += [_("{range} m").format(range=reach)] if reach else []
    parts += [words.value(args["qualities"])] if args["qualities"] else []
    line = _("{weapon}: {line}").format(weapon=words.value(weapon), line=", ".join(parts))
    if args["more"]:
        line += _("; +{more} damage on the charge").format(more=args["more"])
    if args["gained"]:
        line += _("; now also {gained}").format(gained=words.value(args["gained"]))
    return line


def _through(words: Speaker, args: Args) -> str:
    stops = cast("tuple[Modifier, ...]", args["stops"])
    parts = "".join(f" - {abs(part.value)} {words.part(part)}" for part in stops)
    through = cast(int, args["through"])
    one = _("1 gets through") if through == 1 else _("{through} get through").format(through=through)
    result = one if through else _("nothing gets through")
    return _("Hit {hit}, {part}: {rolled} damage{parts}: {result}").format(
        hit=args["hit"], part=words.value(args["part"]), rolled=args["rolled"], parts=parts, result=result
    )


def _armour_part(words: Speaker, args: Args) -> str:
    if not args["cover"] and not args["penetration"]:
        return _("armour")
    text = _("armour {armour}").format(armour=args["armour"])
    text += _(" + cover {cover}").format(cover=args["cover"]) if args["cover"] else ""
    text += _(" - penetration {penetration}").format(penetration=args["penetration"]) if args["penetration"] else ""
    return f"({text})"


def _state_wounds(words: Speaker, args: Args) -> str:
    wounds = cast(int, args["wounds"])
    name = words.value(args["name"])
    if wounds < 0:
        return _("{name} critical damage {wounds}").format(name=name, wounds=-wounds)
    return _("{name} wounds {wounds}").format(name=name, wounds=wounds)


def _note_test(words: Speaker, args: Args) -> str:
    return _("{action}; {target}").format(action=words.value(args["action"]), target=words.value(args["target"]))


def _status(words: Speaker, args: Args) -> str:
    states = "; ".join(map(words.value, cast("tuple[Event, ...]", args["states"])))
    return _("Round {round}: {states}").format(round=args["round"], states=states)


def _lost(words: Speaker, args: Args) -> str:
    return _("{squad}: {count} killed, magnitude {left}").format_map(say_args(words, args))


def _target(words: Speaker, args: Args) -> str:
    return words.value(args["target"])


def _test(sentence: str) -> Sentence:
    """A test with the whole sum."""
    return lambda words, args: sentence.format_map(say_args(words, args)) + f" ({_target(words, args)})"


def _command(words: Speaker, args: Args) -> str:
    left = {0: _("reactions only"), 1: _("1 half action left"), 2: _("2 half actions left")}[cast(int, args["actions"])]
    return _("{squad}: which command? ({left})").format(squad=words.value(args["squad"]), left=left)


EVENTS: dict[str, Sentence] = {
    # tests
    "test-passed": _tested(_("Passed: {degrees} of success ({method})")),
    "test-failed": _tested(_("Failed: {degrees} of failure ({method})")),
    "untrained": _("without {skill}"),
    "magnitude-part": _("magnitude {magnitude}"),
    "magnitude-and-pain": _("magnitude {magnitude} and pain {pain}"),
    "fear-part": _("Fear ({rating})"),
    "losses-part": _("losses {losses}"),
    "victims-part": _("sacrificed {victims}"),
    "as-given": _("other"),
    "in-cover": _("in cover"),
    "skill": _("value"),
    "target-note": _target,
    # the encounter
    "permanent-ability": _("{squad}: {ability}. {effect}"),
    "unusual-size": _("{squad}: magnitude {magnitude}, usual are {low} to {high}"),
    "unusual-commands": _("{squad}: special commands {count}, usual for {category}: {usual}"),
    "foreign-command": _("{squad}: {command} is a command of another side"),
    "round-begins": _("Round {round}"),
    "squad-stands": _("{squad}: {state}"),
    "squad-state": _("{parts}"),
    "squad-short": lambda words, args: " ".join((words.value(args["squad"]), str(args["magnitude"] or ""))).strip(),
    "squad-corrected": _("{squad}: {state}"),
    "state-gone": _("wiped out"),
    "state-magnitude": _("magnitude {magnitude}"),
    "state-wounds": _state_wounds,
    "state-shattered": _("shattered"),
    "state-pinned": _("pinned"),
    "state-no-commander": _("without a commander"),
    "state-pain": _("pain points {pain}"),
    "state-effect": _("{effect}"),
    "state-effect-turns": _("{effect} (turns {turns})"),
    "state-effect-amount": _("{effect} (force field {amount}, turns {turns})"),
    "state-due": _("morale to be tested"),
    "status": _status,
    "acts-now": _("{state}"),
    "squad-turn": _("{squad}: its turn"),
    "nobody-there": _("No squad is left"),
    "effect-over": _("{squad}: {effect} ends"),
    # commands
    "command-note": _("{action}"),
    "command-note-test": _note_test,
    "action-half": _("half action"),
    "action-full": _("full action"),
    "action-reaction": _("reaction"),
    "action-half-or-reaction": _("half action or reaction"),
    "action-permanent": _("always"),
    "subtype-movement": _("movement"),
    "subtype-attack": _("attack"),
    "subtype-shooting": _("shooting"),
    "subtype-melee": _("melee"),
    "subtype-concentration": _("concentration"),
    "troops-only": _("troops only"),
    "once-a-scene": _("once a scene, and used"),
    "no-pain-points": _("no pain points"),
    "nobody-to-restore": _("nobody was killed in the round before"),
    "one-attack-a-round": _("one Attack a round"),
    "one-concentration-a-round": _("one Concentration a round"),
    "reaction-spent": _("the reaction of this round is spent"),
    "pinned-half-only": _("pinned: half actions only"),
    "needs-a-full-action": _("needs a full action"),
    "no-actions-left": _("no action left"),
    "no-main-weapon": _("no main weapon for it"),
    "only-shot-at": _("when the squad is shot at"),
    "only-template": _("against Spray and Blast"),
    "only-after-run": _("after the command to run"),
    "only-turn": _("in its own turn"),
    "command-given": _("{squad}: {command}"),
    "carried-out": _("{effect}"),
    "watch-ends": _("{effect} ends: a reaction was ordered"),
    "moves": _("{squad}: every member moves {speed}, {metres} m"),
    "speed-half": _("the half move"),
    "speed-full": _("the full move"),
    "speed-charge": _("the charge distance"),
    "speed-run": _("the run distance"),
    "moves-further": _("{metres} m more"),
    "lasts": _("{effect} lasts {until}. {words}"),
    "until-next-turn-start": _("to the start of the squad's next turn"),
    "until-next-turn-end": _("to the end of the squad's next turn"),
    "until-rounds": plural(_("for 1 round"), _("for {rounds} rounds"), "rounds"),
    "until-scene": _("to the end of the scene"),
    "comes-to-saved": _("Saved: {saved}"),
    "comes-to-healed": _("Wounds healed: {healed}"),
    "comes-to-field": _("Force field: {field}"),
    "comes-to-rounds": plural(_("For 1 round"), _("For {rounds} rounds"), "rounds"),
    "wasted": _("{command}: the action is wasted"),
    "volley": _("{command}, {number} of {count}"),
    "learns": _("{squad} has {learned}"),
    "hidden-from": _("{squad} is hidden from watcher {watcher}, if out of sight"),
    "seen-by": _("Watcher {watcher} sees {squad}"),
    "tied-with": _("Watcher {watcher}: neither wins; roll again, or it stays as it was"),
    "restored": _("{squad}: {count} back, magnitude {magnitude}, pain points {pain}"),
    "healed": _("{name}: wounds healed {healed}, now {wounds}"),
    "gift-of-chaos": _("{name} may roll once on Gifts of Chaos (a table of the book that is not here)"),
    "protected": _("Force field {rating} = degrees {degrees} x magnitude {magnitude}; it cannot overload"),
    "protected-capped": _(
        "Force field {rating} (degrees {degrees} x magnitude {magnitude} = {full}, at most {most}); it cannot overload"
    ),
    # attacks of the squad
    "hits": plural(_("1 hit: {why}"), _("{hits} hits: {why}"), "hits"),
    "by-degrees": _with_degrees(_("by {degrees}")),
    "by-further-degrees": _with_degrees(_("{degrees}: {each} for the first, {each} for every {every} more")),
    "by-full-degrees": _with_degrees(_("{each} for every {every} of {degrees}")),
    "by-storm": _("{why}, doubled by Storm"),
    "capped": _("{hits} ({why}), but only {eligible} can attack"),
    "weapon-line": _weapon_line,
    "quality": _("{name}"),
    "quality-number": lambda words, args: words.value(args["name"]).replace("X", str(args["number"])),
    "target-hit": _("Target {target}: {parts}"),
    "part-head": _("head"),
    "part-arm": _("arm"),
    "part-body": _("body"),
    "part-leg": _("leg"),
    "enemies-tested": plural(
        _("1 enemy takes a pinning test at {penalty}"), _("{enemies} enemies take a pinning test each at {penalty}"), "enemies"
    ),
    "spray-needs-no-test": _("{name}: no test; everyone in the cone tests agility or is hit"),
    "other-hits": plural(_("{name}: 1 hit, {digits}: {location}"), _("{name}: {hits} hits, {digits}: {location}"), "hits"),
    "digits": _("{roll} reversed {reversed}"),
    "sector-entered": _("{squad}: an enemy in the sector"),
    "pain": _("{squad}: pain points +{gained} = {pain}"),
    # attacks on the squad
    "attackers-modified": signed(_("Attacks on {squad}: {modifier}"), "modifier"),
    "missed": _("{squad} is not hit"),
    "hits-avoided": _("Hits avoided: {avoided}; leave them out"),
    "only-the-commander": _("{squad} is no squad any more: only {name} is attacked here, its members one by one, as any others"),
    "commander-is-out": _("{name} is out of action"),
    "only-single-ones": _("{squad} is no squad any more: its members are attacked one by one, as any others"),
    "is-attacked": _("{squad} is attacked"),
    "armour-part": _armour_part,
    "toughness": _("toughness bonus"),
    "through": _through,
    "more-die": _("{quality} kills {more} more"),
    "scattered-saved": _("Saved by scattering: {saved}"),
    "nobody-dies": _("{squad}: nobody dies"),
    "specialist-killed": _("{name} is killed"),
    "commander-hit": _("{name}: {digits}: {location}"),
    "hits-location": _("{digits}: {location}"),
    "field-stops": _(
        "The force field stops it ({rating} or less); the attacker takes a challenging willpower test or {damage} willpower damage"
    ),
    "field-fails": _("The force field does not stop it ({rating} or less)"),
    "wounds-left": _("{name}: wounds left {wounds}"),
    "critical-damage": _("{name}: critical damage {wounds}"),
    "lost": _lost,
    "wiped-out": _("{squad}: all subordinates are dead"),
    # nerve
    "holds": _("{squad} holds"),
    "pinned": _("{squad} is pinned: half actions only, into cover, not towards the enemy"),
    "unpinned": _("{squad} is no longer pinned"),
    "shattered": _("{squad} shatters: it is no squad any more. Each subordinate: {effect}"),
    "shocked": lambda words, args: _("Shock {total} = {rolled} + {more} for {degrees}: {effect}").format(
        total=args["total"],
        rolled=args["rolled"],
        more=args["more"],
        degrees=_degrees(words, args),
        effect=words.value(args["effect"]),
    ),
    "minions-alone": _("{squad}: its commander is out; the minions follow instinct"),
    "troops-alone": _("{squad}: its commander is out, it is no squad any more. Each subordinate: {effect}"),
    "troops-shocked": _("{squad}: its commander is out, it is no squad any more. Each subordinate rolls on Shock at +{bonus}"),
    "rallied": _with_degrees(
        _("{squad} rallies: magnitude {magnitude} (fellowship bonus {bonus} + {degrees}; {there} are there)")
    ),
    "not-rallied": _("{squad} does not rally"),
    "met-bravely": _("It is not shaken"),
    "met-shaken": _(
        "{penalty} on all tests to the end of the next turn (once a character and scene; talents against fear apply)"
    ),
    "met-badly": _(
        "{damage} willpower damage, and {penalty} on all tests to the end of the next turn (once a character and scene)"
    ),
}

REQUESTS: dict[str, Sentence] = {
    "next": _("Round {round}: who acts, or what happens?"),
    "command": _command,
    "reaction": _("{squad}: a command as a reaction?"),
    "which-squad": _("Which squad?"),
    "what-happens": _("{squad}: what happens?"),
    "eligible-to-shoot": _("How many with {weapon} see the target in range?"),
    "eligible-to-fight": _("How many are engaged?"),
    "other-modifier": _("Other modifiers (range, light, cover, ...)"),
    "surprise": _("Is it by surprise?"),
    "attack-test": _test(_("{squad}, {command}")),
    "command-test": _test(_("{squad}, {command}")),
    "command-test-alone": _test(_("{command}")),
    "skill-test": _test(_("Test")),
    "other-attack-test": _test(_("{name}")),
    "reroll": lambda words, args: _("{why}: throw again?").format(why=words.part(cast(Modifier, args["why"]))),
    "targets": _("On how many targets? ({hits} hits)"),
    "hits-on-target": _("Hits on target {target} ({left} left)"),
    "others": _("{squad}: who else attacks with a weapon of his own?"),
    "own-fire": _("A double ({roll}): own subordinates killed"),
    "pain-gained": _("{squad}: pain points gained"),
    "pain-spent": _("{squad}: how many pain points?"),
    "extra-move": _("Metres more"),
    "victims": _("{squad}: how many are sacrificed?"),
    "sacrifice": _("{squad}: sacrificed"),
    "learned": _("{squad}: which talent, trait or command?"),
    "watchers": _("How many enemies watch {squad}?"),
    "watcher-perception": _("Perception (or Awareness) of watcher {watcher}"),
    "watch-test": _test(_("Watcher {watcher}")),
    "field-rounds": _("Rounds of the force field"),
    "attack-kind": _("How is {squad} attacked?"),
    "blast-number": _("Blast (X): X"),
    "blast-hits": _("Does the blast hit {squad}?"),
    "spray-test": _test(_("{squad}, agility against the spray")),
    "struck": _("{squad}: whom do they strike?"),
    "struck-whom": _("{squad}: whom does the attacker choose?"),
    "penetration": _("Penetration"),
    "cover": _("{squad}: armour of its cover"),
    "commander-cover": _("{name}: armour of his cover"),
    "commander-evades": _("{name}: does he evade? (his reaction)"),
    "evade-test": _test(_("{name} evades")),
    "growth": _("{squad}: what is its cover?"),
    "damage": _("{squad}: damage of each hit, such as 9 12"),
    "fury": _("Righteous Fury?"),
    "fury-hits": _("How many of the {stopped} hits that were stopped had Righteous Fury?"),
    "another-enemy": _("{squad} has fired on its sector this round: is it another enemy?"),
    "toughness-test": _test(_("{squad}, toughness to survive")),
    "attack-roll": _("{name}: the attack roll"),
    "double": _("{name}: which double?"),
    "called-location": _("{name}: where does the called shot hit?"),
    "attack-roll-thrown": _("Attack roll"),
    "force-field": _("Force field ({rating} or less)"),
    "commander-out": _("{name}: out of action?"),
    "fear-rating": _("{squad}: Fear ({least} to {most})"),
    "fear-test": _test(_("{squad}, fear")),
    "pinning-modifier": _("{squad}: modifier of the pinning test"),
    "pinning-test": _test(_("{squad}, pinning")),
    "pinned-still": _("{squad}: is it in cover, or not shot at?"),
    "unpin-test": _test(_("{squad}, to shake off the pinning")),
    "immune": _("{squad}: some are immune; does it hold without a test?"),
    "waive-morale": _("{squad}: its subordinates are fearless; without a morale test?"),
    "morale-test": _test(_("{squad}, morale")),
    "loss-degrees": _("{squad}, failed by"),
    "shock": lambda words, args: _("{name}, Shock").format(name=words.value(args["name"])) if args["name"] else _("Shock"),
    "rally-with": _("{squad}: how does its commander rally them?"),
    "rally-test": _test(_("{squad}, rally")),
    "met-willpower": _("Willpower of who meets {squad}"),
    "met-test": _test(_("Who meets {squad}, willpower")),
    "change": _("{squad}: what happened?"),
    "magnitude-now": _("{squad}: magnitude"),
    "wounds-now": _("{squad}: wounds of the commander"),
    "pain-now": _("{squad}: pain points"),
    "squad-name": _("Name of the squad"),
    "faction": _("Which side?"),
    "subordinates-kind": _("What are the subordinates?"),
    "subordinates-name": _("What are the subordinates called?"),
    "magnitude": _("How many? (usual: {low} to {high})"),
    "characteristic": _("{name}: {characteristic}"),
    "armour": _("{name}: armour"),
    "ranged-weapon": _("Main ranged weapon (-: none)"),
    "melee-weapon": _("Main melee weapon (-: none)"),
    "damage-dice": _("{weapon}: how many dice of damage?"),
    "damage-bonus": _("{weapon}: damage added"),
    "weapon-penetration": _("{weapon}: penetration"),
    "weapon-range": _("{weapon}: range in metres"),
    "damage-die": _("{weapon}: which dice?"),
    "commander-armed": _("{name}: with the same weapons?"),
    "commander-name": _("Name of the commander"),
    "commander-category": _("What is the commander?"),
    "commander-wounds": _("{name}: wounds"),
    "trained-skills": _("{name}: which skills are trained?"),
    "skill-value": _("{name}: full value of {skill}"),
    "special-commands": _("Which special commands does it know?"),
}

SENTENCES = Sentences(
    events=EVENTS,
    requests=REQUESTS,
    options={
        "next.happens": _("something happens to a squad"),
        "next.round-over": _("the round is over"),
        "next.end": _("end the encounter"),
        "end-turn": _("end its turn"),
        "no-reaction": _("none"),
        "what-happens.sector": _("an enemy enters its sector"),
        "what-happens.fear": _("it meets something fearsome"),
        "what-happens.pinning": _("it is fired at to pin it"),
        "what-happens.met": _("somebody meets it for the first time"),
        "what-happens.pain": _("it causes suffering"),
        "what-happens.reaction": _("it reacts by a command"),
        "what-happens.commander-lost": _("its commander is out of action"),
        "what-happens.rally": _("its commander rallies them"),
        "attack-kind.shooting": _("by shots"),
        "attack-kind.melee": _("in melee"),
        "attack-kind.spray": _("by Spray"),
        "attack-kind.blast": _("by Blast"),
        "struck.subordinates": _("subordinates"),
        "struck.double": _("a double: the attacker chooses"),
        "struck.called-shot": _("a called shot"),
        "struck-whom.subordinates": _("a subordinate"),
        "yes": _("yes"),
        "no": _("no"),
        "dodge": _("dodge"),
        "parry": _("parry"),
        "growth.thick": _("woods or thick growth"),
        "growth.thin": _("other cover"),
        "growth.none": _("cover that does not hide it"),
        "covered": _("yes"),
        "under-fire": _("no, it is under fire"),
        "correction.squad": _("a squad"),
        "change.magnitude": _("its magnitude"),
        "change.wounds": _("wounds of the commander"),
        "change.pinned": _("pinned, or no longer"),
        "change.pain": _("pain points"),
        "change.leads": _("it is a squad with a commander again"),
        "change.effect": _("an effect that has ended"),
        "subordinates-kind.troop": _("troops"),
        "subordinates-kind.minion": _("minions"),
    },
    columns={
        "unit": _("Unit"),
        "command": _("Command"),
        "action": _("Action"),
        "subtypes": _("Subtypes"),
        "effect": _("Effect"),
    },
    tests={
        "attack-test": _("attacks"),
        "other-attack-test": _("attacks of others"),
        "command-test": _("tests of commands"),
        "fear-test": _("fear"),
        "pinning-test": _("pinning"),
        "unpin-test": _("shaking off pinning"),
        "morale-test": _("morale"),
        "rally-test": _("rallying"),
        "spray-test": _("agility against spray"),
        "evade-test": _("dodges and parries"),
        "toughness-test": _("toughness to survive"),
        "watch-test": _("watchers"),
        "met-test": _("willpower of those who meet them"),
        "force-field": _("force field"),
    },
    rolls={
        "skill": _("A test of a skill or characteristic."),
        "command": _("The test of a squad's command."),
        "shock": _("A roll on the Shock table."),
        "hit-location": _("Where an attack roll hits."),
    },
    parameters={
        "target": _("Value that is tested."),
        "modifier": _("Other modifiers."),
        "difficulty": _("A step of the ladder, such as hard."),
        "name": _("A command with a test, such as volley-fire."),
        "skill": _("Value that the command tests."),
        "magnitude": _("Magnitude of the squad."),
        "eligible": _("How many can attack; all where left out."),
        "failed_by": _("Degrees of failure."),
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
    sides=(_("Game master"), _("Players")),
)
