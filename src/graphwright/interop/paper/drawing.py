"""Boxes in ranks and the lines between them as SVG: from left to right, or downward where there are many ranks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Final, NamedTuple

from msgspec import Struct

from graphwright.protocol.ids import NodeId

_WIDTH: Final = 150
_LINE, _PADDING, _MARGIN = 13, 7, 6
_BESIDE: Final = 18
"""Between boxes of a rank."""
_BETWEEN: Final = 52
"""Between ranks; a label needs more where lines run to the right."""
_LABELLED: Final = 140
_WORDS: Final = 85
"""For the label beside the last line that runs down."""
_BACK: Final = 34
"""Room beside the boxes for lines that go back."""
_ACROSS: Final = 5
"""Ranks that fit beside one another on a page."""
_SIGNS: Final = 22
"""Of a line in a box, at this size."""
_LINES: Final = 4
_LABEL: Final = 30
_INK: Final = "#546E7A"

Pair = tuple[str, str]


class Box(Struct, frozen=True):
    """What stands in a box, its short id first."""

    lines: list[str]
    fill: str
    stroke: str

    @property
    def height(self) -> int:
        """In the unit of the drawing."""
        return len(self.lines) * _LINE + 2 * _PADDING


class _CurvedLine(NamedTuple):
    """Where a line begins and ends, and the points that bend it."""

    start: tuple[float, float]
    first: tuple[float, float]
    second: tuple[float, float]
    end: tuple[float, float]

    def middle(self) -> tuple[float, float]:
        """The point of a Bézier curve halfway."""
        x, y = ((a + 3 * b + 3 * c + d) / 8 for a, b, c, d in zip(*self, strict=True))
        return x, y


class Drawing:
    """One diagram."""

    def __init__(self, boxes: Mapping[NodeId, Box], ranks: Sequence[Sequence[str]], *, has_labels: bool) -> None:
        self._boxes = {str(key): box for key, box in boxes.items()}
        self._is_downward = len(ranks) > _ACROSS
        self._places: dict[str, tuple[int, int]] = {}
        between = _LABELLED if has_labels and not self._is_downward else _BETWEEN
        if self._is_downward:
            self._place_downward(ranks, between)
        else:
            self._place_across(ranks, between)
        beside = _WORDS if has_labels and self._is_downward else 0
        self.width = max(x for x, _ in self._places.values()) + _WIDTH + beside + _MARGIN
        self.height = max(y + self._boxes[key].height for key, (_, y) in self._places.items()) + _MARGIN

    def svg(self, edges: Sequence[Pair], labels: Mapping[Pair, str]) -> str:
        """The drawing; its width and height grow where lines go back."""
        right, bottom = self.width, self.height
        if any(self._goes_back(pair) for pair in edges):
            self.width += _BACK if self._is_downward else 0
            self.height += 0 if self._is_downward else _BACK
        lines = {pair: self._line(pair, right, bottom) for pair in edges}
        size = f'width="{self.width}" height="{self.height}" viewBox="0 0 {self.width} {self.height}"'
        font = 'font-family="Libertinus Serif, Times New Roman, serif" font-size="11"'
        arrow = f'<path d="M0 0 L8 4 L0 8 z" fill="{_INK}"/>'
        shape = 'viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto"'
        marker = f'<marker id="end" {shape}>{arrow}'
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} {font}><defs>{marker}</marker></defs>',
            *map(_curve, lines.values()),
            *(
                _label(line.middle(), labels[pair], is_beside=self._is_downward)
                for pair, line in lines.items()
                if pair in labels
            ),
            *(part for key, box in self._boxes.items() for part in _drawn_box(box, *self._places[key])),
            "</svg>",
        ]
        return "".join(parts)

    def _place_across(self, ranks: Sequence[Sequence[str]], between: int) -> None:
        heights = [sum(self._boxes[key].height + _BESIDE for key in rank) - _BESIDE for rank in ranks]
        for column, (rank, tall) in enumerate(zip(ranks, heights, strict=True)):
            top = _MARGIN + (max(heights) - tall) // 2
            for key in rank:
                self._places[key] = (_MARGIN + column * (_WIDTH + between), top)
                top += self._boxes[key].height + _BESIDE

    def _place_downward(self, ranks: Sequence[Sequence[str]], between: int) -> None:
        widest = max(len(rank) for rank in ranks) * (_WIDTH + _BESIDE) - _BESIDE
        top = _MARGIN
        for rank in ranks:
            left = _MARGIN + (widest - len(rank) * (_WIDTH + _BESIDE) + _BESIDE) // 2
            for key in rank:
                self._places[key] = (left, top)
                left += _WIDTH + _BESIDE
            top += max(self._boxes[key].height for key in rank) + between

    def _goes_back(self, pair: Pair) -> bool:
        at = 1 if self._is_downward else 0
        return self._places[pair[0]][at] >= self._places[pair[1]][at]

    def _line(self, pair: Pair, right: float, bottom: float) -> _CurvedLine:
        """From the end of one box to the beginning of the other; going back, around all boxes."""
        (x1, y1), (x2, y2) = self._places[pair[0]], self._places[pair[1]]
        middle1, middle2 = x1 + _WIDTH / 2, x2 + _WIDTH / 2
        below1, below2 = y1 + self._boxes[pair[0]].height, y2 + self._boxes[pair[1]].height
        beside1, beside2 = (y1 + below1) / 2, (y2 + below2) / 2
        match self._goes_back(pair), self._is_downward:
            case True, True:
                around = right + _BACK
                start, end = (x1 + _WIDTH, beside1), (x2 + _WIDTH, beside2)
                return _CurvedLine(start, (around, beside1), (around, beside2), end)
            case True, False:
                around = bottom + _BACK
                return _CurvedLine((middle1, below1), (middle1, around), (middle2, around), (middle2, below2))
            case False, True:
                half = (below1 + y2) / 2
                return _CurvedLine((middle1, below1), (middle1, half), (middle2, half), (middle2, y2))
            case _:
                half = (x1 + _WIDTH + x2) / 2
                return _CurvedLine((x1 + _WIDTH, beside1), (half, beside1), (half, beside2), (x2, beside2))


def wrapped(name: str) -> list[str]:
    """A name in the lines of a box; what is too long ends in an ellipsis."""
    lines = [""]
    for word in name.split():
        rest = word
        while rest:
            room = _SIGNS - len(lines[-1]) - bool(lines[-1])
            if len(rest) <= room:
                lines[-1], rest = f"{lines[-1]} {rest}".strip(), ""
            elif lines[-1]:
                lines.append("")
            else:
                lines[-1], rest = rest[:_SIGNS], rest[_SIGNS:]
    return lines if len(lines) < _LINES else [*lines[: _LINES - 2], f"{lines[_LINES - 2][: _SIGNS - 1]}…"]


def _drawn_box(box: Box, x: int, y: int) -> Iterator[str]:
    place = f'x="{x}" y="{y}" width="{_WIDTH}" height="{box.height}" rx="4"'
    yield f'<rect {place} fill="{box.fill}" stroke="{box.stroke}"/>'
    for at, line in enumerate(box.lines):
        style = f' font-size="8.5" fill="{_INK}"' if at == 0 else ""
        place = f'x="{x + _WIDTH / 2:g}" y="{y + _PADDING + 10 + at * _LINE}"'
        yield f'<text {place} text-anchor="middle"{style}>{escape(line, quote=False)}</text>'


def _curve(line: _CurvedLine) -> str:
    (x1, y1), *bends = line
    ends = " ".join(f"{x:g} {y:g}" for x, y in bends)
    return f'<path d="M{x1:g} {y1:g} C{ends}" fill="none" stroke="{_INK}" marker-end="url(#end)"/>'


def _label(middle: tuple[float, float], text: str, *, is_beside: bool) -> str:
    """What is passed: above a line that runs across, beside one that runs down."""
    x, y = middle
    place = f'x="{x + 5:g}" y="{y + 3:g}"' if is_beside else f'x="{x:g}" y="{y - 3:g}" text-anchor="middle"'
    shown = text if len(text) <= _LABEL else f"{text[: _LABEL - 1]}…"
    return f'<text {place} font-size="9" fill="#263238">{escape(shown, quote=False)}</text>'
