"""Servers under measurement: Waypost and the peers that have a server, each on one core."""

import json
import os
import socket
import subprocess
import tempfile
import time
import urllib.parse
from pathlib import Path

import http_load

# Driving, trucking, cycling and walking: the modes whose metrics a server keeps ready.
TRAVEL_MODES = ["FEgifRtFndKNcJMJ", "ZzzRtYcPLjXFBKwr", "WaypostCycling01", "caFAgoThrvUpkFBW"]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A server process that runs as long as the `with` block."""

    def __init__(self, command, port, core, log, ready):
        self.command, self.port, self.core = command, port, core
        self.log, self.ready = log, ready

    def __enter__(self):
        def pin():
            if self.core is not None:
                os.sched_setaffinity(0, {self.core})

        with open(self.log, "w", encoding="utf8") as output:
            self.process = subprocess.Popen(
                [str(word) for word in self.command], stdout=output, stderr=subprocess.STDOUT,
                preexec_fn=pin)
        for _ in range(600):
            if self.process.poll() is not None:
                break
            try:
                # While a server prepares its networks it answers 503.
                if b" 503 " not in http_load.Connection(self.port).answer(self.ready)[:20]:
                    return self
            except OSError:
                pass
            time.sleep(0.1)
        self.process.kill()
        tail = Path(self.log).read_text(encoding="utf8", errors="replace")[-1_000:]
        raise SystemExit(f"{self.command[0]} did not start:\n{tail}")

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def memory(self, kind="VmRSS"):
        """Returns the bytes that the server holds now."""
        with open(f"/proc/{self.process.pid}/status", encoding="utf8") as status:
            for line in status:
                if line.startswith(kind + ":"):
                    return int(line.split()[1]) * 1_024
        return 0


def waypost(binary, network, core, log):
    port = free_port()
    # Like the peers, without a line in the log for each request.
    command = [binary, "serve", "--network", network, "--name", "Bench", "--port", port,
               "--threads", "1", "--log-level", "warning"]
    return Server(command, port, core, log, http_load.get("/arcgis/rest/info?f=json"))


def waypost_request(pair, **more):
    """Returns a request for the whole route: true line, stops, English directions."""
    fields = {
        "f": "json", "stops": ";".join(f"{lon},{lat}" for lon, lat in pair),
        "returnDirections": "true", "returnStops": "true", "directionsLanguage": "en",
        "outputLines": "esriNAOutputLineTrueShape", "outputGeometryPrecision": "0",
    } | more
    path = "/arcgis/rest/services/Bench/NAServer/Route/solve?"
    return http_load.get(path + urllib.parse.urlencode(fields))


def waypost_duration(pair):
    return waypost_request(
        pair, returnDirections="false", returnStops="false", accumulateAttributeNames="",
        outputLines="esriNAOutputLineNone")


def osrm(home, base, algorithm, core, log):
    port = free_port()
    command = [home / "bin" / "osrm-routed", "--algorithm", algorithm, "-i", "127.0.0.1", "-p",
               port, "-t", "1", "-l", "WARNING", "--max-table-size", "2000", base]
    return Server(command, port, core, log, http_load.get("/nearest/v1/driving/0,0"))


def valhalla(home, config, core, log):
    """Starts Valhalla's own service with one worker, with its sockets in a separate folder."""
    port, settings = free_port(), json.loads(Path(config).read_text(encoding="utf8"))
    folder = Path(tempfile.mkdtemp(prefix="valhalla-"))
    settings["httpd"]["service"] |= {
        "listen": f"tcp://127.0.0.1:{port}", "loopback": f"ipc://{folder}/loopback",
        "interrupt": f"ipc://{folder}/interrupt"}
    for part in ("loki", "thor", "odin"):
        settings[part]["service"]["proxy"] = f"ipc://{folder}/{part}"
    path = folder / "service.json"
    path.write_text(json.dumps(settings), encoding="utf8")
    command = [home / "bin" / "valhalla_service", path, "1"]
    return Server(command, port, core, log, http_load.get("/status"))


def valhalla_request(pair, **more):
    body = {"locations": [{"lon": lon, "lat": lat} for lon, lat in pair], "costing": "auto",
            "units": "kilometers"} | more
    # No blanks, since the service does not read `+` as one.
    text = json.dumps(body, separators=(",", ":"))
    return http_load.get("/route?json=" + urllib.parse.quote(text))


def valhalla_duration(pair):
    return valhalla_request(pair, directions_type="none")


def osrm_request(pair, options="overview=full&steps=true"):
    places = ";".join(f"{lon},{lat}" for lon, lat in pair)
    return http_load.get(f"/route/v1/driving/{places}?{options}")


def osrm_duration(pair):
    return osrm_request(pair, "overview=false")
