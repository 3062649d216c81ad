#!/usr/bin/env python3
"""Matches drives of known truth with OSRM, Valhalla and Waypost, and prints a table.

The error is the length driven but not matched plus the length matched but not driven, divided by
the length driven; direction counts, and 100 m at both ends do not. "On" is the share of points
placed within 1.5 m of the driven line. OSRM gets the noise as radius, Valhalla as
`gps_accuracy`. See README.md beside this file.
"""

import argparse
import json
import math
import random
import subprocess
import tempfile
import time
from pathlib import Path

import drives
import graphs

ROWS = ((1, 5), (5, 10), (15, 10), (30, 10), (60, 10))
SAMPLE = 5.0
NEAR = 2.5
ENDS = 100.0


class Covering:
    """A line as short pieces in a grid, which answers whether a place with a direction lies on it.
    """

    CELL = 50.0

    def __init__(self, lines, scale):
        self.scale, self.cells = scale, {}
        for line in lines:
            flat = [self.flat(place) for place in line]
            for a, b in zip(flat, flat[1:]):
                length = math.dist(a, b)
                if length == 0:
                    continue
                count = int(length / NEAR) + 1
                keys = set()
                for step in range(count + 1):
                    x = a[0] + (b[0] - a[0]) * step / count
                    y = a[1] + (b[1] - a[1]) * step / count
                    for dx in (-NEAR, NEAR):
                        for dy in (-NEAR, NEAR):
                            keys.add((int((x + dx) // self.CELL), int((y + dy) // self.CELL)))
                for key in keys:
                    self.cells.setdefault(key, []).append((a, b, length))

    def flat(self, place):
        return (place[0] * self.scale[0], place[1] * self.scale[1])

    def near(self, spot, direction, limit):
        key = (int(spot[0] // self.CELL), int(spot[1] // self.CELL))
        for a, b, length in self.cells.get(key, ()):
            ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
            if direction and ux * direction[0] + uy * direction[1] < 0.5:
                continue
            along = max(0, min(length, (spot[0] - a[0]) * ux + (spot[1] - a[1]) * uy))
            if math.dist(spot, (a[0] + ux * along, a[1] + uy * along)) <= limit:
                return True
        return False


def samples(lines, scale):
    """Returns places every few meters along lines, with their direction and the meters before them.
    """
    for line in lines:
        done, left = 0.0, 0.0
        flat = [(x * scale[0], y * scale[1]) for x, y in line]
        for a, b in zip(flat, flat[1:]):
            length = math.dist(a, b)
            if length == 0:
                continue
            direction = ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
            at = SAMPLE - left
            while at <= length:
                yield ((a[0] + direction[0] * at, a[1] + direction[1] * at), direction, done + at)
                at += SAMPLE
            left = length - (at - SAMPLE)
            done += length


def scale_of(line):
    return (drives.EARTH * math.radians(1) * math.cos(math.radians(line[0][1])),
            drives.EARTH * math.radians(1))


def errors(drive, lines):
    """Returns the meters missed, the meters added, and the meters driven."""
    line = drive["line"]
    scale = scale_of(line)
    truth, matched = Covering([line], scale), Covering(lines, scale)
    spots = list(samples([line], scale))
    total = spots[-1][2] if spots else 0
    inner = [spot for spot in spots if ENDS < spot[2] < total - ENDS]
    missed = sum(not matched.near(spot, direction, NEAR) for spot, direction, _ in inner)
    ends = [truth.flat(line[0]), truth.flat(line[-1])]
    added = sum(
        not truth.near(spot, direction, NEAR) for spot, direction, _ in samples(lines, scale)
        if min(math.dist(spot, end) for end in ends) > ENDS)
    return missed * SAMPLE, added * SAMPLE, len(inner) * SAMPLE


def osrm_engine(pbf, folder):
    import osrm

    base, _ = graphs.osrm_graph(pbf, folder, "MLD")
    engine = osrm.OSRM(storage_config=str(base), use_shared_memory=False, algorithm="MLD")

    def match(fixes, noise):
        parameters = osrm.MatchParameters(
            coordinates=[place for _, place, _ in fixes],
            timestamps=[int(seconds) for seconds, _, _ in fixes],
            radiuses=[noise] * len(fixes), overview="full", geometries="geojson", gaps="split")
        start = time.perf_counter()
        try:
            result = engine.Match(parameters)
        except RuntimeError:
            return {"seconds": time.perf_counter() - start, "lines": [], "points": []}
        seconds = time.perf_counter() - start
        lines = [
            [tuple(place) for place in matching["geometry"]["coordinates"]]
            for matching in result["matchings"]
        ]
        points = []
        for point in result["tracepoints"]:
            try:
                points.append((tuple(point["location"]),))
            except (KeyError, TypeError, RuntimeError):
                points.append((None,))
        return {"seconds": seconds, "lines": lines, "points": points}

    return match


def valhalla_engine(pbf, folder):
    import valhalla

    from routers import decoded

    config, _ = graphs.valhalla_graph(pbf, folder)
    settings = json.loads(Path(config).read_text(encoding="utf8"))
    settings["service_limits"]["trace"].update(max_shape=100_000, max_distance=1_000_000)
    config = Path(config).with_name("valhalla-matching.json")
    config.write_text(json.dumps(settings), encoding="utf8")
    actor = valhalla.Actor(str(config))

    def match(fixes, noise):
        body = json.dumps({
            "shape": [{"lon": x, "lat": y, "time": seconds} for seconds, (x, y), _ in fixes],
            "costing": "auto", "shape_match": "map_snap", "use_timestamps": False,
            "trace_options": {"gps_accuracy": noise},
            "filters": {"action": "include", "attributes": [
                "shape", "matched.point", "matched.type", "matched.edge_index"]}})
        start = time.perf_counter()
        try:
            result = json.loads(actor.trace_attributes(body))
        except RuntimeError:
            return {"seconds": time.perf_counter() - start, "lines": [], "points": []}
        seconds = time.perf_counter() - start
        points = [
            ((point["lon"], point["lat"]) if point.get("type") != "unmatched" else None,)
            for point in result["matched_points"]
        ]
        return {"seconds": seconds, "lines": [decoded(result["shape"])], "points": points}

    return match


def write_traces(path, traces):
    with open(path, "w", encoding="utf8") as file:
        file.write("trip,seconds,lon,lat\n")
        for number, fixes in enumerate(traces, 1):
            for seconds, (x, y), _ in fixes:
                file.write(f"{number},{seconds},{x:.7f},{y:.7f}\n")


def ours(command, traces, noise):
    """Returns Waypost's answers; `command` gets the traces, the noise and the output file."""
    with tempfile.TemporaryDirectory() as folder:
        write_traces(Path(folder) / "traces.csv", traces)
        output = Path(folder) / "out.jsonl"
        subprocess.run(
            [word.format(traces=Path(folder) / "traces.csv", noise=noise, output=output)
             for word in command], check=True)
        answers = [json.loads(line) for line in output.read_text(encoding="utf8").splitlines()]
    return [
        {
            "seconds": answer["ms"] / 1_000,
            "lines": [[tuple(place) for place in line] for line in answer["lines"]],
            "points": [
                ((x, y) if status in ("matched", "interpolated") else None, confidence, edge)
                for x, y, status, confidence, edge in answer["points"]],
            "gaps": answer["gaps"], "rules": answer["rules"],
        }
        for answer in answers
    ]


def score(all_drives, traces, answers):
    """Returns the milliseconds for a point, the error, the share of points on the street, and for
    each point its drive, its confidence and whether its directed edge was driven.
    """
    seconds = count = on = missed = added = driven = 0
    said = []
    for row, (drive, fixes, answer) in enumerate(zip(all_drives, traces, answers)):
        seconds += answer["seconds"]
        count += len(fixes)
        parts = errors(drive, [line for line in answer["lines"] if len(line) > 1])
        missed, added, driven = missed + parts[0], added + parts[1], driven + parts[2]
        scale = scale_of(drive["line"])
        truth = Covering([drive["line"]], scale)
        driven_edges = set(drive["edges"])
        for place, *rest in answer["points"]:
            on += place is not None and truth.near(truth.flat(place), None, 1.5)
            if place is not None and rest:
                said.append((row, rest[0], rest[1] in driven_edges))
    return {
        "ms": seconds * 1_000 / count, "error": 100 * (missed + added) / driven,
        "missed": 100 * missed / driven, "added": 100 * added / driven, "on": 100 * on / count,
        "said": said,
    }


def calibration(said):
    """Returns for each tenth of confidence its points, their mean confidence, the share that is
    right, and the standard error of the difference.

    A point is its drive, its confidence, whether it is right and, if it does not count as one,
    its weight. Unsure points of a drive are neighbors at few junctions, so the error is computed
    as for a ratio over drives, not over points.
    """
    tenths = [{} for _ in range(10)]
    for drive, confidence, right, *given in said:
        weight = given[0] if given else 1
        sums = tenths[min(9, int(confidence * 10))].setdefault(drive, [0, 0, 0, 0])
        for place, value in enumerate((1, weight, weight * confidence, weight * right)):
            sums[place] += value
    rows = []
    for drives_of_tenth in tenths:
        count, total, sure, right = (
            sum(column) for column in zip((0, 0, 0, 0), *drives_of_tenth.values()))
        total = total or 1
        mean = (right - sure) / total
        square = sum((r - p - mean * n) ** 2 for _, n, p, r in drives_of_tenth.values())
        rows.append((count, sure / total, right / total, math.sqrt(square) / total))
    return rows


def print_calibration(title, said):
    print(f"\nConfidence {title}: points, said, right, difference and its standard error")
    for count, sure, right, error in calibration(said):
        if count:
            print(f"{count:8d} {sure:.3f} {right:.3f} {right - sure:+.3f} {error:.3f}")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pbf", help="the extract, for the peers")
    parser.add_argument("--export", required=True, help="what `waypost network export` wrote")
    parser.add_argument("--ours", nargs=argparse.REMAINDER, default=[], help=(
        "last: the command that matches; its words may hold {traces}, {noise} and {output}"))
    parser.add_argument("--cache", default="/tmp/waypost-peers")
    parser.add_argument("--graphs", help="the folder of the peers' graphs, if not the cache")
    parser.add_argument("--drives", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engines", default="osrm,valhalla,ours")
    parser.add_argument("--rows", default="0,1,2,3,4", help="which rows of the table")
    return parser.parse_args()


def main():
    options = arguments()
    all_drives = drives.kept(options.export, options.drives, options.seed, options.cache)
    folder = Path(options.graphs or options.cache)
    engines = {}
    for name in options.engines.split(","):
        if name == "osrm":
            engines["OSRM"] = osrm_engine(options.pbf, folder / "osrm")
        elif name == "valhalla":
            engines["Valhalla"] = valhalla_engine(options.pbf, folder / "valhalla")
        elif name == "ours":
            engines["Waypost"] = None
    print("| fixes, noise | engine | ms a point | error % | missed | added | on % |")
    print("|---|---|--:|--:|--:|--:|--:|")
    tables = {}
    for row in map(int, options.rows.split(",")):
        step, noise = ROWS[row]
        generator = random.Random(1_000 * options.seed + step)
        traces = [drives.fixes(drive, step, noise, generator) for drive in all_drives]
        for name, engine in engines.items():
            if engine:
                answers = [engine(fixes, noise) for fixes in traces]
            else:
                answers = ours(options.ours, traces, noise)
            result = score(all_drives, traces, answers)
            print(f"| {step} s, {noise} m | {name} | {result['ms']:.4f} | {result['error']:.2f} "
                  f"| {result['missed']:.2f} | {result['added']:.2f} | {result['on']:.2f} |",
                  flush=True)
            if not engine:
                tables[step] = result["said"]
                gaps = sum(answer["gaps"] for answer in answers)
                rules = sum(len(answer["rules"]) for answer in answers)
                print(f"Waypost: {gaps} gaps, {rules} broken rules", flush=True)
    for step, said in tables.items():
        print_calibration(f"at {step} s", said)
    print_calibration("of all rows", [point for said in tables.values() for point in said])


if __name__ == "__main__":
    main()
