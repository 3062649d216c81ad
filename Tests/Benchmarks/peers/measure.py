#!/usr/bin/env python3
"""Measures one peer on the requests written by `Benchmarks prepare`; scripts/bench runs it.

Prints a line of JSON for each work, with the names of Waypost's own benchmark. Needs a CPython
that has the peer's package.
"""

import argparse
import json
import math
import os
import struct
import sys
import time
from pathlib import Path

import graphs


def percentile(ordered, share):
    place = share * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def emit(work, times=(), failed=0, facts=None, answer_bytes=None):
    """Prints one line of results; times are in milliseconds."""
    line = {"work": work, "count": len(times), "failed": failed, "facts": facts or {}}
    if times:
        ordered = sorted(times)
        line |= {f"p{share}": percentile(ordered, share / 100) for share in (50, 95, 99)}
        line["mean"] = sum(ordered) / len(ordered)
    if answer_bytes is not None:
        line["answerBytes"] = answer_bytes
    print(json.dumps(line), flush=True)


def pin(core):
    """Keeps this process on one core from now on."""
    if core is not None:
        os.sched_setaffinity(0, {core})


class Runner:
    """Times works. A work is a name, requests, and a function that answers a request."""

    def __init__(self, passes, only):
        self.passes = passes
        self.only = only.split(",") if only else None

    def wants(self, work):
        return self.only is None or any(word in work for word in self.only)

    def run(self, work, requests, answer, passes=None):
        """Times every request several times and takes the median. Counts refused requests."""
        if not self.wants(work) or not requests:
            return
        times, failed, started, shown = [], 0, time.monotonic(), time.monotonic()
        for request in requests[:3]:
            self.attempt(answer, request)
        for number, request in enumerate(requests):
            taken = [self.attempt(answer, request) for _ in range(passes or self.passes)]
            if None in taken:
                failed += 1
            else:
                times.append(sorted(taken)[len(taken) // 2])
            now = time.monotonic()
            if now - shown > 10:
                left = (now - started) / (number + 1) * (len(requests) - number - 1)
                print(f"  {work}: {number + 1} of {len(requests)}, {left:.0f} s left",
                      file=sys.stderr, flush=True)
                shown = now
        emit(work, times, failed)

    @staticmethod
    def attempt(answer, request):
        """Returns the milliseconds of one answer, or `None` if the peer finds none."""
        start = time.perf_counter()
        try:
            answer(request)
        except RuntimeError:
            return None
        return (time.perf_counter() - start) * 1_000


def emit_found(questions):
    """Prints the mean number of routes found where there is any."""
    found = []
    for question in questions:
        try:
            found.append(question())
        except RuntimeError:
            continue
    emit("alternatives-found", facts={"routes": sum(found) / max(1, len(found))})


def measure_osrm(options, requests, runner, algorithm):
    import osrm

    base, build = graphs.osrm_graph(options.pbf, Path(options.folder), algorithm)
    pin(options.core)
    emit("build", facts={
        "seconds": sum(step["seconds"] for step in build.values()),
        "bytes": max(step["bytes"] for step in build.values()),
    })
    engine = osrm.OSRM(
        storage_config=str(base), use_shared_memory=False, algorithm=algorithm,
        max_locations_distance_table=1_000, max_locations_trip=1_000, max_alternatives=3)
    pairs = [[tuple(place) for place in pair] for pair in requests["pairs"]]

    def parameters(**more):
        return [osrm.RouteParameters(coordinates=pair, **more) for pair in pairs]

    runner.run("duration", parameters(overview="false"), engine.Route)
    runner.run("route", parameters(overview="full", steps=True), engine.Route)
    two = parameters(overview="full", steps=True, number_of_alternatives=2)
    runner.run("alternatives", two, engine.Route)
    if runner.wants("alternatives"):
        emit_found([lambda request=request: len(engine.Route(request)["routes"])
                    for request in two])
    places = [tuple(place) for place in requests["places"]]
    for work, more in (("table-100", {}), ("table-100-lengths", {
            "annotations": ["duration", "distance"]})):
        tables = [osrm.TableParameters(coordinates=places[start:start + 100], **more)
                  for start in (0, 25, 50, 75, 100)]
        runner.run(work, tables, engine.Table)
    trips = [
        osrm.TripParameters(
            coordinates=[places[(index * 7 + stop) % len(places)] for stop in range(25)],
            source="first", destination="last", roundtrip=False, steps=True, overview="full")
        for index in range(20)
    ]
    runner.run("sequence-25", trips, engine.Trip)


def ring(center, side):
    """Returns a square's closed ring, as Waypost's benchmark draws it."""
    latitude = math.radians(center[1])
    north = 111_132.92 - 559.82 * math.cos(2 * latitude) + 1.175 * math.cos(4 * latitude)
    east = 111_412.84 * math.cos(latitude) - 93.5 * math.cos(3 * latitude)
    dx, dy = side / 2 / east, side / 2 / north
    return [[center[0] + x, center[1] + y]
            for x, y in ((-dx, -dy), (-dx, dy), (dx, dy), (dx, -dy), (-dx, -dy))]


def valhalla_requests(requests):
    """Returns every work of Valhalla: its name and the requests as JSON text."""
    def route(pair, **more):
        return {"locations": [{"lon": lon, "lat": lat} for lon, lat in pair], "costing": "auto",
                "units": "kilometers"} | more

    def squares(key, count, side):
        return [route(pair, exclude_polygons=[ring(center, side) for center in centers[:count]])
                for pair, centers in zip(requests["pairs"], requests[key])]

    def points(centers):
        return [{"lon": lon, "lat": lat} for lon, lat in centers]

    kept = {"exclude_locations": points(requests["keptPoints"]),
            "exclude_polygons": [ring(center, 100) for center in requests["keptSquares"]]}
    pairs = requests["pairs"]
    truck = [
        route(pair, costing="truck", costing_options={"truck": {
            "height": 2 + number / 100, "weight": 3.5 + 0.07 * number,
            "shortest": number % 3 == 2}})
        for number, pair in enumerate(pairs[:60])
    ]
    yield "duration", [route(pair, directions_type="none") for pair in pairs]
    yield "route", [route(pair) for pair in pairs]
    yield "squares-1", squares("tenSquares", 1, 200)
    yield "squares-10", squares("tenSquares", 10, 200)
    yield "great-squares-10", squares("tenGreatSquares", 10, 2_000)
    yield "points-100", [route(pair, exclude_locations=points(centers))
                         for pair, centers in zip(pairs, requests["hundredPlaces"])]
    yield "small-squares-100", squares("hundredPlaces", 100, 100)
    yield "kept-barriers", [route(pair, **kept) for pair in pairs[:20]]
    yield "new-settings-first", truck
    yield "alternatives", [route(pair, alternates=2) for pair in pairs[:300]]


def measure_valhalla(options, requests, runner):
    import valhalla

    config, build = graphs.valhalla_graph(options.pbf, Path(options.folder))
    pin(options.core)
    emit("build", facts={"seconds": build["tiles"]["seconds"], "bytes": build["tiles"]["bytes"]})
    actor = valhalla.Actor(str(config))
    for work, bodies in valhalla_requests(requests):
        # Text in, text out, as a server would use it.
        runner.run(work, [json.dumps(body) for body in bodies], actor.route)
    if runner.wants("alternatives"):
        two = [json.dumps({"locations": [{"lon": lon, "lat": lat} for lon, lat in pair],
                           "costing": "auto", "alternates": 2}) for pair in requests["pairs"][:100]]
        emit_found([lambda body=body: 1 + len(json.loads(actor.route(body)).get("alternates", []))
                    for body in two])
    places = [{"lon": lon, "lat": lat} for lon, lat in requests["places"]]
    table = json.dumps({
        "sources": places[:100], "targets": places[:100], "costing": "auto", "verbose": False})
    runner.run("table-100", [table], actor.matrix, passes=1)
    trips = [
        json.dumps({
            "locations": [places[(index * 7 + stop) % len(places)] for stop in range(25)],
            "costing": "auto"})
        for index in range(3)
    ]
    runner.run("sequence-25", trips, actor.optimized_route, passes=1)


def measure_routingkit(options, requests, runner):
    import random

    import routingkit_cch as kit

    pin(options.core)
    data = Path(options.graph).read_bytes()
    nodes, arcs = struct.unpack_from("<II", data)
    latitude = list(struct.unpack_from(f"<{nodes}f", data, 8))
    longitude = list(struct.unpack_from(f"<{nodes}f", data, 8 + 4 * nodes))
    start = 8 + 8 * nodes
    tail, head, weights = (
        list(struct.unpack_from(f"<{arcs}I", data, start + 4 * arcs * column))
        for column in range(3))
    began = time.perf_counter()
    order = kit.compute_order_inertial(nodes, tail, head, latitude, longitude)
    cch = kit.CCH(order, tail, head, False)
    emit("build", facts={"seconds": time.perf_counter() - began})
    metric = kit.CCHMetric(cch, weights)
    runner.run("customization", [weights] * 20, metric.reset, passes=1)
    query = kit.CCHQuery(metric)
    generator = random.Random(requests["seed"])
    pairs = [(generator.randrange(nodes), generator.randrange(nodes)) for _ in requests["pairs"]]
    runner.run("engine-query", pairs, lambda pair: query.run(*pair).distance)
    runner.run("engine-path", pairs, lambda pair: query.run(*pair).arc_path)
    places = [generator.randrange(nodes) for _ in range(100)]

    def table(_):
        pinned = kit.CCHOneToMany(metric, places)
        return [pinned.distances_from(place) for place in places]

    runner.run("table-100", [None] * 5, table)


ENGINES = {
    "osrm-ch": lambda *rest: measure_osrm(*rest, "CH"),
    "osrm-mld": lambda *rest: measure_osrm(*rest, "MLD"),
    "valhalla": measure_valhalla,
    "routingkit": measure_routingkit,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("engine", choices=ENGINES)
    parser.add_argument("--pbf", required=True)
    parser.add_argument("--requests", required=True)
    parser.add_argument("--graph", required=True, help="graph.bin, for routingkit")
    parser.add_argument("--folder", required=True, help="where the peer's graph is kept")
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--core", type=int, help="measure on this core alone; builds use all")
    parser.add_argument("--only", help="works whose name contains one of these words")
    options = parser.parse_args()
    requests = json.loads(Path(options.requests).read_text(encoding="utf8"))
    ENGINES[options.engine](options, requests, Runner(options.passes, options.only))


if __name__ == "__main__":
    main()
