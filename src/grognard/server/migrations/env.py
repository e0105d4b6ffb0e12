"""Run by Alembic with the connection the store hands over."""

from __future__ import annotations

from alembic import context

from grognard.server.schema import metadata

if hasattr(context, "config"):  # else somebody only reads the module
    connection = context.config.attributes["connection"]
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()
