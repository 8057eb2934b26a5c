"""XHTML as ReqIF allows it, as Markdown and back: paragraphs, emphasis, lists, tables, links, preformatted text.

Colours and fonts have no meaning to a model and go; a picture or embedded file goes too and is counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final
from xml.etree.ElementTree import Element

from graphwright.interop.xml_text import attribute, local_name, text

_PARAGRAPHS: Final = frozenset(
    {"p", "div", "blockquote", "address", "h1", "h2", "h3", "h4", "h5", "h6", "dl", "dt", "dd"}
)
_MARKS: Final = {"b": "**", "strong": "**", "i": "*", "em": "*", "code": "`", "tt": "`"}
_EMBEDDED: Final = frozenset({"object", "img"})
_SPACE: Final = re.compile(r"[ \t\r\n]+")
_BREAKS: Final = re.compile(r"\n{3,}")
_ITEM: Final = re.compile(r"( *)(?:[-*]|(\d+)[.)]) (.*)")
_CONTINUED: Final = re.compile(r" +(\S.*)")
"""A further line of an item."""
_ROW: Final = re.compile(r"\|(.*)\|\s*")
_RULE: Final = re.compile(r"\|(?:\s*:?-+:?\s*\|)+\s*")
_PLAIN: Final = re.compile(r"[^\W\d][^*`\[\n]*")
"""A line that is no item, row or code and has no marks: by far the most texts."""
_INLINE: Final = re.compile(
    r"\*\*(?=\S)(.+?)(?<=\S)\*\*|(?<!\*)\*(?=\S)([^*]+?)(?<=\S)\*(?!\*)|`([^`]+)`|\[([^\]]+)\]\(([^()\s]+)\)"
)


class RichTextReader:
    """One text, read."""

    def __init__(self, element: Element) -> None:
        self.is_reduced = False
        """Something with a meaning was left behind."""
        blocks = "".join(self._blocks(element, 0))
        self.markdown = _BREAKS.sub("\n\n", "\n".join(line.rstrip() for line in blocks.split("\n"))).strip()

    def _blocks(self, element: Element, depth: int) -> Iterator[str]:
        """What an element holds, its own tag left out."""
        if element.text:
            yield _SPACE.sub(" ", element.text)
        for child in element:
            yield from self._block(child, depth)
            if child.tail:
                yield _SPACE.sub(" ", child.tail)

    def _block(self, child: Element, depth: int) -> Iterator[str]:
        name = local_name(child)
        if name in _MARKS:
            inner = "".join(self._blocks(child, depth))
            mark = _MARKS[name]
            yield inner if not inner.strip() or "\n" in inner else f"{mark}{inner.strip()}{mark}"
        elif name == "br":
            yield "\n"
        elif name in _PARAGRAPHS:
            yield "\n\n" + "".join(self._blocks(child, depth)).strip() + "\n\n"
        elif name in ("ul", "ol"):
            yield "\n" if depth else "\n\n"
            yield from self._items(child, depth, ordered=name == "ol")
            yield "" if depth else "\n"
        elif name == "table":
            yield "\n\n" + "\n".join(self._rows(child)) + "\n\n"
        elif name == "a":
            inner, link = "".join(self._blocks(child, depth)).strip(), child.get("href", "")
            yield f"[{inner or link}]({link})" if link else inner
        elif name == "pre":
            yield "\n\n```\n" + "".join(child.itertext()).strip("\n") + "\n```\n\n"
        else:
            self.is_reduced = self.is_reduced or name in _EMBEDDED
            yield from self._blocks(child, depth)

    def _items(self, element: Element, depth: int, *, ordered: bool) -> Iterator[str]:
        for number, item in enumerate((each for each in element if local_name(each) == "li"), 1):
            mark = f"{number}." if ordered else "-"
            inner = _BREAKS.sub("\n", "".join(self._blocks(item, depth + 1))).strip().replace("\n\n", "\n")
            first, *others = inner.split("\n")
            yield f"{'  ' * depth}{mark} {first}\n"
            for line in others:  # those of lists inside stand to the right already
                yield f"{line}\n" if line.startswith("  ") else f"{' ' * (2 * depth + len(mark) + 1)}{line.strip()}\n"

    def _rows(self, table: Element) -> Iterator[str]:
        rows = [
            [_SPACE.sub(" ", "".join(self._blocks(cell, 0))).strip().replace("|", "/") for cell in row]
            for row in table.iter()
            if local_name(row) == "tr"
        ]
        wide = max((len(row) for row in rows), default=0)
        for at, row in enumerate(rows):
            yield "| " + " | ".join([*row, *[""] * (wide - len(row))]) + " |"
            if at == 0:
                yield "|" + " --- |" * wide


def xhtml_of(markdown: str) -> str:
    """The text as the content of an XHTML value, one `div`; whatever it holds is words, never markup of its own."""
    if _PLAIN.fullmatch(markdown):
        return f"<xhtml:div><xhtml:p>{text(markdown)}</xhtml:p></xhtml:div>"
    return f"<xhtml:div>{''.join(_elements(markdown.split(chr(10))))}</xhtml:div>"


def _elements(lines: list[str]) -> Iterator[str]:
    at = 0
    while at < len(lines):
        line = lines[at]
        if not line.strip():
            at += 1
        elif line.startswith("```"):
            end = next((n for n in range(at + 1, len(lines)) if lines[n].startswith("```")), len(lines))
            yield f"<xhtml:pre>{text(chr(10).join(lines[at + 1 : end]))}</xhtml:pre>"
            at = end + 1
        elif _ROW.fullmatch(line) and at + 1 < len(lines) and _RULE.fullmatch(lines[at + 1]):
            end = next((n for n in range(at, len(lines)) if not _ROW.fullmatch(lines[n])), len(lines))
            yield _table([lines[at], *lines[at + 2 : end]])
            at = end
        elif _ITEM.fullmatch(line):
            end = next((n for n in range(at, len(lines)) if not _is_of_list(lines[n])), len(lines))
            yield _list(lines[at:end])
            at = end
        else:
            end = next(
                (n for n in range(at, len(lines)) if not lines[n].strip() or _ITEM.fullmatch(lines[n])), len(lines)
            )
            yield f"<xhtml:p>{'<xhtml:br/>'.join(_inline(each) for each in lines[at:end])}</xhtml:p>"
            at = end


def _table(rows: list[str]) -> str:
    cells = [[_inline(cell.strip()) for cell in row.strip().strip("|").split("|")] for row in rows]
    made = "".join(
        "<xhtml:tr>" + "".join(f"<xhtml:td>{cell}</xhtml:td>" for cell in row) + "</xhtml:tr>" for row in cells
    )
    return f"<xhtml:table><xhtml:tbody>{made}</xhtml:tbody></xhtml:table>"


def _is_of_list(line: str) -> bool:
    return _ITEM.fullmatch(line) is not None or _CONTINUED.fullmatch(line) is not None


def _list(lines: list[str]) -> str:
    """Items with the lists inside them, by how far they are indented."""
    parts: list[str] = []
    open_lists: list[tuple[int, str]] = []
    for line in lines:
        found = _ITEM.fullmatch(line)
        if found is None:
            parts.append(f"<xhtml:br/>{_inline(line.strip())}")
            continue
        depth, name = len(found[1]), "ol" if found[2] else "ul"
        while open_lists and open_lists[-1][0] > depth:
            parts.append(f"</xhtml:li></xhtml:{open_lists.pop()[1]}>")
        if open_lists and open_lists[-1] == (depth, name):
            parts.append("</xhtml:li>")
        else:
            if open_lists and open_lists[-1][0] == depth:
                parts.append(f"</xhtml:li></xhtml:{open_lists.pop()[1]}>")
            parts.append(f"<xhtml:{name}>")
            open_lists.append((depth, name))
        parts.append(f"<xhtml:li>{_inline(found[3])}")
    parts += [f"</xhtml:li></xhtml:{name}>" for _, name in reversed(open_lists)]
    return "".join(parts)


def _inline(line: str) -> str:
    made, at = "", 0
    for found in _INLINE.finditer(line):
        made += text(line[at : found.start()])
        strong, emphasis, code, words, link = found.groups()
        if strong:
            made += f"<xhtml:strong>{_inline(strong)}</xhtml:strong>"
        elif emphasis:
            made += f"<xhtml:em>{text(emphasis)}</xhtml:em>"
        elif code:
            made += f"<xhtml:code>{text(code)}</xhtml:code>"
        else:
            made += f"<xhtml:a href={attribute(link)}>{text(words)}</xhtml:a>"
        at = found.end()
    return made + text(line[at:])
