#!/usr/bin/env python3
"""Compares how long builds of Waypost take for the same requests over HTTP.

    compare_builds.py --requests .build/bench/requests/requests.json \\
        before=OLD/waypost,OLD/network now=.build/release/waypost,.build/bench/porto

Each build serves its own network with one thread on the first core. The client sends requests on
one connection from the second core: all requests to one build, then all to the next, in changing
order. The ratio is that of the least means, since disturbances only add to a run.
"""
import argparse
import contextlib
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

import http_load
import servers

WORKS = {"route": servers.waypost_request, "duration": servers.waypost_duration}


def mean(connection, requests):
    """Returns the mean time of an answer in milliseconds, and its mean size in bytes."""
    start = time.perf_counter()
    size = sum(len(connection.answer(request)) for request in requests)
    return (time.perf_counter() - start) * 1_000 / len(requests), size // len(requests)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("builds", nargs="+", metavar="NAME=EXECUTABLE,NETWORK")
    parser.add_argument("--requests", required=True, help="pairs, as scripts/bench writes them")
    parser.add_argument("--work", choices=WORKS, default="route")
    parser.add_argument("--rounds", type=int, default=10)
    options = parser.parse_args()
    os.sched_setaffinity(0, {1})
    pairs = json.loads(Path(options.requests).read_text(encoding="utf8"))["pairs"]
    requests = [WORKS[options.work](pair) for pair in pairs]
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        builds = []
        for text in options.builds:
            name, place = text.split("=", 1)
            server = servers.waypost(*place.split(",", 1), 0, Path(folder) / name)
            connection = http_load.Connection(stack.enter_context(server).port)
            builds.append((name, connection, mean(connection, requests)[1], []))
        for turn in range(options.rounds):
            for _, connection, _, means in builds if turn % 2 else builds[::-1]:
                means += [mean(connection, requests)[0] for _ in range(3)]
            if sys.stderr.isatty():
                print(f"\r{turn + 1} of {options.rounds} rounds", end="", file=sys.stderr)
    first = min(builds[0][3])
    print("\n| build | least ms | middle ms | ratio | bytes of an answer |")
    print("| --- | --: | --: | --: | --: |")
    for name, _, size, means in builds:
        print(f"| {name} | {min(means):.4f} | {statistics.median(means):.4f} "
              f"| {min(means) / first:.3f} | {size} |")


if __name__ == "__main__":
    main()
