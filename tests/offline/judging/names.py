"""Whether two names say the same: a normaliser of the judge's own, so that it shares no mistake with the assistant.

Case, articles, number, accents, hyphens, word order and the form of a verb do not count. Words are compared by a rough stem;
verbs that change their vowel stand in a table.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

_WORD = re.compile(r"[^\W\d_]+|\d+(?:[.,]\d+)?")
_CAMEL = re.compile(r"(?<=[a-zà-ÿ])(?=[A-ZÀ-Þ])|(?<=[A-Z])(?=[A-Z][a-z])")

_SMALL_WORDS = """
    the a an this that these those his her its their my our your of to for with by at in into on onto from up is are be
    der die das den dem des ein eine einen einem einer eines kein sein ihr ihre sich es er sie von vom zu zum zur mit bei
    beim im ins an am auf aus für über wird werden ist sind und and et
    le la les l un une du de des d au aux à en dans par pour sur avec son sa ses leur leurs ce cette qu que qui se s il elle
    it they who which wer der diese dieser diesen celui celle ci on lui ne pas me you we i he she
"""
_SMALL = frozenset(_SMALL_WORDS.split())
_FORMS = {
    form: lemma
    for line in (
        "send sent sends",
        "give gave given gives gibt geben gab gegeben",
        "take took taken",
        "choose chose chosen choice",
        "lesen liest las gelesen",
        "messen misst maß gemessen messung",
        "wiegen wiegt wog gewogen wägen wägung",
        "nehmen nimmt genommen",
        "einsehen einsicht eingesehen sieht sehen",
        "tragen trägt getragen eintragen eingetragen",
        "fahren fährt gefahren fahrt",
        "ausleihen ausgeliehen leiht leihen verleihen ausleihe",
        "bringen bringt gebracht",
        "senden sendet gesendet gesandt",
        "halten hält gehalten",
        "laufen läuft",
        "schließen schließt geschlossen schließung",
        "rücken ausrücken ausgerückt",
        "schlagen schlägt geschlagen anschlagen",
        "laden lädt geladen entladen hochladen",
        "waschen wäscht gewaschen",
        "blasen bläst geblasen",
        "werfen wirft geworfen auswerfen",
        "treten tritt getreten",
        "treffen trifft getroffen",
        "brechen bricht gebrochen abbrechen",
        "sprechen spricht gesprochen",
        "helfen hilft geholfen",
        "recevoir reçoit reçoivent reçu réception",
        "envoyer envoie envoient envoyé envoi",
        "prendre prend prennent pris prise",
        "peser pèse pèsent pesé pesée",
        "lire lit lisent lu lecture",
        "saisir saisit saisissent saisi saisie",
        "payer paie paye paient payé paiement",
        "mettre met mettent mis mise",
        "ouvrir ouvre ouvrent ouvert ouverture",
        "choisir choisit choisissent choisi choix",
        "pay pays paid payment",
        "know knows knew known",
        "see sees saw seen",
        *(
            "weisen wies gewiesen",
            "schreiben schrieb geschrieben",
            "schneiden schnitt geschnitten",
            "ziehen zog gezogen",
        ),
        *("heben hob gehoben", "gießen goss gegossen", "binden band gebunden", "schieben schob geschoben"),
        *("geben gegeben", "stellen gestellt", "greifen griff gegriffen", "steigen stieg gestiegen"),
        *("write wrote written", "sell sold", "buy bought", "bring brought", "draw drew drawn", "drive drove driven"),
        *("feed fed", "hold held", "keep kept", "build built", "hang hung", "wind wound", "spin spun", "grind ground"),
    )
    for lemma, *forms in (line.split(),)
    for form in (lemma, *forms)
}
_ENDINGS = (
    *("issements", "issement", "isations", "isation", "ations", "ation", "ierungen", "ierung", "issent", "ements"),
    *("ieren", "ement", "tions", "ments", "ungen", "tion", "iert", "ment", "ings", "ting", "ning", "ping", "ance"),
    *(
        "sion",
        "ling",
        "ring",
        "tung",
        "nung",
        "ung",
        "ing",
        "ers",
        "ern",
        "est",
        "ten",
        "tet",
        "ent",
        "ées",
        "eur",
        "ier",
    ),
    *("ied", "ies", "als", "ent", "er", "en", "em", "es", "et", "ez", "ed", "ée", "és", "ir", "it", "re", "or", "al"),
    *("e", "n", "s", "t", "r", "é", "y", "a", "i"),
)
_LEAST = 3
"""Letters that are left of a word."""
_PARTICIPLE = re.compile(
    r"(ab|an|auf|aus|bei|durch|ein|fest|frei|her|hin|los|mit|nach|um|unter|vor|weg|zu|zurück|zusammen)(ge\w{2,}(?:t|en))"
)
"""A German participle behind the particle of its verb: `abgewiesen`, `ausgedruckt`."""


def words(text: str) -> tuple[str, ...]:
    """The words of a name or sentence, folded; capitals inside a word begin another."""
    parts = _WORD.findall(_CAMEL.sub(" ", text.replace("’", "'")))
    return tuple(part.casefold() for part in parts)


def content(text: str) -> frozenset[str]:
    """The stems of the words that say something; of a name that is nothing but small words, these."""
    found = words(text)
    return frozenset(stem(word) for word in found if word not in _SMALL) or frozenset(found)


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """What is left of a word without its endings and accents."""
    if (parted := _PARTICIPLE.fullmatch(word)) is not None and word not in _FORMS:
        word = parted[1] + _FORMS.get(parted[2], parted[2].removeprefix("ge"))
    word = _FORMS.get(word, word)
    if len(word) > _LEAST + 3 and word.startswith("ge") and word.endswith(("t", "en")):
        word = word[2:]
    for _ in range(2):
        for ending in _ENDINGS:
            if word.endswith(ending) and len(word) - len(ending) >= _LEAST:
                word = word[: -len(ending)]
                break
    # A name may write an umlaut with an e.
    return plain(word).replace("ae", "a").replace("oe", "o").replace("ue", "u")


def plain(text: str) -> str:
    """Lower case, without accents; ligatures written out."""
    text = text.casefold().replace("œ", "oe").replace("æ", "ae").replace("ß", "ss")
    return "".join(each for each in unicodedata.normalize("NFD", text) if not unicodedata.combining(each))


def same(name: str, other: str) -> bool:
    """Whether two names hold the same words."""
    if [each.rstrip("s") for each in words(name)] == [each.rstrip("s") for each in words(other)]:
        return True  # `vérins`: two endings are taken off one, and not the same two off the other
    return content(name) == content(other) or _glued(name) == _glued(other)


def holds(name: str, other: str) -> bool:
    """Whether a name holds all words of another, maybe inside compounds."""
    glued = _glued(name)
    return all(word in content(name) or (len(word) > _LEAST and word in glued) for word in content(other))


def likeness(name: str, alternatives: Iterable[str], sentence: str) -> int:
    """How well a name says one of the alternatives: 2 the same, 1 with more words of the sentence, 0 not."""
    alternatives = list(alternatives)
    if any(same(name, each) for each in alternatives):
        return 2
    known = content(sentence).union(*(content(each) for each in alternatives))
    inside = "".join(sorted(known))
    for each in alternatives:
        extra = {word for word in content(name) - content(each) if word not in known and word not in inside}
        if holds(name, each) and not extra:
            return 1
    return 0


def stands_in(phrase: str, text: str) -> bool:
    """Whether a phrase stands in a text, word by word, however both are written."""
    wanted, said = [stem(each) for each in words(phrase)], [stem(each) for each in words(text)]
    return any(said[start : start + len(wanted)] == wanted for start in range(len(said) - len(wanted) + 1))


def _glued(name: str) -> str:
    """All stems as one word, so that a compound may be written apart."""
    return "".join(stem(word) for word in words(name) if word not in _SMALL)
