"""A webhook leads to the internet, or to hosts that the operator named, and nowhere else."""

from __future__ import annotations

import pytest

from graphwright.errors import InvalidCommand
from graphwright.webhooks.posting import HttpPost, PostResult
from graphwright.webhooks.targets import AddressRefused, Target, checked_addresses, resolved_by_system, target_of
from tests.webhooks.receiver import certificate_for, open_receiver, resolver, silent

PUBLIC = "93.184.216.34"
INSIDE = [
    "127.0.0.1", "127.8.9.1", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.0.1", "100.64.0.1", "169.254.169.254",
    "168.63.129.16", "100.100.100.200", "192.0.0.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255",
    "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254", "ff02::1", "2001:db8::1", "fec0::1", "feff::1",
    # wrapped
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:a9fe:a9fe", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a00:1",
    "64:ff9b:1::a00:1", "2002:7f00:1::", "2002:a00:1::", "2001:0:4136:e378:8000:63bf:f5ff:fffe",
]  # fmt: skip


@pytest.mark.requirement("G-83")
@pytest.mark.parametrize("address", INSIDE)
async def test_no_address_inside_may_be_called_alone_or_beside_a_public_one(address):
    target = Target("https", "receiver.example", 443, "/")
    for found in ([address], [PUBLIC, address], [address, PUBLIC]):
        with pytest.raises(AddressRefused):
            await checked_addresses(target, (), resolver(found))


@pytest.mark.requirement("G-83")
@pytest.mark.parametrize("address", [PUBLIC, "8.8.8.8", "2606:2800:220:1:248:1893:25c8:1946", "64:ff9b::5db8:d822"])
async def test_an_address_of_the_internet_may_be_called(address):
    assert await checked_addresses(Target("https", "a.example", 443, "/"), (), resolver([address])) == [address]


@pytest.mark.requirement("G-83")
@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("ftp://receiver.example/", "begins with https"),
        ("file:///etc/passwd", "begins with https"),
        ("receiver.example/hooks", "begins with https"),
        ("https:///hooks", "begins with https"),
        ("http://receiver.example/", "use https"),
        ("https://ana:secret@receiver.example/", "no user, password"),
        ("https://receiver.example/#part", "fragment"),
        ("https://receiver.example:port/", "no address"),
        ("https://[::1/", "no address"),
        ("https://receiver.example/a b", "ASCII"),
        ("https://empfänger.example/", "ASCII"),
        ("https://receiver.example/\r\nx: y", "ASCII"),
        ("https://receiver.example/" + "a" * 2_000, "2,000"),
        ("https://a..b/x", "no name of a host"),
        ("https://.example/", "no name of a host"),
        (f"https://{'a' * 64}.example/", "1 to 63 characters"),
        ("https://127.0.0.1/", "no host of the internet"),
        ("https://127.0.0.1./", "no host of the internet"),
        ("https://[::ffff:127.0.0.1]/", "no host of the internet"),
        ("https://169.254.169.254/latest/meta-data", "metadata service"),
        ("https://metadata.google.internal/", "metadata service"),
    ],
)
def test_an_address_that_tells_by_itself_is_refused_when_it_is_given(url, why):
    with pytest.raises(InvalidCommand, match=why):
        target_of(url, ())


@pytest.mark.requirement("G-83")
async def test_only_what_the_operator_named_may_be_inside_and_a_metadata_service_never():
    allowed = ("ci.internal", "10.0.0.7:8080", "[fd00::7]")
    assert target_of("http://[fd00::7]:81/", allowed) == Target("http", "fd00::7", 81, "/")
    assert target_of("http://ci.internal:9000/x?y", allowed) == Target("http", "ci.internal", 9000, "/x?y")
    assert target_of("http://10.0.0.7:8080", allowed) == Target("http", "10.0.0.7", 8080, "/")
    for url in ("http://10.0.0.7/", "http://10.0.0.8:8080/", "http://internal/", "http://xci.internal/"):
        with pytest.raises(InvalidCommand):
            target_of(url, allowed)
    named = target_of("https://ci.internal/", allowed)
    assert await checked_addresses(named, allowed, resolver(["10.0.0.9"])) == ["10.0.0.9"]
    for address in ("169.254.169.254", "::ffff:169.254.169.254", "fd00:ec2::254"):
        with pytest.raises(AddressRefused):
            await checked_addresses(named, allowed, resolver([address]))


@pytest.mark.requirement("G-83")
async def test_numbers_that_resolve_like_addresses_are_judged_by_what_they_resolve_to():
    for host in ("127.1", "2130706433", "0x7f.1", "localhost"):
        assert await HttpPost(())(f"https://{host}/", {}, b"") == PostResult(problem="address"), host


@pytest.mark.requirement("G-83")
async def test_the_address_that_was_checked_is_the_one_that_is_called():
    async with open_receiver() as receiver:
        name = f"receiver.example:{receiver.port}"
        resolve = resolver(["127.0.0.1"], ["127.0.0.2"])  # a name that changes between two looks
        result = await HttpPost((name,), resolve)(f"http://{name}/hooks", {"webhook-id": "a"}, b"{}")

        assert (result, resolve.asked) == (PostResult(204), [("receiver.example", receiver.port)])
        [told] = receiver.received
        assert (told.headers["host"], told.path, told.body) == (name, "/hooks", b"{}")


@pytest.mark.requirement("G-83")
async def test_who_is_inside_hears_nothing_though_a_public_name_leads_there():
    async with open_receiver() as receiver:
        post = HttpPost((), resolver(["127.0.0.1"]))
        assert await post(f"https://receiver.example:{receiver.port}/", {}, b"{}") == PostResult(problem="address")
        assert receiver.connections == 0


@pytest.mark.requirement("G-83")
async def test_a_redirect_is_not_followed():
    async with open_receiver() as receiver:
        receiver.will_answer(f"307 Temporary Redirect\r\nLocation: http://{receiver.host}/inside")
        result = await HttpPost((receiver.host,))(receiver.url, {}, b"{}")
        assert result == PostResult(307, "status")
        assert [each.path for each in receiver.received] == ["/hooks?for=shop"]


@pytest.mark.requirement("G-82")
async def test_each_way_to_be_not_taken_has_its_name(monkeypatch):
    async with open_receiver() as receiver:
        post = HttpPost(("127.0.0.1", "[::1]", "nobody.example"), resolver([]))
        receiver.will_answer("503 Busy\r\nRetry-After: 7", "no answer at all", "")
        assert await post(receiver.url, {}, b"") == PostResult(503, "status", "7")
        assert await post(receiver.url, {}, b"") == PostResult(problem="connection")
        with monkeypatch.context() as hurried:
            hurried.setattr("graphwright.webhooks.posting.ANSWER_S", 0.2)
            assert await post(receiver.url, {}, b"") == PostResult(problem="time")
        assert await post("http://nobody.example/", {}, b"") == PostResult(problem="name")
    assert await post(receiver.url, {}, b"") == PostResult(problem="connection")


@pytest.mark.requirement("G-82")
@pytest.mark.parametrize("name", ["a..b", "a" * 64])
async def test_a_name_that_cannot_be_asked_for_has_no_address(name):
    with pytest.raises(OSError, match="is no name"):
        await resolved_by_system(name, 443)


@pytest.mark.requirement("G-82")
async def test_where_one_address_does_not_answer_the_next_one_is_called(monkeypatch, tmp_path):
    monkeypatch.setattr("graphwright.webhooks.posting.CONNECT_S", 0.2)
    certificate = certificate_for("receiver.example", tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    async with open_receiver(certificate) as receiver, silent("127.0.0.2", receiver.port) as callers:
        name = f"receiver.example:{receiver.port}"
        post = HttpPost((name,), resolver(["127.0.0.2", "127.0.0.1"], ["127.0.0.2"]))
        results = [await post(f"https://{name}/hooks", {}, b"{}") for _ in range(2)]
        assert (results, len(callers)) == ([PostResult(204), PostResult(problem="time")], 2)
        assert [each.body for each in receiver.received] == [b"{}"]


@pytest.mark.requirement("G-83")
async def test_the_name_is_proved_by_its_certificate_although_an_address_is_called(monkeypatch, tmp_path):
    certificate = certificate_for("receiver.example", tmp_path)
    async with open_receiver(certificate) as receiver:
        named = [f"{name}:{receiver.port}" for name in ("receiver.example", "other.example")]
        urls = [f"https://{name}/hooks" for name in named]
        unknown = HttpPost(named, resolver(["127.0.0.1"]))
        assert [await unknown(url, {}, b"{}") for url in urls] == [PostResult(problem="certificate")] * 2
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        known = HttpPost(named, resolver(["127.0.0.1"]))
        assert [await known(url, {}, b"{}") for url in urls] == [PostResult(204), PostResult(problem="certificate")]
        assert [each.headers["host"] for each in receiver.received] == named[:1]
