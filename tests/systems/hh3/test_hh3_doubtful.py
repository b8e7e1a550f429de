"""What was read wrongly before: willpower that nobody told, traits that are not granted, checks, statuses, powers that meet again."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from hh3_table import (
    BARRIER,
    FORESIGHT,
    MIND_BURST,
    PATHS,
    TRANQUILLITY,
    Table,
    against,
    apply_effect,
    army,
    grunts,
    hh3_rules,
    on,
    psyker,
    squad,
    statuses,
    wounds,
)
from psyphase.systems import find_system
from psyphase.systems.hh3.check import WillpowerCheck
from psyphase.systems.hh3.model import Figures
from psyphase.systems.hh3.roster import Models, Unit
from psyphase.words.wording import Wording

WORDS = Wording(find_system("hh3").sentences(), "en")
SONS = ("thousand-sons",)
FORTRESS, SOUL, FORCE, DUELLIST = "fortress-of-the-mind", "soul-binding", "force", "prophetic-duellist"
MEN = grunts(name="Men")
DOUBLES = Figures(double_passes=1, double_fails=6)


@pytest.fixture(scope="module")
def table() -> Table:
    """A table with the rules as shipped."""
    return Table(hh3_rules())


def untold(name: str = "Sons", **more: Any) -> Unit:
    """Thousand Sons whose roster tells no willpower: psykers all the same."""
    return Unit(name, **{"traits": SONS, **more})


# Willpower that nobody told


@pytest.mark.parametrize(("faces", "nullified"), [((4, 5), True), ((4, 6), False)], ids=["9 on 9 + 9 - 9", "10 is too much"])
def test_nullify_asks_for_the_willpower(table: Table, faces: tuple[int, int], nullified: bool) -> None:
    """faults hh3 1: who nullifies is asked for the willpower that his roster leaves out; it is no 0 that fails without dice."""
    played = table.turns(
        psyker("telepathy"), [grunts(), untold()], act=MIND_BURST, target="grunts", resistance_check=(5, 6), nullify="sons",
        willpower=9, nullify_check=faces,
    )  # fmt: skip
    (request,) = played.asked("willpower")
    assert (request.who, request.default) == ("theirs", None)
    assert played.has("nullified") == nullified
    assert played.asked("nullify")[0].notes == {}


def test_nullify_asks_for_the_willpower_of_the_focus(table: Table) -> None:
    """faults hh3 1: the curse of a focus whose willpower nobody told is not countered at the chance of a 0: 9 - (8 - 10) = 11 on 8."""
    layak = Unit("Layak", traits=("zardu-layak",))
    played = table.turns(
        layak, [grunts(), psyker(name="Warder", willpower=8, traits=("psyker",))], act=SOUL, target="grunts",
        resistance_check=(5, 6), nullify="warder", willpower=10, nullify_check=(4, 5),
    )  # fmt: skip
    assert [request.args["name"] for request in played.asked("willpower")] == ["Layak"]
    assert apply_effect(played) == [SOUL]
    assert played.events("check-failed")[-1].args["why"].args["total"] == 11


def test_force_asks_for_the_willpower(table: Table) -> None:
    """faults hh3 1: the Force check of a psyker whose roster tells no willpower is rolled."""
    sons = untold(traits=(*SONS, "force-weapon"))
    played = table.turns(sons, act=FORCE, willpower=8, willpower_check=(3, 5))
    assert (against(played, "willpower-check"), apply_effect(played)) == ([8], [FORCE])


def test_fortress_asks_for_every_willpower(table: Table) -> None:
    """faults hh3 1: a unit's check asks for each of its willpowers, once."""
    unit = Unit("Sons", traits=SONS, models=(Models("Leader", traits=("sergeant",)), Models("Men", 9)))
    played = table.turns(MEN, unit, act=FORTRESS, willpower=[9, 7], check_with="leader", willpower_check=(4, 5))
    assert against(played, "willpower-check") == [9]
    assert len(played.asked("willpower")) == 2


def test_a_willpower_of_0_still_fails(table: Table) -> None:
    """hh3-facts 2: a willpower that is told to be 0 fails without dice."""
    played = table.turns(untold(traits=(*SONS, "force-weapon")), act=FORCE, willpower=0)
    assert not played.asked("willpower-check")
    assert apply_effect(played) == []


# Traits that are not granted


@pytest.mark.parametrize(
    ("traits", "psykers"),
    [(SONS, True), ((*SONS, "vehicle"), False), ((*SONS, "automata"), True)],
    ids=["men", "vehicle", "automata"],
)
def test_vehicles_of_the_thousand_sons(table: Table, traits: tuple[str, ...], psykers: bool) -> None:
    """faults hh3 2: all Thousand Sons models are psykers but those of type Vehicle."""
    played = table.turns(MEN, untold(traits=traits, willpower=8))
    assert ("psyker" in played.outcome.unit("sons").groups[0].traits) == psykers


def test_a_vehicle_of_an_army_of_thousand_sons(table: Table) -> None:
    """faults hh3 2: the army's trait is its vehicles' too, and does not make them psykers: no Nullify, no target of Tranquillity."""
    foes = army(grunts(name="Tank", traits=("vehicle",)), grunts(name="Men"), name="Foes", traits=SONS)
    played = table.turns(psyker("thaumaturgy"), foes, act=TRANQUILLITY, target="men", resistance_check=(5, 6))
    assert set(played.asked("nullify")[0].options) == {"men", "nobody"}
    assert set(played.asked("target")[0].options) == {"men", "another-unit"}


# Fortress of the Mind


@pytest.mark.parametrize(
    ("trait", "ways"), [("sergeant", 1), ("command", 1), ("paragon", 0)], ids=["a Sergeant", "Command", "no Paragon model"]
)
def test_whose_willpower_a_fortress_takes(table: Table, trait: str, ways: int) -> None:
    """faults hh3 3: the check is a unit's check as any other: the lowest, or that of a Sergeant or Command model; no Paragon's."""
    played = table.turns(MEN, squad(name="Sons", trait=trait, traits=SONS), act=FORTRESS, willpower_check=(1, 2))
    assert len(played.asked("check-with")) == ways
    assert against(played, "willpower-check") == [8 if ways else 6]


def test_a_fortress_lists_a_joined_unit_once(table: Table) -> None:
    """faults hh3 3: the reaction is the unit's: it stands in the menu once, by the unit's name, and is declared so."""
    foes = [psyker("corvidae", joins="Sons", traits=SONS), squad(name="Sons", traits=SONS), squad(name="Guard", traits=SONS)]
    played = table.turns(MEN, foes, act=FORTRESS, focus="sons", check_with="lowest", willpower_check=(1, 2))
    declaration = next(request.options[FORTRESS] for request in played.asked("act") if FORTRESS in request.options)
    assert declaration.note.args["names"] == ("Sons", "Guard")
    assert set(played.asked("focus")[0].options) == {"sons", "guard"}
    assert played.args("declared-on")["focus"].name == "Sons"


def test_the_rupture_of_a_fortress_waits(table: Table) -> None:
    """faults hh3 3: failed, the ruptures are due after step 11: first the casualties of the attack, then 13 - 8 and 13 - 7."""
    played = table.turns(
        MEN, grunts(8, name="Sons", traits=SONS), act=[FORTRESS, "correct", "attack-over"], willpower_check=(4, 5),
        correction="unit", unit="sons", change="casualties", casualties_of=[6, 0, 0], shooter="men",
    )  # fmt: skip
    order = played.order("check-failed", "rupture-due", "lost", "shooter", "ruptured")
    assert order == ["check-failed", "rupture-due", "lost", "ruptured", "shooter", "ruptured"]
    assert wounds(played) == [("Sons", 5, 1, None), ("Men", 6, 1, None)]
    assert played.outcome.due == ()


def test_the_rupture_comes_at_the_end_of_the_phase(table: Table) -> None:
    """faults hh3 3: if nobody says that the attack is over it is so once the phase is; in the Assault phase nothing is due."""
    played = table.turns(MEN, grunts(8, name="Sons", traits=SONS), act=[FORTRESS], willpower_check=(4, 5), shooter="another-unit")
    assert wounds(played) == [("Sons", 5, 1, None)]
    assert ["attack-over" in request.options for request in played.asked("act")] == [False, True]


def test_a_rupture_that_finds_nobody(table: Table) -> None:
    """faults hh3 3: where the attack took everybody, only who shot suffers."""
    played = table.turns(
        MEN, grunts(8, name="Sons", traits=SONS), act=[FORTRESS, "correct"], willpower_check=(4, 5),
        correction="unit", unit="sons", change="casualties", casualties_of=[10, 0], shooter="men",
    )  # fmt: skip
    assert played.args("nobody-left")["unit"].name == "Sons"
    assert wounds(played) == [("Men", 6, 1, None)]


# Nullify's sum


@pytest.mark.parametrize(
    ("own", "faces", "said"),
    [
        (14, (1, 2), "3 - 5 is below nothing: 0, 14 or less is needed"),
        (14, (2, 4), "6 - 5 = 1, 14 or less is needed"),
        (14, (1, 4), "5 - 5 = 0, 14 or less is needed"),
        (7, (1, 2), "3 + 2 = 5, 7 or less is needed"),
    ],
    ids=["below nothing", "the dice less 5", "nothing", "the dice and 2"],
)
def test_the_sum_of_nullify_is_true(table: Table, own: int, faces: tuple[int, int], said: str) -> None:
    """faults hh3 4: the dice in the sum are those that were thrown, also where the total is held at 0; the focus has 9."""
    played = table.turns(
        psyker("telepathy"), [grunts(), psyker(name="Warder", willpower=own, traits=("psyker",))], act=MIND_BURST,
        target="grunts", resistance_check=(5, 6), nullify="warder", nullify_check=faces,
    )  # fmt: skip
    why = played.args("check-passed")["why"]
    assert (why.args["dice"], why.args["total"]) == (sum(faces), max(0, sum(faces) - own + 9))
    assert WORDS.say(why) == said


@pytest.mark.parametrize("modifier", [-12, -5, 0, 3])
def test_dice_and_total_of_every_throw(modifier: int) -> None:
    """faults hh3 4, hh3-facts 2: of each of the 36 throws the dice are told as thrown, and the total never below 0."""
    read = WillpowerCheck(9, DOUBLES, modifier)
    for faces in product(range(1, 7), repeat=2):
        checked = read.read(faces)
        assert (checked.dice, checked.total) == (sum(faces), max(0, sum(faces) + modifier))


# Statuses


def told_statuses(table: Table, units: Any, unit: str, *names: str) -> Any:
    """A turn before which a unit gets statuses."""
    return table.turns(units, before_battle=[unit, "go-on"], change="statuses", statuses=names)


@pytest.mark.parametrize(
    ("traits", "words"),
    [((), "Cool check"), (("vehicle",), "Repair test (6+)")],
    ids=["men take a Cool check", "a vehicle is repaired"],
)
def test_how_a_stunned_unit_recovers(table: Table, traits: tuple[str, ...], words: str) -> None:
    """faults hh3 5: a stunned vehicle recovers by a Repair test of 6+; it has no Cool."""
    played = told_statuses(table, grunts(name="Unit", traits=traits), "unit", "stunned")
    assert words in played.args("status-gained")["recovery"].en
    (request,) = played.asked("recovered")
    (option,) = request.options.values()
    assert words in option.args["recovery"].en


def test_a_vehicle_is_never_routed(table: Table) -> None:
    """faults hh3 5: vehicles have no Leadership to fail: they are not Routed, but they are Stunned."""
    played = told_statuses(table, grunts(name="Tank", traits=("vehicle",)), "tank", "stunned", "routed")
    assert statuses(played, "tank") == ("stunned",)
    assert played.args("takes-no-status")["status"].id == "routed"


def test_only_the_automata_of_a_unit_are_immune(table: Table) -> None:
    """faults hh3 5: of a unit with Automata the other models gain statuses."""
    units = [
        grunts(name="Castellax", models=3, traits=("automata",)),
        psyker(name="Magos", joins="Castellax", traits=("command",)),
    ]
    played = told_statuses(table, units, "castellax", "pinned")
    assert (statuses(played, "castellax"), statuses(played, "magos")) == ((), ("pinned",))
    assert played.args("but-not-of")["names"] == ("Castellax",)


def test_a_unit_of_automata_is_immune(table: Table) -> None:
    """hh3-facts 1: Automata gain no status, and it is said."""
    played = told_statuses(table, grunts(name="Castellax", traits=("automata",)), "castellax", "pinned")
    assert statuses(played, "castellax") == ()
    assert played.has("takes-no-status")


# The same power twice


@pytest.mark.parametrize(("setting", "value"), [("once", 7), ("adds-up", 5)], ids=["9 - 2", "9 - 2 - 2"])
def test_tranquillity_twice(table: Table, setting: str, value: int) -> None:
    """faults hh3 6, hh3-facts 2: no rule says that the same curse twice adds up: a setting, as shipped it counts once."""
    mine = [psyker("thaumaturgy"), psyker("thaumaturgy", name="Second")]
    played = table.under(same_power=setting).turns(
        mine, psyker("telekinesis", name="Foe"), act=[TRANQUILLITY, TRANQUILLITY, BARRIER], focus="seer",
        resistance_check=[(5, 6), (5, 6)], nullify=["nobody", "nobody"], manifestation_check=(1, 2),
    )  # fmt: skip
    assert against(played, "manifestation-check") == [value]
    again = {"once": ("on-it-already", "same-again"), "adds-up": ("on-it-already-adds-up", "same-again-adds-up")}[setting]
    notes = [request.notes["foe"] for request in played.asked("target")]
    assert notes[0].id == "resists-note"
    assert [part.id for part in notes[1].args["parts"]] == [again[0], "resists-note"]
    assert played.args(again[1])["names"] == ("Foe",)


def test_the_second_holds_once_the_first_ends(table: Table) -> None:
    """hh3 A6: where the focus of one leaves play, the other's curse still counts."""
    mine = [psyker("thaumaturgy"), psyker("thaumaturgy", name="Second"), psyker("divination", name="Third")]
    played = table.turns(
        mine, psyker("telekinesis", name="Foe"), act=[TRANQUILLITY, TRANQUILLITY, "correct", BARRIER], focus="seer",
        resistance_check=[(5, 6), (5, 6)], nullify=["nobody", "nobody"], correction="unit", unit="seer", change="casualties",
        manifestation_check=(1, 2),
    )  # fmt: skip
    assert against(played, "manifestation-check") == [7]


def test_two_different_curses_add_up(table: Table) -> None:
    """hh3 A9: only the same power is meant: Paths of Consequence beside Tranquillity is a second effect."""
    mine = [psyker("thaumaturgy"), psyker("corvidae", name="Son", traits=SONS)]
    played = table.turns(
        mine, psyker("telekinesis", name="Foe"), act=[TRANQUILLITY, PATHS], resistance_check=[(5, 6), (5, 6)],
        nullify=["nobody", "nobody"],
    )  # fmt: skip
    assert not played.has("same-again")
    assert [effect.power for effect in played.outcome.in_play] == [TRANQUILLITY, PATHS]


# Whose willpower, and whose change


def test_force_is_by_the_willpower_of_the_user(table: Table) -> None:
    """faults hh3 7: a Force check is made for the model that uses the weapon: its own willpower, not the lowest of its unit."""
    played = table.turns([psyker("telekinesis", joins="Men"), grunts(5, name="Men")], act=FORCE, willpower_check=(4, 5))
    assert (against(played, "willpower-check"), apply_effect(played)) == ([9], [FORCE])


@pytest.mark.parametrize("who", ["seer", "men"])
def test_a_change_of_willpower_is_of_the_whole_unit(table: Table, who: str) -> None:
    """faults hh3 7: fear nearby lowers the willpower of all who stand together, whoever is named, and of nobody else."""
    units = [psyker("divination", joins="Men"), MEN, grunts(name="Crew")]
    played = table.turns(units, before_battle=[who, "go-on"], change="willpower", willpower_change=-2)
    assert [unit.change for unit in played.outcome.of("mine")] == [-2, -2, 0]


def test_a_change_of_willpower_of_an_army(table: Table) -> None:
    """faults hh3 7: an army's change hits everybody of it at once, also in checks."""
    units = [psyker("divination", joins="Men"), MEN, grunts(name="Crew")]
    played = table.turns(
        units, before_battle=["correct", "go-on"], correction="units", units=("men", "crew"), change="willpower",
        willpower_change=-2, act=FORESIGHT, manifestation_check=(3, 4), target="crew",
    )  # fmt: skip
    assert [unit.change for unit in played.outcome.of("mine")] == [-2, -2, -2]
    assert (against(played, "manifestation-check"), on(played)) == ([7], [("Crew",)])


# Figures


def test_a_rupture_of_twenty(tmp_path: Path) -> None:
    """faults hh3 9: with a table of 20 every line says 20 less the willpower; no sentence has a figure of its own."""
    path = tmp_path / "hh3" / "perils.yaml"
    path.parent.mkdir()
    row = "- id: warp-rupture\n  faces: [1, 6]\n  name: {en: Warp Rupture}\n  effect: {effect: wounds, less_willpower: 20}\n  source: ours\n"
    path.write_text(row, encoding="utf-8")
    own = Table(hh3_rules(tmp_path))
    played = own.turns(MEN, grunts(8, name="Spire", traits=("spireguard",)), act="psy-shock", shooter="another-unit")
    assert wounds(played) == [("Spire", 12, 1, None)]
    said = [WORDS.say(event) for event in played.events("wounds-less-willpower", "ruptures-elsewhere", "ruptured")]
    assert any("20" in line for line in said)
    assert not any("13" in line for line in said)
    assert played.args("ruptures-elsewhere")["wounds"] == 20


def test_offers_of_a_trooper(table: Table) -> None:
    """faults hh3 2: of the men of a squad nobody fights challenges; its champion does."""
    unit = Unit("Sons", willpower=8, traits=SONS, models=(Models("Champion", traits=("champion",)), Models("Men", 9)))
    played = table.turns(unit)
    found = [request.options[DUELLIST] for request in played.asked("act") if DUELLIST in request.options]
    assert {model.name for declaration in found for model in declaration.models} == {"Champion"}
