"""The Model Context Protocol by itself: JSON-RPC, its two eras, what a server may offer. It knows nothing of models.

Written by hand (ADR-29): the wire of revision 2026-07-28, and that of 2025-11-25 and before for older clients. A server
is an `Offer`; `serving` answers one message of a client from it; HTTP and standard input are doors to that elsewhere.
"""
