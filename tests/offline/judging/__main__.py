"""`python -m tests.offline.judging`: judge the sentences, print the table, or show one entry with what came of it."""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec

from graphwright.formats.diff_text import write_diff
from tests.offline.judging.beside import figures
from tests.offline.judging.doubting import doubting
from tests.offline.judging.entries import SENTENCES, read_set
from tests.offline.judging.judge import VERDICTS, Judgement, judge
from tests.offline.judging.table import RATCHETS, reached, read_ratchet, table, wrong_ones


def main() -> None:
    """Read the options, judge, print."""
    parser = argparse.ArgumentParser(prog="python -m tests.offline.judging", description=__doc__)
    parser.add_argument("--set", type=Path, default=SENTENCES, help="another file of the same form")
    parser.add_argument("--kind", help="only these sentences: build, require, change, ask, clarify, decline, talk")
    parser.add_argument("--language", help="only these sentences: en, de, fr")
    parser.add_argument("--verdict", choices=VERDICTS, help="list each sentence that came to this verdict, and why")
    parser.add_argument("--show", metavar="ID", help="one entry: given, said, what came, verdict and why")
    parser.add_argument(
        "--beside", action="store_true", help="the requirement sentences and questions, and what failed"
    )
    parser.add_argument("--doubts", action="store_true", help="for each doubt, how the readings that it is about end")
    parser.add_argument("--ratchet", action="store_true", help="keep the figures of now as the least")
    options = parser.parse_args()
    entries = [
        each
        for each in read_set(options.set)
        if options.kind in {None, each.expect.kind} and options.language in {None, each.language}
    ]
    if options.beside:
        counts, lines = figures()
        print("\n".join([*lines, "", *(f"{name}: {count}" for name, count in counts.items())]))
        return
    if options.show:
        print(shown(judge(next(each for each in entries if each.id == options.show))))
        return
    if options.doubts:
        print(doubting(entries))
        return
    judgements = [judge(each) for each in entries]
    print(table(judgements))
    for line in wrong_ones(judgements):
        print(line)
    if options.verdict:
        print()
        for each in judgements:
            if each.verdict == options.verdict:
                print(f"{each.entry.id} {each.entry.say!r}\n    {'; '.join([*each.wrong, *each.missing])}")
    if options.ratchet:
        now = reached(judgements)
        if options.set.resolve() == SENTENCES.resolve():
            now.others = read_ratchet().others | figures()[0]
        RATCHETS[options.set.resolve()].write_bytes(msgspec.json.format(msgspec.json.encode(now), indent=1) + b"\n")


def shown(judgement: Judgement) -> str:
    """One entry as a person reads it."""
    entry, outcome = judgement.entry, judgement.outcome
    graph = judgement.stage.graph
    lines = [f"{entry.id}  {entry.language} {entry.expect.kind}  {entry.domain}", "", "GIVEN"]
    lines += [f"  {node.node_type} {node.name}  {dict(node.attributes) or ''}" for node in graph.nodes.values()]
    for edge in graph.edges.values():
        lines.append(f"  {graph.nodes[edge.source].name} -{edge.edge_type}-> {graph.nodes[edge.target].name}")
    lines += [f"  ({each.role}) {each.text}" for each in judgement.stage.messages]
    lines += ["SAID", f"  {entry.say}", "EXPECTED"]
    lines += [
        f"  {'/'.join(sorted(each.types))} {' = '.join(each.name_any)} {each.fields or ''}"
        for each in entry.expect.elements
    ]
    lines += [f"  {' '.join(each)}" for each in entry.expect.relations]
    lines += [f"  text {each!r}" for each in entry.expect.texts]
    lines += [f"  not: {each}" for each in entry.ruled_out]
    lines += [f"  answer: {entry.expect.answer}"] if entry.expect.answer else []
    lines += [f"  holds: {each}" for each in entry.meaning.holds] + [f"  lacks: {each}" for each in entry.meaning.lacks]
    lines += [f"  note: {entry.note}"] if entry.note else []
    lines += [f"CAME ({outcome.how})", *(f"  {line}" for line in outcome.text.splitlines())]
    if outcome.operations:
        lines += [
            f"  {line}" for line in write_diff(outcome.operations, graph.ontology, graph=graph).splitlines()[1:-1]
        ]
    lines += [f"  asks: {each}" for each in outcome.questions] + [f"  suggests: {each}" for each in outcome.suggestions]
    lines += [f"VERDICT {judgement.verdict}", *(f"  wrong: {each}" for each in judgement.wrong)]
    return "\n".join([*lines, *(f"  missing: {each}" for each in judgement.missing)])


if __name__ == "__main__":
    main()
