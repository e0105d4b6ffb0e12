"""What is kept: one schema for SQLite and PostgreSQL."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

people = sa.Table(
    "people",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("key", sa.String(80), unique=True),
    sa.Column("password", sa.String(200)),
    sa.Column("admin", sa.Boolean, nullable=False),
    sa.Column("created", sa.Double, nullable=False),
    sa.Column("digest_hour", sa.Integer, nullable=False, server_default="7"),
)
"""Guests have neither key nor password. The key is the account's name as it is compared."""

sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("token", sa.String(64), primary_key=True),
    sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("expires", sa.Double, nullable=False),
)
"""Only the hash of a token is kept: who reads the database cannot take over a session."""

tokens = sa.Table(
    "tokens",
    metadata,
    sa.Column("token", sa.String(64), primary_key=True),
    sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("scope", sa.String(10), nullable=False),
    sa.Column("created", sa.Double, nullable=False),
)
"""What programs show instead of a cookie; again only the hash is kept."""

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("owner", sa.String(32), sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("private", sa.Boolean, nullable=False),
    sa.Column("invite", sa.String(64), nullable=False),
    sa.Column("invite_until", sa.Double),
    sa.Column("hotseat", sa.Boolean, nullable=False),
    sa.Column("pace", sa.String(20), nullable=False),
    sa.Column("paused", sa.Boolean, nullable=False),
    # The header: how the game began. It never changes.
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("scenario", sa.String(80), nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("rules", sa.String(40), nullable=False),
    sa.Column("data", sa.String(128), nullable=False),
    sa.Column("dice", sa.LargeBinary, nullable=False),
    sa.Column("start", sa.Text),
    # How it stands; all of it follows from the entries and is kept for the lobby.
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("entries", sa.Integer, nullable=False),
    sa.Column("step", sa.Integer, nullable=False),
    sa.Column("to_act", sa.Text, nullable=False),
    sa.Column("powers", sa.Text, nullable=False),
    sa.Column("over", sa.Boolean, nullable=False, index=True),
    sa.Column("wake", sa.Double, index=True),
    sa.Column("created", sa.Double, nullable=False),
    sa.Column("updated", sa.Double, nullable=False),
)
"""`wake` is when the server has to look after the table itself: a bot to move, a clock to run out."""

entries = sa.Table(
    "entries",
    metadata,
    sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("seat", sa.String(40), nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("digest", sa.String(64), nullable=False),
    sa.Column("by", sa.String(40), nullable=False),
    sa.Column("at", sa.Double, nullable=False),
)
"""All that was done at a table, in order; only ever appended to. Replaying it gives the game."""

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.String(40), primary_key=True),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), index=True),
    sa.Column("bank", sa.Double),
    sa.Column("since", sa.Double),
    sa.Column("warned", sa.Boolean, nullable=False),
    sa.Column("level", sa.String(80), nullable=False, server_default="staff"),
    sa.Column("would_pause", sa.Boolean, nullable=False, server_default=sa.false()),
)
"""A seat is open, human, bot or regent (a bot for an absent human). `since` is when its clock began to run."""

vacations = sa.Table(
    "vacations",
    metadata,
    sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("begins", sa.Double, primary_key=True),
    sa.Column("ends", sa.Double, nullable=False),
    sa.Column("days", sa.Integer, nullable=False),
)
"""`days` is what a vacation costs of the days somebody has in a year."""

visitors = sa.Table(
    "visitors",
    metadata,
    sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
)
"""Who has shown the invitation of a private table."""

talk = sa.Table(
    "talk",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), nullable=False, index=True),
    sa.Column("channel", sa.String(200), nullable=False),
    sa.Column("seat", sa.String(40), nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
)

marks = sa.Table(
    "marks",
    metadata,
    sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("channel", sa.String(200), primary_key=True),
    sa.Column("read", sa.Integer, nullable=False),
)
"""How far somebody has read."""

notepads = sa.Table(
    "notepads",
    metadata,
    sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("seat", sa.String(40), primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
)
"""One for each seat of a person, and one without a seat for who looks on; a new holder of a seat finds none."""

couriers = sa.Table(
    "couriers",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("label", sa.String(300), nullable=False),
    sa.Column("target", sa.Text, nullable=False),
    sa.Column("language", sa.String(8), nullable=False),
    sa.Column("confirmed", sa.Boolean, nullable=False),
    sa.Column("created", sa.Double, nullable=False),
)
"""Ways to reach somebody. The target of a webhook or a browser is a secret; the label is what may be shown."""

letters = sa.Table(
    "letters",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("courier", sa.String(32), nullable=False),
    sa.Column("label", sa.String(300), nullable=False),
    sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), index=True),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("parts", sa.Text, nullable=False),
    sa.Column("state", sa.String(10), nullable=False),
    sa.Column("due", sa.Double, nullable=False),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("error", sa.String(200), nullable=False),
    sa.Column("created", sa.Double, nullable=False),
    sa.Index("ix_letters_state_due", "state", "due"),
)
"""What is to be told, and what became of it. It holds no words: those are made when it is carried."""

wishes = sa.Table(
    "wishes",
    metadata,
    sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("mode", sa.String(10), nullable=False),
)
"""How somebody hears of a table, if otherwise than usual."""

processes = sa.Table(
    "processes",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("seen", sa.Double, nullable=False),
    info={"passing": True},
)
"""The server processes at work, and when each was last heard of. What is passing is in no backup."""

presences = sa.Table(
    "presences",
    metadata,
    sa.Column("process", sa.String(32), sa.ForeignKey("processes.id"), primary_key=True),
    sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
    info={"passing": True},
)
"""Who is connected to which process."""

facts = sa.Table(
    "facts",
    metadata,
    sa.Column("name", sa.String(40), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
"""What the server knows of itself, such as the hash of the admin link that was not used yet."""
