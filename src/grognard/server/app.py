"""The application: everything put together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response
from litestar.channels import ChannelsPlugin
from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ASGIApp

from grognard import __version__
from grognard.server import (
    routes_bots,
    routes_counsel,
    routes_couriers,
    routes_guides,
    routes_people,
    routes_play,
    routes_reference,
    routes_tables,
)
from grognard.server.attendant import Attendant
from grognard.server.bots import Bots
from grognard.server.couriers import Couriers
from grognard.server.desk import COOKIE, Desk
from grognard.server.hub import CHANNEL, Hub
from grognard.server.lobby import Lobby
from grognard.server.news import MISSED
from grognard.server.people import People, Person
from grognard.server.play import Play
from grognard.server.postman import Postman
from grognard.server.presence import Presence
from grognard.server.problem import Problem
from grognard.server.security import Gate
from grognard.server.settings import Settings
from grognard.server.socket import table_socket
from grognard.server.store import Store
from grognard.server.talk import Talk
from grognard.server.tokens import Tokens
from grognard.server.wire import plain

LARGEST_BODY = 64 * 1024
log = logging.getLogger("grognard.server")


def build(settings: Settings) -> tuple[ASGIApp, Desk]:
    """The application and what stands behind it; the schema is up to date when this returns."""
    store = Store(settings.url)
    store.upgrade()
    channels = ChannelsPlugin(_backend(settings), arbitrary_channels_allowed=True)
    hub = Hub(channels, alone=store.sqlite)
    bots = Bots(hub.announce, settings.players)
    lobby = Lobby(store, hub.announce, bots)
    couriers = Couriers(store, lobby, settings)
    postman = Postman(couriers)
    play = Play(store, lobby, couriers, hub.announce, bots)
    talk = Talk(play)
    hub.play, hub.talk, hub.presence = play, talk, Presence(store, hub.announce)
    attendant = Attendant(play)
    hub.listeners.append(attendant.hear)
    people = People(store, invite_only=settings.invite_only)
    tokens = Tokens(store)
    desk = Desk(settings, store, people, tokens, lobby, play, talk, hub, attendant, couriers)

    async def who(request: Request[Any, Any, Any]) -> Person | None:
        shown = request.headers.get("authorization")
        if shown is not None:
            return await asyncio.to_thread(tokens.bearer, shown, request.method, request.url.path)
        token = request.cookies.get(COOKIE)
        return await asyncio.to_thread(people.of_session, token) if token else None

    async def the_desk() -> Desk:
        return desk

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        async with channels:
            await hub.start()
            hub.presence.start()
            postman.start()
            if settings.bots:
                attendant.start()
            yield
            await attendant.stop()
            await postman.stop()
            await hub.presence.stop()
            await hub.stop()
        store.close()

    app = Litestar(
        route_handlers=[
            *routes_couriers.HANDLERS,
            *routes_people.HANDLERS,
            *routes_tables.HANDLERS,
            *routes_play.HANDLERS,
            *routes_bots.HANDLERS,
            *routes_counsel.HANDLERS,
            *routes_guides.HANDLERS,
            *routes_reference.HANDLERS,
            table_socket,
        ],
        dependencies={"desk": Provide(the_desk), "me": Provide(who)},
        exception_handlers={
            Problem: _problem,
            RecursionError: _too_deep,
            ValidationException: _invalid,
            HTTPException: _http,
            Exception: _our_mistake,
        },
        lifespan=[lifespan],
        openapi_config=OpenAPIConfig(
            title="Grognard", version=__version__, path="/api/schema", render_plugins=[JsonRenderPlugin()]
        ),
        request_max_body_size=LARGEST_BODY,
        logging_config=None,
    )
    return Gate(app, settings), desk


def _backend(settings: Settings) -> ChannelsBackend:
    if not settings.postgres:
        return MemoryChannelsBackend()
    from grognard.server.notices import Notices  # noqa: PLC0415 - needs the extra postgres

    return Notices(settings.postgres, CHANNEL, plain(MISSED))


def _problem(_: Request[Any, Any, Any], problem: Problem) -> Response[dict[str, Any]]:
    return Response(problem.body(), status_code=problem.status)


def _invalid(_: Request[Any, Any, Any], error: ValidationException) -> Response[dict[str, Any]]:
    extra = error.extra if isinstance(error.extra, list) else []
    parts = [f"{e.get('key', '')}: {e.get('message', '')}".strip(": ") for e in extra if isinstance(e, dict)]
    text = "; ".join(parts) or "The request is malformed."
    return Response(Problem(400, text[:500]).body(), status_code=400)


def _too_deep(_: Request[Any, Any, Any], _error: RecursionError) -> Response[dict[str, Any]]:
    return Response(Problem(400, "The request is nested too deep.").body(), status_code=400)


def _http(_: Request[Any, Any, Any], error: HTTPException) -> Response[dict[str, Any]]:
    return Response(Problem(error.status_code, error.detail[:500]).body(), status_code=error.status_code)


def _our_mistake(request: Request[Any, Any, Any], error: Exception) -> Response[dict[str, Any]]:
    # The path, never the query or the body: those may hold secrets.
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return Response(Problem(500, "Grognard has made a mistake. Nothing was changed.").body(), status_code=500)
