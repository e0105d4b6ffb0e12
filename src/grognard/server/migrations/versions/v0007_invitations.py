"""Invitations end."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "0007", "0006", None, None


def upgrade() -> None:
    op.add_column("tables", sa.Column("invite_until", sa.Double))
