"""What a call or a message can fail with."""

from __future__ import annotations

import builtins
from collections.abc import Mapping, Sequence
from typing import Any, NotRequired, TypedDict


class ContactryError(Exception):
    """A refusal. Each code has a class of its own, such as `InsufficientCreditsError`, with the members of its problem."""

    code: str
    """The kind of problem. Published codes never change."""
    status: int
    """HTTP status."""
    detail: str
    """The problem and what to do about it, in a sentence for people."""
    is_retryable: bool
    """Whether the same call may succeed later. If not, change it first."""
    request_id: str | None
    """Quote it when you ask for help."""
    retry_after: float | None
    """Seconds that the service asked to wait."""
    problem: Mapping[str, Any]
    """The whole problem document (RFC 9457)."""

    def __init__(
        self, problem: Mapping[str, Any], *, status: int, request_id: str | None, retry_after: float | None = None
    ) -> None:
        super().__init__(problem["detail"])
        for name, value in problem.items():
            if name not in reserved:
                setattr(self, name, value)
        self.problem = problem
        self.code = problem["code"]
        self.detail = problem["detail"]
        self.status = status
        if not hasattr(type(self), "is_retryable"):
            # A guess, for the answers of proxies. Classes of codes for which it is wrong say so.
            self.is_retryable = status == 429 or status > 501
        self.request_id = request_id
        self.retry_after = retry_after


reserved = frozenset(dir(ContactryError)) | frozenset(ContactryError.__annotations__)


class Fault(TypedDict):
    """One fault of a request. The service lists them all."""

    loc: list[str | int]
    """Where it is, such as `["body", "plan_id"]`."""
    msg: str
    type: str
    input: NotRequired[Any]


class ValidationError(ContactryError):
    """The request doesn't have the shape that the operation takes (422)."""

    faults: list[Fault]

    def __init__(self, faults: Sequence[Fault], *, request_id: str | None) -> None:
        lines = [f"{'.'.join(str(one) for one in fault['loc'])}: {fault['msg']}" for fault in faults]
        problem = {"code": "validation", "detail": "\n".join(lines), "faults": list(faults)}
        super().__init__(problem, status=422, request_id=request_id)


class ConnectionError(builtins.ConnectionError):
    """The service could not be reached, or did not answer in time. Python's own `ConnectionError` catches it too."""


class WebhookError(Exception):
    """The message is not one of Contactry's, was changed, or is too old. Answer with 401."""
