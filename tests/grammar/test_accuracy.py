"""How many words get the right tag: forty sentences in each language, tagged by hand, of crafts and trades.

`tagged/*.txt` holds `word/tag` rows; words of several are joined by `_`, verbs are told by their form: `v` finite,
`inf`, `part`, `ger`, `imp`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from graphwright.grammar.records import Token
from graphwright.grammar.tags import tagged
from graphwright.grammar.tokens import tokens
from graphwright.languages import LANGUAGES

ROWS = Path(__file__).parent / "tagged"
SHORT = {
    "noun": "n", "article": "art", "preposition": "prep", "conjunction": "conj", "adjective": "adj", "auxiliary": "aux",
}  # fmt: skip
FORMS = {"infinitive": "inf", "participle": "part", "gerund": "ger", "imperative": "imp"}


def short(token: Token) -> str:
    if token.tag != "verb":
        return SHORT.get(token.tag, token.tag)
    return next((FORMS[each] for each in token.features if each in FORMS), "v")


def compared(language: str) -> tuple[int, list[str]]:
    """How many words there are, and those whose tag differs."""
    sentences = (ROWS / f"{language}.txt").read_text(encoding="utf-8").splitlines()
    texts = (ROWS / f"{language}_text.txt").read_text(encoding="utf-8").splitlines()
    count, wrong = 0, []
    for row, text in zip(sentences, texts, strict=True):
        found = [each for each in tagged(tokens(text), language)[0] if each.tag != "sign"]
        wanted = [entry.rpartition("/") for entry in row.split(" ")]
        count += len(wanted)
        if [each.text.replace(" ", "_") for each in found] != [word for word, _, _ in wanted]:
            wrong.append(f"{text}: other words")
            continue
        wrong += [
            f"{text}: {word} is {tag}, not {short(token)}"
            for token, (word, _, tag) in zip(found, wanted, strict=True)
            if short(token) != tag
        ]
    return count, wrong


@pytest.mark.requirement("U-03")
@pytest.mark.parametrize("language", LANGUAGES)
def test_nineteen_of_twenty_words_get_the_tag_that_a_person_gives_them(language):
    count, wrong = compared(language)

    assert count > 240
    assert len(wrong) <= count * 0.05, wrong
