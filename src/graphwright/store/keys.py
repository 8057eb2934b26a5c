"""Idempotency keys that more than one layer must build alike."""

from __future__ import annotations

from graphwright.protocol.operations import Proposal
from graphwright.store.base import IdempotencyKey


def use_of(proposal: Proposal, what: str) -> IdempotencyKey:
    """A version of a proposal is used once: decided, expired, withdrawn, or replaced by the next one (ADR-08)."""
    return IdempotencyKey(scope="proposal", id=f"{proposal.proposal_id}/{proposal.version}", digest=what, answer=b"")
