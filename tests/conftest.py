"""Fixtures for tests of rules: the shipped tables of the 7th edition, and a table at which scripted games are played."""

from __future__ import annotations

import signal

import pytest
from hypothesis import HealthCheck, settings

from psyphase.systems.w40k7.model import Rules
from w40k7_table import Table, read_rules

# A shell without job control starts what it puts in the background deaf to Ctrl-C, and so would be every program tried here.
signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("quick", max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
settings.register_profile("thorough", settings.get_profile("quick"), max_examples=1000)
settings.load_profile("quick")


@pytest.fixture(scope="session")
def rules() -> Rules:
    """Every shipped table of the 7th edition, settings as shipped."""
    return read_rules()


@pytest.fixture(scope="session")
def table(rules: Rules) -> Table:
    """A table with the rules as shipped."""
    return Table(rules)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Shape tests read the code; that they also play some of it is no reason to measure it."""
    for item in items:
        if item.path.parent.name == "shape":
            item.add_marker("no_cover")
