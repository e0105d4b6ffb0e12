"""Couriers: ways to reach somebody who is not looking, and the letters they carry."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "0006", "0005", None, None


def upgrade() -> None:
    op.create_table(
        "couriers",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("label", sa.String(300), nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_table(
        "letters",
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
    op.create_table(
        "wishes",
        sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("mode", sa.String(10), nullable=False),
    )
    op.add_column("people", sa.Column("digest_hour", sa.Integer, nullable=False, server_default="7"))
