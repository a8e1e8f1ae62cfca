"""Messages that Contactry sends to your server."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Iterable, Sequence
from typing import Protocol, cast

from ._errors import WebhookError
from .shapes import WebhookEvent

SIGNATURES_MAX = 20
"""A message has one for each valid secret, so at most a few."""


class Headers(Protocol):
    """The headers of a request, as any framework has them."""

    def items(self) -> Iterable[tuple[str, str]]: ...


def verify_webhook(
    body: bytes | str, headers: Headers, secret: str | Sequence[str], *, tolerance: float = 300
) -> WebhookEvent:
    """The event of a message that Contactry has signed (Standard Webhooks). Raises `WebhookError` for any other message.

    `body` is exactly what you received, not parsed. While you replace a secret, give both. `tolerance` is how many
    seconds the time of the message may differ from your clock.
    """
    values = {name.lower(): value for name, value in headers.items()}
    id, sent_at = values.get("webhook-id"), values.get("webhook-timestamp")
    signatures = values.get("webhook-signature")
    if not id or not sent_at or not signatures:
        raise WebhookError("The message is not signed.")
    if not re.fullmatch(r"[0-9]{1,15}", sent_at) or abs(time.time() - int(sent_at)) > tolerance:
        raise WebhookError("The time of the message is too far from that of your clock.")

    content = body.encode() if isinstance(body, str) else body
    signed = f"{id}.{sent_at}.".encode() + content
    given = [one.removeprefix("v1,") for one in signatures.split(" ")[:SIGNATURES_MAX] if one.startswith("v1,")]
    digests = [digest_of(one, signed) for one in ([secret] if isinstance(secret, str) else secret)]
    # Each is compared, so that the time says nothing.
    matches = [hmac.compare_digest(digest, one.encode()) for digest in digests for one in given]
    if not any(matches):
        raise WebhookError("No signature of the message was made with the secret.")
    return cast(WebhookEvent, {**json.loads(content), "id": id})


def digest_of(secret: str, signed: bytes) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        key = b""
    if not key or not secret.startswith("whsec_"):
        raise ValueError("A webhook secret is whsec_ and base64, as Contactry shows it once.")
    return base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
