"""The games, their rules and their boards, and the client itself."""

from __future__ import annotations

import asyncio
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from mimetypes import guess_type
from typing import Any

import msgspec
from litestar import MediaType, Request, Response, get
from litestar.params import FromPath
from msgspec import Struct

from grognard.atlas import board as atlas_board
from grognard.engine import ledger, registry
from grognard.engine.guide import Guide, guides, spoken
from grognard.engine.refusal import Phrase
from grognard.engine.rulebook import Choice, OptionValue, Rulebook, ScenarioSummary
from grognard.engine.words import ENGLISH, RulingWords, language
from grognard.server.problem import Problem

FOREVER = "public, max-age=31536000, immutable"
"""For what has its content in its name."""
ASKED_AGAIN = "public, no-cache"
"""For what a new release may change under the same name: kept, but asked for again each time, by its tag."""
PICTURE = "picture.webp"
PLAIN_PAGE = (
    "<!doctype html><html lang=en><meta charset=utf-8><title>Grognard</title>"
    "<h1>Grognard</h1><p>The table is served here, but its client is not built: run the build in <code>web/</code>."
)


class OptionCard(Struct):
    """An option of a game, with the words for it."""

    name: str
    values: tuple[OptionValue, ...]
    about: str
    title: str
    labels: list[str]
    """Of the values, in their order."""
    line_up: tuple[str, ...]
    """The powers of which several joined by “+” are a value too: those that have a player."""


class GuideSummary(Struct):
    """A guided game, as the landing page offers it."""

    id: str
    title: str
    about: str
    minutes: int


class GameCard(Struct):
    """A game as the lobby offers it."""

    id: str
    title: str
    designer: str
    scenarios: tuple[ScenarioSummary, ...]
    options: list[OptionCard]
    powers: dict[str, str]
    """What the powers are called."""
    seats: dict[str, dict[str, list[str]]]
    """The seats by scenario and number of players."""
    guides: list[GuideSummary]
    picture: str
    """The address of a picture of it, if there is one."""


class RulingCard(Struct):
    number: str
    text: str
    reason: str


class ClauseCard(Struct):
    id: str
    section: str
    text: str
    rulings: list[RulingCard]


@cache
def _games(_language: str) -> list[GameCard]:
    return [_game(registry.rulebook(name)) for name in registry.names()]


def _game(rulebook: Rulebook) -> GameCard:
    seats: dict[str, dict[str, list[str]]] = {}
    powers: dict[str, str] = {}
    for scenario, players, options in rulebook.variants():
        setting = rulebook.setting(scenario, players, options, None)
        seats.setdefault(scenario, {}).setdefault(str(players), list(setting.seats))
        for power in setting.powers:
            powers.setdefault(power, rulebook.words.called(rulebook.power_names, power, power))
    scenarios = tuple(
        ScenarioSummary(s.id, words.name, s.players, words.about)
        for s in rulebook.scenarios()
        for words in (rulebook.words.scenario(s.id, s.name, s.about),)
    )
    return GameCard(
        rulebook.id, rulebook.title, rulebook.designer, scenarios, [_option(rulebook, c) for c in rulebook.choices()],
        powers, seats, [_summary(name, guide) for name, guide in guides(rulebook).items()],
        f"/api/games/{rulebook.id}/picture" if _picture(rulebook.id) else "",
    )  # fmt: skip


def _summary(name: str, guide: Guide) -> GuideSummary:
    return GuideSummary(name, spoken(guide.title), spoken(guide.about), guide.minutes)


def _option(rulebook: Rulebook, choice: Choice) -> OptionCard:
    words = rulebook.words.choice(choice.name, choice.about, choice.values)
    return OptionCard(choice.name, choice.values, words.about, words.title, list(words.values.values()), choice.line_up)


@get("/api/games", sync_to_thread=True)
def games() -> list[GameCard]:
    """The games that can be played here."""
    return _games(language())


@cache
def _picture(game: str) -> tuple[bytes, str] | None:
    """The picture of a game and its tag."""
    try:
        found = files(registry.rulebook(game).package) / PICTURE
    except (ImportError, TypeError, ValueError):  # a game that is no package has no files beside it
        return None
    return _tagged(found.read_bytes()) if found.is_file() else None


@get("/api/games/{game:str}/picture", sync_to_thread=True)
def picture(request: Request[Any, Any, Any], game: FromPath[str]) -> Response[bytes]:
    """The heart of the board as the first scenario begins, as WebP."""
    found = _picture(game) if game in registry.names() else None
    if found is None:
        raise Problem(404, "There is no such picture.")
    return _tagged_answer(request, *found, "image/webp")


@cache
def _ledger(game: str) -> tuple[dict[str, ledger.Clause], dict[str, ledger.Ruling]]:
    """The clauses and rulings of a game; where they are proven nobody asks here."""
    book = ledger.read_conformance(registry.rulebook(game))
    return {clause.id: clause for clause in book.clause}, {ruling.number: ruling for ruling in book.ruling}


@get("/api/rules/{game:str}/{clause:str}", sync_to_thread=True)
def rules(game: FromPath[str], clause: FromPath[str]) -> ClauseCard:
    """A clause in our own words, with the rulings taken on it."""
    if game not in registry.names():
        raise Problem(404, "There is no such game.")
    clauses, rulings = _ledger(game)
    found = clauses.get(clause)
    if found is None:
        raise Problem(404, Phrase("There is no clause {0}.", clause[:40]))
    words = registry.rulebook(game).words.words()
    return ClauseCard(
        found.id,
        words.sections.get(found.section, found.section),
        words.clauses.get(clause, found.text),
        [_ruling(rulings[number], words.rulings.get(number)) for number in found.rulings],
    )


def _ruling(ruling: ledger.Ruling, words: RulingWords | None) -> RulingCard:
    said = words or ruling
    return RulingCard(ruling.number, said.text, said.reason)


# --- boards -----------------------------------------------------------------------------------------------------


@cache
def _sheet(game: str, board: str, part: str) -> tuple[bytes, str]:
    """A part of a board and its tag."""
    try:
        found = atlas_board(game, board)
    except KeyError:
        raise Problem(404, "There is no such board.") from None
    return _tagged(found.folder.joinpath(part).read_bytes())


@cache
def _topology(game: str, board: str, tongue: str) -> tuple[bytes, str]:
    """The spaces of a board with names in the reader's language, and its tag."""
    content, tag = _sheet(game, board, "topology.json")
    if tongue == ENGLISH or game not in registry.names():
        return content, tag
    rulebook, chart = registry.rulebook(game), msgspec.json.decode(content)
    for part, kinds in (("spaces", rulebook.space_names), ("powers", rulebook.power_names)):
        for thing in chart[part]:
            thing["name"] = rulebook.words.called(kinds, thing["id"], thing["name"])
    return _tagged(msgspec.json.encode(chart))


def _tagged(content: bytes) -> tuple[bytes, str]:
    return content, f'"{blake2b(content, digest_size=12).hexdigest()}"'


def _tagged_answer(
    request: Request[Any, Any, Any], content: bytes, tag: str, media_type: str, vary: str = ""
) -> Response[bytes]:
    headers = {"ETag": tag, "Cache-Control": ASKED_AGAIN} | ({"Vary": vary} if vary else {})
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers)
    return Response(content, media_type=media_type, headers=headers)


@get("/api/boards/{game:str}/{board:str}/topology", sync_to_thread=True)
def topology(request: Request[Any, Any, Any], game: FromPath[str], board: FromPath[str]) -> Response[bytes]:
    """The spaces of a board and how they are joined."""
    return _tagged_answer(request, *_topology(game, board, language()), "application/json", "Accept-Language")


@get("/api/boards/{game:str}/{board:str}/base/{scale:int}", sync_to_thread=True)
def base(
    request: Request[Any, Any, Any], game: FromPath[str], board: FromPath[str], scale: FromPath[int]
) -> Response[bytes]:
    """The printed sheet as WebP, at 1x or 2x."""
    if scale not in (1, 2):
        raise Problem(404, "A sheet comes at 1 or 2.")
    return _tagged_answer(request, *_sheet(game, board, f"base-{scale}x.webp"), "image/webp")


# --- the client -------------------------------------------------------------------------------------------------


@get(["/", "/{path:path}"], include_in_schema=False)
async def client(path: FromPath[str] = "") -> Response[bytes]:
    """The client's files; whatever else is asked for is a page of the client."""
    return await asyncio.to_thread(_client_file, path)


def _client_file(path: str) -> Response[bytes]:
    if path.strip("/").split("/", 1)[0] == "api":
        raise Problem(404, "There is nothing at this address.")
    root = files("grognard.server") / "client"
    parts = [part for part in path.split("/") if part]
    if parts and all(part not in (".", "..") and "\\" not in part and "\0" not in part for part in parts):
        found = root.joinpath(*parts)
        if found.is_file():
            kind = guess_type(parts[-1])[0] or "application/octet-stream"
            lasting = FOREVER if parts[0] == "assets" else "no-cache"
            return Response(found.read_bytes(), media_type=kind, headers={"Cache-Control": lasting})
        if parts[0] == "assets":
            raise Problem(404, "There is nothing at this address.")
    page = root / "index.html"
    content = page.read_bytes() if page.is_file() else PLAIN_PAGE.encode()
    return Response(content, media_type=MediaType.HTML, headers={"Cache-Control": "no-cache"})


@get("/api/health", sync_to_thread=False)
def health() -> dict[str, str]:
    """Whether the server is up."""
    return {"status": "up"}


HANDLERS = [games, picture, rules, topology, base, client, health]
