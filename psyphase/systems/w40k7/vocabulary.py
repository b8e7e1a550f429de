"""The closed words in which powers, boons and rules of units say how they change psychic powers (w40k7 U10): values only.

An effect is of one of 29 kinds, each with values of its own. What all of them say is in `effect_words`.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from psyphase.systems.w40k7.effect_words import Amount, ByModels, Count, DieFace, Effect, Level, exactly_one
from psyphase.systems.w40k7.perils_table import Perils
from psyphase.systems.w40k7.tags import Tag
from psyphase.tables.names import Id, SlashId, Words


class Grant(Effect, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="grant"):
    """A tag is gained or, where it is `removed`, lost."""

    tag: Tag
    removed: bool = False


class Leadership(Effect, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="leadership"):
    """Leadership is changed, set, halved, the lowest of the unit, safe from what lowers it, or its tests are re-rolled."""

    add: Amount | UnsetType = UNSET
    set: Annotated[int, Meta(ge=1, le=10)] | Literal["his"] | UnsetType = UNSET
    half: bool = False
    lowest: bool = False
    immune: Literal["negative"] | UnsetType = UNSET
    reroll: Literal["failed", "passed"] | UnsetType = UNSET
    choice: Literal["may", "must"] = "must"
    least: Annotated[int, Meta(ge=1, le=10)] = 2

    def __post_init__(self) -> None:
        exactly_one(self, "add", "set", "half", "lowest", "immune", "reroll")


class Reroll(Effect, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="reroll"):
    """Dice are thrown again (U5): `after` a failed test only, or after any."""

    of: Annotated[tuple[Literal["test", "deny", "perils", "generation", "any"], ...], Meta(min_length=1)]
    dice: Literal["all", "failed", "ones", "one", "any"]
    choice: Literal["may", "must"]
    after: Literal["failed", "any"] = "any"


class WarpCharge(Effect, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="warp-charge"):
    """Dice for the pool or from it: `each` of something brings them; `reserved` ones are the bearer's alone."""

    add: Amount | UnsetType = UNSET
    by_models: tuple[ByModels, ...] = ()
    none: bool = False
    spend: Count | UnsetType = UNSET
    each: Literal["friendly-power", "enemy-power", "psyker", "model", "wound", "unit"] | UnsetType = UNSET
    reserved: bool = False

    def __post_init__(self) -> None:
        exactly_one(self, "add", "by_models", "none", "spend")


class PowerGain(Effect, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="power-gain"):
    """Powers are known that were not: named ones, or so many more generated."""

    gains: tuple[SlashId, ...] = ()
    generates: Count | UnsetType = UNSET
    lists: tuple[Id, ...] = ()
    lasts: Literal["phase", "turn", "game"]

    def __post_init__(self) -> None:
        exactly_one(self, "gains", "generates")


class HarnessFace(Effect, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="harness-face"):
    """A die harnesses on another face; 6 stands for sixes only, which beats every other (U6)."""

    face: DieFace


class Mastery(Effect, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="mastery"):
    """The mastery level is changed, set, told by the models left, or becomes 1 for one that is no psyker."""

    add: int | UnsetType = UNSET
    set: Level | UnsetType = UNSET
    by_models: tuple[ByModels, ...] = ()
    becomes: Literal["psyker", "psychic-pilot"] | UnsetType = UNSET
    most: Level = 10

    def __post_init__(self) -> None:
        exactly_one(self, "add", "set", "by_models", "becomes")


class Harm(Effect, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="harm"):
    """Wounds, hits, or removal, not from perils."""

    wounds: Count | UnsetType = UNSET
    hits: Amount | UnsetType = UNSET
    strength: Annotated[int, Meta(ge=1, le=10)] | UnsetType = UNSET
    ap: Annotated[int, Meta(ge=1, le=6)] | Literal["-"] = "-"
    removed: bool = False
    saves: Literal["all", "invulnerable", "none"]

    def __post_init__(self) -> None:
        exactly_one(self, "wounds", "hits", "removed")


class Generation(Effect, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="generation"):
    """Generating is done otherwise: other lists, powers chosen in place of dice, as many of the patron's list as one likes."""

    lists: tuple[Id, ...] = ()
    instead: bool = False
    chooses: Count | UnsetType = UNSET
    least: Count | UnsetType = UNSET
    patron: Literal["all"] | UnsetType = UNSET


class PerilsKind(Effect, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="perils-kind"):
    """Something else brings perils (U6)."""

    perils: Perils


class DenyBonus(Effect, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="deny-bonus"):
    """Each die of a deny test has a bonus more, or `none` at all."""

    add: Annotated[int, Meta(ge=-6, le=6)] | UnsetType = UNSET
    none: bool = False

    def __post_init__(self) -> None:
        exactly_one(self, "add", "none")


class PerilsResult(Effect, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="perils-result"):
    """Perils are rolled on another table, twice, followed by something or replaced by it."""

    table: Id | UnsetType = UNSET
    then: Words | UnsetType = UNSET
    instead: Words | UnsetType = UNSET
    twice: bool = False

    def __post_init__(self) -> None:
        exactly_one(self, "table", "then", "instead", "twice")


class PerilsNow(Effect, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="perils-now"):
    """Perils at once, when it says: for the psyker, a random one of the unit, or the one that was wounded (U9, U23)."""

    suffers: Literal["psyker", "random-psyker", "wounded-psyker"]


class Range(Effect, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="range"):
    """Another rule reaches further."""

    of: Id
    add: Count | UnsetType = UNSET
    set: Annotated[int, Meta(ge=1, le=72)] | UnsetType = UNSET

    def __post_init__(self) -> None:
        exactly_one(self, "add", "set")


class Remind(Effect, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="remind"):
    """Words to be said."""

    words: Words


class Reach(Effect, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="reach"):
    """Powers see further, reach further, or hit everyone in an area."""

    sight: Literal["all"] | UnsetType = UNSET
    range: Literal["double", "half", "any"] | Annotated[int, Meta(ge=1, le=72)] | UnsetType = UNSET
    area: Annotated[int, Meta(ge=1, le=72)] | UnsetType = UNSET

    def __post_init__(self) -> None:
        exactly_one(self, "sight", "range", "area")


class Immunity(Effect, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="immunity"):
    """Powers neither target nor affect it: every one, those of some types or disciplines, or a rule does not."""

    to: Literal["everything", "types", "disciplines", "rules"]
    rules: tuple[Id, ...] = ()
    spared: tuple[Id, ...] = ()


class ForbidCasting(Effect, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="forbid-casting"):
    """No power may be attempted, or not before a leadership test or a roll (U50): a failed one loses it the power or the phase."""

    unless: Literal["leadership-test", "roll", "never"]
    fails_on: Annotated[int, Meta(ge=1, le=6)] | UnsetType = UNSET
    loses: Literal["power", "phase"]


class Cost(Effect, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="cost"):
    """Powers cost more or less."""

    add: Annotated[int, Meta(ge=-5, le=5)] | UnsetType = UNSET
    set: Count | UnsetType = UNSET
    least: Count = 1
    choice: Literal["may", "must"] = "must"

    def __post_init__(self) -> None:
        exactly_one(self, "add", "set")


class DenyFace(Effect, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="deny-face"):
    """A die denies on another face; a `fixed` one takes no modifier (U6)."""

    face: DieFace
    fixed: bool = False


class PowerLoss(Effect, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="power-loss"):
    """So many powers are lost for the rest of the battle."""

    count: Count
    chosen_by: Literal["dice", "owner"]


class NoDeny(Effect, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="no-deny"):
    """A power cannot be denied: any, or one whose test showed a double."""

    after: Literal["any", "double"]


class AutoManifest(Effect, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="auto-manifest"):
    """A power is manifested without a test, and counts as so many charges harnessed."""

    power: SlashId | Literal["random", "chosen", "attempted"]
    charges: Count | Literal["lowest-cost", "none"]


class PerilsAvoid(Effect, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="perils-avoid"):
    """Perils, or a wound of them, are avoided: for charges, on a roll, or as such."""

    what: Literal["whole", "wound"]
    price: Count | UnsetType = UNSET
    roll: DieFace | UnsetType = UNSET


class Attempts(Effect, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="attempts"):
    """More attempts in a phase, or the same power so many times."""

    add: Count | UnsetType = UNSET
    same_power: Count | UnsetType = UNSET

    def __post_init__(self) -> None:
        exactly_one(self, "add", "same_power")


class FreeDice(Effect, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="test-dice"):
    """Free dice of a test, or all of them turned over: each, or 1 for 6 and 6 for 1."""

    free: Count | UnsetType = UNSET
    flip: Literal["all", "ones-and-sixes"] | UnsetType = UNSET

    def __post_init__(self) -> None:
        exactly_one(self, "free", "flip")


class DenyRoll(Effect, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="deny-roll"):
    """One die that nullifies a power, and costs none of the pool."""

    roll: DieFace


class DenyFor(Effect, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="deny-for"):
    """The bearer may deny in the stead of the target (P17)."""


class EndEffects(Effect, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="end-effects"):
    """Powers in play end, of some types."""

    ends: tuple[Id, ...]


Does: TypeAlias = (
    Grant | Leadership | Reroll | WarpCharge | PowerGain | HarnessFace | Mastery | Harm | Generation | PerilsKind
    | DenyBonus | PerilsResult | PerilsNow | Range | Remind | Reach | Immunity | ForbidCasting | Cost | DenyFace
    | PowerLoss | NoDeny | AutoManifest | PerilsAvoid | Attempts | FreeDice | DenyRoll | DenyFor | EndEffects
)  # fmt: skip
"""An effect of any kind (U10)."""
