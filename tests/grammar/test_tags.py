"""Tags: what each word of a sentence is, and its base form; without a dictionary, for words nobody listed too."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphwright.grammar import tags
from graphwright.grammar.tags import tagged
from graphwright.grammar.tokens import tokens
from graphwright.languages import LANGUAGES


def read(text: str, language: str) -> list[str]:
    """The words of the likeliest row with their tags, verbs and changed words with their base form."""
    row = tagged(tokens(text), language)[0]
    return [
        f"{each.text}/{each.tag}" + (f"={each.lemma}" if each.tag == "verb" else "")
        for each in row
        if each.kind == "word"
    ]


@pytest.mark.requirement("U-03")
@pytest.mark.parametrize(
    ("language", "text", "verbs"),
    [
        ("en", "The gardener grafts the branch and waters it", {"grafts": "graft", "waters": "water"}),
        ("en", "Each hive is inspected, weighed and closed", {"inspected": "inspect", "weighed": "weigh", "closed": "close"}),
        ("en", "If the tide falls, the lock keeper opens the sluice", {"falls": "fall", "opens": "open"}),
        ("en", "The sculptor must not overheat the bronze", {"overheat": "overheat"}),
        ("de", "Der Imker schleudert den Honig und füllt ihn ab", {"schleudert": "schleudern", "füllt": "füllen"}),
        ("de", "Wenn die Flut fällt, öffnet der Wärter die Schleuse", {"fällt": "fallen", "öffnet": "öffnen"}),
        ("de", "Jede Glocke wird gegossen und gestimmt", {"gegossen": "gießen", "gestimmt": "stimmen"}),
        ("de", "Die Bronze darf nicht überhitzen", {"überhitzen": "überhitzen"}),
        ("de", "der gärtner veredelt den ast und gießt ihn", {"veredelt": "veredeln", "gießt": "gießen"}),
        ("fr", "Le jardinier greffe la branche et l'arrose", {"greffe": "greffer", "arrose": "arroser"}),
        ("fr", "Chaque cloche est coulée puis accordée", {"coulée": "couler", "accordée": "accorder"}),
        ("fr", "Si la marée baisse, l'éclusier ouvre la vanne", {"baisse": "baisser", "ouvre": "ouvrir"}),
        ("fr", "Le bronze ne doit pas surchauffer", {"surchauffer": "surchauffer"}),
    ],
)  # fmt: skip
def test_verbs_are_found_with_their_base_form_whether_listed_or_not(language, text, verbs):
    row = tagged(tokens(text), language)[0]

    assert {each.text: each.lemma for each in row if each.tag == "verb"} == verbs


@pytest.mark.requirement("U-03")
@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "as soon as the bell rings", "as soon as"),
        ("de", "mit Hilfe von Sensoren", "mit Hilfe von"),
        ("fr", "à l'aide d'un treuil", "à l' aide d'"),
    ],
)
def test_words_of_several_are_one_token_with_its_place(language, text, expected):
    found = [each for each in tagged(tokens(text), language)[0] if each.text == expected]

    assert [text[each.start : each.end].replace("'", "' ").strip() for each in found] == [expected]


@pytest.mark.requirement("U-04")
@pytest.mark.parametrize("language", LANGUAGES)
@given(st.text(max_size=120))
@settings(max_examples=60)
def test_any_words_get_tags_and_keep_their_places(language, text):
    for row in tagged(tokens(text), language):
        assert all(one.end <= other.start for one, other in pairwise(row))


@pytest.mark.requirement("U-06")
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "the miller grinds the corn and "),
        ("de", "der Müller mahlt das Korn und "),
        ("fr", "le meunier moud le grain et "),
    ],
)
def test_the_work_of_tagging_grows_like_the_text(monkeypatch, language, words):
    steps = 0
    step = tags._step

    def counted(*arguments, **options):
        nonlocal steps
        steps += 1
        return step(*arguments, **options)

    monkeypatch.setattr(tags, "_step", counted)
    taken = []
    for times in (20, 40, 80):
        steps = 0
        tags.tagged(tokens(words * times), language)
        taken.append(steps)

    assert taken[1] <= 2.2 * taken[0]
    assert taken[2] <= 2.2 * taken[1]
