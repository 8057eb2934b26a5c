"""What can be derived. Named apart from how, so that a name costs nobody the word lists of three languages."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

Product: TypeAlias = Literal["functions", "tests", "flows", "modules"]
PRODUCTS: Final[tuple[Product, ...]] = get_args(Product)
