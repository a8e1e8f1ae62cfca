"""What the service answered."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

import httpx

from ._errors import ConnectionError, ContactryError, ValidationError
from ._generated.refusals import error_classes

BYTES_MAX = 64 * 1024 * 1024
"""The limit of one answer. A page of a list is far smaller. An endless answer must not fill the memory."""


@dataclass(frozen=True)
class Reply:
    response: httpx.Response
    content: bytes | None
    """None: a file that waits to be read, or an answer above the limit."""

    @property
    def is_json(self) -> bool:
        kind = self.response.headers.get("content-type", "")
        return re.match(r"application/([\w.-]+\+)?json\b", kind, re.IGNORECASE) is not None

    def answer(self, wants_file: bool) -> Any:
        """The answer, or the error that a refusing answer stands for. A file is the response."""
        if not self.response.is_success:
            raise self._refusal()
        if wants_file:
            return self.response
        if self.response.status_code == 204:
            return None
        if not self.is_json or self.content is None:
            raise self._unknown()
        try:
            return json.loads(self.content)
        except ValueError as error:
            raise ConnectionError("The answer was cut off.") from error

    def _refusal(self) -> ContactryError:
        try:
            document = json.loads(self.content or b"") if self.is_json else None
        except ValueError:
            document = None
        if not isinstance(document, Mapping):
            return self._unknown()
        status, detail, code = self.response.status_code, document.get("detail"), document.get("code")
        if status == 422 and isinstance(detail, list):
            return ValidationError(detail, request_id=self._request_id)
        if not isinstance(detail, str) or not isinstance(code, str):
            return self._unknown()
        error = error_classes.get(code, ContactryError)
        return error(document, status=status, request_id=self._request_id, retry_after=self._retry_after)

    def _unknown(self) -> ContactryError:
        """An answer that isn't the service's own, such as a proxy's. Its code is `http_502`, or `redirected`."""
        status = self.response.status_code
        if 300 <= status < 400:
            place = self.response.headers.get("location")
            to = f" to {place}" if place else ""
            detail = f"The service redirects{to}, and redirects are not followed. Set base_url to where it leads."
            code = "redirected"
        else:
            answer = f"{status} {self.response.reason_phrase}".strip()
            detail = f"The answer was {answer}, and not one of Contactry's. Is there a proxy in between?"
            code = f"http_{status}"
        return ContactryError(
            {"code": code, "detail": detail},
            status=status,
            request_id=self._request_id,
            retry_after=self._retry_after,
        )

    @property
    def _request_id(self) -> str | None:
        text: str | None = self.response.headers.get("x-request-id")
        return text

    @property
    def _retry_after(self) -> float | None:
        """Seconds. Contactry sends a number, a proxy perhaps a date."""
        text = self.response.headers.get("retry-after")
        if text is None:
            return None
        if re.fullmatch(r"\d{1,9}", text):
            return float(text)
        try:
            return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
        except (ValueError, OverflowError):
            return None
