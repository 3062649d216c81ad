"""Sends random requests in OSRM's form to a running server, with any of the options together.

usage: test_osrm.py ORIGIN COUNT SEED

Each answer must have a code of OSRM's and arrive; times of legs and steps must add up. The server may
refuse a request, but it must live: a crash needed three common options at once.
"""

import collections
import json
import random
import sys
import urllib.error
import urllib.parse
import urllib.request

PLACES = [(7.4188621, 43.7330002), (7.4239298, 43.7371517), (7.4155, 43.7312), (7.4276, 43.7394)]
BOX = (7.409, 43.724, 7.440, 43.752)
CODES = {"Ok", "NoRoute", "NoSegment", "NoMatch", "NoTrips", "NoTable", "InvalidOptions",
         "InvalidValue", "InvalidQuery", "TooBig", "NotImplemented"}
# The values of options: one for each coordinate, of all services, of lines, of a service alone.
EACH = {
    "radiuses": ["unlimited", "5", "50", "500", "0", "1e9"],
    "bearings": ["0,0", "90,20", "180,90", "270,180", "360,1"],
    "approaches": ["curb", "unrestricted", "opposite"],
}
ANY = {
    "exclude": ["motorway", "toll", "ferry", "motorway,toll", "private"],
    "generate_hints": ["true", "false"], "skip_waypoints": ["true"], "snapping": ["any"],
    "startTime": ["now", "1764500000000", "0"],
    "travelMode": ["Walking Time", "Trucking Time", "Driving Distance"],
    "barriers": ["7.4206,43.7345", '{"features":[]}'],
    "polygonBarriers": ['{"rings":[[[7.42,43.734],[7.423,43.734],[7.423,43.737],[7.42,43.734]]]}'],
}
LINES = {
    "steps": ["true", "false"], "annotations": ["true", "false", "distance", "speed,weight"],
    "geometries": ["polyline", "polyline6", "geojson"],
    "overview": ["full", "simplified", "false", "by_legs"],
}
OWN = {
    "route": LINES | {"alternatives": ["true", "false", "1", "3", "99"],
                      "continue_straight": ["true", "false", "default"]},
    "table": {"annotations": ["duration", "distance", "duration,distance"],
              "fallback_speed": ["10"], "fallback_coordinate": ["input", "snapped"],
              "scale_factor": ["0.001", "2"]},
    "match": LINES | {"gaps": ["split", "ignore"], "tidy": ["true", "false"]},
    "trip": LINES | {"roundtrip": ["true", "false"], "source": ["any", "first"],
                     "destination": ["any", "last"]},
    "nearest": {"number": ["1", "2", "5", "100"]},
}


class Asker:
    """Makes requests by a seed, and checks their answers."""

    def __init__(self, origin, seed):
        self.origin, self.draw = origin, random.Random(seed)
        self.hints, self.codes = [], collections.Counter()

    def place(self):
        kind = self.draw.random()
        if kind < 0.5:
            return self.draw.choice(PLACES)
        if kind < 0.95:
            return (round(self.draw.uniform(BOX[0], BOX[2]), 5),
                    round(self.draw.uniform(BOX[1], BOX[3]), 5))
        return (0, 0)

    def entries(self, count, values):
        return ";".join("" if self.draw.random() < 0.3 else self.draw.choice(values)
                        for _ in range(count))

    def options(self, service, count):
        chosen = {}
        for name, values in EACH.items():
            if self.draw.random() < 0.2:
                chosen[name] = self.entries(count, values)
        if self.hints and self.draw.random() < 0.1:
            chosen["hints"] = self.entries(count, self.hints)
        for name, values in (ANY | OWN[service]).items():
            if self.draw.random() < (0.4 if name in OWN[service] else 0.1):
                chosen[name] = self.draw.choice(values)
        rows = [str(row) for row in range(count)]
        if service == "table" and self.draw.random() < 0.5:
            chosen["sources"] = ";".join(self.draw.choices(rows, k=self.draw.randint(1, count)))
        if service in ("route", "match") and count > 2 and self.draw.random() < 0.2:
            chosen["waypoints"] = f"0;{count - 1}"
        if service == "match" and self.draw.random() < 0.5:
            times = [1528274382]
            while len(times) < count:
                times.append(times[-1] + self.draw.choice([0, 1, 5, 60, 5000]))
            chosen["timestamps"] = ";".join(map(str, times))
        return chosen

    def ask(self):
        service = self.draw.choice(["route", "route", *OWN])
        count = 1 if service == "nearest" else self.draw.randint(2, 6)
        places = [self.place() for _ in range(count)]
        if self.draw.random() < 0.1:
            places = places[:1] * count
        profile = self.draw.choice(["driving", "driving", "car", "foot", "bike", "truck"])
        text = ";".join(f"{x},{y}" for x, y in places)
        query = urllib.parse.urlencode(self.options(service, count), safe=";,")
        url = f"{self.origin}/{service}/v1/{profile}/{text}?{query}"
        try:
            with urllib.request.urlopen(url, timeout=60) as reply:
                answer = json.load(reply)
        except urllib.error.HTTPError as refusal:
            assert refusal.code < 500, f"{refusal.code}: {url}"
            answer = json.load(refusal)
        assert answer["code"] in CODES, f"{answer}: {url}"
        self.codes[service, answer["code"]] += 1
        if answer["code"] == "Ok":
            self.check(answer, places, url)

    def check(self, answer, places, url):
        for row in answer.get("waypoints") or []:
            if row and row.get("hint") and len(self.hints) < 50:
                self.hints.append(row["hint"])
        # At a place that is visited twice in a row, steps have the turn in the leg before.
        stays = any(one == other for one, other in zip(places, places[1:]))
        for route in answer.get("routes") or []:
            legs = route["legs"]
            assert abs(sum(leg["duration"] for leg in legs) - route["duration"]) < 0.5, url
            for leg in legs:
                if leg["steps"] and not stays:
                    driven = sum(step["duration"] for step in leg["steps"])
                    assert abs(driven - leg["duration"]) < 0.5, url


def main():
    origin, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    asker = Asker(origin, seed)
    for _ in range(count):
        asker.ask()
    answered = sum(number for (_, code), number in asker.codes.items() if code == "Ok")
    for service in OWN:
        assert asker.codes[service, "Ok"], f"no {service} was answered"
    print(f"test_osrm: {answered} of {count} random requests in OSRM's form were answered, and the "
          "others refused")


if __name__ == "__main__":
    main()
