#!/usr/bin/env python3
"""Compares vehicles' real travel times with those of Waypost, OSRM and Valhalla on the same path.

The level of real times depends on traffic, which none of the three knows; the scatter around it,
the log-MAD, depends on the model of speeds, lights and turns. Prints one line of JSON. See
README.md beside this file.
"""

import argparse
import csv
import json
import math
import statistics
import sys
import urllib.parse
import urllib.request
from collections import defaultdict
from pathlib import Path

import graphs

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "bench"))
import servers  # noqa: E402

# If a vehicle stays within so many meters for so many seconds, it is not waiting for a light.
STANDING_METERS, STANDING_SECONDS = 40, 120
# A part begins and ends where the vehicle has moved this far.
MOVED_METERS = 30
FEWEST_FIXES, SHORTEST_METERS, GREATEST_GAP_METERS = 5, 800, 600
# Lines less alike than this are not the same path.
ALIKE, NEAR_METERS = 0.95, 3.0
FOLDS = 5
# The normal distribution's deviation for a median absolute deviation of 1.
DEVIATION = 1.4826


def meters(a, b):
    """Returns the meters between two places, in the plane at their latitude."""
    east = (b[0] - a[0]) * math.cos(math.radians((a[1] + b[1]) / 2))
    return 111_195 * math.hypot(east, b[1] - a[1])


def read_trips(path):
    """Returns each trip's fixes, `(seconds, place)`; columns trip, seconds, lon, lat."""
    trips = defaultdict(list)
    with open(path, encoding="utf8", newline="") as file:
        for row in csv.DictReader(file):
            place = (float(row["lon"]), float(row["lat"]))
            trips[row["trip"]].append((int(row["seconds"]), place))
    return trips


def drives(fixes):
    """Returns the parts of a trip in which the vehicle drives."""
    runs, begin, at = [], 0, 0
    while at < len(fixes):
        end = at
        while end + 1 < len(fixes) and meters(fixes[at][1], fixes[end + 1][1]) <= STANDING_METERS:
            end += 1
        if fixes[end][0] - fixes[at][0] >= STANDING_SECONDS:
            runs.append(fixes[begin:at + 1])
            begin, at = end, max(end, at + 1)
        else:
            at += 1
    runs.append(fixes[begin:])
    for run in runs:
        first, last = 0, len(run) - 1
        while first < last and meters(run[first][1], run[first + 1][1]) < MOVED_METERS:
            first += 1
        while last > first and meters(run[last][1], run[last - 1][1]) < MOVED_METERS:
            last -= 1
        run = run[first:last + 1]
        gaps = (meters(a[1], b[1]) for a, b in zip(run, run[1:]))
        if len(run) >= FEWEST_FIXES and all(gap <= GREATEST_GAP_METERS for gap in gaps):
            yield run


def line_of(text, digits=6):
    """Returns the places of an encoded polyline."""
    numbers, value, shift = [], 0, 0
    for letter in text:
        code = ord(letter) - 63
        value |= (code & 31) << shift
        shift += 5
        if code < 32:
            numbers.append(~(value >> 1) if value & 1 else value >> 1)
            value = shift = 0
    places, lat, lon = [], 0, 0
    for step_lat, step_lon in zip(numbers[::2], numbers[1::2]):
        lat, lon = lat + step_lat, lon + step_lon
        places.append((lon / 10 ** digits, lat / 10 ** digits))
    return places


def shared(one, other):
    """Returns the share of a line's length that lies near another one."""
    step, near = 10.0, defaultdict(list)
    scale = 111_195 * math.cos(math.radians(one[0][1])), 111_195

    def pieces(line):
        flat = [(x * scale[0], y * scale[1]) for x, y in line]
        return [(a, b) for a, b in zip(flat, flat[1:]) if a != b]

    def along(piece, most):
        (a, b), length = piece, math.dist(*piece)
        count = max(1, math.ceil(length / most))
        for part in range(count):
            at = (part + 0.5) / count
            yield (a[0] + (b[0] - a[0]) * at, a[1] + (b[1] - a[1]) * at), length / count

    for piece in pieces(other):
        cells = {(int(x // step) + i, int(y // step) + j) for (x, y), _ in along(piece, step / 2)
                 for i in (-1, 0, 1) for j in (-1, 0, 1)}
        for cell in cells:
            near[cell].append(piece)

    def is_near(place):
        for a, b in near.get((int(place[0] // step), int(place[1] // step)), ()):
            dx, dy = b[0] - a[0], b[1] - a[1]
            at = ((place[0] - a[0]) * dx + (place[1] - a[1]) * dy) / (dx * dx + dy * dy)
            at = min(1, max(0, at))
            if math.dist(place, (a[0] + dx * at, a[1] + dy * at)) <= NEAR_METERS:
                return True
        return False

    total = on = 0.0
    for piece in pieces(one):
        for place, length in along(piece, step / 2):
            total += length
            on += length if is_near(place) else 0
    return on / total if total else 0.0


def are_alike(one, other):
    return shared(one, other) >= ALIKE and shared(other, one) >= ALIKE


class Osrm:
    """Matches fixes, and returns the time of their path."""

    def __init__(self, pbf, folder):
        import osrm

        base, _ = graphs.osrm_graph(pbf, folder, "MLD")
        self.module = osrm
        self.engine = osrm.OSRM(
            storage_config=str(base), use_shared_memory=False, algorithm="MLD")

    def matches(self, run):
        """Returns each path: its seconds, its meters, its line, and the fixes on it."""
        try:
            answer = self.engine.Match(self.module.MatchParameters(
                coordinates=[place for _, place in run], timestamps=[at for at, _ in run],
                radiuses=[15.0] * len(run), overview="full", geometries="polyline6",
                generate_hints=False, gaps="ignore", tidy=False))
        except RuntimeError:
            return
        for number, match in enumerate(answer["matchings"]):
            fixes = [fix for fix, point in zip(run, answer["tracepoints"])
                     if point and point["matchings_index"] == number]
            if len(fixes) < FEWEST_FIXES or match["distance"] < SHORTEST_METERS:
                continue
            straight = sum(meters(a[1], b[1]) for a, b in zip(fixes, fixes[1:]))
            if match["distance"] <= 1.6 * straight:
                yield match["duration"], match["distance"], line_of(match["geometry"]), fixes


class Valhalla:
    """Walks a line."""

    def __init__(self, pbf, folder):
        import valhalla

        path, _ = graphs.valhalla_graph(pbf, folder)
        self.actor = valhalla.Actor(str(path))

    def walk(self, line):
        """Returns the seconds and the line, or `None`."""
        try:
            trip = self.actor.trace_route({
                "shape": [{"lon": lon, "lat": lat} for lon, lat in line], "costing": "auto",
                "shape_match": "walk_or_snap"})["trip"]
        except RuntimeError:
            return None
        if len(trip["legs"]) != 1:
            return None
        return trip["summary"]["time"], line_of(trip["legs"][0]["shape"])


def waypost_follow(port, line):
    """Returns the seconds and the line of Waypost's route along a line, or `None`."""
    ends = ";".join(f"{lon:.7f},{lat:.7f}" for lon, lat in (line[0], line[-1]))
    form = {
        "f": "json", "stops": ends, "legs": json.dumps([{"supportingPoints": line}]),
        "outputGeometryPrecision": "0", "accumulateAttributeNames": "TravelTime",
        "returnDirections": "false", "returnStops": "false"}
    url = f"http://127.0.0.1:{port}/arcgis/rest/services/Bench/NAServer/Route/solve"
    with urllib.request.urlopen(url, urllib.parse.urlencode(form).encode(), timeout=60) as reply:
        routes = json.load(reply).get("routes", {}).get("features", [])
    if not routes:
        return None
    places = [tuple(place[:2]) for path in routes[0]["geometry"]["paths"] for place in path]
    return routes[0]["attributes"]["Total_TravelTime"] * 60, places


def measured(options):
    """Returns for each part of a trip its number, real seconds, meters and line, and the engines'
    seconds.
    """
    osrm = Osrm(options.pbf, Path(f"{options.graphs}osrm-mld"))
    valhalla = Valhalla(options.pbf, Path(f"{options.graphs}valhalla"))
    log = Path(f"{options.graphs}travel-times.log")
    parts = []
    with servers.waypost(options.waypost, options.network, None, log) as server:
        for trip, fixes in read_trips(options.traces).items():
            for run in drives(fixes):
                for seconds, length, line, on in osrm.matches(run):
                    ours, theirs = waypost_follow(server.port, line), valhalla.walk(line)
                    if ours is None or theirs is None:
                        continue
                    if not are_alike(line, ours[1]) or not are_alike(line, theirs[1]):
                        continue
                    parts.append({
                        "trip": trip, "real": on[-1][0] - on[0][0], "meters": length,
                        "waypost": ours[0], "osrm": seconds, "valhalla": theirs[0],
                        "line": line})
    return parts


def spread(logs):
    """Returns the standard deviation of a normal distribution with the same median absolute
    deviation.
    """
    middle = statistics.median(logs)
    return DEVIATION * statistics.median(abs(log - middle) for log in logs)


def folds(parts):
    """Returns each part's fold: all parts of a trip are in one."""
    trips = sorted({part["trip"] for part in parts})
    fold = {trip: place % FOLDS for place, trip in enumerate(trips)}
    return [fold[part["trip"]] for part in parts]


def held_out(logs_without, folds):
    """Returns the scatter and the error of times whose level and model come from the other folds.

    `logs_without(fold)` returns the logarithms of real over estimated time of all parts, by the
    model that has not seen the fold.
    """
    found = []
    for number in range(FOLDS):
        logs = logs_without(number)
        level = statistics.median(log for log, own in zip(logs, folds) if own != number)
        found += [log - level for log, own in zip(logs, folds) if own == number]
    return {
        "heldOutLogMAD": DEVIATION * statistics.median(abs(log) for log in found),
        "heldOutError": statistics.median(abs(1 - math.exp(-log)) for log in found)}


def figures(parts, engine):
    """Returns the level and the scatter of an engine's times; held out, each fold by the others'
    level.
    """
    logs = [math.log(part["real"] / part[engine]) for part in parts]
    return {
        "level": math.exp(statistics.median(logs)), "logMAD": spread(logs),
    } | held_out(lambda _: logs, folds(parts))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pbf", type=Path, required=True)
    parser.add_argument("--traces", type=Path, required=True, help="trip,seconds,lon,lat")
    parser.add_argument("--waypost", required=True, help="the program")
    parser.add_argument("--network", required=True, help="our network of the extract")
    parser.add_argument("--graphs", required=True, metavar="PATH-",
                        help="what the folders of the peers' graphs begin with")
    parser.add_argument("--parts", type=Path, help="file for the times of each part")
    options = parser.parse_args()
    Path(options.graphs).parent.mkdir(parents=True, exist_ok=True)
    parts = measured(options)
    if options.parts:
        options.parts.write_text(json.dumps(parts), encoding="utf8")
    if len(parts) < FOLDS:
        raise SystemExit(f"{options.traces}: {len(parts)} parts of trips lie on {options.pbf.name}")
    print(json.dumps({
        "parts": len(parts), "trips": len({part["trip"] for part in parts}),
        "kilometers": sum(part["meters"] for part in parts) / 1000,
        "engines": {name: figures(parts, name) for name in ("waypost", "osrm", "valhalla")}}))


if __name__ == "__main__":
    main()
