"""What is sent to the server and what comes back."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from grognard.engine.counsel import Binding, Odds
from grognard.engine.outlook import View
from grognard.engine.rulebook import OptionValue
from grognard.engine.tabletop import Tabletop

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Password = Annotated[str, Meta(min_length=8, max_length=200)]
WITHOUT_NUL = r"^[^\x00]*$"
"""PostgreSQL keeps no text with a NUL in it."""
Word = Annotated[str, Meta(max_length=80, pattern=WITHOUT_NUL)]
Version = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Do = Annotated[list[Annotated[str, Meta(max_length=80)] | int], Meta(max_length=16)]
Channel = Annotated[str, Meta(min_length=1, max_length=200, pattern=WITHOUT_NUL)]
Holding = Literal["me", "bot", "open"]
Said = Annotated[str, Meta(min_length=1, max_length=2000)]


class Introduction(Struct, forbid_unknown_fields=True):
    """A guest."""

    name: Name
    invite: Word | None = None


class Renaming(Struct, forbid_unknown_fields=True):
    """A guest's other name."""

    name: Name


class Credentials(Struct, forbid_unknown_fields=True):
    name: Name
    password: Password
    invite: Word | None = None


class Claim(Struct, forbid_unknown_fields=True):
    """The admin link."""

    token: Word


class PersonCard(Struct):
    id: str
    name: str
    guest: bool
    admin: bool = False


class Me(Struct):
    person: PersonCard | None


class NewToken(Struct, forbid_unknown_fields=True):
    name: Name
    scope: Literal["look", "play"]


class TokenCard(Struct, omit_defaults=True):
    """A token; itself only when it is new."""

    id: str
    name: str
    scope: str
    token: str = ""


class NewTable(Struct, forbid_unknown_fields=True):
    game: Word
    scenario: Word | None = None
    players: Annotated[int, Meta(ge=1, le=16)] | None = None
    options: Annotated[dict[str, OptionValue], Meta(max_length=40)] = {}
    name: Annotated[str, Meta(max_length=80)] = ""
    private: bool = False
    pace: Literal["none", "live", "day", "week"] = "none"
    seats: Annotated[dict[str, Holding], Meta(max_length=16)] = {}
    levels: Annotated[dict[str, Word], Meta(max_length=16)] = {}
    """Which bot sits where; the staff where none is named."""
    hotseat: bool = False


class Created(Struct):
    id: str
    invite: str


class Holder(Struct, omit_defaults=True):
    kind: Literal["open", "human", "bot", "regent"]
    name: str
    away: float | None = None
    """On vacation until then, where there is a clock that stands still for it."""
    level: str = ""
    """Of a bot: which one."""


class Clock(Struct):
    """Seconds left in the bank at the moment of sending."""

    left: float
    running: bool
    low: bool
    """Its owner was warned: when it has run out, a bot stands in."""


class SeatCard(Struct):
    id: str
    powers: list[str]
    holder: Holder
    clock: Clock | None


class TableCard(Struct, omit_defaults=True):
    """A table as the lobby shows it; `yours` and what follows only to those who look at the table itself."""

    id: str
    name: str
    game: str
    scenario: str
    private: bool
    pace: str
    hotseat: bool
    seats: list[SeatCard]
    to_act: list[str]
    step: int
    version: int
    over: bool
    paused: bool
    would_pause: list[str]
    """The seats that would stop the clocks, while others have not agreed."""
    updated: float
    yours: list[str]
    owner: bool
    powers: list[str] = []
    invite: str | None = None
    unread: int = 0
    guide: str = ""
    """The guide that goes with the game, if it is a guided one."""

    def __post_init__(self) -> None:
        self.updated = round(self.updated, 3)


class Joining(Struct, forbid_unknown_fields=True):
    seat: Word
    invite: Word | None = None


class Leaving(Struct, forbid_unknown_fields=True):
    seat: Word


class Seating(Struct, forbid_unknown_fields=True):
    seat: Word
    holder: Literal["bot", "open"]
    level: Word = "staff"


class Pausing(Struct, forbid_unknown_fields=True):
    paused: bool


class Leave(Struct, forbid_unknown_fields=True):
    """A vacation to come: whole days, from now or from a moment on."""

    days: Annotated[int, Meta(ge=1, le=30)]
    begins: Annotated[float, Meta(ge=0, le=1e11)] | None = None


class VacationCard(Struct):
    """The days one has left in a year, and the vacation that is or comes."""

    days_left: int
    begins: float | None
    ends: float | None


class NewCourier(Struct, forbid_unknown_fields=True):
    """A mail address, the URL of a webhook, or what a browser gives for its push service (with its two keys)."""

    kind: Literal["mail", "webhook", "push"]
    target: Annotated[str, Meta(min_length=1, max_length=1000, pattern=WITHOUT_NUL)]
    p256dh: Annotated[str, Meta(max_length=120, pattern=WITHOUT_NUL)] = ""
    auth: Word = ""
    label: Annotated[str, Meta(max_length=60, pattern=WITHOUT_NUL)] = ""


class CourierCard(Struct):
    """A way to reach somebody, without what makes it work."""

    id: str
    kind: str
    label: str
    confirmed: bool


class CouriersCard(Struct):
    couriers: list[CourierCard]
    digest_hour: int
    """In universal time."""
    mail: bool
    """Whether this server sends mail."""
    push_key: str


class DigestHour(Struct, forbid_unknown_fields=True):
    hour: Annotated[int, Meta(ge=0, le=23)]


class Wish(Struct, forbid_unknown_fields=True):
    """How one hears of a table."""

    mode: Literal["each", "digest", "off"]


class LetterCard(Struct):
    """What became of a letter."""

    kind: str
    table: str
    name: str
    courier: str
    state: str
    tries: int
    error: str
    at: float


class Acting(Struct, forbid_unknown_fields=True):
    seat: Word
    version: Version
    do: Do


class Undoing(Struct, forbid_unknown_fields=True):
    seat: Word
    version: Version
    all: bool = False
    """Everything that can still be taken back."""


class Explaining(Struct, forbid_unknown_fields=True):
    seat: Word
    do: Do


class Weighing(Struct, forbid_unknown_fields=True):
    """How may it end: what is at hand, or an offered action."""

    seat: Word
    do: Do | None = None


class Weighed(Struct):
    """Whether, and why, it could then no longer be taken back."""

    binding: Binding


class Likely(Struct):
    odds: Odds | None


class Ordering(Struct, forbid_unknown_fields=True):
    seat: Word
    reaction: Word
    answer: Literal["always", "never", "ask"]


class Forking(Struct, forbid_unknown_fields=True):
    step: Version | None = None
    seat: Word | None = None


class TableView(Struct):
    """All that is ever sent of a game to a seat or a spectator, with the log from the step `since` on."""

    version: int
    view: View
    tabletop: Tabletop
    since: int


class PlayerCard(Struct):
    """A bot one can give a seat to: one of our levels, or somebody else's."""

    name: str
    ours: bool


class Asking(Struct, forbid_unknown_fields=True):
    """A seat asks for advice."""

    seat: Word


class Hint(Struct):
    """What the staff would do at this version of the table, and why."""

    version: int
    do: list[str | int]
    label: str
    why: str


class Stand(Struct):
    version: int


class Explanation(Struct):
    allowed: bool
    clause: str
    text: str


class WhyNot(Struct):
    """A refusal, with the clause where a rule speaks."""

    clause: str
    text: str


class ChannelCard(Struct):
    """A channel somebody hears: “table”, or the seats that hear it, sorted, with a comma between."""

    channel: str
    unread: int
    closed: WhyNot | None
    """Why nothing can be said there now."""


class TalkLine(Struct):
    id: int
    channel: str
    seat: str
    name: str
    text: str
    at: float


class Talking(Struct, forbid_unknown_fields=True):
    channel: Channel
    text: Said


class Noting(Struct, forbid_unknown_fields=True):
    """A notepad; of a seat, or of somebody who looks on."""

    text: Annotated[str, Meta(max_length=20_000, pattern=WITHOUT_NUL)]
    seat: Word = ""


# --- sockets ----------------------------------------------------------------------------------------------------


class SocketAct(Struct, forbid_unknown_fields=True, tag="act"):
    seat: Word
    version: Version
    do: Do
    id: Word | int = ""


class SocketUndo(Struct, forbid_unknown_fields=True, tag="undo"):
    seat: Word
    version: Version
    id: Word | int = ""


class SocketExplain(Struct, forbid_unknown_fields=True, tag="explain"):
    seat: Word
    do: Do
    id: Word | int = ""


class SocketTalk(Struct, forbid_unknown_fields=True, tag="talk"):
    channel: Channel
    text: Said
    id: Word | int = ""


class SocketPing(Struct, forbid_unknown_fields=True, tag="ping"):
    id: Word | int = ""


Message = SocketAct | SocketUndo | SocketExplain | SocketTalk | SocketPing
read_message = msgspec.json.Decoder(Message).decode


def plain(value: object) -> bytes:
    """As it goes over the wire."""
    return msgspec.json.encode(value)


def from_text(text: str) -> Any:
    return msgspec.json.decode(text)
