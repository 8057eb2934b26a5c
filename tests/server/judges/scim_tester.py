"""What `scim2-tester` says of a server: each of its checks with its state, as JSON. Run with an address and a token."""

from __future__ import annotations

import json
import sys

import httpx2
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import check_server

address, token = sys.argv[1:]
with httpx2.Client(base_url=address, headers={"Authorization": f"Bearer {token}"}, timeout=60) as http:
    results = check_server(SyncSCIMClient(http))
print(
    json.dumps(
        [[each.status.name, each.resource_type or "", each.title, str(each.reason or "")[:300]] for each in results]
    )
)
