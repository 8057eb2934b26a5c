"""How a setting is declared: once, as a field with its kind, default and meaning, alone or in a group of such fields.

Which settings there are stands in `settings`, how a value is written in `setting_kinds`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import Field, field, fields
from typing import Any, Final, TypeVar, cast

from msgspec import Struct

from graphwright.setting_kinds import SettingKind

T = TypeVar("T")

PREFIX: Final = "GRAPHWRIGHT_"
DECLARED: Final = "setting"
GROUPED: Final = "group"


class Setting(Struct, frozen=True):
    """One declared setting: a row of the table in the docs."""

    key: str
    """Its name in the file; in the environment it is upper case behind `GRAPHWRIGHT_`."""
    kind: SettingKind[Any]
    default: str
    """As somebody would write it; empty means not set."""
    meaning: str
    secret: bool = False

    @property
    def variable(self) -> str:
        """Its name in the environment."""
        return PREFIX + self.key.upper()


class SettingGroup(Struct, frozen=True):
    """Settings that make one value together: its class, and the setting of each of its fields."""

    of: Callable[..., object]
    members: Mapping[str, Setting]


def setting(kind: SettingKind[T], default: str, meaning: str, *, secret: bool = False) -> T:
    """A field that is a setting of its own, called as the field is."""
    declared = Setting("", kind, default, meaning, secret)
    return field(default=kind.read(default), metadata={DECLARED: declared})


def group(of: type[T], prefix: str, period: str = "", **defaults: str) -> T:
    """A field that is a group of settings: one per field of `of`, called PREFIX_FIELD, with defaults of its own."""
    members = {
        each.name: Setting(
            f"{prefix}_{each.name}",
            (declared := declared_by(each)).kind,
            defaults.get(each.name, declared.default),
            declared.meaning.replace("PERIOD", period),
            declared.secret,
        )
        for each in fields(cast("Any", of))
    }
    default = of(**{name: member.kind.read(member.default) for name, member in members.items()})
    return field(default=default, metadata={GROUPED: SettingGroup(of, members)})


def declared_by(of: Field[Any]) -> Setting:
    """The setting that a field stands for by itself."""
    return cast("Setting", of.metadata[DECLARED])


def settings_of(declared: Field[Any]) -> Iterator[Setting]:
    """The settings that a field stands for: itself, under the field's name, or the members of its group."""
    if GROUPED in declared.metadata:
        yield from cast("SettingGroup", declared.metadata[GROUPED]).members.values()
    elif DECLARED in declared.metadata:
        alone = declared_by(declared)
        yield Setting(declared.name, alone.kind, alone.default, alone.meaning, alone.secret)
