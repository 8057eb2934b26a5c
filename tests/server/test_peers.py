"""Whose address counts: that of the peer, or what a trusted proxy says."""

from __future__ import annotations

from ipaddress import ip_network

import pytest

from graphwright.server.login_throttle import TRIES
from graphwright.server.peers import MAX_HOPS, address_of, block_of
from tests.server.place import error_of, open_place

TRUSTED = (ip_network("10.0.0.0/24"), ip_network("::1"), ip_network("127.0.0.1"))


@pytest.mark.requirement("Z-73")
@pytest.mark.parametrize(("peer", "forwarded", "address"), [
    ("203.0.113.9", ["1.2.3.4"], "203.0.113.9"),
    ("10.0.0.7", [], "10.0.0.7"),
    ("10.0.0.7", ["198.51.100.1"], "198.51.100.1"),
    ("10.0.0.7", ["6.6.6.6, 198.51.100.1, 10.0.0.8"], "198.51.100.1"),
    ("10.0.0.7", ["6.6.6.6", "198.51.100.1"], "198.51.100.1"),
    ("10.0.0.7", ["198.51.100.1:4711"], "198.51.100.1"),
    ("::1", ["[2001:db8::1]:4711"], "2001:db8::1"),
    ("::ffff:127.0.0.1", ["2001:DB8:0::1"], "2001:db8::1"),
    ("10.0.0.7", ["nonsense"], "10.0.0.7"),
    ("10.0.0.7", ["6.6.6.6, , 10.0.0.8"], "10.0.0.8"),
    ("10.0.0.7", ["'; DROP TABLE"], "10.0.0.7"),
    ("10.0.0.7", [", ".join(["6.6.6.6"] + ["10.0.0.8"] * MAX_HOPS)], "10.0.0.8"),
    (None, ["198.51.100.1"], "local"),
])  # fmt: skip
def test_an_address_is_what_the_last_proxy_that_is_trusted_has_seen(peer, forwarded, address):
    assert address_of(peer, forwarded, TRUSTED) == address


@pytest.mark.requirement("Z-73")
async def test_attempts_to_log_in_count_by_the_address_that_a_trusted_proxy_names():
    async with open_place(GRAPHWRIGHT_TRUSTED_PROXIES="127.0.0.1") as place:

        async def tried(address: str, number: int) -> int:
            body = {"name": f"n{number}", "password": "wrong password"}
            client = place.anybody()
            return (await client.post("/api/session", json=body, headers={"x-forwarded-for": address})).status_code

        place.server_state.authenticator.throttle.count(*["address 198.51.100.1"] * TRIES)
        assert [await tried("198.51.100.1", 1), await tried("198.51.100.2", 2)] == [429, 401]
        token = await place.anybody().post("/api/session", json={"ticket": "x"}, headers={"x-forwarded-for": "6.6.6.6"})
        assert error_of(token)[0] == 401
        told = [entry.address async for entry in place.workbench.audit.entries()]
    assert told[-2:] == ["198.51.100.2", "6.6.6.6"]


@pytest.mark.requirement("Z-73")
async def test_without_the_setting_nobody_is_believed():
    async with open_place() as place:
        headers = {"x-forwarded-for": "6.6.6.6"}
        await place.anybody().post("/api/session", json={"ticket": "x"}, headers=headers)
        assert "6.6.6.6" not in [entry.address async for entry in place.workbench.audit.entries()]


@pytest.mark.requirement("Z-83")
@pytest.mark.parametrize(("address", "block"), [
    ("198.51.100.1", "198.51.100.1"),
    ("::ffff:198.51.100.1", "198.51.100.1"),
    ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
    ("2001:db8:1:2::", "2001:db8:1:2::/64"),
    ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
    ("fe80::1%eth0", "fe80::/64"),
    ("local", "local"),
    ("a socket", "a socket"),
])  # fmt: skip
def test_whoever_has_a_line_of_ipv6_has_all_its_addresses_and_one_count(address, block):
    assert block_of(address) == block


@pytest.mark.requirement("Z-83")
async def test_attempts_to_log_in_count_by_the_line():
    async with open_place() as place:
        place.server_state.authenticator.throttle.count(*["address 2001:db8:1:2::/64"] * TRIES)
        body = {"ticket": "x"}
        told = [
            (await place.anybody(address=address).post("/api/session", json=body)).status_code
            for address in ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:db8:1:3::1")
        ]
        assert told == [429, 429, 401]


@pytest.mark.requirement("Z-83")
@pytest.mark.parametrize(("base", "headers", "origin"), [
    ("http://127.0.0.1:8426", {}, "http://127.0.0.1:8426"),
    ("https://127.0.0.1:8426", {}, "https://127.0.0.1:8426"),
    ("http://127.0.0.1:8426", {"x-forwarded-proto": "https"}, "https://127.0.0.1:8426"),
])  # fmt: skip
async def test_where_a_program_comes_in_is_told_with_the_scheme_of_its_request(place, base, headers, origin):
    client = place.anybody(**headers)
    metadata = (await client.get(f"{base}/.well-known/oauth-protected-resource/mcp")).json()
    refused = await client.post(f"{base}/mcp", json={})
    assert metadata["resource"] == f"{origin}/mcp"
    assert f'resource_metadata="{origin}/.well-known/' in refused.headers["www-authenticate"]
