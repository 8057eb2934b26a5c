"""An ontology in words: as text for a language model, and as tables for people, both made from the data (K-25).

Nothing about a type, a pair or a rule is written here a second time; the few sentences of advice are about how to work
with the types of profile `systems` and are left out for a profile that lacks them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from graphwright.graph.rules import RULES, reach_of
from graphwright.graph.rules.base import PairRule, statement

if TYPE_CHECKING:
    from graphwright.graph.ontology import Attribute, Gate, NodeType, Ontology, Relation, RuleSetting
    from graphwright.graph.profile import Phrase


_Language: TypeAlias = Literal["en", "de", "fr"]


_LAST_PHASE: Final = 4


class _Advice(NamedTuple):
    """A line for the language model, and the node types it speaks of."""

    line: str
    types: tuple[str, ...] = ()


_CRITICAL_ERRORS: Final = (
    _Advice("A use case holds no function. Right: UC -cp-> FCHAIN, FCHAIN -cp-> FUNC.", ("UC", "FCHAIN", "FUNC")),
    _Advice(
        "Data never jumps. Wrong: ACTOR -io-> FUNC, FUNC -io-> FUNC. Right: ACTOR -io-> FLOW, FLOW -io-> FUNC.",
        ("ACTOR", "FLOW", "FUNC"),
    ),
    _Advice(
        "A flow has one direction. Right: two flows, such as OrderRequest and OrderConfirmation.",
        ("ACTOR", "FLOW", "FUNC"),
    ),
    _Advice(
        "Two relations are easily turned round. Right: REQ -vf-> TEST, MOD -al-> FUNC.",
        ("REQ", "TEST", "MOD", "FUNC"),
    ),
    _Advice("What exists is not made again. Wrong: a second CheckOrder beside ValidateOrder that does the same."),
)
_GOOD: Final = (
    _Advice("REQ: one shall, a number or a condition, its kind and rationale.", ("REQ",)),
    _Advice("UC: goal, precondition, postcondition.", ("UC",)),
)
"""What the scores look at (see `quality`): asked for, so that nobody is measured by what was never said."""


def prompt_text(ontology: Ontology, language: _Language, *, phase: int = _LAST_PHASE) -> str:
    """The ontology as compact text for a language model: types, pairs, what counts in a phase, frequent errors.

    What types and relations mean is said in the language of the conversation. The same bytes for the same profile,
    language and phase, so it can stand in a cached prefix (T-06).
    """
    told = [setting for setting in ontology.rules.values() if _is_told(setting)]
    now = [setting for setting in told if setting.hard or setting.phase <= phase]
    later = [setting for setting in told if setting not in now]
    sections = [
        f"# Ontology {ontology.name}",
        "## Node types: TYPE abbreviation: meaning (attributes, * = never without)",
        *(_type_line(node_type, language) for node_type in ontology.node_types.values()),
        "## Relations: name arrow: meaning; allowed pairs, source>targets",
        *(_relation_line(ontology, relation, language) for relation in ontology.relations.values()),
        f"## Rules that count now, in phase {phase} (! = a change set that breaks it is refused)",
        *map(_rule_line, now),
        *([f"## Rules that count from a later phase on: they may stay open in phase {phase}"] if later else []),
        *map(_rule_line, later),
        *_advice("## The five critical errors", _CRITICAL_ERRORS, ontology),
        *_advice("## Well written is", _GOOD, ontology),
    ]
    return "\n".join(sections) + "\n"


def _type_line(node_type: NodeType, language: _Language) -> str:
    attributes = ", ".join(_attribute(attribute) for attribute in node_type.attributes)
    line = f"{node_type.name} {node_type.abbreviation}: {in_language(node_type.meaning, language)}"
    return f"{line} ({attributes})" if attributes else line


def _attribute(attribute: Attribute) -> str:
    text = f"{attribute.name}*" if attribute.required else attribute.name
    if attribute.options:
        text += f": {'|'.join(attribute.options)}"
    elif attribute.type != "text":
        text += f": {attribute.type}"
    return text


def _relation_line(ontology: Ontology, relation: Relation, language: _Language) -> str:
    meaning = in_language(relation.meaning, language)
    return f"{relation.name} -{relation.short}->: {meaning} {'; '.join(_pairs(ontology, relation))}"


def _pairs(ontology: Ontology, relation: Relation) -> Iterator[str]:
    """The pairs grouped by source; the open pair last."""
    for source in ontology.node_types:
        targets = [target for target in ontology.node_types if (source, target) in relation.pairs]
        if targets:
            yield f"{source}>{','.join(targets)}"
    if ("*", "*") in relation.pairs:
        yield "any>any"


def _is_told(setting: RuleSetting) -> bool:
    """Remarks hold nobody up, and a mere likeness is what the advice about existing nodes is for."""
    return setting.severity != "info" and (setting.hard or not isinstance(RULES[setting.id], PairRule))


def _rule_line(setting: RuleSetting) -> str:
    return f"- {'! ' if setting.hard else ''}{statement(RULES[setting.id])}"


def in_language(phrase: Phrase, language: _Language) -> str:
    """The words of one language."""
    match language:
        case "de":
            return phrase.de
        case "fr":
            return phrase.fr
        case "en":
            return phrase.en


def _advice(title: str, advice: Iterable[_Advice], ontology: Ontology) -> list[str]:
    """The numbered lines that speak only of types the ontology has; nothing when there are none."""
    fitting = [each.line for each in advice if ontology.node_types.keys() >= {*each.types}]
    return [title, *(f"{number}. {line}" for number, line in enumerate(fitting, 1))] if fitting else []


def markdown_tables(ontology: Ontology) -> str:
    """The node types, attributes, relations, rules and gates of a profile as Markdown tables for the manual."""
    types = ontology.node_types.values()
    tables = {
        "Node types": [
            ("Type", "Abbreviation", "Name", "Meaning", "May lead to"),
            *(_type_row(ontology, node_type) for node_type in types),
        ],
        "Attributes": [
            ("Type", "Attribute", "Value", "Default", "Meaning"),
            *(_attribute_row(node_type, each) for node_type in types for each in node_type.attributes),
        ],
        "Relations": [
            ("Relation", "Arrow", "Also read", "Meaning", "Pairs"),
            *(_relation_row(ontology, relation) for relation in ontology.relations.values()),
        ],
        "Rules": [
            ("Rule", "Phase", "Severity", "Blocks an AI", "Weight", "Reach", "Demands"),
            *(_rule_row(setting) for setting in ontology.rules.values()),
        ],
        "Gates": [
            ("Gate", "Ends phase", "Rules without findings", "At least"),
            *(_gate_row(gate) for gate in ontology.gates.values()),
        ],
    }
    return "\n\n".join(f"### {title}\n\n{_table(*rows)}" for title, rows in tables.items()) + "\n"


def _type_row(ontology: Ontology, node_type: NodeType) -> tuple[str, ...]:
    words = "/".join((node_type.abbreviation, *node_type.aliases))
    return node_type.name, words, node_type.title.en, node_type.meaning.en, _leads_to(ontology, node_type)


def _leads_to(ontology: Ontology, node_type: NodeType) -> str:
    """The node table's last column, from the pairs (K-25)."""
    ways: list[str] = []
    for relation in ontology.relations.values():
        targets = [target for target in ontology.node_types if (node_type.name, target) in relation.pairs]
        if targets:
            ways.append(f"{relation.name} → {', '.join(targets)}")
    return " · ".join(ways)


def _attribute_row(node_type: NodeType, attribute: Attribute) -> tuple[str, ...]:
    value = " \\| ".join(attribute.options) or attribute.type
    default = "" if attribute.default is None else str(attribute.default)
    required = ", required" if attribute.required else ""
    return node_type.name, attribute.name, value + required, default, attribute.meaning


def _relation_row(ontology: Ontology, relation: Relation) -> tuple[str, ...]:
    arrow, aliases = f"`-{relation.short}->`", ", ".join(relation.aliases)
    return relation.name, arrow, aliases, relation.meaning.en, "; ".join(_pairs(ontology, relation))


def _gate_row(gate: Gate) -> tuple[str, ...]:
    least = ", ".join(f"{measure} {value:g}" for measure, value in gate.thresholds.items())
    return gate.name, str(gate.phase), ", ".join(gate.rules), least


def _rule_row(setting: RuleSetting) -> tuple[str, ...]:
    rule = RULES[setting.id]
    return (
        f"`{setting.id}`",
        str(setting.phase) if setting.phase else "all",
        setting.severity,
        "yes" if setting.hard else "",
        f"{setting.weight:.2f}" if setting.weight else "",
        reach_of(rule),
        statement(rule),
    )


def _table(head: Sequence[str], *rows: Sequence[str]) -> str:
    return "\n".join(f"| {' | '.join(line)} |" for line in (head, ["---"] * len(head), *rows))
