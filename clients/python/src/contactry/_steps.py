"""What a call does, step by step. A client carries the steps out, in either way: it sends messages and waits."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Collection, Generator
from dataclasses import dataclass
from typing import Any, TypeVar

import httpx

from ._errors import ConnectionError, ContactryError
from ._messages import Message
from ._replies import Reply


@dataclass(frozen=True)
class Pause:
    seconds: float


T = TypeVar("T")
Steps = Generator[Message | Pause, Reply | None, T]
"""A message is answered with a reply, or a `ConnectionError` is thrown in."""

Answered = tuple[Any, httpx.Response]

LONGEST_RETRY_AFTER = 60
"""A longer wait is the caller's to decide. Seconds."""
PASSING = (502, 503, 504)
"""Said by the service or by a proxy in front of it, while either restarts."""
SHARE_OF_RATE = 4
"""Waiting takes at most a quarter of the key's requests. The rest is for other work."""
SOONEST = 2.0
WITHOUT_POLICY = 15.0
LONGEST_OUTAGE = 5 * 60
"""A service that has not answered for so long is not just restarting. Seconds."""
LONGEST_WAIT = 5 * 60.0


def sending(message: Message, max_retries: int) -> Steps[Answered]:
    """Sends a message until it is answered, refused for good, or out of attempts."""
    attempt = 0
    while True:
        try:
            reply = yield message
            assert reply is not None
            return reply.answer(message.wants_file), reply.response
        except (ContactryError, ConnectionError) as error:
            if attempt >= max_retries or not may_repeat(error, message):
                raise
            seconds = wait_before(attempt, error)
        yield Pause(seconds)
        attempt += 1


def may_repeat(error: ContactryError | ConnectionError, message: Message) -> bool:
    """429 was refused before anything happened. After the others the first attempt may have been carried out."""
    if isinstance(error, ConnectionError):
        return message.is_repeatable
    if (error.retry_after or 0) > LONGEST_RETRY_AFTER:
        return False
    if error.status == 429:
        return True
    return message.is_repeatable and (error.status in PASSING or error.code == "idempotency_key_in_use")


def wait_before(attempt: int, error: Exception) -> float:
    """The wait that the service asked for; else half a second, doubled each time. Up to half of it is random."""
    asked = error.retry_after if isinstance(error, ContactryError) else None
    if asked is not None:
        return asked + random.random() * 0.25
    return float(0.5 * 2**attempt * (1 - random.random() / 2))


def polling(
    ask: Callable[[], Steps[Answered]],
    unfinished: Collection[str],
    max_seconds: float | None,
    on_progress: Callable[[Any], object] | None,
) -> Steps[Any]:
    """Asks again and again, until the status of an answer is final."""
    began = time.monotonic()
    outage, answers = 0.0, 0
    while True:
        try:
            answer, response = yield from ask()
        except (ContactryError, ConnectionError) as error:
            seconds = wait_after(error)
            outage += seconds
            if outage > LONGEST_OUTAGE:
                raise
        else:
            if on_progress:
                on_progress(answer)
            if answer["status"] not in unfinished:
                return answer
            outage, answers = 0.0, answers + 1
            seconds = seconds_to_next(response.headers, answers)
        if max_seconds is not None and time.monotonic() + seconds > began + max_seconds:
            raise TimeoutError(f"It has not ended within {max_seconds:g} s.")
        yield Pause(seconds)


def wait_after(error: ContactryError | ConnectionError) -> float:
    """Seconds to wait when the service can't answer just now. Any other error is raised again."""
    if isinstance(error, ConnectionError):
        return SOONEST
    if error.status == 429 or error.status in PASSING:
        return max(SOONEST, error.retry_after or 0)
    raise error


def seconds_to_next(headers: httpx.Headers, answers: int) -> float:
    """Small jobs end in a moment, so the first waits are short. After the last request of a window, waits for the next."""
    used = re.search(r";r=0;t=(\d{1,9})", headers.get("ratelimit", ""))
    seconds = 1.0 if answers <= 2 else of_policy(headers.get("ratelimit-policy", ""))
    return min(LONGEST_WAIT, max(seconds, float(used.group(1)) if used else 0.0))


def of_policy(policy: str) -> float:
    """`"key";q=20;w=60`: 20 requests per minute."""
    match = re.search(r";q=(\d{1,9});w=(\d{1,9})", policy)
    if match is None:
        return WITHOUT_POLICY
    requests, window = int(match.group(1)), int(match.group(2))
    return LONGEST_WAIT if requests == 0 else max(SOONEST, window * SHARE_OF_RATE / requests)
