"""The shape of a view: what can stand where in it, so that a program can lay any view out in a row of numbers.

A game writes down once which fields its `view` has and what each may hold. Nothing here knows numpy or another library:
`grognard.lab.environments` makes observations of fixed size from it, and the tests hold every view to its shape.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

Domain = str | tuple[str | int | None, ...]
"""What a thing may be: a kind of the game's vocabulary, ``"seat"``, or the words (or numbers) themselves."""

SEAT = "seat"


class Number(NamedTuple):
    """An int."""


class Flag(NamedTuple):
    """True or false."""


class Given(NamedTuple):
    """Whether there is anything at all: a name, a text."""


class One(NamedTuple):
    """One of a domain, or none: a number for each, of which one is 1."""

    of: Domain


class Place(NamedTuple):
    """One of a domain, or none, in a single number: 0 for none, else its place in the domain, counted from 1."""

    of: Domain


class Tally(NamedTuple):
    """A list of members of a domain in any order: how often each is in it."""

    of: Domain


class Known(NamedTuple):
    """A list of which some members are of a domain: how often each of these is in it. A mere number says nothing."""

    of: Domain


class Count(NamedTuple):
    """A list, or only a number: how many there are."""


class Order(NamedTuple):
    """A list of members of a domain: at which place each comes, counted from 1; 0 if it does not."""

    of: Domain


class Act(NamedTuple):
    """An action with names: its first words, each in a single number, its place in the alphabet counted from 1."""

    words: int = 4


class Left(NamedTuple):
    """Left out of the observation, for this reason."""

    why: str


class Maybe(NamedTuple):
    """Something or None: whether it is there, and then what it is."""

    what: Part


class Fields(NamedTuple):
    """A record; a field may be missing, but there is no other."""

    fields: Mapping[str, Part]


class Each(NamedTuple):
    """A mapping from a domain; what is missing counts as nothing."""

    of: Domain
    what: Part


class Merged(NamedTuple):
    """A mapping or a list whose members tell by themselves where they belong: all of them added up."""

    what: Part


class Both(NamedTuple):
    """Something that is told in two ways."""

    one: Part
    other: Part


class Rows(NamedTuple):
    """A list of records of which each names a member of a domain in its field `id`, in any order."""

    of: Domain
    fields: Mapping[str, Part]
    id: str = "id"


class Laid(NamedTuple):
    """Pieces on spaces: a mapping from spaces to lists of records.

    A record that has the field `id` is a known piece: where it stands, and its fields. One that has not is a number of
    pieces that look alike: how many (`blanks`) there are of each (`by`) in the space.
    """

    spaces: Domain
    pieces: Domain
    fields: Mapping[str, Part]
    by: str
    kinds: Domain
    blanks: str
    id: str = "id"


Part = (
    Number | Flag | Given | One | Place | Tally | Known | Count | Order | Act | Left
    | Maybe | Fields | Each | Merged | Both | Rows | Laid
)  # fmt: skip


class Shape(NamedTuple):
    """The shape of a game's view. The version goes up whenever anything in it changes: environments are named by it."""

    version: int
    view: Fields
