"""The three routers, each as a function from pairs to answers, or to routes with their reports.

An answer is `None` if the router finds no path, else `{"meters": …, "seconds": …}` and, if the
router reports it, `"snap"`: how far in meters its start and end lie from the requested places.
"""

import json
import socket
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import graphs


def osrm_answers(pbf, pairs, folder):
    """Asks OSRM with the car profile and multi-level Dijkstra."""
    import osrm

    base, _ = graphs.osrm_graph(pbf, folder, "MLD")
    engine = osrm.OSRM(storage_config=str(base), use_shared_memory=False, algorithm="MLD")
    answers = []
    for pair in pairs:
        try:
            result = engine.Route(osrm.RouteParameters(coordinates=list(pair), overview="false"))
            route = result["routes"][0]
            snap = [waypoint["distance"] for waypoint in result["waypoints"]]
            answers.append(
                {"meters": route["distance"], "seconds": route["duration"], "snap": snap})
        except RuntimeError as error:
            if "NoRoute" not in str(error) and "NoSegment" not in str(error):
                raise
            answers.append(None)
    return answers


def valhalla_answers(pbf, pairs, folder, costing="auto", settings=None):
    """Asks Valhalla for a costing with its defaults, or with other settings."""
    import valhalla

    path, _ = graphs.valhalla_graph(pbf, folder)
    actor = valhalla.Actor(str(path))
    answers = []
    for pair in pairs:
        request = {
            "locations": [{"lon": lon, "lat": lat} for lon, lat in pair],
            "costing": costing, "directions_type": "none", "units": "kilometers",
            "costing_options": {costing: settings or {}},
        }
        try:
            summary = actor.route(request)["trip"]["summary"]
            answers.append({"meters": summary["length"] * 1_000, "seconds": summary["time"]})
        except RuntimeError as error:
            if not any(sign in str(error) for sign in ("No path", "442", "171", "No suitable")):
                raise
            answers.append(None)
    return answers


def osrm_routes(pbf, pairs, folder):
    """Returns OSRM's routes with the line, its length and the steps."""
    import osrm

    base, _ = graphs.osrm_graph(pbf, folder, "MLD")
    engine = osrm.OSRM(storage_config=str(base), use_shared_memory=False, algorithm="MLD")
    answers = []
    for pair in pairs:
        try:
            result = engine.Route(osrm.RouteParameters(
                coordinates=list(pair), overview="full", geometries="geojson", steps=True))
        except RuntimeError as error:
            if "NoRoute" not in str(error) and "NoSegment" not in str(error):
                raise
            answers.append(None)
            continue
        route = result["routes"][0]
        steps = [
            {
                "distance": step["distance"], "name": step["name"],
                "maneuver": {
                    key: step["maneuver"][key] for key in ("type", "modifier")
                    if key in step["maneuver"]
                },
            }
            for step in route["legs"][0]["steps"]
        ]
        line = [(place[0], place[1]) for place in route["geometry"]["coordinates"]]
        answers.append({"line": line, "meters": route["distance"], "steps": steps})
    return answers


def valhalla_traces(pbf, lines, folder):
    """Returns Valhalla's reports along given lines: its own line and the maneuvers, or `None`."""
    import valhalla

    path, _ = graphs.valhalla_graph(pbf, folder)
    actor = valhalla.Actor(str(path))
    answers = []
    for line in lines:
        request = {
            "shape": [{"lon": lon, "lat": lat} for lon, lat in line], "costing": "auto",
            "shape_match": "walk_or_snap", "units": "kilometers",
        }
        try:
            trip = actor.trace_route(request)["trip"]
        except RuntimeError:
            answers.append(None)
            continue
        leg = trip["legs"][0]
        answers.append(
            None if len(trip["legs"]) > 1
            else {"line": decoded(leg["shape"]), "maneuvers": leg["maneuvers"]})
    return answers


def decoded(text):
    """Returns the line of an encoded polyline with six decimals."""
    line, position, place = [], 0, [0, 0]
    while position < len(text):
        for axis in (0, 1):
            shift = value = 0
            while True:
                bits = ord(text[position]) - 63
                position += 1
                value |= (bits & 31) << shift
                shift += 5
                if bits < 32:
                    break
            place[axis] += ~(value >> 1) if value & 1 else value >> 1
        line.append((place[1] / 1e6, place[0] / 1e6))
    return line


def waypost_routes(layer_url, pairs):
    """Returns Waypost's routes with directions, asking for four at a time."""
    with ThreadPoolExecutor(max_workers=4) as pool:
        return list(pool.map(lambda pair: waypost_route(layer_url, pair), pairs))


def waypost_route(layer_url, pair):
    answer = waypost_solve(layer_url, pair, {
        "returnDirections": "true", "directionsOutputType": "esriDOTComplete",
        "directionsLengthUnits": "esriNAUKilometers", "directionsLanguage": "en",
        "outputLines": "esriNAOutputLineTrueShape", "outputGeometryPrecision": "0",
    })
    if answer is None:
        return None
    route = answer["routes"]["features"][0]
    return {
        "line": [tuple(place[:2]) for path in route["geometry"]["paths"] for place in path],
        "meters": route["attributes"]["Total_Length"],
        "features": answer["directions"][0]["features"],
    }


def waypost_answers(layer_url, pairs, mode=None):
    """Asks a Waypost route layer as any ArcGIS client would, four requests at a time.

    `mode` is a travel mode and its time attribute, which replace the layer's defaults.
    """
    with ThreadPoolExecutor(max_workers=4) as pool:
        return list(pool.map(lambda pair: waypost_answer(layer_url, pair, mode), pairs))


def waypost_answer(layer_url, pair, mode=None):
    name, time_name = mode or (None, "TravelTime")
    wanted = {"returnDirections": "false", "outputLines": "esriNAOutputLineNone"}
    if name:
        wanted |= {"travelMode": name, "accumulateAttributeNames": f"{time_name},Length"}
    answer = waypost_solve(layer_url, pair, wanted)
    if answer is None:
        return None
    totals = answer["routes"]["features"][0]["attributes"]
    return {"meters": totals["Total_Length"], "seconds": totals[f"Total_{time_name}"] * 60}


def waypost_solve(layer_url, pair, wanted):
    """Returns a layer's answer to a pair, or `None` if there is no path."""
    stops = [{"geometry": {"x": lon, "y": lat}, "attributes": {}} for lon, lat in pair]
    fields = {
        "f": "json", "returnRoutes": "true", "returnStops": "false",
        "impedanceAttributeName": "TravelTime", "accumulateAttributeNames": "TravelTime,Length",
        "stops": json.dumps({"features": stops, "spatialReference": {"wkid": 4326}}),
    } | wanted
    request = urllib.request.Request(
        layer_url.rstrip("/") + "/solve", data=urllib.parse.urlencode(fields).encode())
    with urllib.request.urlopen(request, timeout=120) as response:
        answer = json.load(response)
    if "error" in answer:
        text = json.dumps(answer["error"])
        if "No route" in text or "No solution" in text or "not located" in text.lower():
            return None
        raise SystemExit(f"{layer_url} answered {text} for {pair}")
    return answer if answer.get("routes", {}).get("features") else None


class WaypostServer:
    """A server on a free loopback port that runs as long as the `with` block."""

    def __init__(self, binary, network):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.command = [
            binary, "serve", "--network", network, "--name", "Peers", "--host", "127.0.0.1",
            "--port", str(self.port),
        ]

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdout=sys.stderr)
        root = f"http://127.0.0.1:{self.port}/arcgis/rest"
        for _ in range(300):
            if self.process.poll() is not None:
                raise SystemExit("the Waypost server did not start")
            try:
                urllib.request.urlopen(root + "/info?f=json", timeout=5).close()
                return root + "/services/Peers/NAServer/Route"
            except OSError:
                time.sleep(0.1)
        self.process.terminate()
        raise SystemExit("the Waypost server did not answer within 30 s")

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(timeout=30)
