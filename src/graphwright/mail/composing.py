"""Writes a mail: plain text and the same as simple HTML, in the reader's language, with links to what it tells.

What people wrote is text in it and nothing else: a line of a header has no line ends, and HTML is escaped.
"""

from __future__ import annotations

from collections.abc import Sequence
from email.message import EmailMessage
from email.policy import SMTP, EmailPolicy
from email.utils import format_datetime, formataddr
from html import escape
from typing import TYPE_CHECKING, Final, NamedTuple, cast
from urllib.parse import quote

from graphwright.formats.cleaning import clean
from graphwright.languages import load
from graphwright.text.messages import filled, quoted

if TYPE_CHECKING:
    from datetime import datetime

    from graphwright.mail.news import MailItem
    from graphwright.mail.records import Mailbox

NAME: Final = "Graphwright"
MAX_ITEMS: Final = 20
"""In one mail; the others are counted."""
EXCERPT: Final = 400
"""Characters of a remark."""
_LABEL: Final = 80
UNSUBSCRIBED: Final = "/api/mail/unsubscribed/"
"""Where a mail program ends the mails (RFC 8058)."""


class _Policy(EmailPolicy):
    """As mail servers want it, with the address of List-Unsubscribe in one piece: folded it would be encoded."""

    def fold(self, name: str, value: str) -> str:
        return f"{name}: {value}{self.linesep}" if name == "List-Unsubscribe" else super().fold(name, value)

    def fold_binary(self, name: str, value: str) -> bytes:
        return self.fold(name, value).encode("ascii", "surrogateescape")


_POLICY: Final = cast("EmailPolicy", _Policy(linesep=SMTP.linesep, max_line_length=SMTP.max_line_length))


class _BothForms(NamedTuple):
    """The same in both forms."""

    text: str
    html: str


class Composer:
    """Writes the mails of one server."""

    def __init__(self, *, page: str, sender: str) -> None:
        self._page = page
        self._sender = sender

    @property
    def host(self) -> str:
        """What stands behind the `@` of a Message-ID."""
        return self._sender.rpartition("@")[2]

    def news(self, box: Mailbox, items: Sequence[MailItem], *, message_id: str, now: datetime) -> EmailMessage:
        """What was said to somebody."""
        words, language = _words(box.language), box.language
        first, count = items[0], len(items)
        key = f"subject_{first.kind}" if count == 1 else "subject_several"
        subject = filled(
            words[key], {"who": _line(first.who), "project": _line(first.project), "count": count}, language
        )
        told = [self._told(item, language) for item in items[:MAX_ITEMS]]
        more = filled(words["more"], {"count": count - MAX_ITEMS}, language) if count > MAX_ITEMS else ""
        why = filled(words["why"], {"page": f"{self._page}/"}, language)
        end = f"{self._page}/#unsubscribe={box.secret}"
        foot = f"-- \n{why}\n{words['end']} {end}"
        text = "\n\n".join([*(each.text for each in told), *filter(None, [more]), foot])
        small = f'<small>{escape(why)}<br><a href="{escape(end)}">{escape(words["end_link"])}</a></small>'
        html = "\n".join(
            [*(each.html for each in told), f"<p>{escape(more)}</p>" if more else "", f"<hr><p>{small}</p>"]
        )
        message = self._message(box.address or "", subject, _BothForms(text, html), language=language, now=now)
        message["Message-ID"] = message_id
        message["List-Unsubscribe"] = f"<{self._page}{UNSUBSCRIBED}{box.secret}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        return message

    def code(self, address: str, code: str, *, name: str, language: str, now: datetime) -> EmailMessage:
        """Asks whether an address is theirs who said so."""
        words = _words(language)
        asked = filled(words["code"], {"name": _line(name), "page": f"{self._page}/"}, language)
        text = f"{asked}\n\n    {code}\n\n{words['code_other']}"
        html = f"<p>{escape(asked)}</p><p><strong>{code}</strong></p><p>{escape(words['code_other'])}</p>"
        subject = filled(words["code_subject"], {"code": code}, language)
        return self._message(address, subject, _BothForms(text, html), language=language, now=now)

    def test(self, address: str, *, language: str, now: datetime) -> EmailMessage:
        """Says that it has arrived."""
        words = _words(language)
        text = filled(words["test"], {"page": f"{self._page}/"}, language)
        told = _BothForms(text, f"<p>{escape(text)}</p>")
        return self._message(address, words["test_subject"], told, language=language, now=now)

    def _message(self, to: str, subject: str, told: _BothForms, *, language: str, now: datetime) -> EmailMessage:
        message = EmailMessage(policy=_POLICY)
        message["From"] = formataddr((NAME, self._sender))
        message["To"] = to
        message["Subject"] = subject
        message["Date"] = format_datetime(now)
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(f"{told.text}\n")
        page = f'<!doctype html>\n<html lang="{language}"><body>\n{told.html}\n</body></html>\n'
        message.add_alternative(page, subtype="html")
        message["Content-Language"] = language  # behind the parts, or it would be the first one's
        return message

    def _told(self, item: MailItem, language: str) -> _BothForms:
        """One piece of news: who said what where, and the way there."""
        values = {"who": _line(item.who), "what": quoted(_line(item.what), language), "project": _line(item.project)}
        words = _words(language)
        title, said, link = filled(words[item.kind], values, language), _excerpt(item.text), self._link(item)
        remark = f"<blockquote>{escape(said).replace(chr(10), '<br>')}</blockquote>" if said else ""
        html = f'<p>{escape(title)}</p>{remark}<p><a href="{escape(link)}">{escape(words["open"])}</a></p>'
        return _BothForms(f"{title}\n\n{_indented(said)}{link}", html)

    def _link(self, item: MailItem) -> str:
        at = f"{self._page}/#/p/{quote(item.project, safe='')}"
        if item.notice.kind == "proposal":
            return f"{at}?drawer=review&proposal={quote(item.notice.id)}"
        return f"{at}?drawer=comments&comment={quote(item.notice.id)}"


def _words(language: str) -> dict[str, str]:
    return load(language, "sentences", "mail", dict[str, str])


def _line(text: str) -> str:
    """One line, short, with nothing in it that cannot be seen."""
    line = " ".join(clean(text).split())
    return line if len(line) <= _LABEL else f"{line[: _LABEL - 1]}…"


def _excerpt(text: str) -> str:
    said = clean(text).strip()
    return said if len(said) <= EXCERPT else f"{said[: EXCERPT - 1]}…"


def _indented(said: str) -> str:
    return "".join(f"> {line}\n" for line in said.splitlines()) + "\n" if said else ""
