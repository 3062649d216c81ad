#!/usr/bin/env python3
"""Fits the few coefficients of streets.network.yaml that real trips decide, and measures the gain.

The trips are divided into five folds. For each fold, the coefficients and the level are fitted
on the other four and tested on it, so that no part of a trip judges what it helped to choose.
Then all five are fitted together, which gives the values the definition ships. OSRM's and
Valhalla's times have no coefficients here and get the level of the other four folds. See
README.md beside this file.
"""

import argparse
import hashlib
import itertools
import json
import math
import re
import statistics
import subprocess
import sys
from pathlib import Path

import travel_times

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Tests/Benchmarks/bench"))
import servers  # noqa: E402

NUMBER = r"([0-9.]+)"


class Coefficient:
    """A fitted number of the definition, with its step and bounds."""

    def __init__(self, name, pattern, bounds, step, times=1, is_speed=False):
        self.name, self.pattern, self.times = name, re.compile(pattern), times
        self.bounds, self.step, self.is_speed = bounds, step, is_speed

    def term(self, value):
        """Returns the term on which travel times depend linearly."""
        return 1 / value if self.is_speed else value

    def of(self, text):
        found = self.pattern.findall(text)
        if len(found) != self.times:
            raise SystemExit(f"{self.name}: {len(found)} of {self.times} places in the definition")
        return float(found[0])

    def put(self, text, value):
        def with_value(match):
            start, end = (place - match.start() for place in match.span(1))
            return match[0][:start] + f"{value:g}" + match[0][end:]

        return self.pattern.sub(with_value, text)


def town(road_class):
    return rf'\{{value: {NUMBER}, when: \{{highway: {road_class}, "@builtUp": "yes"\}}\}}'


COEFFICIENTS = [
    Coefficient("primary streets in towns", town("primary"), (30, 70), 2, is_speed=True),
    Coefficient("secondary streets in towns", town("secondary"), (30, 70), 2, is_speed=True),
    Coefficient("tertiary streets in towns", town("tertiary"), (30, 60), 2, is_speed=True),
    Coefficient("unclassified streets in towns", town("unclassified"), (24, 50), 2, is_speed=True),
    Coefficient("lights", rf"trafficSignals: {NUMBER}, stopSign", (2, 15), 1, times=2),
    Coefficient("turns", rf"maximumSeconds: {NUMBER}\n *steepness: 13\n", (2, 15), 1, times=2),
]

# How far the mean logarithm may be from the peers' mean before it counts: a fit to the evening's
# trips must still be of use at night.
LEVEL_FREE, LEVEL_WEIGHT = 0.02, 10.0
# Beyond this, a part counts by its distance alone, so that one long stop does not turn the fit.
HUBER = 0.3


def build(options, text):
    """Builds a network with a definition."""
    folder = options.cache / ("network-" + hashlib.sha256(text.encode()).hexdigest()[:12])
    if not (folder / "network.waypost").exists():
        definition = folder.with_suffix(".yaml")
        definition.write_text(text, encoding="utf8")
        subprocess.run(
            [options.waypost, "network", "build", options.pbf, "--output", folder, "--definition",
             definition, "--quiet"], check=True, stdout=sys.stderr)
    return folder


def our_seconds(options, text, parts):
    """Returns the seconds of each part under a definition, along the line of its drive."""
    network = build(options, text)
    log = options.cache / "fit-server.log"
    with servers.waypost(options.waypost, network, None, log) as server:
        answers = [travel_times.waypost_follow(server.port, part["line"]) for part in parts]
    return [answer[0] if answer else None for answer in answers]


class Model:
    """The seconds of each part as a function of the coefficients, linear in their terms."""

    def __init__(self, options, text, parts):
        self.values = [coefficient.of(text) for coefficient in COEFFICIENTS]
        base = our_seconds(options, text, parts)
        changed = []
        for coefficient, value in zip(COEFFICIENTS, self.values):
            other = value + 2 * coefficient.step
            seconds = our_seconds(options, coefficient.put(text, other), parts)
            changed.append((coefficient.term(other) - coefficient.term(value), seconds))
        self.base, self.slopes, self.kept = [], [], []
        for row, seconds in enumerate(base):
            rows = [times[row] for _, times in changed]
            if seconds is None or None in rows:
                continue
            self.kept.append(parts[row])
            self.base.append(seconds)
            self.slopes.append([
                (time - seconds) / step for time, (step, _) in zip(rows, changed)])

    def seconds(self, row, values):
        sum_ = self.base[row]
        for coefficient, slope, old, new in zip(
                COEFFICIENTS, self.slopes[row], self.values, values):
            sum_ += slope * (coefficient.term(new) - coefficient.term(old))
        return sum_

    def loss(self, rows, values):
        """Returns the scatter of real times around ours on some parts, plus the cost of the level.
        """
        ours = [math.log(self.seconds(row, values)) for row in rows]
        real = [math.log(self.kept[row]["real"]) for row in rows]
        logs = [one - other for one, other in zip(real, ours)]
        middle = statistics.median(logs)
        sum_ = 0.0
        for log in logs:
            distance = abs(log - middle)
            sum_ += (
                distance ** 2 / 2 if distance <= HUBER else HUBER * (distance - HUBER / 2))
        peers = [math.log((self.kept[row]["osrm"] + self.kept[row]["valhalla"]) / 2) for row in rows]
        level = abs(sum(ours) - sum(peers)) / len(rows)
        return sum_ / len(rows) + LEVEL_WEIGHT * max(0.0, level - LEVEL_FREE) ** 2

    def fit(self, rows):
        """Returns the values of least loss: changes one or two at a time by a step until none is
        better.
        """
        values = [
            min(max(round(value / c.step) * c.step, c.bounds[0]), c.bounds[1])
            for value, c in zip(self.values, COEFFICIENTS)]
        best = self.loss(rows, values)
        moves = [
            move for count in (1, 2)
            for places in itertools.combinations(range(len(values)), count)
            for steps in itertools.product((-2, -1, 1, 2), repeat=count)
            for move in [list(zip(places, steps))]]
        while True:
            found = None
            for move in moves:
                other = list(values)
                for place, steps in move:
                    other[place] += steps * COEFFICIENTS[place].step
                if any(not c.bounds[0] - 1e-9 <= value <= c.bounds[1] + 1e-9
                       for value, c in zip(other, COEFFICIENTS)):
                    continue
                loss = self.loss(rows, other)
                if loss < best - 1e-9:
                    best, found = loss, other
            if found is None:
                return [round(value, 6) for value in values]
            values = found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pbf", type=Path, required=True)
    parser.add_argument("--traces", type=Path, required=True, help="trip,seconds,lon,lat")
    parser.add_argument("--waypost", required=True, help="the program")
    parser.add_argument("--definition", type=Path,
                        default=ROOT / "ServiceDefinitions/streets.network.yaml")
    parser.add_argument("--cache", type=Path, required=True,
                        help="folder of the peers' graphs and of our networks")
    options = parser.parse_args()
    options.cache.mkdir(parents=True, exist_ok=True)
    text = options.definition.read_text(encoding="utf8")
    options.graphs = f"{options.cache}/"
    options.network = build(options, text)
    model = Model(options, text, travel_times.measured(options))
    parts = model.kept
    folds = travel_times.folds(parts)
    rows = range(len(parts))
    fitted = [model.fit([row for row in rows if folds[row] != number])
              for number in range(travel_times.FOLDS)]
    whole = model.fit(list(rows))

    def ours(values):
        return [math.log(parts[row]["real"] / model.seconds(row, values)) for row in rows]

    engines = {"waypost": travel_times.held_out(lambda number: ours(fitted[number]), folds)}
    for engine in ("osrm", "valhalla"):
        logs = [math.log(part["real"] / part[engine]) for part in parts]
        engines[engine] = travel_times.held_out(lambda _, logs=logs: logs, folds)
    names = [coefficient.name for coefficient in COEFFICIENTS]
    print(json.dumps({
        "parts": len(parts), "heldOut": engines, "shipped": dict(zip(names, model.values)),
        "fitted": dict(zip(names, whole)), "fittedScatter": travel_times.spread(ours(whole)),
        "folds": [dict(zip(names, values)) for values in fitted]}, indent=1))


if __name__ == "__main__":
    main()
