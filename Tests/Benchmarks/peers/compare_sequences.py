#!/usr/bin/env python3
"""Compares the best sequences of Waypost with those of LKH, the heuristic to beat.

Draws sets of stops, asks Waypost for the best sequence with the first and the last stop in place,
and for the costs between all stops; gives these to LKH (the package elkai); then has Waypost solve
LKH's order as it stands, so that both are judged by the same whole route, turns at stops included.

    /tmp/peers/bin/pip install elkai osmium
    /tmp/peers/bin/python Tests/Benchmarks/peers/compare_sequences.py --pbf SampleData/monaco.osm.pbf \\
        --waypost .build/release/waypost --network /tmp/monaco --stops 25 100
"""

import argparse
import json
import random
import re
import statistics
import sys
import urllib.parse
import urllib.request

import elkai

import places
import routers


# Costs for LKH are integers of 10 ms.
UNITS = 6_000


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pbf", required=True, help="the extract that the network is built from")
    parser.add_argument("--waypost", required=True, metavar="BINARY")
    parser.add_argument("--network", required=True, metavar="DIR")
    parser.add_argument("--stops", type=int, nargs="+", default=[25, 100])
    parser.add_argument("--sets", type=int, default=20, help="sets of stops of each size")
    parser.add_argument("--runs", type=int, default=10, help="runs of LKH, of which the best counts")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def ask(url, **fields):
    """The answer to a request, and the milliseconds of its stages."""
    body = urllib.parse.urlencode({"f": "json", "returnDirections": "false", **fields}).encode()
    with urllib.request.urlopen(url, data=body, timeout=600) as reply:
        answer = json.load(reply)
        stages = reply.headers.get("Server-Timing", "")
    if "error" in answer:
        sys.exit(f"{url}: {answer['error']}")
    return answer, {name: float(ms) for name, ms in re.findall(r"(\w+);dur=([\d.]+)", stages)}


def text(stops):
    return ";".join(f"{x},{y}" for x, y in stops)


def total(answer):
    """The travel time of a route in minutes, with all digits."""
    return answer["routes"]["features"][0]["attributes"]["Total_TravelTime"]


def costs_between(url, stops):
    """The costs between all stops in units of 10 ms; none when some pair has no path."""
    answer, _ = ask(
        url, origins=text(stops), destinations=text(stops),
        outputType="esriNAODOutputSparseMatrix", impedanceAttributeName="TravelTime")
    cells = answer["odCostMatrix"]
    column = cells["costAttributeNames"].index("TravelTime")
    numbers = [str(row + 1) for row in range(len(stops))]
    try:
        return [[0 if a == b else round(cells[a][b][column] * UNITS) for b in numbers]
                for a in numbers]
    except KeyError:
        return None


def lkh_order(costs, runs):
    """The order of the stops by LKH, the first and the last in place."""
    count = len(costs)
    # An arc from the last stop to the first that costs nothing makes a tour of the path. LKH ends
    # without a word where costs exceed some 20 millions.
    far = 5 * max(max(row) for row in costs)
    matrix = [list(row) for row in costs]
    for row in range(count):
        matrix[row][row] = 0
        if row != count - 1:
            matrix[row][0] = far
            matrix[count - 1][row] = far
    matrix[count - 1][0] = 0
    tour = elkai.solve_int_matrix(matrix, runs)
    start = tour.index(0)
    order = tour[start:] + tour[:start]
    if order[-1] != count - 1:
        sys.exit("LKH did not keep the last stop in place")
    return order


def main():
    options = arguments()
    points = places.street_points(options.pbf)
    print('| stops | sets | Waypost over LKH, mean | worst | best | stage "route", median ms |')
    print("| --: | --: | --: | --: | --: | --: |")
    with routers.WaypostServer(options.waypost, options.network) as url:
        matrix_url = url.rsplit("/", 1)[0] + "/ODCostMatrix/solveODCostMatrix"
        for count in options.stops:
            draw = random.Random(f"{options.seed}/{count}")
            excesses, times = [], []
            while len(excesses) < options.sets:
                stops = draw.sample(points, count)
                costs = costs_between(matrix_url, stops)
                if costs is None:  # a stop on an island
                    continue
                ours, stages = ask(
                    f"{url}/solve", stops=text(stops), findBestSequence="true",
                    preserveFirstStop="true", preserveLastStop="true")
                order = lkh_order(costs, options.runs)
                theirs, _ = ask(f"{url}/solve", stops=text([stops[row] for row in order]))
                excesses.append(total(ours) / total(theirs) - 1)
                times.append(stages.get("route", float("nan")))
            print(f"| {count} | {len(excesses)} | {statistics.mean(excesses):+.3%} "
                  f"| {max(excesses):+.3%} | {min(excesses):+.3%} "
                  f"| {statistics.median(times):.1f} |", flush=True)


if __name__ == "__main__":
    main()
