"""The shapes of requests, answers and events: each is a `TypedDict`."""

from ._generated.shapes import *  # noqa: F403
from ._generated.shapes import __all__ as __all__
