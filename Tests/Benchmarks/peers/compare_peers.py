#!/usr/bin/env python3
"""Compares Waypost with OSRM's car profile and Valhalla's auto costing on random pairs.

See README.md beside this file.
"""

import argparse
import hashlib
import json
import sys
from pathlib import Path

import places
import report
import routers
import reported


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pbf", required=True, help="the extract that every router is built from")
    parser.add_argument("--server", metavar="URL", help="a running route layer (…/NAServer/Route)")
    parser.add_argument("--waypost", metavar="BINARY", help="or: the waypost program")
    parser.add_argument("--network", metavar="DIR", help="and the network built from the extract")
    parser.add_argument("--cache", metavar="DIR", default="/tmp/waypost-peers",
                        help="where peers' graphs and answers are kept (default: %(default)s)")
    parser.add_argument("--pairs", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worst", type=int, default=12, help="rows in each table of outliers")
    parser.add_argument("--times", action="store_true",
                        help="compare the times of cars and trucks in one row, and no more")
    parser.add_argument("--directions", action="store_true",
                        help="compare what is reported on routes of the same geometry, and no more")
    options = parser.parse_args()
    if (options.directions or options.times) and not (options.server or options.waypost):
        parser.error("--directions and --times need --server or --waypost")
    if options.server and options.waypost:
        parser.error("give --server or --waypost, not both")
    if bool(options.waypost) != bool(options.network):
        parser.error("--waypost and --network belong together")
    return options


def kept(path, make):
    """Reads answers from a file, or makes and keeps them."""
    if path.exists():
        return json.loads(path.read_text(encoding="utf8"))
    answers = make()
    partial = path.with_suffix(".partial")
    partial.write_text(json.dumps(answers), encoding="utf8")
    partial.rename(path)
    return answers


def compare_directions(options, pairs, folder, suffix, say):
    """Prints a row of the table of directions and, to standard error, the places behind it."""
    say("asking Waypost for directions")
    if options.server:
        ours = routers.waypost_routes(options.server, pairs)
    else:
        with routers.WaypostServer(options.waypost, options.network) as url:
            ours = routers.waypost_routes(url, pairs)
    say("asking OSRM")
    theirs = kept(
        folder / f"osrm-routes-{suffix}",
        lambda: routers.osrm_routes(options.pbf, pairs, folder / "osrm"))
    same = [
        number for number, (a, b) in enumerate(zip(ours, theirs))
        if a and b and reported.same_path(a["line"], b["line"])
    ]
    lines = [ours[number]["line"] for number in same]
    digest = hashlib.sha256(json.dumps(lines).encode()).hexdigest()[:12]
    say("asking Valhalla")
    traces = kept(
        folder / f"valhalla-traces-{digest}.json",
        lambda: routers.valhalla_traces(options.pbf, lines, folder / "valhalla"))
    comparison = reported.Comparison()
    for number, line, trace in zip(same, lines, traces):
        if not trace or not reported.same_path(line, trace["line"]):
            continue
        length = reported.distances(line)[-1]
        mine = reported.scaled(
            reported.waypost_reported(ours[number]["features"]), length / ours[number]["meters"])
        osrm = reported.scaled(
            reported.osrm_reported(theirs[number]["steps"]), length / theirs[number]["meters"])
        valhalla = reported.scaled(
            reported.valhalla_reported(trace["maneuvers"], trace["line"]),
            length / max(1, reported.distances(trace["line"])[-1]))
        comparison.add(number, line, mine, [osrm, valhalla])
    for note in comparison.notes:
        say(note)
    print(reported.HEAD)
    print(comparison.row(Path(options.pbf).name.split(".")[0]))


def compare_times(options, pairs, folder, suffix):
    """Prints a row: Waypost's sum of times divided by the peers' sums, for cars and trucks."""
    def ask(url):
        return (routers.waypost_answers(url, pairs),
                routers.waypost_answers(url, pairs, ("Trucking Time", "TruckTravelTime")))

    if options.server:
        ours, trucks = ask(options.server)
    else:
        with routers.WaypostServer(options.waypost, options.network) as url:
            ours, trucks = ask(url)
    peers = [
        kept(folder / f"osrm-{suffix}",
             lambda: routers.osrm_answers(options.pbf, pairs, folder / "osrm")),
        kept(folder / f"valhalla-{suffix}",
             lambda: routers.valhalla_answers(options.pbf, pairs, folder / "valhalla"))]
    heavy = kept(
        folder / f"valhalla-truck-{suffix}",
        lambda: routers.valhalla_answers(options.pbf, pairs, folder / "valhalla", "truck"))
    # Valhalla's trucks are as fast as its cars. Waypost's have the EU's speed limiter.
    limited = kept(
        folder / f"valhalla-truck-90-{suffix}",
        lambda: routers.valhalla_answers(
            options.pbf, pairs, folder / "valhalla", "truck", {"top_speed": 90}))

    def share(one, *others):
        rows = [row for row in zip(one, *others) if all(row)]
        own = sum(row[0]["seconds"] for row in rows)
        theirs = sum(answer["seconds"] for row in rows for answer in row[1:]) / len(others)
        return f"{own / theirs:.3f}"

    print("| extract | cars / mean of peers | / OSRM | / Valhalla | trucks / Valhalla | at 90 km/h |")
    print("| --- | --: | --: | --: | --: | --: |")
    print(f"| {Path(options.pbf).name.split('.')[0]} | {share(ours, *peers)} | "
          f"{share(ours, peers[0])} | {share(ours, peers[1])} | {share(trucks, heavy)} | {share(trucks, limited)} |")


def main():
    options = arguments()
    digest = hashlib.sha256(Path(options.pbf).read_bytes()).hexdigest()[:12]
    folder = Path(options.cache) / digest
    folder.mkdir(parents=True, exist_ok=True)
    suffix = f"{options.seed}-{options.pairs}.json"

    def say(text):
        print(text, file=sys.stderr, flush=True)

    say(f"pairs of {options.pbf}")
    pairs = kept(
        folder / f"pairs-{suffix}",
        lambda: places.random_pairs(
            places.street_points(options.pbf), options.pairs, options.seed))
    pairs = [tuple(map(tuple, pair)) for pair in pairs]
    if options.directions:
        compare_directions(options, pairs, folder, suffix, say)
        return
    if options.times:
        compare_times(options, pairs, folder, suffix)
        return
    answers = {}
    if options.server:
        say(f"asking {options.server}")
        answers["Waypost"] = routers.waypost_answers(options.server, pairs)
    elif options.waypost:
        say(f"asking {options.waypost} on {options.network}")
        with routers.WaypostServer(options.waypost, options.network) as url:
            answers["Waypost"] = routers.waypost_answers(url, pairs)
    say("asking OSRM")
    answers["OSRM"] = kept(
        folder / f"osrm-{suffix}",
        lambda: routers.osrm_answers(options.pbf, pairs, folder / "osrm"))
    say("asking Valhalla")
    answers["Valhalla"] = kept(
        folder / f"valhalla-{suffix}",
        lambda: routers.valhalla_answers(options.pbf, pairs, folder / "valhalla"))
    print(report.report(answers, pairs, options.worst))


if __name__ == "__main__":
    main()
