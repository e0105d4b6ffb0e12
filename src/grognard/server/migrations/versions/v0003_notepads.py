"""A notepad for each seat of a person."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "0003", "0002", None, None


def upgrade() -> None:
    op.create_table(
        "notepads",
        sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("seat", sa.String(40), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.execute(
        """INSERT INTO notepads ("table", person, seat, text)
        SELECT n."table", n.person, COALESCE(MIN(s.seat), ''), n.text FROM notes n
        LEFT JOIN seats s ON s."table" = n."table" AND s.person = n.person
        GROUP BY n."table", n.person, n.text"""
    )
    op.drop_table("notes")
