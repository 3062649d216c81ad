"""Checks the memory of `waypost match`: 100,000 positions need no more than 1,000.

Usage: test_memory.py WAYPOST NETWORK FOLDER

The positions are those of a vehicle that stands for a day, so that the route, which is kept in
memory, does not grow with them. Every format of input and of output with trace points is
measured.
"""

import json
import os
import random
import sys

FEW, MANY = 1_000, 100_000
# Kilobytes that more positions may take for file buffers. Kept in memory, 99,000 would take 39 MB.
ALLOWED = 4_096
PLACE = (7.4189, 43.7311)
NOISE = 3e-5


def positions(count):
    """Returns longitude, latitude and epoch milliseconds, one position a second."""
    chance = random.Random(1)
    return [
        (
            round(PLACE[0] + chance.gauss(0, NOISE), 7),
            round(PLACE[1] + chance.gauss(0, NOISE), 7),
            1_772_443_800_000 + row * 1_000,
        )
        for row in range(count)
    ]


def csv(rows):
    return "lon,lat,Time,Accuracy\n" + "".join(f"{x},{y},{time},5\n" for x, y, time in rows)


def gpx(rows):
    points = "".join(
        f'<trkpt lat="{y}" lon="{x}"><time>{time}</time>'
        "<extensions><accuracy>5</accuracy></extensions></trkpt>\n"
        for x, y, time in rows
    )
    return f"<gpx><trk><trkseg>\n{points}</trkseg></trk></gpx>\n"


def geojson(rows):
    features = [
        {
            "type": "Feature",
            "properties": {"Time": time, "Accuracy": 5},
            "geometry": {"type": "Point", "coordinates": [x, y]},
        }
        for x, y, time in rows
    ]
    return json.dumps({"type": "FeatureCollection", "features": features})


def esri(rows):
    features = [
        {"attributes": {"Time": time, "Accuracy": 5}, "geometry": {"x": x, "y": y}}
        for x, y, time in rows
    ]
    return json.dumps({"features": features, "spatialReference": {"wkid": 4326}})


def kilobytes(command):
    """Returns a command's peak memory in kilobytes."""
    child = os.spawnvp(os.P_NOWAIT, command[0], command)
    _, status, usage = os.wait4(child, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"test_memory: {' '.join(command)} failed")
    return usage.ru_maxrss


def main(waypost, network, folder):
    cases = [(write, ".csv") for write in (csv, gpx, geojson, esri)]
    cases += [(csv, ".geojson"), (csv, ".json"), (csv, ".svg")]
    found = []
    for write, output in cases:
        peaks = []
        for count in (FEW, MANY):
            path = os.path.join(folder, f"standing-{count}.{write.__name__}")
            with open(path, "w", encoding="utf-8") as file:
                file.write(write(positions(count)))
            out = os.path.join(folder, f"matched{output}")
            command = [waypost, "match", path, "--network", network, "--quiet", "-o", out]
            peaks.append(kilobytes(command))
        found.append(peaks)
        few, many = peaks
        print(f"test_memory: {write.__name__} to {output}: {few} kB of {FEW:,}, {many} kB of {MANY:,}")
    if any(many - few > ALLOWED for few, many in found):
        sys.exit(f"test_memory: {MANY:,} positions take over {ALLOWED} kB more than {FEW:,}")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
