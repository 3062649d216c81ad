"""Finds what a run needs: the built programs, the network, the peers' Python."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PEERS = {"osrm": "osrm-bindings", "valhalla": "pyvalhalla", "routingkit_cch": "routingkit-cch"}
PROBE = """
import importlib.util, json, pathlib, sys
names = sys.argv[1].split(",")
found = {n: importlib.util.find_spec(n) for n in names}
print(json.dumps({n: str(pathlib.Path(s.origin).parent) for n, s in found.items() if s}))
"""


def say(text):
    print(text, file=sys.stderr, flush=True)


def unrest(core):
    """Returns how much slower the core now does a fixed piece of work than at its best; 1 means
    idle.
    """
    def work():
        start = time.perf_counter()
        sum(number * number for number in range(100_000))
        return time.perf_counter() - start

    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        taken = sorted(work() for _ in range(40))
    finally:
        os.sched_setaffinity(0, before)
    return taken[len(taken) // 2] / taken[0]


def build_programs():
    """Builds Waypost and its benchmarks for release and returns their paths."""
    say("building Waypost in release (minutes the first time)")
    for product in ("waypost", "Benchmarks"):
        command = ["swift", "build", "-c", "release", "--product", product]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(command)} failed:\n{(done.stdout + done.stderr)[-3_000:]}")
    folder = ROOT / ".build" / "release"
    return folder / "waypost", folder / "Benchmarks"


def extract_file(name):
    """Returns the file of a network given by word or path."""
    if Path(name).exists():
        return Path(name).resolve()
    beside = ROOT.parent / "shared" / "data" / "osm" / f"{name}.osm.pbf"
    if beside.exists():
        return beside
    if name == "monaco":
        return ROOT / "SampleData" / "monaco.osm.pbf"
    raise SystemExit(f"{name} is neither a file nor an extract in ../shared/data/osm: give a path")


def traces_file(name):
    """Returns the real trips on a network given by word, or `None`."""
    beside = ROOT.parent / "shared" / "data" / "traces"
    return {"porto": beside / "porto-taxi.csv"}.get(name)


def digest(path):
    hasher = hashlib.sha256()
    with open(path, "rb") as file:
        while piece := file.read(1 << 20):
            hasher.update(piece)
    return hasher.hexdigest()[:12]


def peers_python(option):
    """Returns the Python that has the most peers, and their package folders by name.

    Looks at the option, at WAYPOST_PEERS_PYTHON, at an active environment and on the PATH.
    """
    candidates = [option, os.environ.get("WAYPOST_PEERS_PYTHON")]
    if not any(candidates):
        active = os.environ.get("VIRTUAL_ENV")
        candidates += [f"{active}/bin/python"] if active else []
        candidates += [f"python3.{minor}" for minor in (15, 14, 13, 12)] + ["python3"]
    best, found = None, {}
    for candidate in filter(None, candidates):
        python = shutil.which(candidate)
        if python is None:
            continue
        probe = subprocess.run(
            [python, "-c", PROBE, ",".join(PEERS)], capture_output=True, text=True)
        modules = json.loads(probe.stdout) if probe.returncode == 0 else {}
        if best is None or len(modules) > len(found):
            best, found = python, modules
    for module, package in PEERS.items():
        if module not in found:
            say(f"{package} is not there, skipped: in an environment of CPython 3.12 or newer, "
                f"pip install {package}, then --peers-python ENVIRONMENT/bin/python")
    return best, found
