"""The client for `async` programs."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from types import TracebackType
from typing import Any, Self

import anyio
import httpx

from ._errors import ConnectionError
from ._files import AsyncDownload, File
from ._generated.routes import FILES, Listing, Route
from ._lists import after_page, rows_of
from ._messages import Call, Message, message_of, settings_of
from ._replies import BYTES_MAX, Reply
from ._steps import Answered, Pause, Steps, T, polling, sending


class AsyncRouteClient:
    """Calls any operation by its route. Repeats after network errors, 429, 502, 503 and 504, and never does anything twice."""

    def __init__(
        self,
        base_url: str,
        *,
        key: str | None = None,
        headers: Mapping[str, str] | None = None,
        timeout: float = 30,
        max_retries: int = 2,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        """`key` is an API key. `timeout` is in seconds, for each attempt. `http` is yours to give, to go through a proxy."""
        self._settings = settings_of(base_url, key, headers, timeout, max_retries)
        self._http = http or httpx.AsyncClient()

    async def call(
        self,
        route: Route,
        *,
        path: Mapping[str, object] | None = None,
        query: Mapping[str, object] | None = None,
        body: Mapping[str, object] | Sequence[object] | None = None,
        file: File | None = None,
        idempotency_key: str | None = None,
        idempotency_secret: str | None = None,
        timeout: float | None = None,
    ) -> Any:
        """The answer of one call: a shape of `contactry.shapes`, or an `AsyncDownload`."""
        call = Call(route, path, query, body, file, idempotency_key, idempotency_secret, timeout)
        answer, response = await self._run(self._sending(call))
        return AsyncDownload(response) if route in FILES else answer

    async def items(
        self,
        route: Listing,
        *,
        path: Mapping[str, object] | None = None,
        query: Mapping[str, object] | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[Any]:
        """Every item of a list, page by page. Stop with `break` whenever you like."""
        async for page in self.pages(route, path=path, query=query, timeout=timeout):
            for row in rows_of(page):
                yield row

    async def pages(
        self,
        route: Listing,
        *,
        path: Mapping[str, object] | None = None,
        query: Mapping[str, object] | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[Any]:
        """The pages of a list, as the service answers them."""
        following: dict[str, object] | None = {}
        while following is not None:
            call = Call(route, path, {**(query or {}), **following}, timeout=timeout)
            page, _ = await self._run(self._sending(call))
            yield page
            following = after_page(page)

    async def wait(
        self,
        route: Route,
        *,
        path: Mapping[str, object],
        unfinished: Collection[str],
        max_seconds: float | None = None,
        on_progress: Callable[[Any], object] | None = None,
    ) -> Any:
        """Asks until the status of the answer is none of `unfinished`."""
        call = Call(route, path)
        return await self._run(polling(lambda: self._sending(call), unfinished, max_seconds, on_progress))

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def _sending(self, call: Call) -> Steps[Answered]:
        return sending(message_of(call, self._settings), self._settings.max_retries)

    async def _run(self, steps: Steps[T]) -> T:
        try:
            step = next(steps)
            while True:
                try:
                    reply = await self._take(step)
                except ConnectionError as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(reply)
        except StopIteration as end:
            answer: T = end.value
            return answer

    async def _take(self, step: Message | Pause) -> Reply | None:
        if isinstance(step, Pause):
            await anyio.sleep(step.seconds)
            return None
        try:
            return await self._send(step)
        except httpx.TimeoutException as late:
            raise ConnectionError(f"{step.origin} did not answer within {step.timeout:g} s.") from late
        except httpx.RequestError as lost:
            raise ConnectionError(f"{step.origin} could not be reached, or the connection was lost.") from lost

    async def _send(self, message: Message) -> Reply:
        request = self._http.build_request(
            message.method,
            message.url,
            headers=message.headers,
            content=message.content,
            timeout=message.timeout,
        )
        # A redirect could carry the secrets of the caller to another server.
        response = await self._http.send(request, stream=True, follow_redirects=False)
        if response.is_success and message.wants_file:
            return Reply(response, None)
        try:
            content = bytearray()
            async for chunk in response.aiter_bytes():
                content += chunk
                if len(content) > BYTES_MAX:
                    return Reply(response, None)
            return Reply(response, bytes(content))
        finally:
            await response.aclose()
