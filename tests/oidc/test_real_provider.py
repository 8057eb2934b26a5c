"""Sign-in and logout with an identity provider of other people (npm `oidc-provider`), over real connections."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
import uvicorn

from tests.mcp.judging import NODE, there
from tests.server.place import open_place
from tests.server.test_company import COMPANY

IDP = Path(__file__).parent / "idp"
SECRET = "only-for-this-test"


@asynccontextmanager
async def real_provider(at: str) -> AsyncGenerator[str]:
    """Its issuer, for a server of ours that listens at an address."""
    there(IDP / "node_modules" / "oidc-provider")
    process = await asyncio.create_subprocess_exec(
        str(NODE), str(IDP / "provider.mjs"), f"{at}/", f"{at}{COMPANY}/logout", SECRET,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL, cwd=IDP,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        async with asyncio.timeout(30):
            yield (await process.stdout.readline()).decode().strip()
    finally:
        process.kill()
        await process.wait()


async def walked(browser: httpx2.AsyncClient, address: str, until: str) -> str:
    """Follow the provider's redirects, as a browser does, until it leads back to us."""
    async with asyncio.timeout(30):
        while not address.startswith(until):
            answer = await browser.get(address)
            assert answer.status_code in {302, 303}, answer.text
            address = str(answer.url.join(answer.headers["location"]))
    return address


@pytest.mark.slow
@pytest.mark.requirement("Q-47")
async def test_somebody_signs_in_at_a_real_provider_and_is_logged_out_by_it():
    taken = socket.create_server(("127.0.0.1", 0))
    at = f"http://127.0.0.1:{taken.getsockname()[1]}"
    async with real_provider(at) as issuer:
        settings = {
            "GRAPHWRIGHT_OIDC_ISSUER": issuer,
            "GRAPHWRIGHT_OIDC_CLIENT_ID": "workbench",
            "GRAPHWRIGHT_OIDC_CLIENT_SECRET": SECRET,
            "GRAPHWRIGHT_OIDC_GROUPS": "makers=editor",
            "GRAPHWRIGHT_OIDC_ALLOWED_GROUPS": "staff",
        }
        async with open_place(**settings) as place:
            await place.project("shop")
            server = uvicorn.Server(uvicorn.Config(place.network, log_config=None, lifespan="off"))
            serving = asyncio.create_task(server.serve(sockets=[taken]))
            async with (
                httpx2.AsyncClient(base_url=at, headers={"origin": at}, timeout=20) as page,
                httpx2.AsyncClient(timeout=20) as browser,
            ):
                address = (await page.post(COMPANY, json={})).json()["address"]
                back = {
                    name: each[0] for name, each in parse_qs(urlsplit(await walked(browser, address, at)).query).items()
                }
                body = {"state": back["state"], "code": back["code"], "issuer": back["iss"]}
                me = await page.put(COMPANY, json=body)
                assert me.json()["person"]["name"] == "Ana Berg", me.text
                listed = (await page.get("/api/projects")).json()["projects"]
                assert [(each["name"], each["access"]) for each in listed] == [("shop", "editor")]
                assert (await page.put(COMPANY, json=body)).status_code == 401  # its code counts once

                asked = await browser.get(f"{issuer}/session/end")
                form = asked.text.split('name="xsrf" value="')[1].split('"')[0]
                await browser.post(f"{issuer}/session/end/confirm", data={"xsrf": form, "logout": "yes"})
                async with asyncio.timeout(20):
                    while (await page.get("/api/session")).status_code != 401:
                        await place.clock.sleep(0.05)
            server.should_exit = server.force_exit = True
            await serving
    taken.close()
