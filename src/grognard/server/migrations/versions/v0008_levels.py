"""Which bot sits on a seat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "0008", "0007", None, None


def upgrade() -> None:
    op.add_column("seats", sa.Column("level", sa.String(80), nullable=False, server_default="staff"))
