"""What routers report on the same path, and where Waypost differs from both peers.

A route is reported as a list of `Reported`: something at a place along the path, with a side if
it has one. The readers below make it from each router's answer; `Comparison` counts.
"""

import math
from collections import Counter
from dataclasses import dataclass, field

from places import straight_meters

LEFT, RIGHT = -1, 1
# Things that a driver must do; a new road name is not among them.
DONE = {"turn", "fork", "ramp", "roundabout", "uturn"}
# Things whose side can be compared.
SIDED = {"turn", "fork", "ramp"}
# Within this many meters, two routers mean the same place.
SAME_PLACE = 25
NEAR = 30
# Nothing is compared this near to the ends of a path.
ENDS = 20


@dataclass
class Reported:
    at: float
    kind: str
    side: int = 0
    text: str = ""


def side_of(word):
    word = word.lower()
    return LEFT if "left" in word else RIGHT if "right" in word else 0


def waypost_reported(features):
    """Returns Waypost's reports, from the features of `directions`. Two turns in a row are two
    reports at different places.
    """
    reported, at = [], 0.0
    for feature in features:
        facts = feature["attributes"]
        word, text = facts["maneuverType"].removeprefix("esriDMT"), facts["text"]
        if word in ("TurnLeftLeft", "TurnLeftRight", "TurnRightLeft", "TurnRightRight"):
            first, second = word[4:].replace("Right", " Right").replace("Left", " Left").split()
            reported.append(Reported(at, "turn", side_of(first), text))
            reported.append(Reported(at + 15, "second", side_of(second), text))
        elif word == "HighwayExit":
            reported.append(Reported(at, "ramp", side_of(text), text))
        elif word.startswith(("Turn", "Bear", "Sharp")):
            reported.append(Reported(at, "turn", side_of(word), text))
        elif word.startswith(("Fork", "Ramp")):
            reported.append(Reported(at, word[:4].lower(), side_of(word), text))
        elif word not in ("Depart", "Stop"):
            kind = {"UTurn": "uturn", "Roundabout": "roundabout"}.get(word, "other")
            if at > 0:
                reported.append(Reported(at, kind, 0, text))
        at += facts["length"] * 1_000
    return reported


def osrm_reported(steps):
    reported, at = [], 0.0
    for step in steps:
        maneuver = step["maneuver"]
        kind, modifier = maneuver["type"], maneuver.get("modifier", "")
        text = f"{kind} {modifier} {step.get('name', '')}".strip()
        side = side_of(modifier)
        if kind in ("roundabout", "rotary", "roundabout turn"):
            reported.append(Reported(at, "roundabout", 0, text))
        elif kind in ("arrive", "depart", "notification") or kind.startswith("exit r"):
            pass
        elif modifier == "uturn":
            reported.append(Reported(at, "uturn", 0, text))
        elif kind in ("on ramp", "off ramp"):
            reported.append(Reported(at, "ramp", side, text))
        elif kind == "fork":
            reported.append(Reported(at, "fork", side, text))
        elif side and kind not in ("new name", "merge"):
            reported.append(Reported(at, "turn", side, text))
        else:
            reported.append(Reported(at, "other", 0, text))
        at += step["distance"]
    return reported


# Valhalla's maneuver types, by number.
VALHALLA_KINDS = {
    9: ("turn", RIGHT), 10: ("turn", RIGHT), 11: ("turn", RIGHT), 12: ("uturn", 0),
    13: ("uturn", 0), 14: ("turn", LEFT), 15: ("turn", LEFT), 16: ("turn", LEFT),
    17: ("ramp", 0), 18: ("ramp", RIGHT), 19: ("ramp", LEFT), 20: ("ramp", RIGHT),
    21: ("ramp", LEFT), 22: ("fork", 0), 23: ("fork", RIGHT), 24: ("fork", LEFT),
    26: ("roundabout", 0),
}


def valhalla_reported(maneuvers, line):
    along = distances(line)
    return [
        Reported(along[maneuver["begin_shape_index"]], *VALHALLA_KINDS.get(maneuver["type"], ("other", 0)),
             maneuver["instruction"])
        for maneuver in maneuvers
    ]


def distances(line):
    """Returns the meters along a line at each vertex."""
    along = [0.0]
    for a, b in zip(line, line[1:]):
        along.append(along[-1] + straight_meters(a, b))
    return along


def scaled(reported, factor):
    """Returns the same reports along a path that another router measures a little longer or
    shorter.
    """
    for thing in reported:
        thing.at *= factor
    return reported


def place_at(line, meters):
    for a, b, start, end in zip(line, line[1:], (along := distances(line)), along[1:]):
        if end >= meters:
            share = 0 if end == start else (meters - start) / (end - start)
            return tuple(p + (q - p) * share for p, q in zip(a, b))
    return line[-1]


def cells(line, step=2.0, size=5.0):
    """Returns the grid squares that a line passes, as a set, and its places every few meters."""
    k = math.cos(math.radians(line[0][1]))
    seen = []
    for a, b in zip(line, line[1:]):
        count = max(1, int(straight_meters(a, b) / step))
        for index in range(count):
            x, y = (p + (q - p) * index / count for p, q in zip(a, b))
            seen.append((int(x * k * 111_195 / size), int(y * 111_195 / size)))
    return seen


def same_path(a, b, share=0.97):
    """Returns whether two lines are the same path, except for a small part."""
    if len(a) < 2 or len(b) < 2:
        return False
    first, second = cells(a), cells(b)

    def covered(some, others):
        near = {(x + dx, y + dy) for x, y in others for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        return sum(cell in near for cell in some) / max(1, len(some))

    return min(covered(first, second), covered(second, first)) >= share


def partners(ours, theirs):
    """Pairs each of our reports with a peer's report at its place, nearest first, each used once.
    """
    options = sorted(
        (abs(mine.at - other.at), i, j)
        for i, mine in enumerate(ours) for j, other in enumerate(theirs)
        if abs(mine.at - other.at) <= SAME_PLACE)
    found, taken = {}, set()
    for _, i, j in options:
        if i not in found and j not in taken:
            found[i] = theirs[j]
            taken.add(j)
    return found


@dataclass
class Comparison:
    """Compares our reports with both peers', over many routes of the same geometry."""

    counts: Counter = field(default_factory=Counter)
    notes: list = field(default_factory=list)

    def add(self, number, line, ours, peers):
        """Counts one route; `peers` are two lists of reports."""
        self.counts["routes"] += 1
        length = distances(line)[-1]
        matches = [partners(ours, theirs) for theirs in peers]
        for index, mine in enumerate(ours):
            if not mine.side or mine.kind not in SIDED:
                continue
            others = [match[index] for match in matches if index in match]
            others = [other for other in others if other.side and other.kind in SIDED]
            self.counts["sides"] += bool(others)
            if len(others) == 2 and all(other.side != mine.side for other in others):
                self.counts["contradict both"] += 1
                self.note(number, line, mine.at, f"ours “{mine.text}”, theirs "
                          + ", ".join(f"“{other.text}”" for other in others))
        first, second = peers
        self.counts["reported"] += sum(other.kind in DONE for other in first)
        for other in first:
            if other.kind not in DONE or not ENDS < other.at < length - ENDS:
                continue
            also = [x for x in second if x.kind in DONE and abs(x.at - other.at) <= NEAR]
            if also and not any(abs(mine.at - other.at) <= NEAR for mine in ours):
                self.counts["missing"] += 1
                self.note(number, line, other.at,
                          f"both report “{other.text}”, “{also[0].text}”, ours nothing")

    def note(self, number, line, meters, text):
        lon, lat = place_at(line, meters)
        self.notes.append(f"pair {number} at {lon:.6f},{lat:.6f}: {text}")

    def row(self, name):
        """Returns a row of the table: see `HEAD`."""
        count = self.counts
        part = 100 * count["contradict both"] / max(1, count["sides"])
        lost = 100 * count["missing"] / max(1, count["reported"])
        return (f"| {name} | {count['routes']} | {count['sides']} | {count['contradict both']} "
                f"({part:.2f} %) | {count['reported']} | {count['missing']} ({lost:.2f} %) |")


HEAD = """| extract | routes of the same geometry | sides compared | contradict both peers \
| reported by OSRM | reported by both and not by us |
| --- | --: | --: | --: | --: | --: |"""
