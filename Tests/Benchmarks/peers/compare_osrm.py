#!/usr/bin/env python3
"""Asks Waypost's OSRM door and osrm-routed the same requests on the same extract, compares the
shapes and the values of their answers, and times whole routes of both in one run.

osrm-routed comes with the package osrm-bindings; --osrm names the folder `osrm` of the package
where its Python is too new to import it. Only the shapes are a test: the program exits with 1 if
one differs in a way that Documentation/OSRM.md does not name.

    /tmp/peers/bin/pip install osrm-bindings osmium
    /tmp/peers/bin/python Tests/Benchmarks/peers/compare_osrm.py --pbf SampleData/monaco.osm.pbf \\
        --waypost .build/release/waypost --network /tmp/monaco
"""

import argparse
import collections
import json
import statistics
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "bench"))

import graphs
import osrm_questions
import osrm_shapes
import places
import http_load
import servers
from report import percentile

# Differences of shape that Documentation/OSRM.md names, by the end of their place.
KNOWN = {
    ".rotary_pronunciation": "networks keep no pronunciations",
    ".pronunciation": "networks keep no pronunciations",
    "waypoints[].nodes": "networks keep no ids of nodes",
    ".annotation.nodes": "networks keep no ids of nodes",
    "destinations[].nodes": "networks keep no ids of nodes",
    "sources[].nodes": "networks keep no ids of nodes",
    "steps[].destinations": "where a ramp leads is said without a tag, too",
    "steps[].exits": "a junction's own number counts, too",
}


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pbf", required=True, help="the extract that the network is built from")
    parser.add_argument("--waypost", required=True, metavar="BINARY")
    parser.add_argument("--network", required=True, metavar="DIR")
    parser.add_argument("--osrm", type=Path, metavar="FOLDER")
    parser.add_argument("--algorithm", choices=["CH", "MLD"], default="CH")
    parser.add_argument("--cache", type=Path, help="the folder for OSRM's graph")
    parser.add_argument("--requests", type=int, default=8, help="of each service and option")
    parser.add_argument("--pairs", type=int, default=200, help="routes for values and times")
    parser.add_argument("--passes", type=int, default=3, help="times each route is timed")
    parser.add_argument("--core", type=int, help="run both servers on this core alone")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def ask(port, path):
    """Returns the status, the type and the body of an answer."""
    url = f"http://127.0.0.1:{port}" + urllib.parse.quote(path, safe="/?&=;,:()%")
    try:
        with urllib.request.urlopen(url, timeout=60) as reply:
            return reply.status, reply.headers.get_content_type(), reply.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers.get_content_type(), error.read()


def answer(port, path):
    """Returns an answer's JSON; an empty object if it is none."""
    try:
        return json.loads(ask(port, path)[2])
    except ValueError:
        return {}


def questions(ports, points, options):
    """Yields (service, option, path) for each service, option and set of places."""
    drawn = osrm_questions.drawn(points, options.requests, options.seed)
    drawn["match"] = []
    for pair in drawn["route"]:
        found = answer(ports[1], osrm_questions.paths(
            "route", "overview=full&geometries=geojson", pair))
        if found.get("code") == "Ok":
            line = found["routes"][0]["geometry"]["coordinates"]
            drawn["match"].append(osrm_questions.along(line, 60)[:40])
    for service, several in osrm_questions.OPTIONS.items():
        for option in several:
            for stops in drawn[service]:
                yield service, option, osrm_questions.paths(service, option, stops)


def compare_shapes(ports, points, options):
    """Compares all services and options; yields the lines of a table and the unknown differences.
    """
    shapes = collections.defaultdict(lambda: ([], []))
    codes = collections.Counter()
    disagreeing = []
    for service, option, path in questions(ports, points, options):
        both = [answer(port, path) for port in ports]
        words = [each.get("code") for each in both]
        codes[service, words[0] == words[1]] += 1
        if words[0] != words[1]:
            disagreeing.append((service, words, both[0].get("message", ""), path))
        elif words[0] == "Ok":
            for side in (0, 1):
                shapes[service, option][side].append(osrm_shapes.shape(both[side]))
    found = collections.defaultdict(lambda: (set(), set(), [], []))
    for (service, option), sides in shapes.items():
        ours, theirs = (osrm_shapes.merged(side) for side in sides)
        for path, a, b in osrm_shapes.differences(ours, theirs):
            entry = found[service, path]
            entry[0].update(a)
            entry[1].update(b)
            entry[2].append(option or "plain")
            entry[3].append(osrm_shapes.is_occasional(path, sides))
    print("| service | answers with the same code | others |\n| --- | --: | --: |")
    for service in osrm_questions.OPTIONS:
        print(f"| {service} | {codes[service, True]} | {codes[service, False]} |")
    print("\n| service | where | Waypost | OSRM | options | |\n| --- | --- | --- | --- | --: | --- |")
    unknown = 0
    for (service, path), (a, b, several, occasional) in sorted(found.items()):
        reason = next((why for end, why in KNOWN.items() if path.endswith(end)), None)
        if reason is None and all(occasional):
            reason = "depends on the streets of the route"
        unknown += reason is None
        print(f"| {service} | `{path}` | {', '.join(sorted(a)) or '—'} | "
              f"{', '.join(sorted(b)) or '—'} | {len(several)} | {reason or '**differs**'} |")
    print()
    for service, words, message, path in disagreeing[:20]:
        print(f"- {service}: {words[0]} / {words[1]}: `{path[:160]}` {message[:160]}")
    print()
    return unknown


def compare_faults(ports, points, options):
    """Compares the codes of requests that have no answer; returns how many differ."""
    print("| request | Waypost | OSRM |\n| --- | --- | --- |")
    different = 0
    for path in osrm_questions.wrong(points, options.seed):
        said = []
        for port in ports:
            status, kind, body = ask(port, path)
            try:
                code = json.loads(body).get("code")
            except ValueError:
                code = f"{kind}, {len(body)} B"
            said.append(f"{status} {code}")
        different += said[0] != said[1]
        mark = "" if said[0] == said[1] else " **≠**"
        print(f"| `{path[:90]}` | {said[0]} | {said[1]}{mark} |")
    print()
    return different


def compare_values(ports, pairs):
    """Compares distances, durations, sums and maneuvers of routes."""
    meters, seconds, sums = [], [], ([], [])
    kinds = collections.Counter()
    said = collections.Counter()
    for pair in pairs:
        path = osrm_questions.paths("route", "steps=true&overview=full", pair)
        both = [answer(port, path) for port in ports]
        if any(each.get("code") != "Ok" for each in both):
            kinds["one found no route"] += both[0].get("code") != both[1].get("code")
            continue
        ours, theirs = (each["routes"][0] for each in both)
        for side, route in enumerate((ours, theirs)):
            sums[side].append(osrm_shapes.sums_off(route))
        if theirs["distance"] > 0 and theirs["duration"] > 0:
            meters.append(ours["distance"] / theirs["distance"])
            seconds.append(ours["duration"] / theirs["duration"])
        if abs(ours["distance"] - theirs["distance"]) > 0.01 * theirs["distance"]:
            continue
        kinds["routes alike"] += 1
        for own, other in osrm_shapes.paired(
                osrm_shapes.maneuvers(ours), osrm_shapes.maneuvers(theirs)):
            if own and other:
                kinds["at one junction"] += 1
                kinds["the same type"] += own[1] == other[1]
                kinds["the same modifier"] += own[2] == other[2]
                kinds["with an exit"] += other[3] is not None
                kinds["the same exit"] += other[3] is not None and own[3] == other[3]
                if own[1:3] != other[1:3]:
                    said[f"{own[1]} {own[2]}", f"{other[1]} {other[2]}"] += 1
            elif own:
                kinds["only Waypost"] += 1
                said[f"{own[1]} {own[2]}", "—"] += 1
            else:
                kinds["only OSRM"] += 1
                said["—", f"{other[1]} {other[2]}"] += 1
    print("| Waypost / OSRM | p5 | median | p95 | within 5 % |\n| --- | --: | --: | --: | --: |")
    for name, ratios in (("distance", meters), ("duration", seconds)):
        near = 100 * sum(abs(ratio - 1) <= 0.05 for ratio in ratios) / max(1, len(ratios))
        print(f"| {name} | {percentile(ratios, 0.05):.3f} | {statistics.median(ratios):.3f} | "
              f"{percentile(ratios, 0.95):.3f} | {near:.0f} % |")
    print(f"\nSums of legs and steps are off by at most {max(sums[0]):.2f} (Waypost) and "
          f"{max(sums[1]):.2f} (OSRM) meters or seconds.\n")
    print("| maneuvers | |\n| --- | --: |")
    for name, count in kinds.items():
        print(f"| {name} | {count} |")
    print("\n| Waypost says | OSRM says | times |\n| --- | --- | --: |")
    for (a, b), count in said.most_common(15):
        print(f"| {a} | {b} | {count} |")
    print()


def compare_others(ports, points, options):
    """Compares what tables, trips, matches and the nearest places say."""
    found = collections.defaultdict(list)
    for service, option, path in questions(ports, points, options):
        if option != {"table": "annotations=duration,distance"}.get(service, ""):
            continue
        both = [answer(port, path) for port in ports]
        if any(each.get("code") != "Ok" for each in both):
            continue
        a, b = both
        if service == "table":
            for key in ("durations", "distances"):
                for row, other in zip(a[key], b[key]):
                    found[f"table: {key[:-1]}"] += [
                        x / y for x, y in zip(row, other) if x and y]
        elif service in ("trip", "match"):
            key = {"trip": "trips", "match": "matchings"}[service]
            lengths = [sum(each["distance"] for each in side[key]) for side in both]
            if lengths[1] > 0:
                found[f"{service}: distance"].append(lengths[0] / lengths[1])
        elif service == "nearest":
            found["nearest: meters apart"].append(places.straight_meters(
                *(side["waypoints"][0]["location"] for side in both)))
    print("| | values | p5 | median | p95 |\n| --- | --: | --: | --: | --: |")
    for name, values in found.items():
        print(f"| {name} | {len(values)} | {percentile(values, 0.05):.3f} | "
              f"{statistics.median(values):.3f} | {percentile(values, 0.95):.3f} |")
    print()


def compare_times(ports, pairs, passes):
    """Times the same whole routes over one connection each, the two servers in turns."""
    requests = [servers.osrm_request(pair) for pair in pairs]
    connections = [http_load.Connection(port) for port in ports]
    for connection in connections:
        for request in requests[:20]:
            connection.answer(request)
    times, sizes = ([], []), [0, 0]
    for request in requests:
        taken, good = ([], []), True
        for _ in range(passes):
            for side, connection in enumerate(connections):
                start = time.perf_counter()
                last = connection.answer(request)
                taken[side].append((time.perf_counter() - start) * 1_000)
                good = good and b'"code":"Ok"' in last
                sizes[side] += len(last)
        if good:
            for side in (0, 1):
                times[side].append(statistics.median(taken[side]))
    print("| ms per whole route | mean | p50 | p95 | kB |\n| --- | --: | --: | --: | --: |")
    for side, name in enumerate(("Waypost", "OSRM")):
        ms = times[side]
        print(f"| {name} | {statistics.mean(ms):.3f} | {statistics.median(ms):.3f} | "
              f"{percentile(ms, 0.95):.3f} | {sizes[side] / len(requests) / passes / 1e3:.1f} |")
    print("| Waypost / OSRM | " + " | ".join(
        f"{of(times[0]) / of(times[1]):.2f}"
        for of in (statistics.mean, statistics.median, lambda ms: percentile(ms, 0.95)))
        + f" | {sizes[0] / sizes[1]:.2f} |\n")


def main():
    options = arguments()
    points = places.street_points(options.pbf)
    pairs = places.random_pairs(points, options.pairs, options.seed)
    home = options.osrm or graphs.osrm_home()
    with tempfile.TemporaryDirectory() as scratch:
        cache = options.cache or Path(scratch)
        base, _ = graphs.osrm_graph(
            options.pbf, cache / f"osrm-{options.algorithm}", options.algorithm, home)
        log = Path(scratch)
        with (
            servers.waypost(
                options.waypost, options.network, options.core, log / "waypost.log") as ours,
            servers.osrm(home, base, options.algorithm, options.core, log / "osrm.log") as theirs,
        ):
            ports = [ours.port, theirs.port]
            unknown = compare_shapes(ports, points, options)
            compare_faults(ports, points, options)
            compare_values(ports, pairs)
            compare_others(ports, points, options)
            compare_times(ports, pairs, options.passes)
    if unknown:
        sys.exit(f"{unknown} shapes differ in a way that the documentation does not name")


if __name__ == "__main__":
    main()
