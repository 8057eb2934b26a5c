"""Which tokens of an identity provider count, and what is read of the provider itself."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from joserfc import jws
from joserfc.errors import SecurityWarning
from joserfc.jwk import ECKey, OctKey, RSAKey

from graphwright.errors import GraphwrightError, NotAuthenticated, SignInUnavailable
from graphwright.oidc.fetching import MAX_ANSWER_BYTES, is_safe
from graphwright.oidc.flow import challenge_of, groups_in
from graphwright.oidc.provider import AGAIN_S, MAX_KEYS, IdentityProvider
from graphwright.oidc.tokens import LOGOUT_EVENT, MAX_TOKEN_LENGTH, IdentityClaims, LogoutClaims, TokenChecker
from graphwright.ports import ManualClock
from tests.oidc.fake_provider import CLIENT, ISSUER, KEYS, RSA_KEY, FakeProvider

START = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)
NOW = int(START.timestamp())
NONCE = "n-1"
WHO = {"sub": "ana", "nonce": NONCE}


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(START)


@pytest.fixture
def fake(clock: ManualClock) -> FakeProvider:
    return FakeProvider(clock)


@pytest.fixture
def checker(fake: FakeProvider, clock: ManualClock) -> TokenChecker:
    return TokenChecker(IdentityProvider(ISSUER, clock, fake), CLIENT, clock)


@pytest.mark.requirement("Q-41")
@pytest.mark.parametrize("algorithm", KEYS)
async def test_a_token_of_each_algorithm_that_counts_is_read(fake, checker, algorithm):
    token = fake.signed({**WHO, "sid": "s-1"}, algorithm)
    claims = {"iss": ISSUER, "aud": CLIENT, "iat": NOW, "exp": NOW + 300, **WHO, "sid": "s-1"}
    assert await checker.identity(token, NONCE) == IdentityClaims("ana", "s-1", claims)


@pytest.mark.requirement("Q-41")
@pytest.mark.parametrize(("changed", "why"), [
    ({"iss": "https://evil.example.org"}, "another issuer"),
    ({"iss": ISSUER + "/"}, "another issuer"),
    ({"iss": None}, "another issuer"),
    ({"aud": "another"}, "another program"),
    ({"aud": None}, "another program"),
    ({"aud": [CLIENT, "another"]}, "another program, too"),
    ({"azp": "another"}, "another program, too"),
    ({"nonce": "n-2"}, "another sign-in"),
    ({"nonce": None}, "another sign-in"),
    ({"nonce": 7}, "another sign-in"),
    ({"exp": NOW - 60}, "has expired"),
    ({"exp": None}, "has expired"),
    ({"exp": "tomorrow"}, "has expired"),
    ({"exp": 1e300}, "has expired"),
    ({"iat": NOW + 61}, "from the future"),
    ({"iat": None}, "from the future"),
    ({"iat": True}, "from the future"),
    ({"nbf": NOW + 61}, "does not count yet"),
    ({"sub": None}, "names nobody"),
    ({"sub": ""}, "names nobody"),
    ({"sub": "x" * 256}, "names nobody"),
    ({"sub": ["ana"]}, "names nobody"),
    ({"events": {LOGOUT_EVENT: {}}}, "is a logout token"),
])  # fmt: skip
async def test_a_token_that_is_not_exactly_meant_for_this_sign_in_is_refused(fake, checker, changed, why):
    with pytest.raises(NotAuthenticated, match=why):
        await checker.identity(fake.signed({**WHO, **changed}), NONCE)


@pytest.mark.requirement("Q-41")
@pytest.mark.parametrize("changed", [{"exp": NOW - 59}, {"iat": NOW + 60}, {"nbf": NOW + 60}, {"azp": CLIENT},
                                     {"aud": [CLIENT]}, {"aud": [CLIENT, "b"], "azp": CLIENT}])  # fmt: skip
async def test_two_clocks_may_be_a_minute_apart(fake, checker, changed):
    assert (await checker.identity(fake.signed({**WHO, **changed}), NONCE)).subject == "ana"


@pytest.mark.requirement("Q-41")
@pytest.mark.parametrize("changed", [{"nonce": "\ud800"}, {"sub": "\udfff"}, {"groups": ["\ud800"]}])
async def test_a_signed_token_that_holds_half_a_character_is_refused(checker, changed):
    claims = {"iss": ISSUER, "aud": CLIENT, "iat": NOW, "exp": NOW + 300, **WHO, **changed}
    token = jws.serialize_compact({"alg": "RS256", "kid": "rsa"}, json.dumps(claims).encode(), KEYS["RS256"])
    with pytest.raises(NotAuthenticated, match="half a character"):
        await checker.identity(token, NONCE)


@pytest.mark.requirement("Q-41")
async def test_a_token_that_the_provider_has_not_signed_is_refused(fake, checker):
    whole = {"iss": ISSUER, "aud": CLIENT, "iat": NOW, "exp": NOW + 300, **WHO}
    good = fake.signed(WHO)
    head, body, signature = good.split(".")
    stranger = RSAKey.generate_key(2048, {"kid": "rsa"})
    tokens = {
        "unsigned": fake.unsigned(whole),
        "the public key as a secret": fake.signed_by_public_key(WHO),
        "a stranger's key of the same name": fake.signed(WHO, key=stranger),
        "a stranger's key without a name": fake.signed(WHO, key=stranger, kid=None),
        "a weak algorithm": fake.signed(WHO, "HS256", OctKey.generate_key(256)),
        "an algorithm that is not ours": fake.signed(
            WHO, "RS512", RSAKey.import_key(RSA_KEY.as_pem(private=True), {"kid": "rsa"})
        ),
        "its own key inside": fake.signed(WHO, key=stranger, jwk=stranger.as_dict(private=False)),
        "a tail": good + "x",
        "another body": f"{head}.{fake.signed({**WHO, 'sub': 'eve'}).split('.')[1]}.{signature}",
        "no signature": f"{head}.{body}.",
        "two parts": f"{head}.{body}",
        "empty": "",
        "no token": "x.y.z",
        "not ASCII": "ä.ö.ü",
        "too long": "x" * (MAX_TOKEN_LENGTH + 1),
    }
    for name, token in tokens.items():
        with pytest.raises(NotAuthenticated, match="does not count"):
            assert not await checker.identity(token, NONCE), name


@pytest.mark.requirement("Q-42")
async def test_a_key_that_is_new_is_found_and_one_that_is_unknown_is_looked_for_once_a_minute(fake, checker, clock):
    await checker.identity(fake.signed(WHO), NONCE)
    fake.keys = [RSAKey.generate_key(2048, {"kid": "second"})]
    with pytest.raises(NotAuthenticated):  # read a moment ago
        await checker.identity(fake.signed(WHO), NONCE)
    clock.advance(AGAIN_S)
    await checker.identity(fake.signed(WHO), NONCE)
    for _ in range(20):
        with pytest.raises(NotAuthenticated):
            await checker.identity(fake.signed(WHO, key=KEYS["RS256"]), NONCE)
    assert fake.asked == ["openid-configuration", "jwks", "jwks"]


@pytest.mark.requirement("Q-42")
async def test_keys_that_cannot_be_used_do_not_take_the_others_with_them(fake, checker):
    with pytest.warns(SecurityWarning):
        small = RSAKey.generate_key(1024, {"kid": "small"})
    keys = [{"kty": "RSA"}, {"kty": ["RSA"]}, {"kty": "PQ", "kid": "new"}, {}, {"kty": "EC", "crv": "P-256", "x": "?", "y": 1},
            ECKey.generate_key("P-384", {"kid": "ec"}).as_dict(private=False), small.as_dict(private=False)]  # fmt: skip
    fake.documents["jwks"] = json.dumps({"keys": [*keys, KEYS["RS256"].as_dict(private=False)]}).encode()
    assert (await checker.identity(fake.signed(WHO), NONCE)).subject == "ana"
    with pytest.raises(NotAuthenticated):
        await checker.identity(fake.signed(WHO, key=small), NONCE)


@pytest.mark.requirement("Q-42")
@pytest.mark.parametrize(("path", "document"), [
    ("jwks", b"x" * (MAX_ANSWER_BYTES + 1)), ("openid-configuration", b"x" * (MAX_ANSWER_BYTES + 1)),
    ("jwks", b"[]"), ("jwks", b'{"keys": 7}'), ("jwks", b"\xff"), ("jwks", b'{"keys":' + b"[" * 100_000),
    ("jwks", b'{"keys": [' + b",".join([b"{}"] * (MAX_KEYS + 1)) + b"]}"),
    ("openid-configuration", b"{}"), ("openid-configuration", b"<html>"), ("openid-configuration", b'{"a":' * 100_000),
])  # fmt: skip
async def test_documents_that_are_too_large_or_cannot_be_read_are_refused(fake, checker, path, document):
    token = fake.signed(WHO)
    fake.documents[path] = document
    with pytest.raises(SignInUnavailable, match="identity provider"):
        await checker.identity(token, NONCE)


@pytest.mark.requirement("Q-42")
@pytest.mark.parametrize("changed", [
    {"issuer": "https://evil.example.org"}, {"issuer": ISSUER + "/"}, {"token_endpoint": "http://login.example.org/t"},
    {"jwks_uri": "file:///etc/passwd"}, {"authorization_endpoint": "javascript:alert(1)"},
    {"token_endpoint": "https://user:pw@login.example.org/t"}, {"jwks_uri": "https://169.254.169.254/latest"},
    {"userinfo_endpoint": "http://127.0.0.1/u"}, {"jwks_uri": "https://metadata.google.internal/"},
    {"code_challenge_methods_supported": ["plain"]}, {"token_endpoint": 7},
])  # fmt: skip
async def test_a_provider_that_names_unsafe_addresses_or_no_s256_is_refused(fake, clock, changed):
    fake.metadata |= changed
    with pytest.raises(SignInUnavailable):
        await IdentityProvider(ISSUER, clock, fake).metadata()


@pytest.mark.requirement("Q-42")
@pytest.mark.parametrize(("url", "safe"), [
    ("https://a.example.org/x", True), ("http://a.example.org", False), ("http://127.0.0.1:9/x", True),
    ("http://[::1]:9/x", True), ("http://localhost:9", True), ("http://10.0.0.1", False), ("https://", False),
    ("https://a.example.org:99999", False), ("ftp://a.example.org", False), ("https://a.example.org/#x", False),
])  # fmt: skip
def test_plain_http_is_for_this_machine_alone(url, safe):
    assert is_safe(url, loopback=True) is safe


@pytest.mark.requirement("Q-44")
async def test_a_logout_token_says_who_is_to_be_logged_out(fake, checker):
    told = await checker.logout(fake.logout_token(sid="s-1"))
    assert told == LogoutClaims("one", "subject-1", "s-1", NOW, NOW + 300)


@pytest.mark.requirement("Q-44")
@pytest.mark.parametrize("changed", [
    {"nonce": "x"}, {"events": None}, {"events": {}}, {"events": {LOGOUT_EVENT + "2": {}}}, {"events": [LOGOUT_EVENT]},
    {"jti": None}, {"sub": None}, {"aud": "another"}, {"iss": "https://evil.example.org"}, {"exp": NOW - 60},
    {"exp": None, "iat": NOW - 180}, {"iat": None}, {"typ": "at+jwt"},
])  # fmt: skip
async def test_a_logout_token_that_is_not_exactly_one_is_refused(fake, checker, changed):
    with pytest.raises(NotAuthenticated):
        await checker.logout(fake.logout_token(**{"subject": None, **changed} if "sub" in changed else changed))


@pytest.mark.requirement("Q-44")
async def test_an_id_token_is_no_logout_token(fake, checker):
    with pytest.raises(NotAuthenticated):
        await checker.logout(fake.signed(WHO))


@pytest.mark.requirement("Q-41")
async def test_no_bytes_at_all_break_the_reading_of_tokens(fake, checker):
    good = fake.signed(WHO)
    for at in range(0, len(good), 3):
        for other in ("", ".", "\x00", "é", "=="):
            token = good[:at] + other + good[at + 1 :]
            if token == good:
                continue
            try:
                await checker.identity(token, NONCE)
            except GraphwrightError:
                continue
            pytest.fail(f"accepted with {other!r} at {at}")


@pytest.mark.requirement("Q-40")
def test_the_challenge_is_the_one_of_the_rfc():
    assert challenge_of("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk") == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"


@pytest.mark.requirement("Q-43")
@pytest.mark.parametrize(("claims", "name", "groups"), [
    ({"groups": ["a", "b"]}, "groups", {"a", "b"}), ({"groups": "a"}, "groups", {"a"}), ({}, "groups", set()),
    ({"realm": {"roles": ["x"]}}, "realm.roles", {"x"}), ({"realm.roles": ["y"]}, "realm.roles", {"y"}),
    ({"groups": [1, None, "a", ["b"]]}, "groups", {"a"}), ({"groups": {"a": 1}}, "groups", set()),
])  # fmt: skip
def test_groups_are_read_from_wherever_the_provider_says_them(claims, name, groups):
    assert groups_in(claims, name) == groups
