"""Everything a request may need, in one place."""

from __future__ import annotations

from dataclasses import dataclass

from litestar.di import NamedDependency

from grognard.server.attendant import Attendant
from grognard.server.couriers import Couriers
from grognard.server.hub import Hub
from grognard.server.lobby import Lobby
from grognard.server.people import People, Person
from grognard.server.play import Play
from grognard.server.settings import Settings
from grognard.server.store import Store
from grognard.server.talk import Talk
from grognard.server.tokens import Tokens

COOKIE = "grognard_session"


@dataclass(frozen=True)
class Desk:
    """The server's own side of all tables."""

    settings: Settings
    store: Store
    people: People
    tokens: Tokens
    lobby: Lobby
    play: Play
    talk: Talk
    hub: Hub
    attendant: Attendant
    couriers: Couriers


TheDesk = NamedDependency[Desk]
Asker = NamedDependency[Person | None]
"""Who sends a request; None if nobody knows."""
