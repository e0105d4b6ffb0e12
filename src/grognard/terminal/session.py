"""A game at the terminal: people at some seats, chance at the others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from grognard.engine.decision import Action
from grognard.engine.game import Game
from grognard.engine.refusal import Refused, UserError
from grognard.engine.sheet import Sheet
from grognard.terminal import commands
from grognard.terminal.menu import Entry, menu, pick
from grognard.terminal.phrases import Phrasebook, best, offered_actions, words_of
from grognard.terminal.screen import TALL, Screen

LONGEST_LINE = 300


class Quit(Exception):
    """The player leaves the table."""


class Session:
    """What is going on at one table."""

    def __init__(
        self,
        game: Game,
        seats: tuple[str, ...],
        screen: Screen,
        read: Callable[[str], str],
        rng: Random,
        file: Path,
    ) -> None:
        self.game = game
        self.seats = seats
        """The seats played from this keyboard; chance plays the others."""
        self.screen = screen
        self.rng = rng
        self.file = file
        """Where the game is saved unless another name is given."""
        self.saved_at = game.step
        """The step at which the game was last saved."""
        self.refused = ""
        """The last line that could not be done, for `why`."""
        self.automatic = 0
        """How many decisions of the player chance still takes."""
        self._read = read
        self._told = -1
        self._seen: tuple[int, str] | None = None
        self._menu: tuple[Entry, ...] = ()

    @property
    def seat(self) -> str:
        """The seat at the keyboard now."""
        return next((seat for seat in self.game.to_act if seat in self.seats), self.seats[0])

    @property
    def sheet(self) -> Sheet:
        return self.game.rulebook.sheet(self.game.position, self.game.seat_number(self.seat))

    @property
    def unsaved(self) -> bool:
        return self.game.step != self.saved_at

    def save(self, file: Path | None = None) -> Path:
        """Write the game; the file becomes the one that `save` means from now on."""
        target = file or self.file
        self.game.save(target)
        self.file, self.saved_at = target, self.game.step
        return target

    def leave(self, *, save: bool) -> None:
        """Leave the table, offering to save what is not."""
        if save and self.unsaved:
            answer = self._read(f"Save in {self.file}? [Y/n] ").strip().casefold()
            if answer in ("", "y", "yes"):
                self.screen.say(f"Saved in {self.save()}.")
        raise Quit

    # --- the loop -------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the player leaves; EOFError if the input ends."""
        while True:
            self._let_others_play()
            if self.automatic and not self.game.over:
                self.automatic -= 1
                self.take(self._by_chance(self.seat))
                continue
            self.look()
            try:
                while not self.obey(self._read(self._invitation())):
                    pass
            except Quit:
                return

    def _invitation(self) -> str:
        """Named after the power that decides: a seat may have several."""
        power = self.game.asked(self.game.seat_number(self.seat))
        return "game over> " if power is None else f"{self.game.setting.powers[power]}> "

    def _let_others_play(self) -> None:
        game = self.game
        while not game.over and not any(seat in self.seats for seat in game.to_act):
            seat = game.to_act[0]
            game.act(seat, game.setting.vocabulary.encode(self._by_chance(seat)))

    def _by_chance(self, seat: str) -> Action:
        power = self.game.asked(self.game.seat_number(seat))
        if power is None:
            raise AssertionError("chance was asked to decide for a seat that is not asked")
        return self.game.position.sample(power, self.rng)

    # --- what is shown --------------------------------------------------------------------------------------------

    def look(self, *, whole: bool = False) -> None:
        """The log since the last look and the question; the tables too, if others have acted."""
        game, screen, sheet = self.game, self.screen, self.sheet
        moment = (len([r for r in game.history if game.seats[r.seat] not in self.seats]), sheet.moment)
        self._menu = self._options()
        anew = whole or moment != self._seen
        self._seen = moment
        self._tell(sheet)
        if anew:
            screen.console.print(screen.heading(sheet))
            screen.console.print(screen.table(sheet))
            if screen.height >= TALL and screen.live:
                screen.console.print(screen.map(sheet, whole=False))
        elif sum(row.own for row in sheet.table.rows) in (1, 2):
            screen.console.print(screen.own_line(sheet))
        if any(hand.cards for hand in sheet.hands):
            screen.console.print(screen.hands(sheet.hands))
        for note in sheet.notes:
            screen.say(note, "dim")
        if game.over:
            screen.say(commands.ending(game), "bold")
            return
        prompt = game.prompt(self.seat)
        if prompt is not None:
            screen.console.print(screen.question(sheet, prompt["text"], prompt["clause"]))
        screen.console.print(screen.options(sheet, self._menu))

    def _tell(self, sheet: Sheet) -> None:
        """What happened since the player last looked, the last screenful of it."""
        room = self.screen.height
        sentences = [entry["text"] for entry in self.game.log(self.seat, self._told + 1)]
        self._told = self.game.step
        hidden = len(sentences) - room
        if hidden > 0:
            self.screen.say(f"… {hidden} earlier events: “log” shows them.", "dim")
        if sentences:
            self.screen.console.print(self.screen.log(sheet, sentences[-room:]))

    def _options(self) -> tuple[Entry, ...]:
        if self.game.over:
            return ()
        book = Phrasebook(self.game, self.seat)
        actions = offered_actions(self.game, self.seat)
        return menu(actions, self.game.setting.vocabulary, book.label, self.screen.most_options)

    # --- what is done ---------------------------------------------------------------------------------------------

    def obey(self, line: str) -> bool:
        """Do what a line says; whether the game has gone on."""
        line = "".join(c for c in line[:LONGEST_LINE] if c.isprintable()).strip()
        try:
            return self._obey(line)
        except (Refused, UserError) as error:
            self.screen.say(str(error), "yellow")
            return False

    def _obey(self, line: str) -> bool:
        if not line:
            self.look(whole=True)
            return False
        word, _, rest = line.partition(" ")
        command = commands.COMMANDS.get(word.casefold())
        if command is not None:
            return command.run(self, rest.strip())
        if self.game.over:
            self.screen.say("The game is over. “?” lists what can still be done.")
            return False
        numbers = line.replace(",", " ").split()
        if all(number.isdecimal() and len(number) < 6 for number in numbers):
            return self._choose([int(number) for number in numbers])
        return self.do(line)

    def _choose(self, numbers: list[int]) -> bool:
        entry = pick(self._menu, numbers)
        if entry is None:
            self.screen.say(f"There is no {' '.join(map(str, numbers))} in the list.", "yellow")
            return False
        return self._take_or_open(entry)

    def _take_or_open(self, entry: Entry) -> bool:
        if entry.action is not None:
            self.take(entry.action)
            return True
        self._menu = entry.under
        self.screen.say(f"{entry.text} (Enter goes back)", "bold")
        self.screen.console.print(self.screen.options(self.sheet, entry.under))
        return False

    def do(self, line: str) -> bool:
        """An action in words."""
        book = Phrasebook(self.game, self.seat)
        fitting = best(words_of(line), [book.phrase(action) for action in offered_actions(self.game, self.seat)])
        if len(fitting) == 1:
            self.take(fitting[0].action)
            return True
        if fitting:
            actions = [phrase.action for phrase in fitting]
            under = menu(actions, self.game.setting.vocabulary, book.label, self.screen.most_options)
            return self._take_or_open(Entry(f"“{line}” can mean:", None, under))
        self.refused = line
        self.screen.say(
            f"“{line}” is not one of the options. “why” tells the reason, “?” lists the commands.", "yellow"
        )
        return False

    def take(self, action: Action) -> None:
        self.refused = ""
        self.game.act(self.seat, self.game.setting.vocabulary.encode(action))

    def forget_the_undone(self) -> None:
        """After an undo the log may be told again from there."""
        self._told = min(self._told, self.game.step)
