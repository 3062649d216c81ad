#!/usr/bin/env python3
"""Fits the scale of confidences (Sources/MapMatching/ConfidenceScale.swift) to drives.

    fit_confidence.py SAID [SAID …]

Each file is what `compare_matching.py --said` writes for 1,000 drives of another seed, by a build whose
scale returns the posterior as it is. The files are held to each other first: the shares of each are
those that the others give. Then come the shares of all.
"""
import argparse
import bisect
import json
import math
from pathlib import Path

# The posteriors whose shares the scale has.
PLACES = [0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.97, 0.995]
EDGES = [0] + [(a + b) / 2 for a, b in zip(PLACES, PLACES[1:])] + [0.9985]
# How many points the posterior weighs in the shares of all spacings, and those in a spacing's.
OWN_WEIGHT, SHARED_WEIGHT = 20, 60


def logit(share):
    return math.log(share / (1 - share))


def share(odds):
    return 1 / (1 + math.exp(-odds))


def sums(points):
    """For each place the points about it: how many, their posteriors and how many are right."""
    found = [[0, 0.0, 0] for _ in PLACES]
    for _, posterior, right in points:
        place = bisect.bisect_right(EDGES, posterior) - 1
        if 0 <= place < len(PLACES):
            for column, value in enumerate((1, posterior, right)):
                found[place][column] += value
    return found


def added(tables):
    return [[sum(column) for column in zip(*rows)] for rows in zip(*tables)]


def curve(table, prior, weight):
    """The share that is right at each place, rising."""
    shares = []
    for place, (count, sure, right), expected in zip(PLACES, table, prior):
        mean = sure / count if count else place
        moved = logit(mean) - logit(place)
        found = (right + weight * share(logit(expected) + moved)) / (count + weight)
        shares.append(share(logit(min(max(found, 0.02), 0.9995)) - moved))
    for place in range(1, len(shares)):
        shares[place] = max(shares[place], shares[place - 1] + 0.001)
    return shares


def fitted(tables):
    """The curve of each spacing, drawn towards that of all."""
    everything = curve(added(tables.values()), PLACES, OWN_WEIGHT)
    return {step: curve(table, everything, SHARED_WEIGHT) for step, table in tables.items()}


def scaled(shares, posterior):
    if not 0 < posterior < 1:
        return posterior
    place, places = logit(posterior), [logit(value) for value in PLACES]
    odds = [logit(value) for value in shares]
    above = bisect.bisect_right(places, place)
    if above in (0, len(places)):
        end = min(above, len(places) - 1)
        return share(place + odds[end] - places[end])
    part = (place - places[above - 1]) / (places[above] - places[above - 1])
    return share(odds[above - 1] + part * (odds[above] - odds[above - 1]))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("said", nargs="+")
    files = [json.loads(Path(name).read_text(encoding="utf8")) for name in
             parser.parse_args().said]
    tables = [{step: sums(points) for step, points in said.items()} for said in files]
    tenths = [[0, 0.0, 0] for _ in range(10)]
    for held, said in enumerate(files if len(files) > 1 else []):
        rest = [table for row, table in enumerate(tables) if row != held]
        curves = fitted({step: added(table[step] for table in rest) for step in said})
        for step, points in said.items():
            for _, posterior, right in points:
                confidence = scaled(curves[step], posterior)
                for column, value in enumerate((1, confidence, right)):
                    tenths[min(9, int(confidence * 10))][column] += value
    for count, sure, right in tenths:
        if count:
            print(f"{count:8d} {sure / count:.3f} {right / count:.3f} {(right - sure) / count:+.3f}")
    for step, shares in fitted(
            {step: added(table[step] for table in tables) for step in files[0]}).items():
        print(f"({step}, [{', '.join(f'{value:.3f}' for value in shares)}]),")


if __name__ == "__main__":
    main()
