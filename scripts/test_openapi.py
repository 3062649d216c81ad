"""Fetches a server's description, validates it as OpenAPI 3.1, and checks solves against it.

Usage: test_openapi.py ORIGIN FILE [TOKEN]

Leaves the description in FILE, as a client with the token sees it. Random requests, as
schemathesis makes them, hardly ever have two stops on the same network; the solves made here do.
"""

import json
import pathlib
import sys
import urllib.error
import urllib.parse
import urllib.request

from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

# Within the sample network. Each line is a solve with some optional parts of an answer.
STOPS = "7.4189,43.7311;7.4246,43.7394;7.4270,43.7400"
AREA = json.dumps({"features": [{"geometry": {"rings": [[
    [7.4215, 43.7340], [7.4215, 43.7350], [7.4230, 43.7350], [7.4230, 43.7340],
    [7.4215, 43.7340]]]}, "attributes": {"Name": "Works", "BarrierType": 1}}]})
LINE = json.dumps({"features": [{"geometry": {"paths": [[[7.421, 43.733], [7.422, 43.734]]]}}]})
RETURNS = {name: "true" for name in (
    "returnStops", "returnBarriers", "returnPolylineBarriers", "returnPolygonBarriers",
    "returnTraversedEdges", "returnTraversedJunctions", "returnTraversedTurns", "returnQuanta",
    "returnLegs", "returnConditions")}
SOLVES = [
    {},
    RETURNS | {"barriers": "7.4200,43.7330", "polylineBarriers": LINE, "polygonBarriers": AREA},
    RETURNS | {"startTime": "1700000000000", "findBestSequence": "true", "outSR": "3857"},
    {"returnDirections": "true", "directionsOutputType": "esriDOTFeatureSets"},
    {"returnDirections": "true", "directionsOutputType": "esriDOTComplete"},
    {"returnDirections": "true", "directionsOutputType": "esriDOTSummaryOnly"},
    {"outputLines": "esriNAOutputLineNone", "returnRoutes": "true", "geometryPrecision": "3"},
    {"outputLines": "esriNAOutputLineTrueShapeWithMeasure", "startTime": "now"},
    {"stops": STOPS + ";0,0", "returnEmptyResults": "true", "returnStops": "true"},
    {"travelMode": "Walking Time"},
    {"stops": "0,0;1,1"},
    {"stops": STOPS + ";0,0", "explainParameters": "true"},
    {"validate": "true", "returnStops": "true"},
    {"f": "geojson"},
]


LOCATES = [
    ("locate", {"stops": "", "inputLocations": STOPS, "outSR": "3857"}),
    ("locate", {"stops": "", "inputLocations": "0,0", "explainParameters": "true"}),
]


def fetch(url, token=None, form=None):
    """Returns the body at a URL, without a proxy."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    with opener.open(urllib.request.Request(url, form, headers), timeout=30) as reply:
        return reply.read()


def check_solves(origin, document, token):
    """Returns findings in the answers of solves, and the number of routes among them."""
    findings, routed = [], 0
    for operation, solve in [("solve", solve) for solve in SOLVES] + LOCATES:
        path = next(
            path for path in document["paths"]
            if "/NAServer/" in path and path.endswith("/" + operation))
        content = document["paths"][path]["get"]["responses"]["200"]["content"]
        form = {"f": "json", "stops": STOPS} | solve
        answer = json.loads(fetch(f"{origin}{path}?{urllib.parse.urlencode(form)}", token))
        kind = "application/geo+json" if form["f"] == "geojson" else "application/json"
        # References in a part of a document refer to the whole document.
        schema = {"components": document["components"]} | content[kind]["schema"]
        for error in Draft202012Validator(schema).iter_errors(answer):
            findings += [f"{solve}: {best.message[:300]}" for best in error.context or [error]]
        routed += "error" not in answer
    return findings, routed


def check_reload(origin, document, token):
    """Returns findings in reloading the services, which only an administrator may do."""
    path = next((path for path in document["paths"] if path.endswith("/services/reload")), None)
    if path is None:
        return []
    findings = []
    try:
        fetch(f"{origin}{path}?f=json")
        findings.append("the reload is shown without a token")
    except urllib.error.HTTPError as error:
        if error.code != 401:
            findings.append(f"the reload without a token has the status {error.code}")
    if token:
        schema = {"components": document["components"]} | document["components"]["schemas"]["Reload"]
        for body in None, b"f=json":
            answer = json.loads(fetch(f"{origin}{path}?f=json", token, body))
            findings += [error.message[:300]
                         for error in Draft202012Validator(schema).iter_errors(answer)]
        if answer["status"] != "success" or answer["swapped"]:
            findings.append(f"services that did not change are reloaded as {answer}")
    return findings


def main():
    origin, file = sys.argv[1], pathlib.Path(sys.argv[2])
    token = sys.argv[3] if len(sys.argv) > 3 else None
    body = fetch(origin + "/openapi.json?f=json", token)
    if fetch(origin + "/arcgis/rest/openapi.json?f=json", token) != body:
        sys.exit("test-openapi: the two addresses have different descriptions")
    document = json.loads(body)
    errors = list(OpenAPIV31SpecValidator(document).iter_errors())
    for error in errors:
        print(f"{'/'.join(str(step) for step in error.absolute_path)}: {error.message[:400]}")
    if errors:
        sys.exit(f"test-openapi: {len(errors)} errors in the description")
    # Without a token a secured server shows no layer to ask.
    if any("/NAServer/" in path and path.endswith("/solve") for path in document["paths"]):
        findings, routed = check_solves(origin, document, token)
        if findings or routed < len(SOLVES) + len(LOCATES) - 2:
            sys.exit("\n".join([f"test-openapi: {routed} requests were answered", *findings]))
    findings = check_reload(origin, document, token)
    if findings:
        sys.exit("\n".join(["test-openapi: the reload", *findings]))
    file.write_bytes(body)
    count = sum(len(item) for item in document["paths"].values())
    print(f"{len(body)} bytes, {len(document['paths'])} paths, {count} members of them: valid")


if __name__ == "__main__":
    main()
