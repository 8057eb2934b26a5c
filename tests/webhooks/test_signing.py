"""What is signed is what receivers of Standard Webhooks verify."""

from __future__ import annotations

import base64
from datetime import UTC, datetime, timedelta

import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from graphwright.webhooks.signing import new_secret, signed_headers


@pytest.mark.requirement("G-80")
def test_the_documented_example_has_the_documented_signature():
    headers = signed_headers(
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        datetime.fromtimestamp(1614265330, UTC),
        b'{"test": 2432232314}',
        ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
    )

    assert headers == {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }


@pytest.mark.requirement("G-80")
def test_the_conventions_own_library_accepts_each_secret_that_counts_and_nothing_else():
    old, new, now = new_secret(), new_secret(), datetime.now(UTC)
    body = '{"type":"commit.applied","data":{"name":"Größe"}}'.encode()
    headers = signed_headers("a_1", now, body, [new, old])

    assert [Webhook(secret).verify(body, headers)["type"] for secret in (old, new)] == ["commit.applied"] * 2
    changed = {**headers, "webhook-id": "a_2"}
    late = signed_headers("a_1", now - timedelta(minutes=6), body, [new])
    for secret, sent, given in (
        (new_secret(), body, headers),
        (new, body + b" ", headers),
        (new, body, changed),
        (new, body, late),
    ):
        with pytest.raises(WebhookVerificationError):
            Webhook(secret).verify(sent, given)


@pytest.mark.requirement("G-80")
def test_a_secret_is_as_long_as_the_convention_asks_and_never_the_same():
    secrets = {new_secret() for _ in range(100)}

    assert len(secrets) == 100
    assert {len(base64.b64decode(each.removeprefix("whsec_"))) for each in secrets} == {32}
