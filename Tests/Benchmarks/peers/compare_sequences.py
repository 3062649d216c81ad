#!/usr/bin/env python3
"""Compares Waypost's best sequences with those of LKH, the heuristic to beat.

Draws sets of stops, asks Waypost for the best sequence with the first and the last stop fixed,
and for the costs between all stops, which LKH (the package elkai) gets. Then Waypost solves
LKH's order as given, and the order that OR-Tools finds in a second. So the same whole route,
with turns at stops, judges all orders.

With --window, each stop gets a window of that many minutes around a tour's visit, so that some
order keeps them all. The stops are sent in random order; PyVRP and OR-Tools get the same costs
and the same time.

    /tmp/peers/bin/pip install elkai ortools osmium pyvrp
    /tmp/peers/bin/python Tests/Benchmarks/peers/compare_sequences.py --pbf SampleData/monaco.osm.pbf \\
        --waypost .build/release/waypost --network /tmp/monaco --stops 25 100
    /tmp/peers/bin/python Tests/Benchmarks/peers/compare_sequences.py --pbf SampleData/monaco.osm.pbf \\
        --waypost .build/release/waypost --network /tmp/monaco --stops 100 --window 60
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
import pyvrp
import pyvrp.stop
from ortools.constraint_solver import pywrapcp, routing_enums_pb2

import places
import routers


# LKH takes integer costs; these are in units of 10 ms.
UNITS = 6_000
# When routes with windows start, and the service at each stop in minutes.
START = 1_700_470_800_000
SERVICE = 5


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pbf", required=True, help="the extract that the network is built from")
    parser.add_argument("--waypost", required=True, metavar="BINARY")
    parser.add_argument("--network", required=True, metavar="DIR")
    parser.add_argument("--stops", type=int, nargs="+", default=[25, 100])
    parser.add_argument("--sets", type=int, default=20, help="sets of stops of each size")
    parser.add_argument("--runs", type=int, default=10, help="runs of LKH, of which the best counts")
    parser.add_argument("--window", type=float, metavar="MINUTES")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def ask(url, **fields):
    """Returns the answer to a request, and the milliseconds of its stages."""
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
    """Returns a route's travel time in minutes, with all digits."""
    return answer["routes"]["features"][0]["attributes"]["Total_TravelTime"]


def costs_between(url, stops):
    """Returns the costs between all stops in units of 10 ms; none if some pair has no path."""
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
    """Returns LKH's order of the stops, with the first and the last fixed."""
    count = len(costs)
    # A free arc from the last stop to the first makes the path a tour. LKH exits silently if costs
    # exceed about 20 million.
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


def rows(stops, windows=None):
    """Returns stops as features, with their service times and windows."""
    features = []
    for number, (x, y) in stops:
        attributes = {"Name": str(number), "Attr_TravelTime": SERVICE if number else 0}
        if windows and number:
            attributes["TimeWindowStart"], attributes["TimeWindowEnd"] = windows[number]
        features.append({"geometry": {"x": x, "y": y}, "attributes": attributes})
    return json.dumps({"features": features})


def ordered(url, stops, **fields):
    """Returns the visits of the best sequence from the first stop on, and the milliseconds of its
    stages.
    """
    answer, stages = ask(
        f"{url}/solve", stops=stops, findBestSequence="true", preserveFirstStop="true",
        preserveLastStop="false", startTime=START, startTimeIsUTC="true", returnStops="true",
        **fields)
    visits = [row["attributes"] for row in answer["stops"]["features"]]
    return sorted(visits, key=lambda visit: visit["Sequence"]), stages


def pyvrp_lateness(costs, windows, seconds):
    """Returns the time warp in minutes of PyVRP's best tour from the first stop on."""
    model = pyvrp.Model()
    # Windows in the units of the costs.
    clock = [((opens - START) * UNITS // 60_000, (closes - START) * UNITS // 60_000)
             for opens, closes in windows]
    end = max(closes for _, closes in clock) * 4
    places = [model.add_location(number, 0) for number in range(len(costs))]
    depot = model.add_depot(places[0])
    model.add_vehicle_type(1, start_depot=depot, end_depot=depot, tw_early=0, tw_late=end)
    for place, (opens, closes) in zip(places[1:], clock):
        model.add_client(place, service_duration=SERVICE * UNITS, tw_early=max(0, opens),
                         tw_late=closes)
    for a, origin in enumerate(places):
        for b, destination in enumerate(places):
            if a != b:  # the tour need not return
                cost = costs[a][b] if b else 0
                model.add_edge(origin, destination, distance=cost, duration=cost)
    best = model.solve(stop=pyvrp.stop.MaxRuntime(seconds), display=False).best
    return best.time_warp() / UNITS


def ortools_tour(costs, seconds, windows=None):
    """Returns the order found by OR-Tools and its lateness in minutes, by guided local search, as
    its guide advises.

    The first stop is fixed and, without windows, the last one too.
    """
    count = len(costs)
    if windows:  # a last stop that costs nothing to reach
        costs = [row + [0] for row in costs] + [[0] * (count + 1)]
    manager = pywrapcp.RoutingIndexManager(len(costs), 1, [0], [len(costs) - 1])
    routing = pywrapcp.RoutingModel(manager)
    serve = SERVICE * UNITS

    # As matrices, since a Python function for each leg would take most of the time.
    times = [[cost + (serve if 0 < place < count else 0) for cost in row]
             for place, row in enumerate(costs)]
    routing.SetArcCostEvaluatorOfAllVehicles(routing.RegisterTransitMatrix(costs))
    late = None
    if windows:
        end = 1 << 40
        routing.AddDimension(routing.RegisterTransitMatrix(times), end, end, True, "clock")
        late = routing.GetDimensionOrDie("clock")
        for place, (opens, closes) in enumerate(windows, start=1):
            index = manager.NodeToIndex(place)
            opens, closes = ((bound - START) * UNITS // 60_000 for bound in (opens, closes))
            late.CumulVar(index).SetMin(max(0, opens))
            late.SetCumulVarSoftUpperBound(index, closes, 1_000)
    search = pywrapcp.DefaultRoutingSearchParameters()
    search.first_solution_strategy = routing_enums_pb2.FirstSolutionStrategy.PATH_CHEAPEST_ARC
    search.local_search_metaheuristic = (
        routing_enums_pb2.LocalSearchMetaheuristic.GUIDED_LOCAL_SEARCH)
    search.time_limit.FromMilliseconds(int(max(seconds, 0.1) * 1_000))
    found = routing.SolveWithParameters(search)
    if found is None:
        return None, float("inf")
    order, index, minutes = [], routing.Start(0), 0.0
    while not routing.IsEnd(index):
        place = manager.IndexToNode(index)
        order.append(place)
        if windows and place:
            closes = (windows[place - 1][1] - START) * UNITS // 60_000
            minutes += max(0, found.Min(late.CumulVar(index)) - closes) / UNITS
        index = found.Value(routing.NextVar(index))
    if not windows:
        order.append(manager.IndexToNode(index))
    return order, minutes


def windowed(options, points, url, matrix_url):
    """Prints a table of how late the orders of Waypost, PyVRP and OR-Tools are although none need
    be.
    """
    print("| stops | sets | Waypost: late stops | minutes late | PyVRP, as long: minutes late "
          "| OR-Tools, as long | stage \"route\", median ms |")
    print("| --: | --: | --: | --: | --: | --: | --: |")
    for count in options.stops:
        draw = random.Random(f"{options.seed}/{count}/{options.window}")
        late, minutes, theirs, of_tools, times = 0, 0, 0, 0, []
        done = 0
        while done < options.sets:
            stops = list(enumerate(draw.sample(points, count)))
            costs = costs_between(matrix_url, [place for _, place in stops])
            if costs is None:
                continue
            tour, _ = ordered(url, rows(stops))
            windows = {}
            for visit in tour[1:]:
                opens = visit["ArriveTimeUTC"] - draw.uniform(0, options.window) * 60_000
                windows[int(visit["Name"])] = (int(opens), int(opens + options.window * 60_000))
            shuffled = stops[:1] + draw.sample(stops[1:], count - 1)
            visits, stages = ordered(
                url, rows(shuffled, windows), useTimeWindows="true", timeWindowsAreUTC="true")
            violations = [visit["Violation_TravelTime"] or 0 for visit in visits]
            late += sum(violation > 0.001 for violation in violations)
            minutes += sum(violations)
            times.append(stages.get("route", float("nan")))
            bounds, seconds = [windows[row] for row in range(1, count)], times[-1] / 1_000
            theirs += pyvrp_lateness(costs, bounds, max(seconds, 0.1))
            of_tools += ortools_tour(costs, seconds, bounds)[1]
            done += 1
        print(f"| {count} | {done} | {late} | {minutes:.0f} | {theirs:.0f} | {of_tools:.0f} "
              f"| {statistics.median(times):.0f} |", flush=True)


def main():
    options = arguments()
    points = places.street_points(options.pbf)
    with routers.WaypostServer(options.waypost, options.network) as url:
        matrix_url = url.rsplit("/", 1)[0] + "/ODCostMatrix/solveODCostMatrix"
        if options.window:
            return windowed(options, points, url, matrix_url)
        print('| stops | sets | Waypost over LKH, mean | worst | best | OR-Tools over LKH, mean '
              '| stage "route", median ms |')
        print("| --: | --: | --: | --: | --: | --: | --: |")
        for count in options.stops:
            draw = random.Random(f"{options.seed}/{count}")
            excesses, of_tools, times = [], [], []
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
                order, _ = ortools_tour(costs, 1)
                other, _ = ask(f"{url}/solve", stops=text([stops[row] for row in order]))
                of_tools.append(total(other) / total(theirs) - 1)
                times.append(stages.get("route", float("nan")))
            print(f"| {count} | {len(excesses)} | {statistics.mean(excesses):+.3%} "
                  f"| {max(excesses):+.3%} | {min(excesses):+.3%} | {statistics.mean(of_tools):+.3%} "
                  f"| {statistics.median(times):.1f} |", flush=True)


if __name__ == "__main__":
    main()
