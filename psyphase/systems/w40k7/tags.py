"""Tags that rules ask for: one closed list. A roster may give its units any others, which only tables read."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta

Tag: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]*$", examples=["psychic-hood"], max_length=40)]
PSYKER = "psyker"
PILOT = "psychic-pilot"
BROTHERHOOD = "brotherhood"
ADAMANTIUM_WILL = "adamantium-will"
HOOD = "psychic-hood"
FORCE_WEAPON = "force-weapon"
VEHICLE = "vehicle"
BUILDING = "building"
DAEMON = "daemon"
GREY_KNIGHT = "grey-knight"
LOCKED = "locked-in-combat"
KNOWN_TAGS = (
    PSYKER,
    PILOT,
    BROTHERHOOD,
    ADAMANTIUM_WILL,
    HOOD,
    FORCE_WEAPON,
    VEHICLE,
    BUILDING,
    DAEMON,
    GREY_KNIGHT,
    LOCKED,
)
PSYKERS = frozenset({PSYKER, PILOT, BROTHERHOOD})
"""What makes a unit a psyker."""
BORNE = frozenset({HOOD, FORCE_WEAPON})
"""What the psyker himself bears."""
HOLDS = frozenset({VEHICLE, BUILDING})
"""What others ride in."""
