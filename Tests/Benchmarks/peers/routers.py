"""The three routers, each a function from pairs to answers.

An answer is `None` where the router finds no way, else `{"meters": …, "seconds": …}` and, where the
router tells, `"snap"`: how far in meters its start and end lie from the places asked for.
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
    """OSRM, car profile, multi-level Dijkstra."""
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


def valhalla_answers(pbf, pairs, folder):
    """Valhalla, costing auto with its defaults."""
    import valhalla

    path, _ = graphs.valhalla_graph(pbf, folder)
    actor = valhalla.Actor(str(path))
    answers = []
    for pair in pairs:
        request = {
            "locations": [{"lon": lon, "lat": lat} for lon, lat in pair],
            "costing": "auto", "directions_type": "none", "units": "kilometers",
        }
        try:
            summary = actor.route(request)["trip"]["summary"]
            answers.append({"meters": summary["length"] * 1_000, "seconds": summary["time"]})
        except RuntimeError as error:
            if not any(sign in str(error) for sign in ("No path", "442", "171", "No suitable")):
                raise
            answers.append(None)
    return answers


def waypost_answers(layer_url, pairs):
    """A Waypost route layer, asked as any ArcGIS client would, four requests at a time."""
    with ThreadPoolExecutor(max_workers=4) as pool:
        return list(pool.map(lambda pair: waypost_answer(layer_url, pair), pairs))


def waypost_answer(layer_url, pair):
    stops = [{"geometry": {"x": lon, "y": lat}, "attributes": {}} for lon, lat in pair]
    fields = {
        "f": "json", "returnDirections": "false", "returnRoutes": "true", "returnStops": "false",
        "outputLines": "esriNAOutputLineNone", "impedanceAttributeName": "TravelTime",
        "accumulateAttributeNames": "TravelTime,Length",
        "stops": json.dumps({"features": stops, "spatialReference": {"wkid": 4326}}),
    }
    request = urllib.request.Request(
        layer_url.rstrip("/") + "/solve", data=urllib.parse.urlencode(fields).encode())
    with urllib.request.urlopen(request, timeout=120) as response:
        answer = json.load(response)
    if "error" in answer:
        text = json.dumps(answer["error"])
        if "No route" in text or "No solution" in text or "not located" in text.lower():
            return None
        raise SystemExit(f"{layer_url} answered {text} for {pair}")
    features = answer.get("routes", {}).get("features", [])
    if not features:
        return None
    totals = features[0]["attributes"]
    return {"meters": totals["Total_Length"], "seconds": totals["Total_TravelTime"] * 60}


class WaypostServer:
    """A server on a free loopback port for as long as the `with` block lasts."""

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
