"""Builds the peers' graphs once for an extract and keeps them, with each step's time."""

import json
import os
import subprocess
import time
from pathlib import Path


def run(command, log):
    """Runs a build step and returns its seconds and its peak memory in bytes.

    On failure, shows the end of its log.
    """
    start = time.monotonic()
    with open(log, "a", encoding="utf8") as output:
        process = subprocess.Popen(
            [str(word) for word in command], stdout=output, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        tail = Path(log).read_text(encoding="utf8", errors="replace")[-2_000:]
        raise SystemExit(f"{' '.join(map(str, command))} failed:\n{tail}")
    return {"seconds": time.monotonic() - start, "bytes": usage.ru_maxrss * 1_024}


def kept(folder, steps):
    """Runs named build steps in a folder, or reads their results if they were run before."""
    done = folder / "built.json"
    if done.exists():
        return json.loads(done.read_text(encoding="utf8"))
    folder.mkdir(parents=True, exist_ok=True)
    facts = {name: run(command, folder / "build.log") for name, command in steps(folder)}
    done.write_text(json.dumps(facts), encoding="utf8")
    return facts


def osrm_home():
    import osrm

    return Path(osrm.__file__).parent


def osrm_graph(pbf, folder, algorithm, home=None):
    """Builds OSRM's car profile as shipped, for `CH` or `MLD`, with the programs of the installed
    package or of a folder where it was unpacked.

    Returns the graph's base name, and seconds and memory of each step.
    """
    home = home or osrm_home()
    base = folder / "map.osrm"

    def steps(folder):
        link = folder / "map.osm.pbf"
        link.unlink(missing_ok=True)
        link.symlink_to(Path(pbf).resolve())
        profile = home / "share" / "profiles" / "car.lua"
        yield "extract", [home / "bin" / "osrm-extract", "-p", profile, link]
        if algorithm == "CH":
            yield "contract", [home / "bin" / "osrm-contract", base]
        else:
            yield "partition", [home / "bin" / "osrm-partition", base]
            yield "customize", [home / "bin" / "osrm-customize", base]

    return base, kept(folder, steps)


# Limits beyond Valhalla's defaults of 50 points, 10 km of rings, 100 vertices.
VALHALLA_LIMITS = {
    "max_exclude_locations": 2_000,
    "max_exclude_polygons_length": 2_000_000,
    "max_exclude_polygons_vertices": 10_000,
}


def valhalla_graph(pbf, folder):
    """Builds Valhalla's tiles. Returns the configuration file, and the build's seconds and memory.
    """
    import valhalla

    folder.mkdir(parents=True, exist_ok=True)
    (folder / "tiles").mkdir(exist_ok=True)
    config = valhalla.get_config(tile_extract="", tile_dir=str(folder / "tiles"))
    config["mjolnir"]["concurrency"] = os.cpu_count() or 1
    config["mjolnir"]["logging"] = {"type": "file", "file_name": str(folder / "valhalla.log")}
    config["thor"]["logging"] = config["loki"]["logging"] = config["mjolnir"]["logging"]
    config["service_limits"].update(VALHALLA_LIMITS)
    for costing in ("auto", "truck"):
        config["service_limits"][costing]["max_matrix_location_pairs"] = 1_000_000
        config["service_limits"][costing]["max_locations"] = 1_000
    path = folder / "valhalla.json"
    path.write_text(json.dumps(config), encoding="utf8")
    build = Path(valhalla.__file__).parent / "bin" / "valhalla_build_tiles"

    def steps(_):
        yield "tiles", [build, "-c", path, Path(pbf).resolve()]

    return path, kept(folder, steps)
