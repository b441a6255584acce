"""Clients that answer requests: a module's own routine, recordings, and servers.

Clients of servers are imported from their own modules, so that what they need is loaded only where it is used.
"""

from notarius.models.offline import OfflineClient
from notarius.models.recording import RecordingClient
from notarius.models.replay import ReplayClient

__all__ = ["OfflineClient", "RecordingClient", "ReplayClient"]
