"""OpenID Connect by itself: an identity provider, its keys, its tokens and the way through it (ADR-56).

It knows no accounts and no projects; who somebody is here is decided by the server.
"""
