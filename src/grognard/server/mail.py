"""Mail, over the SMTP server that whoever runs Grognard names."""

from __future__ import annotations

import re
import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

from grognard.engine.refusal import UserError
from grognard.server.egress import Undeliverable
from grognard.server.problem import Problem

WAIT = 20.0
LONGEST = 254
ADDRESS = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}"
)


class Postbox:
    """Where mail is handed in: smtp://user:password@host:port, or smtps:// for a line private from the start."""

    def __init__(self, url: str, sender: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
            raise UserError("GROGNARD_SMTP is written smtp://user:password@host:port, or smtps://…")
        if not ADDRESS.fullmatch(sender):
            raise UserError("GROGNARD_MAIL_FROM must be the address mail comes from, such as table@example.org.")
        self.host, self.tls, self.sender = parts.hostname, parts.scheme == "smtps", sender
        self.port = parts.port or (465 if self.tls else 587)
        self.user, self.password = unquote(parts.username or ""), unquote(parts.password or "")

    def send(self, to: str, subject: str, body: str) -> None:
        """Hand it in; Undeliverable says why it was not taken."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = f"Grognard <{self.sender}>", to, subject
        message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain=self.sender.partition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(body)
        try:
            with self._line() as line:
                line.send_message(message)
        except (smtplib.SMTPRecipientsRefused, smtplib.SMTPSenderRefused) as error:
            code = (
                error.smtp_code
                if isinstance(error, smtplib.SMTPSenderRefused)
                else max(c for c, _ in error.recipients.values())
            )
            raise Undeliverable(f"The mail server refuses this address ({code}).", final=code >= 500) from None
        except smtplib.SMTPResponseException as error:
            final = error.smtp_code >= 500 and not isinstance(error, smtplib.SMTPAuthenticationError)
            raise Undeliverable(f"The mail server answers {error.smtp_code}.", final=final) from None
        except (smtplib.SMTPException, OSError):
            raise Undeliverable("The mail server does not answer as it should.", final=False) from None

    def _line(self) -> smtplib.SMTP:
        private = ssl.create_default_context()
        if self.tls:
            line: smtplib.SMTP = smtplib.SMTP_SSL(self.host, self.port, timeout=WAIT, context=private)
        else:
            line = smtplib.SMTP(self.host, self.port, timeout=WAIT)
            line.ehlo()
            if line.has_extn("starttls"):
                line.starttls(context=private)
                line.ehlo()
            elif self.user:
                line.close()
                raise Undeliverable("The mail server offers no private line for the password.", final=False)
        if self.user:
            line.login(self.user, self.password)
        return line


def checked(address: str) -> str:
    """An address mail can be sent to; Problem if it is none."""
    if len(address) > LONGEST or not ADDRESS.fullmatch(address):
        raise Problem(422, "This is no mail address.")
    return address
