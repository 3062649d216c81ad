"""Drives a trip as an app would: a fix every other second, a question every half minute.

Usage: demo_trip.py LAYER_URL SAMPLE_DATA_FOLDER OUTPUT_FOLDER

On the way a street ahead is closed. The service then proposes another route, and the trip goes on
along that. Leaves trip.json, the first route, and trip.gpx, the fixes.
"""

import json
import pathlib
import random
import sys

import demo_solve

START, END = "Columbus Hotel", "Marché U"
# The seconds between two questions, and between two fixes.
QUESTION, FIX = 30, 2
# The street is closed after this share of the trip, where that share of it has been driven.
CLOSES_AFTER, CLOSED_AT = 0.2, 0.65
# The standard deviation of the fixes, in degrees: about four meters.
NOISE = 4e-5
# The trip's start, in epoch seconds. The same trip gives the same fixes.
MORNING = 1_772_438_400


class Drive:
    """A drive along one route of an answer."""

    def __init__(self, answer, index):
        row = answer["routes"]["features"][index]
        conditions = answer["conditions"][index]
        self.handle = row["attributes"]["RouteHandle"]
        self.line = row["geometry"]["paths"][0]
        self.meters, self.seconds = [0], [0]
        for meters, seconds in zip(conditions["meters"], conditions["seconds"]):
            self.meters.append(self.meters[-1] + meters)
            self.seconds.append(self.seconds[-1] + seconds)

    def place(self, value, measures):
        """Returns the coordinate at some seconds or meters."""
        for index, end in enumerate(measures[1:]):
            if value <= end:
                start = measures[index]
                share = (value - start) / (end - start) if end > start else 1
                (x0, y0), (x1, y1) = self.line[index], self.line[index + 1]
                return x0 + share * (x1 - x0), y0 + share * (y1 - y0)
        return tuple(self.line[-1])


class Trip:
    """A trip along one route after another."""

    def __init__(self, layer, drive):
        self.layer, self.drive = layer, drive
        self.clock = 0  # seconds since the trip began
        self.begun = 0  # when the present route began
        self.progress = 0
        self.state = None
        self.barriers = None
        self.fixes = []
        self.noise = random.Random(7)

    def move(self):
        """Drives on until the next question, and notes a fix every other second."""
        for _ in range(QUESTION // FIX):
            self.clock += FIX
            x, y = self.drive.place(self.clock - self.begun, self.drive.seconds)
            self.fixes.append((x + self.noise.gauss(0, NOISE), y + self.noise.gauss(0, NOISE),
                               MORNING + self.clock))

    def ask(self):
        """Asks where the vehicle is and what has changed."""
        rows = [
            {"geometry": {"x": x, "y": y}, "attributes": {"Time": 1000 * time, "Accuracy": 5}}
            for x, y, time in self.fixes[-10:]
        ]
        form = {
            "f": "json",
            "routeHandle": self.drive.handle,
            "fixes": json.dumps({"features": rows, "spatialReference": {"wkid": 4326}}),
            "progress": self.progress,
            "returnConditions": "true",
            "returnRouteHandle": "true",
            "returnDirections": "false",
            "outputGeometryPrecision": 0,
        }
        if self.state:
            form["since"] = self.state
        if self.barriers:
            form["barriers"] = self.barriers
        text, answer = demo_solve.post(self.layer + "/follow", form)
        following = answer["following"]
        self.progress, self.state = following["meters"], following["state"]
        return len(text), answer

    def take(self, answer):
        """Goes on along the proposed route."""
        self.drive = Drive(answer, 1)
        self.begun, self.progress, self.state = self.clock, 0, None

    def close_street_ahead(self):
        """-"""
        x, y = self.drive.place(CLOSED_AT * self.drive.meters[-1], self.drive.meters)
        self.barriers = json.dumps({
            "features": [{"geometry": {"x": x, "y": y}, "attributes": {"Name": "Works"}}],
            "spatialReference": {"wkid": 4326},
        })


def report(clock, size, answer):
    """Prints what an app would show."""
    following = answer["following"]
    news = "nothing has changed" if following["unchanged"] else "changed"
    print(f"  {clock // 60}:{clock % 60:02}  {following['meters']:6.0f} m driven, "
          f"{following['remainingMeters'] / 1000:5.2f} km and "
          f"{following['remainingSeconds'] / 60:4.1f} min left, {news} ({size} bytes)")
    for blockage in answer.get("blockages", []):
        if blockage["routeId"] == 1:
            print(f"        closed in {blockage['meters']:.0f} m: {blockage['street']} "
                  f"({', '.join(b['name'] for b in blockage.get('barriers', []))})")


def save_fixes(path, fixes):
    """-"""
    import datetime
    points = "\n".join(
        f'<trkpt lat="{y:.7f}" lon="{x:.7f}"><time>'
        f'{datetime.datetime.fromtimestamp(time, datetime.timezone.utc):%Y-%m-%dT%H:%M:%SZ}'
        "</time></trkpt>"
        for x, y, time in fixes)
    path.write_text(
        '<?xml version="1.0"?>\n<gpx version="1.1" creator="demo" '
        'xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Trip</name><trkseg>\n'
        f"{points}\n</trkseg></trk></gpx>\n", encoding="utf-8")


def main():
    layer, samples, out = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    by_name = {f["properties"]["Name"]: f for f in demo_solve.load(samples / "stops.geojson")}
    text, answer = demo_solve.post(layer + "/solve", {
        "f": "json",
        "stops": demo_solve.feature_set(
            [by_name[START], by_name[END]], lambda c: {"x": c[0], "y": c[1]}),
        "returnConditions": "true",
        "returnLegs": "true",
        "returnRouteHandle": "true",
        "outputGeometryPrecision": 0,
    })
    (out / "trip.json").write_text(text, encoding="utf-8")
    trip = Trip(layer, Drive(answer, 0))
    whole = trip.drive.seconds[-1]
    print(f"{START} - {END}: {trip.drive.meters[-1] / 1000:.2f} km, {whole / 60:.1f} min")
    taken = False
    while trip.clock < 3 * whole:
        trip.move()
        if trip.barriers is None and trip.clock >= CLOSES_AFTER * whole:
            trip.close_street_ahead()
        size, answer = trip.ask()
        report(trip.clock, size, answer)
        if answer.get("replanning", {}).get("reason"):
            print("        another route leads past it; the trip goes on along that")
            trip.take(answer)
            taken = True
        if answer["following"]["remainingMeters"] < 15:
            break
    save_fixes(out / "trip.gpx", trip.fixes)
    if not taken or answer["following"]["remainingMeters"] >= 15:
        sys.exit("demo: the trip did not lead past the closed street to its end")
    print("  arrived")


if __name__ == "__main__":
    main()
