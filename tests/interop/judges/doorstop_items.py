"""Loads a folder with Doorstop and prints its items, and what it finds wrong. Runs among the judges, not the tests."""

from __future__ import annotations

import json
import logging
import sys

import doorstop
from doorstop import settings
from doorstop.common import DoorstopInfo, DoorstopWarning
from doorstop.core.validators.item_validator import ItemValidator

logging.disable()
settings.REFORMAT = settings.STAMP_NEW_LINKS = settings.REVIEW_NEW_ITEMS = settings.CHECK_REF = False
tree = doorstop.build(cwd=sys.argv[1], root=sys.argv[1])
items, errors = {}, []
for document in tree.documents:
    for item in document:
        items[str(item.uid)] = {
            "document": str(document.prefix),
            "header": str(item.header),
            "text": str(item.text),
            "level": str(item.level),
            "links": sorted(str(each) for each in item.links),
            **{name: item.get(name) for name in sys.argv[2:]},
        }
        issues = ItemValidator().get_issues(item)
        errors += [str(each) for each in issues if not isinstance(each, DoorstopInfo | DoorstopWarning)]
json.dump({"items": items, "errors": errors}, sys.stdout)
