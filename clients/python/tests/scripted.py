"""A service that answers what a test says, in that order, to either client."""

import inspect
import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import anyio
import httpx
from contactry import AsyncClient, Client

Step = httpx.Response | Exception
BASE_URL = "https://service.example"


def answer(body: object, status: int = 200, **headers: str) -> httpx.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.Response(status, content=json.dumps(body), headers={"content-type": "application/json", **named})


def problem(status: int, code: str, **headers: str) -> httpx.Response:
    return answer({"code": code, "status": status, "detail": "No."}, status, **headers)


class Service:
    """Keeps what it was asked, and the second of each request on the clock of the test."""

    def __init__(self, steps: list[Step]) -> None:
        self.steps = steps
        self.asked: list[httpx.Request] = []
        self.times: list[float] = []
        self.now = 0.0

    def answer(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        self.times.append(round(self.now, 3))
        step = self.steps.pop(0) if len(self.steps) > 1 else self.steps[0]
        if isinstance(step, Exception):
            raise step
        return step

    def wait(self, seconds: float) -> None:
        self.now += seconds

    async def wait_async(self, seconds: float) -> None:
        self.now += seconds

    @contextmanager
    def clock(self) -> Iterator[None]:
        """Waits take no time, and have no random part."""
        with (
            mock.patch("contactry._route_client.time.sleep", self.wait),
            mock.patch("contactry._async_route_client.anyio.sleep", self.wait_async),
            mock.patch("contactry._steps.time.monotonic", lambda: self.now),
            mock.patch("contactry._steps.random.random", lambda: 0.0),
        ):
            yield


Run = Callable[[Service, Callable[[Any], Any]], Any]


def run_sync(service: Service, call: Callable[[Any], Any], **options: Any) -> Any:
    http = httpx.Client(transport=httpx.MockTransport(service.answer))
    with service.clock(), Client(BASE_URL, key="cty_test_1", http=http, **options) as client:
        result = call(client)
        return list(result) if inspect.isgenerator(result) else result


def run_async(service: Service, call: Callable[[Any], Any], **options: Any) -> Any:
    async def main() -> Any:
        http = httpx.AsyncClient(transport=httpx.MockTransport(service.answer))
        async with AsyncClient(BASE_URL, key="cty_test_1", http=http, **options) as client:
            result = call(client)
            if inspect.isasyncgen(result):
                return [row async for row in result]
            return await result if isinstance(result, Awaitable) else result

    with service.clock():
        return anyio.run(main)
