#!/usr/bin/env python3
"""Checks replies in JSON, one a line on standard input, against the schema beside this file.

    parlor --format json --keep-going game.parlor | python3 check.py

It needs the package jsonschema. It also checks the order of keys, which a schema cannot. With the
argument --all, each type of event that the schema names must occur, except those in UNSEEN.
"""

import json
import pathlib
import sys

import jsonschema

ORDER = ["id", "event", "ok", "command", "events", "batch", "step", "error", "game", "state", "changes"]
ORDER += ["legal", "text"]
ERROR_ORDER = ["code", "message", "column", "legal"]

# Types of events that no example can bring about, with the reasons.
UNSEEN = {
    "bot-failed": "the bots of the examples make legal moves only",
    "bots-paused": "bots pause after 10,000 moves",
    "history": "only a prompt with line editing has a history",
    "coached": "only the prompt has a coach",
    "resumed": "only the prompt resumes games",
    "salvaged": "only the prompt resumes games, and the journal must be damaged",
    "set-aside": "only the prompt resumes games, and the journal must be damaged",
    "torn-aside": "only the prompt resumes games, and the journal must be damaged",
    "left-alone": "only the prompt resumes games, and the journal must be of a newer version",
    "not-kept": "the disk must fail",
    "kept-again": "the disk must fail",
    "results-not-kept": "the disk must fail",
    "results-kept-again": "the disk must fail",
    "recording-stopped": "the disk must fail",
    "journal-ends-early": "a journal must be cut",
    "assisted": "only a profile that keeps its games has it",
    "plugin-notice": "a plugin must fail",
}

schema = json.loads((pathlib.Path(__file__).parent / "reply.schema.json").read_text())
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)


def validator_of(part):
    """A validator for a part of the schema, which may refer to other parts."""
    return validator.evolve(schema={**part, "$defs": schema["$defs"]})


def events_of(group):
    """The events that a group names: a validator for each type."""
    parts = schema["$defs"][group + "Event"]["anyOf"]
    return {
        part["properties"]["type"]["const"]: validator_of(part)
        for part in parts
        if "$ref" not in part
    }


GAMES = [name.removesuffix("State") for name in schema["$defs"] if name.endswith("State")]
EVENTS = {group: events_of(group) for group in ["host"] + GAMES}


def in_order(keys, order):
    places = [order.index(key) for key in keys]
    return places == sorted(places)


def named_events(reply):
    """The events of a reply that the schema names, each as its group and its type."""
    game = (reply["game"] or {}).get("name")
    for event in reply.get("events", []):
        for group in ["host"] + ([game] if game in GAMES else []):
            known = EVENTS[group].get(event["type"])
            if known and known.is_valid(event):
                yield group, event["type"]


def problems_of(reply):
    errors = list(validator.iter_errors(reply))
    if errors:
        return [f"{e.json_path}: {e.message}" for e in map(most_telling, errors)]
    problems = []
    if not in_order(reply, ORDER):
        problems.append("the keys are in another order")
    if not in_order(reply.get("error", {}), ERROR_ORDER):
        problems.append("the keys of the error are in another order")
    if any(next(iter(event)) != "type" for event in reply.get("events", [])):
        problems.append("an event does not begin with its type")
    return problems


def most_telling(error):
    """The error in the alternative that was meant: the one whose constants match."""
    while error.context:
        alternatives = {}
        for inner in error.context:
            alternatives.setdefault(inner.schema_path[0], []).append(inner)
        meant = [
            errors
            for errors in alternatives.values()
            if not any(e.validator in ("const", "not") for e in errors)
        ]
        if not meant:
            break
        error = meant[0][0]
    return error


def missing_types():
    named = {type for events in EVENTS.values() for type in events}
    listed = schema["$defs"]["otherEvent"]["properties"]["type"]["not"]["enum"]
    for type in sorted(named ^ set(listed)):
        yield f"otherEvent does not exclude exactly the types that are named: {type}"
    for group, events in EVENTS.items():
        for type in events:
            if (group, type) not in seen and not (group == "host" and type in UNSEEN):
                yield f"no reply has an event `{type}` of {group}"


faults = count = 0
seen = set()
for count, line in enumerate(sys.stdin, start=1):
    reply = json.loads(line)
    for problem in problems_of(reply):
        faults += 1
        print(f"line {count}: {problem}")
    seen.update(named_events(reply))
if "--all" in sys.argv[1:]:
    for problem in missing_types():
        faults += 1
        print(problem)
print(f"{count} replies, {len(seen)} event types, {faults} faults")
sys.exit(1 if faults or not count else 0)
