#!/usr/bin/env python3
"""Counts the alternatives of Waypost's OSRM door and of osrm-routed, contracted (CH) and multi-level
(MLD), for the same random pairs on the same extract, and times the requests.

Alternatives are those that each server gives with its own limits. A pair counts if all of the
servers have a route for it.

    /tmp/peers/bin/pip install osrm-bindings osmium
    /tmp/peers/bin/python Tests/Benchmarks/peers/compare_alternatives.py --pbf porto.osm.pbf \\
        --waypost .build/release/waypost --network /tmp/porto
"""

import argparse
import contextlib
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "bench"))

import graphs
import http_load
import places
import servers


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pbf", required=True, help="the extract that the network is built from")
    parser.add_argument("--waypost", required=True, metavar="BINARY")
    parser.add_argument("--network", required=True, metavar="DIR")
    parser.add_argument("--osrm", type=Path, metavar="FOLDER")
    parser.add_argument("--algorithms", nargs="+", choices=["MLD", "CH"], default=["MLD", "CH"])
    parser.add_argument("--cache", type=Path, help="the folder for OSRM's graphs")
    parser.add_argument("--pairs", type=int, default=300)
    parser.add_argument("--alternatives", type=int, choices=[1, 2, 3], default=3)
    parser.add_argument("--passes", type=int, default=3, help="times each request is timed")
    parser.add_argument("--core", type=int, help="run the servers on this core alone")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=20, metavar="PAIRS",
                        help="pairs to print that only a peer has an alternative for")
    return parser.parse_args()


def routes(answer):
    """Returns how many routes an answer has; `None` if it has no route."""
    body = json.loads(http_load.body(answer))
    if body.get("code") == "Ok":
        return len(body["routes"])
    if body.get("code") in ("NoRoute", "NoSegment"):
        return None
    raise SystemExit(f"a server answered {body}")


def asked(names, ports, pairs, options):
    """Asks the servers in turns, over one connection each.

    Returns, for each pair that all have a route for, its alternatives and milliseconds by server.
    """
    connections = [http_load.Connection(port) for port in ports]
    request_options = f"alternatives={options.alternatives}&overview=full&steps=true"
    requests = [servers.osrm_request(pair, request_options) for pair in pairs]
    for connection in connections:
        for request in requests[:20]:
            connection.answer(request)
    found = []
    for pair, request in zip(pairs, requests):
        counts, taken = [None for _ in names], [[] for _ in names]
        for _ in range(options.passes):
            for side, connection in enumerate(connections):
                start = time.perf_counter()
                answer = connection.answer(request)
                taken[side].append((time.perf_counter() - start) * 1_000)
                counts[side] = routes(answer)
        if None not in counts:
            found.append((pair, [count - 1 for count in counts],
                          [statistics.median(times) for times in taken]))
    return found


def report(names, found, options):
    """Prints the counts as Markdown, and pairs for which only a peer has an alternative."""
    print(f"{len(found)} of {options.pairs} pairs have a route everywhere.\n")
    print("| | " + " | ".join(names) + " |\n| --- |" + " --: |" * len(names))

    def row(name, cell):
        print(f"| {name} | " + " | ".join(cell(side) for side in range(len(names))) + " |")

    def without(side):
        return [counts for _, counts, _ in found if counts[side] == 0]

    row("alternatives a pair",
        lambda side: f"{statistics.mean(counts[side] for _, counts, _ in found):.2f}")
    row("pairs with one", lambda side: str(len(found) - len(without(side))))
    row("pairs without one", lambda side: str(len(without(side))))
    for other, name in enumerate(names):
        row(f"of them, {name} has one", lambda side: "–" if side == other else str(
            sum(counts[other] > 0 for counts in without(side))))
    row("mean ms", lambda side: f"{statistics.mean(times[side] for _, _, times in found):.2f}")
    row("median ms", lambda side: f"{statistics.median(times[side] for _, _, times in found):.2f}")
    missed = [(pair, counts) for pair, counts, _ in found if counts[0] == 0 and any(counts)]
    print(f"\nOnly a peer has an alternative for {len(missed)} pairs"
          + (f", the first {options.show}:\n" if len(missed) > options.show > 0 else ":\n"))
    for pair, counts in missed[:options.show]:
        ends = ";".join(f"{lon},{lat}" for lon, lat in pair)
        said = ", ".join(f"{name} {count}" for name, count in zip(names[1:], counts[1:]))
        print(f"- `{ends}`: {said}")


def main():
    options = arguments()
    pairs = places.random_pairs(places.street_points(options.pbf), options.pairs, options.seed)
    home = options.osrm or graphs.osrm_home()
    with tempfile.TemporaryDirectory() as scratch, contextlib.ExitStack() as running:
        log = Path(scratch)
        cache = options.cache or log
        bases = [
            graphs.osrm_graph(options.pbf, cache / f"osrm-{algorithm}", algorithm, home)[0]
            for algorithm in options.algorithms
        ]
        started = [running.enter_context(servers.waypost(
            options.waypost, options.network, options.core, log / "waypost.log"))]
        for algorithm, base in zip(options.algorithms, bases):
            started.append(running.enter_context(servers.osrm(
                home, base, algorithm, options.core, log / f"osrm-{algorithm}.log")))
        names = ["Waypost"] + [f"OSRM {algorithm}" for algorithm in options.algorithms]
        found = asked(names, [server.port for server in started], pairs, options)
        if not found:
            raise SystemExit("no pair has a route everywhere; give another --seed or extract")
        report(names, found, options)


if __name__ == "__main__":
    main()
