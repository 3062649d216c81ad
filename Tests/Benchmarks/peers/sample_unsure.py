#!/usr/bin/env python3
"""Matches many draws of each drive's errors, and keeps the unsure points.

    sample_unsure.py --export TABLES --seeds 7,8,9 --output SAID.json --ours COMMAND …

Unsure points are few, so one draw for each drive says little about how often they are right. The
drives are those of `compare_matching.py`. Sparse fixes get more draws, since a drive has fewer
of them. The output contains, for each spacing, its draws, and for each unsure point its drive,
its confidence and whether its directed edge was driven. `fit_confidence.py` reads it.
"""

import argparse
import csv
import json
import math
import subprocess
import tempfile
from pathlib import Path

import numpy

import drives
from compare_matching import ROWS, scale_of

# The number of error draws for a drive, by the seconds between fixes: more if it has fewer fixes.
DRAWS = {1: 4, 5: 8, 15: 16, 30: 24, 60: 48}
# Points surer than this are not kept.
SURE = 0.9985
# How many drives are matched at once.
BATCH = 50


def errors(count, points, step, noise, generator):
    """Returns errors in meters, correlated as in `drives.fixes`: draws x points x 2."""
    lasting = 0.9 ** step
    fresh = noise * math.sqrt(1 - lasting * lasting)
    result = generator.normal(0, fresh, (count, points, 2))
    result[:, 0] = generator.normal(0, noise, (count, 2))
    for point in range(1, points):
        result[:, point] += lasting * result[:, point - 1]
    return result


def write_draws(file, number, drive, step, noise, generator):
    """Writes a drive's draws as traces, numbered from `number`."""
    fixes = drives.fixes(drive, step, 0, NoErrors)
    true = numpy.array([place for _, _, place in fixes])
    seconds = [second for second, _, _ in fixes]
    found = errors(DRAWS[step], len(fixes), step, noise, generator)
    places = true + found / numpy.array(scale_of(drive["line"]))
    for draw in places.tolist():
        file.write("".join(
            f"{number},{second},{x:.7f},{y:.7f}\n" for second, (x, y) in zip(seconds, draw)))
        number += 1
    return number


class NoErrors:
    """A generator whose errors are all zero."""

    @staticmethod
    def gauss(_mean, _spread):
        return 0.0


def unsure_points(command, batch, step, noise, generator):
    """Returns some drives' unsure points: the row of the drive, the confidence, whether it is
    right.
    """
    with tempfile.TemporaryDirectory() as folder:
        traces, output = Path(folder) / "traces.csv", Path(folder) / "unsure.csv"
        with open(traces, "w", encoding="utf8") as file:
            file.write("trip,seconds,lon,lat\n")
            number = 0
            for drive in batch:
                number = write_draws(file, number, drive, step, noise, generator)
        words = [word.format(traces=traces, noise=noise, output=output) for word in command]
        subprocess.run([*words, "--unsure", str(SURE)], check=True)
        driven = [set(drive["edges"]) for drive in batch]
        with open(output, encoding="utf8", newline="") as file:
            for point in csv.DictReader(file):
                row = int(point["trace"]) // DRAWS[step]
                yield row, float(point["confidence"]), int(point["edge"]) in driven[row]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--export", required=True, help="what `waypost network export` wrote")
    parser.add_argument("--cache", default="/tmp/waypost-peers")
    parser.add_argument("--drives", type=int, default=1_000, help="drives of each seed")
    parser.add_argument("--seeds", default="1")
    parser.add_argument("--output", required=True)
    parser.add_argument("--ours", nargs=argparse.REMAINDER, required=True, help=(
        "last: the command that matches; its words may hold {traces}, {noise} and {output}"))
    options = parser.parse_args()
    said = {str(step): [] for step, _ in ROWS}
    first = 0
    for seed in map(int, options.seeds.split(",")):
        every = drives.kept(options.export, options.drives, seed, options.cache)
        generator = numpy.random.default_rng(seed)
        for start in range(0, len(every), BATCH):
            batch = every[start:start + BATCH]
            for step, noise in ROWS:
                for row, *rest in unsure_points(options.ours, batch, step, noise, generator):
                    said[str(step)].append([first + start + row, *rest])
            print(f"seed {seed}: {start + len(batch)} of {len(every)} drives", flush=True)
        first += len(every)
    answer = {"draws": {str(step): count for step, count in DRAWS.items()}, "points": said}
    partial = Path(options.output).with_suffix(".partial")
    partial.write_text(json.dumps(answer), encoding="utf8")
    partial.rename(options.output)


if __name__ == "__main__":
    main()
