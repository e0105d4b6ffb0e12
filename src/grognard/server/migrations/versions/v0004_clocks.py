"""Vacations, and the pause that all at a table agree on."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "0004", "0003", None, None


def upgrade() -> None:
    op.create_table(
        "vacations",
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("begins", sa.Double, primary_key=True),
        sa.Column("ends", sa.Double, nullable=False),
        sa.Column("days", sa.Integer, nullable=False),
    )
    op.add_column("seats", sa.Column("would_pause", sa.Boolean, nullable=False, server_default=sa.false()))
