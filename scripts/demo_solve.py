"""Posts the demonstration's solve as any GIS client would, and prints the answer.

Usage: demo_solve.py LAYER_URL SAMPLE_DATA_FOLDER OUTPUT_FOLDER

Leaves response.json, and the stops and barriers sent as GeoJSON.
"""

import json
import pathlib
import sys
import urllib.parse
import urllib.request

# A morning's round: the depot first.
STOPS = ["Decathlon", "Columbus Hotel", "L'Épi d'Or", "La Maree Monaco", "Marché U", "Avenue 31"]


def load(path):
    """Returns the features of a GeoJSON file."""
    return json.loads(path.read_text(encoding="utf-8"))["features"]


def save(path, features):
    """-"""
    collection = {"type": "FeatureCollection", "features": features}
    path.write_text(json.dumps(collection, ensure_ascii=False, indent=1), encoding="utf-8")


def feature_set(features, geometry):
    """Returns features as Esri JSON for a solve."""
    return json.dumps({
        "spatialReference": {"wkid": 4326},
        "features": [
            {"geometry": geometry(f["geometry"]["coordinates"]), "attributes": f["properties"]}
            for f in features
        ],
    })


def post(url, form):
    """Posts a form and returns the JSON; an error in the answer ends the program."""
    body = urllib.parse.urlencode(form).encode()
    # Loopback needs no proxy, even if the environment names one.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(url, data=body, timeout=60) as reply:
        text = reply.read().decode()
    answer = json.loads(text)
    if "error" in answer:
        error = answer["error"]
        sys.exit("demo: " + "; ".join([error["message"], *error["details"]]))
    return text, answer


def print_route(answer):
    """-"""
    for route in answer["routes"]["features"]:
        attributes = route["attributes"]
        print(attributes["Name"])
        for name, value in attributes.items():
            if name.startswith("Total_") and value is not None:
                print(f"  {name} {value:.3f}")
    reference = answer["routes"]["spatialReference"]
    print(f"  shapes in WKID {reference['wkid']} ({reference.get('latestWkid')})")
    for directions in answer["directions"]:
        print()
        for number, step in enumerate(directions["features"], 1):
            a = step["attributes"]
            print(f"{number:3}. {a['text']:<76} {a['length']:7.3f} km {a['time']:6.2f} min")
        summary = directions["summary"]
        print(f"     {summary['totalLength']:.2f} km, {summary['totalTime']:.1f} min "
              f"({summary['totalDriveTime']:.1f} min driving)")
    for message in answer["messages"]:
        print("message:", message["description"])


def main():
    layer, samples, out = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    by_name = {f["properties"]["Name"]: f for f in load(samples / "stops.geojson")}
    stops = [by_name[name] for name in STOPS]
    barriers = [
        f for f in load(samples / "barriers.geojson") if f["geometry"]["type"] == "Polygon"
    ]
    save(out / "stops.geojson", stops)
    save(out / "barriers.geojson", barriers)
    text, answer = post(layer + "/solve", {
        "f": "json",
        "stops": feature_set(stops, lambda c: {"x": c[0], "y": c[1]}),
        "polygonBarriers": feature_set(barriers, lambda c: {"rings": c}),
        "returnStops": "true",
        "returnPolygonBarriers": "true",
        "returnDirections": "true",
        "directionsLengthUnits": "esriNAUKilometers",
        "outSR": "3857",
    })
    (out / "response.json").write_text(text, encoding="utf-8")
    print_route(answer)


if __name__ == "__main__":
    main()
