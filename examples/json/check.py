#!/usr/bin/env python3
"""Holds replies in JSON, a line each on standard input, to the schema beside this file.

    parlor --format json --keep-going game.parlor | python3 check.py

It needs the package jsonschema. The order of keys, of which a schema says nothing, is checked too.
"""

import json
import pathlib
import sys

import jsonschema

ORDER = ["id", "ok", "command", "events", "state", "error"]
ERROR_ORDER = ["code", "message", "column", "legal"]

schema = json.loads((pathlib.Path(__file__).parent / "reply.schema.json").read_text())
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)


def in_order(keys, order):
    places = [order.index(key) for key in keys]
    return places == sorted(places)


faults = count = 0
for count, line in enumerate(sys.stdin, start=1):
    reply = json.loads(line)
    problems = [error.message for error in validator.iter_errors(reply)]
    if not problems and not in_order(reply, ORDER):
        problems.append("the keys are in another order")
    if not problems and not in_order(reply.get("error", {}), ERROR_ORDER):
        problems.append("the keys of the error are in another order")
    if any(next(iter(event)) != "type" for event in reply.get("events", [])):
        problems.append("an event does not begin with its type")
    for problem in problems:
        faults += 1
        print(f"line {count}: {problem}")
print(f"{count} replies, {faults} faults")
sys.exit(1 if faults or not count else 0)
