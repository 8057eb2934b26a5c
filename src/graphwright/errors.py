"""Every error a caller may meet, as one tree; what the wire says about an error is derived from here.

GraphwrightError                code · status · exit code · fields · retry: "never" | "later" | "model"
├─ RequestError                 the sender's to fix
│  ├─ InvalidCommand · NothingToPropose · PluginFailed · NotAuthenticated · AccessDenied · NotFound
│  ├─ LimitExceeded · QuotaExceeded
│  ├─ DocumentUnreadable · SignInUnavailable
│  ├─ StaleOffset · StaleRevision · Conflict · IdempotencyConflict
│  └─ ProposalStale · ProposalClosed · NotClosed · FormClosed · NeedsChoice
├─ ChangeSetError               the proposer's to fix; told to the language model in words it can act on
│  ├─ UnknownRef · DuplicateRef · DependencyCycle · MissingDependency · IllegalPair · SelfLoop
│  └─ Refused                   several problems at once (each is a `Problem`)
├─ LanguageModelError           the provider's
│  ├─ ProviderUnavailable · ProviderRateLimited · ContextTooLong · AnswerTruncated · AnswerRefused
│  └─ BudgetExceeded            the operator's limit, met before the call
├─ RunError                     a run cannot go on as it is
│  └─ RunDiverged · OwnerLost
└─ StoreError                   ours to handle
   └─ StoreBusy · StoreFull · StoreDamaged · NewerData

`Misuse` stands apart: a workflow was written wrongly, no user can cause it. Signals that are not errors live in
`runs/`. The table in docs/errors.md (code, status, exit code) is generated from this tree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Retry: TypeAlias = Literal["never", "later", "model"]
FieldValue: TypeAlias = "str | int | float | bool | Sequence[str] | Mapping[str, str] | None"


class GraphwrightError(Exception):
    """Something was refused or failed; `message` says what, where and how to fix it."""

    code: ClassVar[str] = "internal"
    status: ClassVar[int] = 500
    exit_code: ClassVar[int] = 6
    retry: Retry = "never"

    def __init__(self, message: str, /, *, retry: Retry | None = None, **fields: FieldValue) -> None:
        super().__init__(message)
        self.message = message
        self.fields: dict[str, FieldValue] = fields
        if retry is not None:
            self.retry = retry


class RequestError(GraphwrightError):
    """The sender asked for something that cannot be done as asked."""

    code = "invalidCommand"
    status = 400
    exit_code = 2


class InvalidCommand(RequestError):
    """A command, option or body that does not have the documented form."""


class NothingToPropose(RequestError):
    """What was asked for follows from nothing, or is in the model already."""


class PluginFailed(RequestError):
    """A plugin did not do its work; the message names it with its version, and says why."""

    code = "pluginFailed"
    status = 502
    exit_code = 6


class NotAuthenticated(RequestError):
    """Nobody is logged in, or the credential is not valid any more."""

    code = "notAuthenticated"
    status = 401


class AccessDenied(RequestError):
    """The person is known but lacks the right."""

    code = "accessDenied"
    status = 403
    exit_code = 3


class NotFound(RequestError):
    """No such object, or one that the person may not know of."""

    code = "notFound"
    status = 404
    exit_code = 3


class LimitExceeded(RequestError):
    """An input is larger than its documented limit."""

    code = "limitExceeded"
    status = 413
    exit_code = 3


class QuotaExceeded(LimitExceeded):
    """A quota of the project or the person is used up; `fields` say which, how much there is and whom to ask."""

    code = "quotaExceeded"


class DocumentUnreadable(RequestError):
    """A file cannot be taken in as a document; `fields.reason` says why in a word, the message what to do."""

    code = "documentUnreadable"
    status = 422
    exit_code = 3


class SignInUnavailable(RequestError):
    """The identity provider does not answer, or not as it should; whoever is logged in stays so."""

    code = "signInUnavailable"
    status = 502
    exit_code = 5
    retry: Retry = "later"


class StaleOffset(RequestError):
    """A place in a history that ended with a restored backup; read from the beginning."""

    code = "staleOffset"
    status = 410
    exit_code = 3


class StaleRevision(RequestError):
    """The base revision is not the one the writer thinks it is, or lies too far behind."""

    code = "staleRevision"
    status = 409
    exit_code = 3
    retry: Retry = "later"


class Conflict(RequestError):
    """Somebody else changed the same thing; `fields` holds both values."""

    code = "conflict"
    status = 409
    exit_code = 3


class IdempotencyConflict(RequestError):
    """The same command id was used before with another body."""

    code = "idempotencyConflict"
    status = 409
    exit_code = 3


class ProposalStale(RequestError):
    """The proposal was shown on values that no longer hold; look at its new version."""

    code = "proposalStale"
    status = 409
    exit_code = 3


class ProposalClosed(RequestError):
    """The proposal was decided, withdrawn or has expired."""

    code = "proposalClosed"
    status = 409
    exit_code = 3


class NotClosed(RequestError):
    """A chosen subset of a proposal needs operations that were not chosen; `fields.missing` names them."""

    code = "notClosed"
    status = 409
    exit_code = 3


class FormClosed(RequestError):
    """The form was answered, skipped or has expired."""

    code = "formClosed"
    status = 409
    exit_code = 3


class NeedsChoice(RequestError):
    """There are several ways to go on and only a person may choose."""

    code = "needsChoice"
    status = 409
    exit_code = 3


class ChangeSetError(GraphwrightError):
    """A change set that cannot be applied; nothing of it was."""

    code = "malformed"
    status = 422
    exit_code = 3
    retry: Retry = "model"


class UnknownRef(ChangeSetError):
    """A ref that names nothing in the graph or the change set."""

    code = "unknownRef"


class DuplicateRef(ChangeSetError):
    """Two operations claim the same id, or an element that exists already."""

    code = "duplicateRef"


class DependencyCycle(ChangeSetError):
    """Operations that wait for each other, or a composition that contains itself."""

    code = "dependencyCycle"


class MissingDependency(ChangeSetError):
    """`dependsOn` names an operation that is not in the change set."""

    code = "missingDependency"


class IllegalPair(ChangeSetError):
    """The ontology does not allow this relation between these two types."""

    code = "illegalPair"


class SelfLoop(ChangeSetError):
    """An edge from a node to itself."""

    code = "selfLoop"


class Refused(ChangeSetError):
    """A change set with several problems; `problems` are the wire records, the first one gives the code."""

    def __init__(self, message: str, /, *, problem_code: str, problems: Sequence[object] = ()) -> None:
        super().__init__(message)
        self.code = problem_code  # type: ignore[misc]  # the one error whose code is its content's
        self.problems = problems


class LanguageModelError(GraphwrightError):
    """The provider of the language model did not give a usable answer."""

    code = "providerUnavailable"
    status = 502
    exit_code = 5
    retry: Retry = "later"


class ProviderUnavailable(LanguageModelError):
    """Not reachable, overloaded, cut off, or not configured."""


class ProviderRateLimited(LanguageModelError):
    """The provider asks us to slow down; `fields.retryAfterS` when it said for how long."""

    code = "providerRateLimited"


class ContextTooLong(LanguageModelError):
    """The prompt does not fit the language model."""

    code = "contextTooLong"
    retry: Retry = "never"


class AnswerTruncated(LanguageModelError):
    """The answer ended before it was complete."""

    code = "answerTruncated"


class AnswerRefused(LanguageModelError):
    """The language model declined, or said nothing at all."""

    code = "answerRefused"
    retry: Retry = "never"


class BudgetExceeded(LanguageModelError):
    """A budget of the run, the person or the project would be exceeded; nothing was sent."""

    code = "budgetExceeded"
    status = 402
    retry: Retry = "never"


class RunError(GraphwrightError):
    """A run cannot go on."""

    code = "runDiverged"
    status = 409
    exit_code = 6


class RunDiverged(RunError):
    """The workflow's code or its arguments no longer match what the run recorded; fork it from the last good step."""


class OwnerLost(RunError):
    """Another process owns this run or folder now; this one's writes are refused."""

    code = "ownerLost"


class StoreError(GraphwrightError):
    """The data folder or database did not do what it must."""

    code = "storeBusy"
    status = 503
    exit_code = 6
    retry: Retry = "later"


class StoreBusy(StoreError):
    """The data cannot be reached for now: another process has it, or the database is away."""


class StoreFull(StoreError):
    """The disk is full or cannot be written."""

    code = "storeFull"


class StoreDamaged(StoreError):
    """The database does not read back as it was written; restore a backup."""

    code = "storeDamaged"
    retry: Retry = "never"


class NewerData(StoreError):
    """The data folder was written by a newer version; upgrade, nothing was touched."""

    code = "newerData"
    retry: Retry = "never"


class Misuse(Exception):
    """A workflow broke the rules of the run engine; the message says which rule and how to write it instead."""
