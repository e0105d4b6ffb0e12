"""A chair at a game on this machine, the other seats played by bots."""

from __future__ import annotations

from pathlib import Path
from random import Random, SystemRandom

from grognard.engine.counsel import Odds
from grognard.engine.game import Game
from grognard.engine.refusal import Phrase, Refusal, Refused, UserError
from grognard.lab.mcp.chair import EVERYBODY, Channel, Do, Explained, Look, Said
from grognard.players import Budget, Player, player, situation_of


class LocalChair:
    """Asks the game for nothing but what the seat may know."""

    def __init__(self, game: Game, seat: str, opponents: str, file: Path | None = None) -> None:
        game.seat_number(seat)
        self.seat = seat
        self._game, self._file = game, file
        self._random = SystemRandom()
        self._rng = Random(self._random.getrandbits(64))
        self._bots: dict[str, Player] = {other: player(opponents) for other in game.seats if other != seat}
        self._said: list[tuple[str, Said]] = []
        self._let_others_play()

    def look(self, since: int = 0) -> Look:
        game = self._game
        return Look(game.step, game.view(self.seat, since), game.tabletop(self.seat))

    def act(self, version: int, do: Do) -> None:
        self._still_at(version)
        self._game.act(self.seat, list(do))
        self._let_others_play()

    def undo(self, version: int) -> None:
        self._still_at(version)
        self._game.undo(self.seat)
        self._keep()

    def explain(self, do: Do) -> Explained:
        refusal = self._game.explain(self.seat, list(do))
        if refusal is None:
            return Explained(True, "", "")
        return Explained(False, refusal.clause, self._game.rulebook.words.refusal(refusal))

    def odds(self, do: Do | None) -> Odds | None:
        return self._game.odds(self.seat, None if do is None else list(do), self._random)

    def channels(self) -> list[Channel]:
        others = [seat for seat in self._game.seats if seat != self.seat]
        pairs = [",".join(sorted((self.seat, other))) for other in others]
        return [Channel(EVERYBODY), *(Channel(pair, closed=self._closed(pair)) for pair in pairs)]

    def heard(self, channel: str) -> list[Said]:
        self._hears(channel)
        return [line for where, line in self._said if where == channel]

    def say(self, channel: str, text: str) -> None:
        self._hears(channel)
        closed = self._closed(channel)
        if closed:
            raise Refused(Refusal("", closed))
        self._said.append((channel, Said(self.seat, "", text)))

    def wait(self, seconds: float) -> bool:  # noqa: ARG002 - bots have played by the time one is asked
        self._let_others_play()
        return self._game.over or self.seat in self._game.to_act

    # --- the works --------------------------------------------------------------------------------------------------

    def _still_at(self, version: int) -> None:
        if version != self._game.step:
            raise UserError("The game has moved on: observe it again before you decide.")

    def _hears(self, channel: str) -> None:
        seats = channel.split(",")
        known = seats == sorted(set(seats)) and set(seats) <= set(self._game.seats) and len(seats) > 1
        if channel != EVERYBODY and not (known and self.seat in seats):
            raise UserError(Phrase("There is no channel “{0}” here: list them with messages.", channel[:80]))

    def _closed(self, channel: str) -> str:
        if channel == EVERYBODY:
            return ""
        game = self._game
        seats = tuple(game.seat_number(seat) for seat in channel.split(","))
        refusal = game.rulebook.cannot_confer(game.position, seats)
        return "" if refusal is None else f"{game.rulebook.words.refusal(refusal)} [{refusal.clause}]"

    def _let_others_play(self) -> None:
        game = self._game
        while not game.over and self.seat not in game.to_act:
            other = game.to_act[0]
            bot, power = self._bots[other], game.position.asked(game.seat_number(other))
            asked = situation_of(game.rulebook, game.setting, game.position, power, self._rng, bot)
            game.act(other, game.setting.vocabulary.encode(bot.choose(asked, Budget(), self._rng)))
        self._keep()

    def _keep(self) -> None:
        if self._file is not None:
            self._game.save(self._file)
