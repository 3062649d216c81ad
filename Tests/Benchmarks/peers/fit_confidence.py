#!/usr/bin/env python3
"""Fits the scale of confidences (Sources/MapMatching/ConfidenceScale.swift) to drives.

    fit_confidence.py SAID [SAID …]

Each file is the output of `sample_unsure.py` for drives of different seeds, by a build whose
scale returns the posterior unchanged. The program first compares the files with each other: each
file's shares with the shares fitted to the others. Then it prints the shares of all.
"""
import argparse
import bisect
import json
import math
from pathlib import Path

from compare_matching import print_calibration

# The posteriors for which the scale has shares.
PLACES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.97, 0.995]
EDGES = [0] + [(a + b) / 2 for a, b in zip(PLACES, PLACES[1:])] + [0.9985]
# How many drives the posterior counts as in the common shares, and the common shares in each
# spacing's shares.
OWN_WEIGHT, SHARED_WEIGHT = 5, 40


def logit(share):
    return math.log(share / (1 - share))


def share(odds):
    return 1 / (1 + math.exp(-odds))


class Sums:
    """The points near a place: their number, their posteriors, how many are right, and their
    drives.

    A drive's points are neighbors, and its draws share their errors, so points are weighed by
    drives.
    """

    def __init__(self):
        self.count, self.posterior, self.right, self.drives = 0, 0.0, 0, set()

    def add(self, drive, posterior, right):
        self.count += 1
        self.posterior += posterior
        self.right += right
        self.drives.add(drive)

    def merge(self, other, name):
        self.count += other.count
        self.posterior += other.posterior
        self.right += other.right
        self.drives |= {(name, drive) for drive in other.drives}


def sums(points):
    found = [Sums() for _ in PLACES]
    for drive, posterior, right in points:
        place = bisect.bisect_right(EDGES, posterior) - 1
        if 0 <= place < len(PLACES):
            found[place].add(drive, posterior, right)
    return found


def merged(tables):
    found = [Sums() for _ in PLACES]
    for name, table in enumerate(tables):
        for place, other in zip(found, table):
            place.merge(other, name)
    return found


def rising(shares, weights):
    """Returns the nearest non-decreasing shares, by pooling adjacent violators (M. Ayer et al.,
    1955, doi:10.1214/aoms/1177728423).
    """
    pools = []
    for value, weight in zip(shares, weights):
        pools.append([value, weight, 1])
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            value, weight, length = pools.pop()
            before = pools[-1]
            before[0] = (before[0] * before[1] + value * weight) / (before[1] + weight)
            before[1] += weight
            before[2] += length
    return [value for value, _, length in pools for _ in range(length)]


def curve(table, prior, weight):
    """Returns the share that is right at each place, nowhere falling."""
    shares, weights = [], []
    for place, points, expected in zip(PLACES, table, prior):
        mean = points.posterior / points.count if points.count else place
        right = points.right / points.count if points.count else 0
        moved = logit(mean) - logit(place)
        drives = len(points.drives)
        found = (right * drives + weight * share(logit(expected) + moved)) / (drives + weight)
        shares.append(share(logit(min(max(found, 0.02), 0.9995)) - moved))
        weights.append(drives + weight)
    return rising(shares, weights)


def fitted(tables):
    """Returns each spacing's curve, drawn towards the common curve."""
    everything = curve(merged(tables.values()), PLACES, OWN_WEIGHT)
    return {step: curve(table, everything, SHARED_WEIGHT) for step, table in tables.items()}


def scaled(shares, posterior):
    if not 0 < posterior < 1:
        return posterior
    place, places = logit(posterior), [logit(value) for value in PLACES]
    odds = [logit(value) for value in shares]
    above = bisect.bisect_right(places, place)
    if above == 0:
        return shares[0]
    if above == len(places):
        return share(place + odds[-1] - places[-1])
    part = (place - places[above - 1]) / (places[above] - places[above - 1])
    return share(odds[above - 1] + part * (odds[above] - odds[above - 1]))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("said", nargs="+")
    parser.add_argument("--test", nargs="*", default=[], help="files to hold the shares of all to")
    options = parser.parse_args()

    def read(names):
        return [json.loads(Path(name).read_text(encoding="utf8")) for name in names]

    files, tests = read(options.said), read(options.test)
    draws = (files[0])["draws"]
    files, tests = ([file["points"] for file in part] for part in (files, tests))
    tables = [{step: sums(points) for step, points in said.items()} for said in files]

    def curves(numbers):
        return fitted({step: merged(tables[row][step] for row in numbers) for step in files[0]})

    everything = curves(range(len(files)))
    held = [(said, everything) for said in tests]
    if not tests and len(files) > 1:
        held = [
            (said, curves([other for other in range(len(files)) if other != row]))
            for row, said in enumerate(files)
        ]
    whole = []
    for step in files[0] if held else []:
        # As if each drive had one draw.
        points = [
            ((name, drive), scaled(shares[step], posterior), right, 1 / draws[step])
            for name, (said, shares) in enumerate(held)
            for drive, posterior, right in said[step]
        ]
        print_calibration(f"at {step} s", points)
        whole += points
    print_calibration("of all rows", whole)
    print()
    for step, shares in everything.items():
        print(f"({step}, [{', '.join(f'{value:.3f}' for value in shares)}]),")


if __name__ == "__main__":
    main()
