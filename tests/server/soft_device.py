"""A device that keeps passkeys, in software: it makes and uses them as the specification says, or wrongly on demand."""

from __future__ import annotations

import base64
import hashlib
import json
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, HAS_KEY = 0x01, 0x04, 0x40


def text_of(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class SoftDevice:
    """One key."""

    def __init__(self, origin: str, key_id: bytes = b"k" * 16) -> None:
        self.origin = origin
        self.key_id = key_id
        self.uses = 0
        self.handle = b""
        self._key = ec.generate_private_key(ec.SECP256R1())

    def make(self, options: dict[str, Any], *, flags: int = PRESENT | VERIFIED) -> dict[str, Any]:
        """What a browser answers to the options of `navigator.credentials.create`."""
        self.handle = base64.urlsafe_b64decode(options["user"]["id"] + "==")
        numbers = self._key.public_key().public_numbers()
        key = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")})
        told = bytes(16) + len(self.key_id).to_bytes(2, "big") + self.key_id + key
        data = self._data(options["rp"]["id"], flags | HAS_KEY) + told
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options["challenge"])
        return self._credential(clientDataJSON=text_of(client), attestationObject=text_of(attested))

    def use(self, options: dict[str, Any], *, flags: int = PRESENT | VERIFIED, host: str = "") -> dict[str, Any]:
        """What a browser answers to the options of `navigator.credentials.get`."""
        self.uses += 1
        data = self._data(host or options["rpId"], flags)
        client = self._client("webauthn.get", options["challenge"])
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._credential(
            clientDataJSON=text_of(client),
            authenticatorData=text_of(data),
            signature=text_of(signature),
            userHandle=text_of(self.handle),
        )

    def _data(self, host: str, flags: int) -> bytes:
        return hashlib.sha256(host.encode()).digest() + bytes([flags]) + self.uses.to_bytes(4, "big")

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}).encode()

    def _credential(self, **response: str) -> dict[str, Any]:
        name = text_of(self.key_id)
        return {"id": name, "rawId": name, "type": "public-key", "response": response, "clientExtensionResults": {}}
