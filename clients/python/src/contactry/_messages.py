"""The HTTP message of a call."""

from __future__ import annotations

import json
import os
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from ._files import File, FileStream
from ._generated.routes import FILES, REPEATABLE, REPEATABLE_BY_SECRET


@dataclass(frozen=True)
class Message:
    method: str
    url: str
    headers: Mapping[str, str]
    content: bytes | FileStream | None
    timeout: float | None
    """Seconds for one attempt. None: no limit."""
    is_repeatable: bool
    """Whether a repeat does nothing twice: a read, or what the service knows by its key."""
    wants_file: bool

    @property
    def origin(self) -> str:
        return "/".join(self.url.split("/")[:3])


@dataclass(frozen=True)
class Call:
    """What the caller says about a call."""

    route: str
    path: Mapping[str, object] | None = None
    query: Mapping[str, object] | None = None
    body: Mapping[str, object] | Sequence[object] | None = None
    file: File | None = None
    idempotency_key: str | None = None
    idempotency_secret: str | None = None
    timeout: float | None = None


@dataclass(frozen=True)
class Settings:
    base_url: str
    headers: Mapping[str, str]
    timeout: float
    max_retries: int


def settings_of(
    base_url: str, key: str | None, headers: Mapping[str, str] | None, timeout: float, max_retries: int
) -> Settings:
    if not re.match(r"https?://[^/]", base_url):
        raise ValueError(f"base_url is {base_url!r}. It must be like https://contacts.example.com")
    own = {} if key is None else {"authorization": f"Bearer {key}"}
    return Settings(base_url.rstrip("/"), own | dict(headers or {}), timeout, max_retries)


def message_of(call: Call, settings: Settings) -> Message:
    method, path = address_of(call)
    headers = {"accept": "application/json", **settings.headers}
    if call.route in REPEATABLE:
        headers["idempotency-key"] = call.idempotency_key or secrets.token_hex(16)
    if call.route in REPEATABLE_BY_SECRET:
        headers["idempotency-secret"] = call.idempotency_secret or secrets.token_hex(16)
    content: bytes | FileStream | None = None
    if call.body is not None:
        headers["content-type"] = "application/json"
        content = json.dumps(call.body).encode()
    elif call.file:
        headers["content-type"] = call.file.type
        content = content_of(call.file)
        headers["content-length"] = str(content.size if isinstance(content, FileStream) else len(content))
    # How long a file takes depends on its size.
    timeout = call.timeout or (None if call.file else settings.timeout)
    return Message(
        method=method,
        url=f"{settings.base_url}{path}{query_text(call.query)}",
        headers=headers,
        content=content,
        timeout=timeout,
        is_repeatable=method == "GET" or call.route in REPEATABLE,
        wants_file=call.route in FILES,
    )


def address_of(call: Call) -> tuple[str, str]:
    """The method and the path of a route. Programs without types learn here what is wrong."""
    method, _, template = call.route.partition(" ")
    if not method or not template.startswith("/"):
        raise ValueError(f"The route is {call.route!r}. It must be like 'POST /api/v1/find'.")

    def value_of(match: re.Match[str]) -> str:
        name = match.group(1)
        value = (call.path or {}).get(name)
        # Dots would lead to the address above.
        if value is None or value in ("", ".", ".."):
            raise ValueError(f"{call.route} can't have path={{{name!r}: {value!r}}}.")
        return quote(str(value), safe="")

    return method, re.sub(r"\{(\w+)\}", value_of, template)


def query_text(query: Mapping[str, object] | None) -> str:
    """`?limit=2&map=a&map=b`. Members that are None are left out."""
    pairs = [
        (name, text_of(one))
        for name, value in (query or {}).items()
        for one in (value if isinstance(value, (list, tuple)) else [value])
        if one is not None
    ]
    return f"?{urlencode(pairs)}" if pairs else ""


def text_of(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def content_of(file: File) -> bytes | FileStream:
    if isinstance(file.content, os.PathLike):
        return FileStream(file.content)
    return file.content.encode() if isinstance(file.content, str) else file.content
