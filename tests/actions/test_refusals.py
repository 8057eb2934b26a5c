"""What is refused is refused alike: every command, every reason, at every door, with the same code and words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from graphwright.errors import GraphwrightError
from graphwright.languages import LANGUAGES, Language, load
from graphwright.protocol.graph import Author
from tests.actions.doors import ADDRESSES, BY_TAG, Door, in_process, rest, rest_address, typed, websocket
from tests.actions.samples import least
from tests.server.place import Place, create, open_place, uuid

Fields = dict[str, Any]
DOORS: tuple[Door, ...] = (websocket, rest, rest_address, in_process)
EVERY_COMMAND = sorted(BY_TAG)

NO_REFUSAL = {"thread.open", "answer.apply", "changes.submit", "changes.propose", "layout.update", "view.save"}
"""The least that can be said with these asks for nothing that is not there."""

WORDS: Mapping[str, Callable[[Fields], tuple[str, ...]]] = {
    "message.send": lambda _: ("say", "shop", " "),
    "form.answer": lambda said: ("answer", said["runId"], said["stepId"], "--skip"),
    "proposal.decide": lambda said: ("decide", said["proposalId"], said["decision"], "--digest", said["digest"]),
    "proposal.amend": lambda said: ("amend", said["proposalId"], "--digest", said["digest"]),
    "proposal.withdraw": lambda said: ("decide", said["proposalId"], "withdraw"),
    "discussion.steer": lambda said: ("steer", said["runId"], said["action"]),
    "commit.revert": lambda said: ("revert", "shop", said["commitId"]),
    "changes.undo": lambda _: ("undo", "shop"),
    "changes.redo": lambda _: ("redo", "shop"),
}
"""What is typed for the same command."""


async def told(
    place: Place, who: Author, fields: Fields, doors: tuple[Door, ...] = DOORS, language: str = "en"
) -> list[tuple[str, Any]]:
    """What each door answers to the same command, sent anew at each."""
    return [await door(place, who, fields, language) for door in doors]


def all_alike(answers: list[tuple[str, Any]], code: str | None = None) -> None:
    assert [kind for kind, _ in answers] == ["error"] * len(answers), answers
    assert all(each == answers[0] for each in answers), answers
    assert code is None or answers[0][1]["code"] == code


async def member(place: Place, name: str, access: Any) -> Author:
    await place.somebody(name, shop=access)
    account = await place.server_state.authenticator.accounts.named(name)
    assert account is not None
    return Author(person_id=account.person_id, name=name)


@pytest.mark.requirement("H-25")
@pytest.mark.parametrize("tag", [tag for tag in EVERY_COMMAND if tag not in NO_REFUSAL])
async def test_what_is_not_there_is_missing_in_the_same_words_at_every_door(tag: str):
    fields = {**least(BY_TAG[tag]), "commandId": uuid(1)}
    async with open_place() as place:
        await place.project("shop")
        owner = await place.server_state.authenticator.accounts.owner()
        answers = await told(place, Author(person_id=owner.person_id, name=owner.name), fields)
        if tag in WORDS:
            answers.append(await typed(place, *WORDS[tag](fields)))

        all_alike(answers)


@pytest.mark.requirement("H-29")
@pytest.mark.parametrize(
    ("language", "begins"), [("de", "Das gibt es nicht, oder nicht für Sie: "), ("fr", "Cela n'existe pas")]
)
@pytest.mark.parametrize("tag", ["proposal.withdraw", "discussion.steer", "commit.revert", "changes.undo"])
async def test_a_refusal_is_told_in_the_language_of_its_reader_at_every_door(tag: str, language: str, begins: str):
    fields = {**least(BY_TAG[tag]), "commandId": uuid(1)}
    async with open_place() as place:
        await place.project("shop")
        owner = await place.server_state.authenticator.accounts.owner()
        answers = await told(place, Author(person_id=owner.person_id, name=owner.name), fields, language=language)
        answers.append(await typed(place, *WORDS[tag](fields), language=language))

        all_alike(answers, "notFound")
        assert answers[0][1]["message"].startswith(begins)


@pytest.mark.requirement("H-29")
@pytest.mark.parametrize("language", ["de", "zxx"])
async def test_the_problems_of_a_change_set_are_told_in_the_language_of_its_reader(language: str):
    """And a reader that makes the words itself (`zxx`) is told the codes and values alone."""
    fields = {"type": "changes.submit", "commandId": uuid(1), "baseRevision": 0, "operations": create(("TREE", "Oak"))}
    async with open_place() as place:
        await place.project("shop")
        owner = await place.server_state.authenticator.accounts.owner()
        who = Author(person_id=owner.person_id, name=owner.name)
        doors = DOORS if language == "de" else (websocket, rest, rest_address)
        answers = await told(place, who, fields, doors, language)

        all_alike(answers, "malformed")
        (problem,) = answers[0][1]["fields"]["problems"]
        assert problem.get("message") == (
            "'TREE' ist kein Knotentyp des Profils 'systems'" if language == "de" else None
        )


@pytest.mark.requirement("H-29")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_error_has_words_in_every_language(language: Language):
    codes = {each.code for each in subclasses(GraphwrightError)} | {GraphwrightError.code}
    assert load(language, "findings", "refusals", dict[str, str]).keys() == codes


def subclasses(error: type[GraphwrightError]) -> list[type[GraphwrightError]]:
    return [found for each in error.__subclasses__() for found in (each, *subclasses(each))]


@pytest.mark.requirement("H-25")
@pytest.mark.parametrize("tag", EVERY_COMMAND)
async def test_who_lacks_the_right_is_told_so_in_the_same_words(tag: str):
    fields = {**least(BY_TAG[tag]), "commandId": uuid(1)}
    async with open_place() as place:
        await place.project("shop")

        all_alike(await told(place, await member(place, "vic", "viewer"), fields), "accessDenied")


@pytest.mark.requirement("H-25")
@pytest.mark.parametrize("tag", EVERY_COMMAND)
async def test_a_field_that_is_not_in_the_form_is_named_in_the_same_words(tag: str):
    fields = {**least(BY_TAG[tag]), "commandId": uuid(1), "colour": "red"}
    async with open_place() as place:
        await place.project("shop")
        doors = (websocket, rest, rest_address)

        all_alike(await told(place, await member(place, "ed", "admin"), fields, doors), "invalidCommand")


@pytest.mark.requirement("H-25")
@pytest.mark.parametrize("tag", EVERY_COMMAND)
async def test_an_id_that_two_could_choose_alike_is_refused_in_the_same_words(tag: str):
    fields = {**least(BY_TAG[tag]), "commandId": "mine"}
    async with open_place() as place:
        await place.project("shop")

        all_alike(await told(place, await member(place, "ed", "admin"), fields), "invalidCommand")


@pytest.mark.requirement("H-25")
@pytest.mark.parametrize("tag", EVERY_COMMAND)
async def test_an_id_that_was_used_for_something_else_is_a_conflict_in_the_same_words(tag: str):
    fields = {**least(BY_TAG[tag]), "commandId": uuid(1)}
    async with open_place() as place:
        await place.project("shop")
        ed = await member(place, "ed", "admin")
        assert (await rest(place, ed, {"type": "thread.open", "commandId": uuid(1), "title": "Taken"}))[0] == "result"

        all_alike(await told(place, ed, fields), "idempotencyConflict")


@pytest.mark.requirement("H-25")
@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"type": "changes.submit", "baseRevision": 9, "operations": create(("SYS", "Shop"))}, None),
        ({"type": "changes.propose", "baseRevision": 9, "operations": create(("SYS", "Shop"))}, None),
        ({"type": "answer.apply", "baseRevision": 9, "text": "+ Shop|SYS|Shop.SY.001|"}, ("--base", "9")),
    ],
    ids=lambda value: value["type"] if isinstance(value, dict) else "",
)
async def test_a_base_that_never_was_is_stale_in_the_same_words(fields: Fields, words: Any, tmp_path: Any):
    async with open_place() as place:
        await place.project("shop")
        owner = await place.server_state.authenticator.accounts.owner()
        who = Author(person_id=owner.person_id, name=owner.name)
        answers = await told(place, who, {**fields, "commandId": uuid(1)})
        if words is not None:
            (tmp_path / "answer.txt").write_text(fields["text"])
            answers.append(await typed(place, "apply", "shop", str(tmp_path / "answer.txt"), *words))

        all_alike(answers, "staleRevision")


@pytest.mark.requirement("H-25")
async def test_a_locked_project_says_so_in_the_same_words(tmp_path: Any):
    text = "+ Shop|SYS|Shop.SY.001|Sells."
    (tmp_path / "answer.txt").write_text(text)
    async with open_place() as place:
        project = await place.project("shop")
        await project.configure(policy="locked")
        owner = await place.server_state.authenticator.accounts.owner()
        who = Author(person_id=owner.person_id, name=owner.name)

        answers = await told(place, who, {"type": "answer.apply", "commandId": uuid(1), "text": text})
        answers.append(await typed(place, "apply", "shop", str(tmp_path / "answer.txt")))

        all_alike(answers, "accessDenied")


@pytest.mark.requirement("H-25")
async def test_a_message_that_is_too_long_is_refused_in_the_same_words():
    text = "x" * 100_001
    async with open_place() as place:
        await place.project("shop")
        owner = await place.server_state.authenticator.accounts.owner()
        who = Author(person_id=owner.person_id, name=owner.name)

        answers = await told(place, who, {"type": "message.send", "commandId": uuid(1), "text": text})
        answers.append(await typed(place, "say", "shop", text))

        all_alike(answers, "limitExceeded")


def test_every_address_of_its_own_belongs_to_a_command():
    assert set(ADDRESSES) <= set(BY_TAG)
