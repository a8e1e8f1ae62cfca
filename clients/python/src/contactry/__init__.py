"""The client of Contactry, the self-hosted contact lookup service."""

from . import shapes
from ._errors import ConnectionError, ContactryError, Fault, ValidationError, WebhookError
from ._files import AsyncDownload, Download, File, FileContent
from ._generated.async_calls import AsyncClient
from ._generated.calls import Client
from ._generated.refusals import *  # noqa: F403
from ._generated.refusals import __all__ as _refusals
from ._generated.routes import Listing, Route
from ._webhook import verify_webhook
from .shapes import WebhookEvent

__all__ = [
    "AsyncClient",
    "AsyncDownload",
    "Client",
    "ConnectionError",
    "ContactryError",
    "Download",
    "Fault",
    "File",
    "FileContent",
    "Listing",
    "Route",
    "ValidationError",
    "WebhookError",
    "WebhookEvent",
    "shapes",
    "verify_webhook",
]
__all__ += _refusals
