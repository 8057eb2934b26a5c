"""The texts that people read call each thing by one word: what `docs/glossary.md` says of them, held over all of them.

What people may *say* is not touched: whoever writes "edge" or "Kante" is understood as before. Language models are asked in
the words of the text forms that they write.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from graphwright import languages
from graphwright.languages import LANGUAGES, leaves

PAGE: Final = Path(__file__).resolve().parents[2] / "web" / "src" / "locales"
_ENTRY: Final = re.compile(r'^  "?([\w.]+)"?:\s+"((?:[^"\\]|\\.)*)"', re.MULTILINE)
_PLACE: Final = re.compile(r"\{\w+(?::\w+)?\}|`[^`]*`|\[[A-Z]+ [^\]]*\]|\*\w+\*")

_ASKED: Final = (
    *(f"sentences.discussion.{key}" for key in ("rules", "looks_up", "proposes", "you_are", "other_brief", "briefs.*")),
    *(f"sentences.discussion.{key}" for key in ("argue", "asked", "vote", "empty", "mend")),
    *("sentences.answers.repairForm", "sentences.answers.askedBackLeftOpen"),
)
"""Where a language model is asked."""
_SAID: Final = (
    "sentences.suggestions.*",
    "sentences.questions.samples.*",
    "tables.askDraft",
    "discussion.asProposalText",
)
"""What a person may send to the assistant, whom people address as they like."""
_LINES: Final = ("findings.problems.malformed.*", "findings.notes.remark")
"""Where a text form is told by its own words, and JSON has objects."""
_FLOWS: Final = ("findings.rules.link_handles.*", "findings.rules.reached.*", "findings.types.TYPE")
"""Where a profile has a relation called *link*, and a type called *node type*."""
_ADDRESSES: Final = (
    *("people.*", "sharing.*", "administration.*", "views.cop*", "comments.wantedGone", "sentences.audit.*"),
    *(
        "*.copyLink",
        "frame.loginHint",
        "frame.ticketFailed",
        "frame.companyHint",
        "frame.linkCopied",
        "frame.key.copyLink",
    ),
)
"""Where a link is an address that is handed on, and *connexion* a log-in."""
_WIRES: Final = ("frame.ended", "frame.companyRefused", "frame.error.*", "people.mail*", "findings.refusals.signIn*")
"""Where a connection leads to a computer, and *connexion* is a log-in."""


class Thing(NamedTuple):
    """What is called by one word."""

    word: str
    """The one word, or why there is one."""
    others: dict[str, str]
    """Not used for it, by language."""
    allowed: tuple[str, ...] = ()
    """Keys where another word means another thing."""


THINGS: Final = (
    Thing(
        "element, Element, élément: what people see as a box or row; node is the word of code and of text forms",
        {
            "en": "[Nn]odes?|[Ee]ntit(?:y|ies)",
            "de": "Knoten|Entität(?:en)?|Objekte?",
            "fr": "[Nn](?:œ|oe)uds?|[Ee]ntités?",
        },
        (*_LINES, *_FLOWS, "findings.terms.jsonTwice", "sentences.doubts.twoThings"),
    ),
    Thing(
        "relation, Beziehung, relation: what joins two elements; edge is the word of code, a link is an address",
        {
            "en": "[Ee]dges?|[Rr]elationships?|[Cc]onnections?|(?:an?|the|this|no|has|missing|[Ss]uspect|count\\}) links?",
            "de": "Kanten?|Relation(?:en)?|Verbindung(?:en)?|Verknüpfung(?:en)?",
            "fr": "[Aa]rêtes?|[Cc]onnexions?|[Ll]iaisons?|[Ll]iens?",
        },
        (*_LINES, *_FLOWS, *_ADDRESSES, *_WIRES),
    ),
    Thing(
        "proposal, Vorschlag, proposition: what waits for a person's decision",
        {"en": "[Ss]uggest(?:ions?|s)?", "de": "Anregung(?:en)?|Änderungss[aä]tze?", "fr": "[Ss]uggestions?|suggérer"},
    ),
    Thing(
        "comment, Kommentar, commentaire: what somebody says of something, beside the model",
        {"en": "[Rr]emarks?|[Aa]nnotations?", "de": "Anmerkung(?:en)?|Annotation(?:en)?", "fr": "[Aa]nnotations?"},
        _LINES,
    ),
    Thing(
        "Sie, vous: whoever reads is addressed as in other tools for engineers",
        {
            "de": (
                "[Dd]u|[Dd]ich|[Dd]ein(?:e[mnrs]?)?|(?:sieh|nimm|gib|lass|sag|nenne|wähle|beschreibe)|"
                "(?<![\\w,„] )(?<!„)(?:Sieh|Nimm|Gib|Lass|Sage?|Schreibe|Nenne|Wähle|Beschreibe|Lösche|Entferne|Füge|Ändere)"
            ),
            "fr": "[Tt]u|[Tt]oi|[Tt]on|[Tt]a|[Tt]es|Décris|[Rr]edis|[Dd]is-(?:le|la|moi)|Ajoute|Choisis|Ouvre|changes?-l[ae]",
        },
        (*_ASKED, *_SAID),
    ),
)


def _texts(language: str) -> Iterator[tuple[str, str]]:
    """What a person may read, by its place: `frame.close` of the page, `findings.rules.naming.title` of the server."""
    for path in sorted((PAGE / language).glob("*.ts")):
        for key, text in _ENTRY.findall(path.read_text(encoding="utf-8")):
            yield f"{path.stem}.{key}", text
    for name in ("findings", "sentences"):
        text = (Path(languages.__file__).parent / language / f"{name}.toml").read_text(encoding="utf-8")
        for key, said in leaves(tomllib.loads(text)):
            yield f"{name}.{key}", said


def wrong(things: tuple[Thing, ...], language: str, texts: Iterator[tuple[str, str]]) -> list[str]:
    """What calls a thing by another word, with the one that it has."""
    found: list[str] = []
    for key, text in texts:
        bare = _PLACE.sub("", text)
        for word, others, allowed in things:
            pattern = others.get(language)
            if pattern is None or any(fnmatchcase(key, each) for each in (*allowed, *_ASKED)):
                continue
            found += [f"{key}: {each.group()!r}, {word}" for each in re.finditer(rf"(?<!\w)(?:{pattern})(?!\w)", bare)]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.requirement("U-666")
def test_every_text_calls_a_thing_by_its_one_word_and_addresses_people_in_one_way(language):
    assert wrong(THINGS, language, _texts(language)) == []


@pytest.mark.requirement("U-666")
def test_the_texts_of_page_and_server_are_all_read():
    read = {language: dict(_texts(language)) for language in LANGUAGES}

    assert {language: len(texts) > 2_000 for language, texts in read.items()} == dict.fromkeys(LANGUAGES, True)
    assert read["de"].keys() == read["en"].keys() == read["fr"].keys()


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Select the node"),
        ("en", "Rows without a link"),
        ("en", "2 suggestions wait"),
        ("de", "Die Kante ist neu"),
        ("de", "Bitte sieh ihn dir an"),
        ("de", "Das darfst du nicht"),
        ("fr", "L’arête est nouvelle"),
        ("fr", "Décris ton système"),
    ],
)
@pytest.mark.requirement("U-666")
def test_another_word_is_found_where_it_stands(language, text):
    assert wrong(THINGS, language, iter([("matrix.any", text)]))
