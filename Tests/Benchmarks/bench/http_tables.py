"""Measures tables and closest facilities over HTTP, for Waypost and OSRM, between the same places.
"""

import json
import math

import http_load

PLACES = 100
SETS = 5
FACILITIES = 1_000
LARGE = 1_000
SQUARE_METERS = 200

# One row for each work: its name, and how often each request is sent.
PASSES = {"http-table-100": 3, "http-table-100-barriers": 1, "http-nearest": 3,
          "http-table-1000": 1}


def requests(prepared, of_waypost):
    """Returns every work's requests by name, for Waypost or for OSRM."""
    places = prepared["places"]
    sets = [places[start:start + PLACES]
            for start in range(0, min(len(places), PLACES * SETS) - PLACES + 1, PLACES)]
    ends = [place for pair in prepared["pairs"] for place in pair]
    large = (ends * (1 + 2 * LARGE // len(ends)))[:2 * LARGE]
    if not of_waypost:
        return {"http-table-100": [osrm_table(some, some) for some in sets],
                "http-table-1000": [osrm_table(large[0::2], large[1::2])]}
    barred = [table(some, barriers=centers)
              for some, centers in zip(sets * 3, prepared["tenSquares"])]
    return {
        "http-table-100": [table(some) for some in sets],
        "http-table-100-barriers": barred,
        "http-nearest": [nearest(place, large[0::2]) for place in places[:SETS * 4]],
        "http-table-1000": [table(large[0::2], large[1::2])],
    }


def table(origins, destinations=None, barriers=()):
    fields = {
        "f": "json", "origins": text(origins), "destinations": text(destinations or origins),
        "outputType": "esriNAODOutputSparseMatrix", "accumulateAttributeNames": "[]"}
    if barriers:
        fields["polygonBarriers"] = squares(barriers)
    return post("ODCostMatrix/solveODCostMatrix", fields)


def nearest(incident, facilities):
    """Returns a request for the five closest of many facilities: whole routes with directions."""
    return post("ClosestFacility/solveClosestFacility", {
        "f": "json", "incidents": text([incident]), "facilities": text(facilities[:FACILITIES]),
        "defaultTargetFacilityCount": "5", "returnCFRoutes": "true", "returnDirections": "true",
        "outputLines": "esriNAOutputLineTrueShape"})


def post(operation, fields):
    return http_load.post(f"/arcgis/rest/services/Bench/NAServer/{operation}", fields)


def text(places):
    return ";".join(f"{lon},{lat}" for lon, lat in places)


def squares(centers):
    """Returns squares of one size around some places."""
    features = []
    for lon, lat in centers:
        dy = SQUARE_METERS / 2 / 111_195
        dx = dy / math.cos(math.radians(lat))
        ring = [[lon - dx, lat - dy], [lon - dx, lat + dy], [lon + dx, lat + dy],
                [lon + dx, lat - dy], [lon - dx, lat - dy]]
        features.append({"geometry": {"rings": [ring]}, "attributes": {}})
    return json.dumps({"features": features}, separators=(",", ":"))


def osrm_table(origins, destinations):
    if origins == destinations:
        return http_load.get(f"/table/v1/driving/{text(origins)}?annotations=duration")
    sources = ";".join(str(number) for number in range(len(origins)))
    targets = ";".join(
        str(number) for number in range(len(origins), len(origins) + len(destinations)))
    return http_load.get(
        f"/table/v1/driving/{text(origins + destinations)}?annotations=duration"
        f"&sources={sources}&destinations={targets}")


def measure(port, works, is_good, is_wanted):
    """Returns the lines of results for one server."""
    lines = {}
    for work, asked in works.items():
        if not is_wanted(work):
            continue
        times, failed, size = http_load.latencies(
            port, asked, is_good, PASSES[work], warm_up=asked[:1] if PASSES[work] > 1 else [])
        if times:
            ordered = sorted(times)
            lines[work] = {
                "work": work, "failed": failed, "count": len(times), "answerBytes": size,
                "p50": ordered[len(ordered) // 2], "p95": ordered[int(0.95 * len(ordered))],
                "mean": sum(ordered) / len(ordered), "facts": {}}
    return lines
