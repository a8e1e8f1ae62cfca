"""Lists that are answered page by page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def rows_of(page: Mapping[str, Any]) -> list[Any]:
    rows: list[Any] = next(page[name] for name in ("items", "events", "history") if name in page)
    return rows


def after_page(page: Mapping[str, Any]) -> dict[str, object] | None:
    """The parameters for the next page. None after the last."""
    if page.get("next_cursor") is not None:
        return {"cursor": page["next_cursor"]}
    if page.get("next_offset") is not None:
        return {"offset": page["next_offset"]}
    rows, offset = len(rows_of(page)), page.get("offset", 0)
    return {"offset": offset + rows} if rows > 0 and offset + rows < page.get("total", 0) else None
