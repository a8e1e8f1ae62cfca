"""Files that are sent and received."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

import anyio
import httpx

from ._errors import ConnectionError

FileContent = bytes | str | os.PathLike[str]
"""Bytes, a text, or the `Path` of a file, which is streamed."""

CHUNK_BYTES = 64 * 1024


@dataclass(frozen=True)
class File:
    """A file for `call`, with its media type."""

    type: str
    content: FileContent


class FileStream(httpx.SyncByteStream, httpx.AsyncByteStream):
    """Reads a file while it is sent, from its start for each attempt."""

    def __init__(self, path: os.PathLike[str]) -> None:
        self._path = Path(path)

    @property
    def size(self) -> int:
        return self._path.stat().st_size

    def __iter__(self) -> Iterator[bytes]:
        with self._path.open("rb") as file:
            while chunk := file.read(CHUNK_BYTES):
                yield chunk

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async with await anyio.open_file(self._path, "rb") as file:
            while chunk := await file.read(CHUNK_BYTES):
                yield chunk


class Download:
    """A file that the service answered with. Read it once: `save`, `read`, `text` or `chunks`."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response

    def chunks(self) -> Iterator[bytes]:
        try:
            yield from self.response.iter_bytes()
        except httpx.TransportError as lost:
            raise ConnectionError(f"The connection was lost before the end of the file: {lost}") from lost
        finally:
            self.close()

    def read(self) -> bytes:
        return b"".join(self.chunks())

    def text(self) -> str:
        return self.read().decode()

    def save(self, path: str | os.PathLike[str]) -> None:
        with open(path, "wb") as file:
            for chunk in self.chunks():
                file.write(chunk)

    def close(self) -> None:
        """Frees the connection of a file that isn't read to its end."""
        self.response.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncDownload:
    """A file that the service answered with. Read it once: `save`, `read`, `text` or `chunks`."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response

    async def chunks(self) -> AsyncIterator[bytes]:
        try:
            async for chunk in self.response.aiter_bytes():
                yield chunk
        except httpx.TransportError as lost:
            raise ConnectionError(f"The connection was lost before the end of the file: {lost}") from lost
        finally:
            await self.close()

    async def read(self) -> bytes:
        return b"".join([chunk async for chunk in self.chunks()])

    async def text(self) -> str:
        return (await self.read()).decode()

    async def save(self, path: str | os.PathLike[str]) -> None:
        async with await anyio.open_file(path, "wb") as file:
            async for chunk in self.chunks():
                await file.write(chunk)

    async def close(self) -> None:
        """Frees the connection of a file that isn't read to its end."""
        await self.response.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
