"""Fuzzes the server at $ADDRESS by its own description; service/fuzz starts one."""

import collections
import contextlib
import itertools
import json
import os
import random
import sys
import urllib.request
import uuid
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

# What no schema can say is filled in: names of studies that are there, settings of their spaces, and spaces that make sense.
STUDIES = {"one": ["value"], "two": ["fast", "small"]}
SPACES: list[Any] = [
    {"parameters": [{"name": "x", "real": [0, 1]}, {"name": "n", "integer": [1, 64], "scale": "log"}]},
    {"maximise": "gain", "parameters": [{"name": "c", "choice": ["a", "b"]}, {"name": "on", "flag": True}]},
    "minimise: ms\nparameters:\n  - {name: k, ordinal: [1, 2, 4]}\n",
]
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
TOKEN = {"Authorization": "Bearer " + os.environ["LEADLINE_TOKEN"]}
ADDRESS = os.environ["ADDRESS"]
EACH = 50  # calls of a route in a round
REFUSED = {400, 413, 415, 422}  # the others say that something is not there, or not so at the time


def post(path: str, body: Any) -> None:
    """Makes a call that has to go well."""
    headers = {**TOKEN, "Content-Type": "application/json"}
    request = urllib.request.Request(ADDRESS + path, json.dumps(body).encode(), headers)
    urllib.request.urlopen(request).read()


def prepare() -> None:
    """Makes two studies with trials."""
    for name, goals in STUDIES.items():
        space = {"minimise": goals if len(goals) > 1 else goals[0], "parameters": [{"name": "x", "real": [0, 1]}, {"name": "y", "real": [0, 1]}]}
        post("/api/v1/studies", {"name": name, "space": space, "strategy": "committee"})
        for i in range(8):
            values = {goal: (i + k) % 8 / 3 for k, goal in enumerate(goals)}
            post(f"/api/v1/studies/{name}/observe", {"params": {"x": i / 9, "y": (3 * i) % 9 / 9}, "values": values})


def fill(case: Any) -> None:
    """Puts in what no schema can say."""
    path, body = case.operation.path, case.body
    if "name" in (case.path_parameters or {}) and case.operation.method.upper() != "DELETE":
        case.path_parameters["name"] = random.choice(list(STUDIES))
    if "trial" in (case.path_parameters or {}):
        case.path_parameters["trial"] = random.randrange(20)
    name = (case.path_parameters or {}).get("name")
    for key in (case.query or {}).keys() & {"x", "y"}:
        case.query[key] = key
    if "goal" in (case.query or {}):
        case.query["goal"] = "fast"
        case.path_parameters["name"] = "two"
    if "Idempotency-Key" in (case.headers or {}):
        case.headers["Idempotency-Key"] = str(uuid.uuid4())
    if not isinstance(body, dict):
        return
    settings_of_both = {"x": random.random(), "y": random.random()}
    if path == "/api/v1/studies":
        body["space"] = random.choice(SPACES)
        body.pop("related", None)
    if path.endswith("{name}") and body.pop("name", None) and not body:
        body["name"] = name  # another one would leave the other calls without their study
    if "trialNotes" in body:
        body["trialNotes"] = {str(i % 8): text for i, text in enumerate(body["trialNotes"].values())}
    if "trial" in body:
        body["trial"] = random.randrange(20)
    if "params" in body:
        body["params"] = settings_of_both
    if "points" in body:
        body["points"] = [settings_of_both] * len(body["points"])
    if "value" in body and name == "two" and not path.endswith("/report"):
        body["values"] = {"value": body.pop("value")}
    if "values" in body:
        body["values"] = {**body["values"], **{goal: random.random() for goal in STUDIES[name]}}


def main(cases: int) -> int:
    """Calls so often; answers whether anything went wrong."""
    prepare()
    api = schemathesis.openapi.from_url(ADDRESS + "/openapi.json")
    operations = [found.ok() for found in api.get_all_operations()]
    operations = [one for one in operations if not one.path.endswith("/events")]  # they never end
    counts: collections.Counter[str] = collections.Counter()
    faults: dict[str, str] = {}
    for number in itertools.count():  # of the rounds: some routes have few calls that differ
        for operation in operations:
            for mode in GenerationMode.POSITIVE, GenerationMode.NEGATIVE:
                with contextlib.suppress(Unsatisfiable):  # nothing can be wrong with a call that says nothing
                    call(operation, mode, number, counts, faults)
        if counts["cases"] >= cases:
            break
    print(dict(sorted(counts.items())))
    for kind, example in faults.items():
        print(f"{kind}\n  {example}")
    refused = counts["refused"] / max(1, counts["valid"])
    print(f"{counts['cases']} cases, {counts['faults']} faults, {100 * refused:.2f} % of {counts['valid']} valid ones refused")
    return int(bool(counts["faults"]) or refused > 0.01)


def call(operation: Any, mode: GenerationMode, number: int, counts: collections.Counter[str], faults: dict[str, str]) -> None:
    """Calls one route."""

    @seed(number)
    @settings(max_examples=EACH, deadline=None, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode))
    def one(case: Any) -> None:
        is_valid = mode == GenerationMode.POSITIVE
        if is_valid:
            fill(case)
        (case.headers or {}).pop("Authorization", None)
        response = case.call(headers=TOKEN)
        counts["cases"] += 1
        counts[f"{mode.value} {response.status_code}"] += 1
        counts["valid"] += is_valid
        if is_valid and response.status_code in REFUSED:
            counts["refused"] += 1
            faults.setdefault(f"refused: {operation.label}", f"{case.path_parameters} {case.query} {case.headers} {case.body}: {response.text}")
        try:
            case.validate_response(response, checks=CHECKS)
        except (Failure, FailureGroup) as failure:
            counts["faults"] += 1
            faults.setdefault(f"fault: {operation.label} {response.status_code}", f"{failure} {response.text[:300]}")

    one()


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
