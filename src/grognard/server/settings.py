"""What whoever runs a server decides."""

from __future__ import annotations

from pathlib import Path

import msgspec
import platformdirs

DATABASE = "grognard.db"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """One server. The defaults suit a laptop: SQLite in the user's data folder, anybody who can reach it may play."""

    db: str = ""
    """A database URL; empty: SQLite in the data folder."""
    host: str = "127.0.0.1"
    port: int = 8000
    invite_only: bool = False
    """Nobody gets in without the invitation of a table or of the admin."""
    origin: str = ""
    """The address people see, such as https://play.example, if a proxy stands in front."""
    bots: bool = True
    """Whether this process moves the bots."""
    smtp: str = ""
    """Where mail is handed in, smtp://user:password@host:port; empty: no mail is sent."""
    mail_from: str = ""
    """The address mail comes from."""
    post_delay: float = 30.0
    """So many seconds somebody has to act before they are written to."""
    private_couriers: bool = False
    """Whether webhooks may lead to private addresses and need no https: only for tests."""
    players: dict[str, str] = {}
    """Bots in other languages: the command that runs each."""
    requests_a_minute: int = 1200
    """Per address; what needs more work than a look counts more."""

    @property
    def url(self) -> str:
        """The database as SQLAlchemy names it."""
        if not self.db:
            folder = Path(platformdirs.user_data_dir("grognard", appauthor=False))
            folder.mkdir(parents=True, exist_ok=True)
            return f"sqlite:///{folder / DATABASE}"
        for scheme in ("postgresql://", "postgres://"):
            if self.db.startswith(scheme):
                return "postgresql+psycopg://" + self.db.removeprefix(scheme)
        return self.db

    @property
    def postgres(self) -> str:
        """The same for PostgreSQL's own library; empty on SQLite."""
        url = self.url
        return "postgresql://" + url.partition("://")[2] if url.startswith("postgresql") else ""

    @property
    def address(self) -> str:
        """Where people find it."""
        if self.origin:
            return self.origin
        host = "127.0.0.1" if self.host in ("0.0.0.0", "::") else self.host  # noqa: S104 - compared, not bound
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"

    @property
    def secure(self) -> bool:
        """Whether people come over https."""
        return self.origin.startswith("https://")
