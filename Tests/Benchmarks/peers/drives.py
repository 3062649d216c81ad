"""Makes drives with known truth, by a plain program over the tables of `waypost network export`.

Speeds vary at random for each OSM way and edge, so that no engine's fastest paths match the
drives. Position errors are normal and correlated in time, 0.9 a second.
"""

import csv
import heapq
import json
import math
import random
from pathlib import Path

EARTH = 6_371_008.8
CLOSING = ("Driving an Automobile", "Oneway", "Through Traffic Prohibited", "Avoid Ferries")


def numbers(wkt):
    """Returns the coordinates of a WKT line."""
    inner = wkt[wkt.index("(") + 1:-1]
    return [tuple(map(float, pair.split())) for pair in inner.split(",")]


class Streets:
    """The drivable edges, and the cost of a turn between two of them."""

    def __init__(self, folder):
        self.ends, self.milliseconds, self.way_id, self.line = {}, {}, {}, {}
        self.out, self.named = {}, []
        self.twin, self.original = {}, {}
        with open(Path(folder) / "edges.csv", encoding="utf8", newline="") as file:
            for row in csv.DictReader(file):
                if any(row.get(name) == "1" for name in CLOSING):
                    continue
                edge = int(row["edge"])
                self.ends[edge] = (int(row["from"]), int(row["to"]))
                self.milliseconds[edge] = int(row["TravelTime"])
                self.way_id[edge] = int(row["way"])
                self.line[edge] = numbers(row["wkt"])
                if row["copy_of"]:
                    self.original[edge] = int(row["copy_of"])
                    continue
                self.twin[edge] = int(row["twin"])
                self.out.setdefault(self.ends[edge][0], []).append(edge)
                if row["name"]:
                    self.named.append(edge)
        self.turns, self.to_copies = {}, {}
        with open(Path(folder) / "turns.csv", encoding="utf8", newline="") as file:
            for row in csv.DictReader(file):
                start, end = int(row["from_edge"]), int(row["to_edge"])
                cost = None if row["Driving an Automobile"] == "1" else int(row["TravelTime"])
                self.turns[start, end] = cost
                if cost is not None and (start in self.original or end in self.original):
                    self.to_copies.setdefault(start, []).append((end, cost))

    def edge(self, state):
        return self.original.get(state, state)

    def following(self, state):
        """Returns the states that may follow, with the milliseconds of the turn."""
        if state not in self.original:
            for end in self.out.get(self.ends[state][1], ()):
                # Drivers of these drives turn round only where they must.
                if end == self.twin.get(state) and len(self.out[self.ends[state][1]]) > 1:
                    continue
                cost = self.turns.get((state, end), 0)
                if cost is not None:
                    yield end, cost
        for end, cost in self.to_copies.get(state, ()):
            if end in self.ends:
                yield end, cost

    def path(self, start, target, slowness, farthest):
        """Returns the states of the fastest path from a state's end to an edge, or `None`."""
        least = {start: 0.0}
        before = {}
        queue = [(0.0, start)]
        while queue:
            cost, state = heapq.heappop(queue)
            if cost > least[state] or cost > farthest:
                continue
            if state != start and self.edge(state) == target:
                states = [state]
                while states[-1] in before and states[-1] != start:
                    states.append(before[states[-1]])
                return states[::-1][1:]
            for end, turn in self.following(state):
                edge = self.edge(end)
                total = cost + turn + self.milliseconds[edge] * slowness(edge)
                if total < least.get(end, math.inf):
                    least[end] = total
                    before[end] = state
                    heapq.heappush(queue, (total, end))
        return None


def meters(a, b):
    """Returns the distance between two near places."""
    x = math.radians(b[0] - a[0]) * math.cos(math.radians((a[1] + b[1]) / 2))
    return EARTH * math.hypot(x, math.radians(b[1] - a[1]))


def drive(streets, generator, vias=2, apart=(800, 3_000)):
    """Makes a drive: its edges, its line, and the seconds at which it passes each vertex."""
    while True:
        factors = {}

        def slowness(edge):
            way_id = streets.way_id[edge]
            for key, spread in ((("way", way_id), 0.25), (("edge", edge), 0.1)):
                if key not in factors:
                    factors[key] = generator.lognormvariate(0, spread)
            return factors["way", way_id] * factors["edge", edge]

        states = [generator.choice(streets.named)]
        while len(states) and vias >= 0:
            here = streets.line[streets.edge(states[-1])][-1]
            for _ in range(10_000):
                target = generator.choice(streets.named)
                if apart[0] < meters(here, streets.line[target][0]) < apart[1]:
                    break
            found = streets.path(states[-1], target, slowness, 3_600_000)
            if not found:
                states = []
                break
            states += found
            vias -= 1
        if not states:
            vias = 2
            continue
        return timed(streets, states, slowness, generator)


def timed(streets, states, slowness, generator):
    line, seconds, now = [], [], 0.0
    for index, state in enumerate(states):
        edge = streets.edge(state)
        if index:
            # A turn's time is spent waiting before the junction, sometimes much more.
            wait = (streets.turns.get((states[index - 1], state)) or 0) / 1_000
            now += wait * generator.choice((0, 0, 1, 1, 2, 4)) if wait > 2 else wait
        shape = streets.line[edge]
        lengths = [meters(a, b) for a, b in zip(shape, shape[1:])]
        total = sum(lengths) or 1
        duration = streets.milliseconds[edge] * slowness(edge) / 1_000
        if line:
            line.append(shape[0])
            seconds.append(now)
        else:
            line, seconds = [shape[0]], [now]
        for place, length in zip(shape[1:], lengths):
            now += duration * length / total
            line.append(place)
            seconds.append(now)
    return {"edges": [streets.edge(state) for state in states], "line": line, "seconds": seconds}


def fixes(drive, step, noise, generator):
    """Returns fixes every `step` seconds: seconds, place with an error, true place."""
    line, seconds = drive["line"], drive["seconds"]
    lasting = 0.9 ** step
    scale = (EARTH * math.radians(1) * math.cos(math.radians(line[0][1])),
             EARTH * math.radians(1))
    error = [generator.gauss(0, noise), generator.gauss(0, noise)]
    result, index, now = [], 0, 0.0
    while now <= seconds[-1]:
        while index + 1 < len(seconds) - 1 and seconds[index + 1] < now:
            index += 1
        span = seconds[index + 1] - seconds[index]
        share = min(1, max(0, (now - seconds[index]) / span)) if span > 0 else 0
        true = tuple(a + (b - a) * share for a, b in zip(line[index], line[index + 1]))
        place = tuple(true[axis] + error[axis] / scale[axis] for axis in (0, 1))
        result.append((now, place, true))
        fresh = noise * math.sqrt(1 - lasting * lasting)
        error = [value * lasting + generator.gauss(0, fresh) for value in error]
        now += step
    return result


def make(folder, count, seed):
    """Makes `count` drives, always the same for the same seed."""
    streets = Streets(folder)
    generator = random.Random(seed)
    return [drive(streets, generator) for _ in range(count)]


def kept(folder, count, seed, cache):
    """Returns the same drives, kept in a file."""
    path = Path(cache) / f"drives-{count}-{seed}.json"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(".partial")
        partial.write_text(json.dumps(make(folder, count, seed)), encoding="utf8")
        partial.rename(path)
    return json.loads(path.read_text(encoding="utf8"))
