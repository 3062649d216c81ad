#!/usr/bin/env python3
"""Measures Waypost and its peers in one run, on one extract, with the same requests.

Networks, the peers' graphs and results are kept in --work. See Tests/Benchmarks/README.md.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import http_load
import http_tables
import scale
import servers
import setup
import table

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "peers"))
import graphs  # noqa: E402

HTTP_SECONDS = 5


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__)
    parser.add_argument("--network", action="append", metavar="NAME|FILE",
                        help="porto, milan, monaco or an .osm.pbf; may be given several times")
    parser.add_argument("--pairs", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--passes", type=int, default=3, help="times each request is timed")
    parser.add_argument("--quick", action="store_true", help="100 pairs, one pass")
    parser.add_argument("--only", help="works whose name contains one of these, by commas")
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--peers-python", metavar="PYTHON",
                        help="a Python that has the peers (or set WAYPOST_PEERS_PYTHON)")
    parser.add_argument("--rebuild-peers", action="store_true",
                        help="build the peers' graphs again, to time that in this run")
    parser.add_argument("--no-build", action="store_true", help="use the programs as they are")
    parser.add_argument("--core", type=int, metavar="N",
                        help="run what is measured on this core alone (default: the last)")
    parser.add_argument("--work", type=Path, default=setup.ROOT / ".build" / "bench")
    parser.add_argument("--output", type=Path, help="folder for the table and the results")
    parser.add_argument("--traces", type=Path, metavar="FILE",
                        help="real trips (trip,seconds,lon,lat) to hold travel times against; "
                        "by default those of porto beside the repository")
    parser.add_argument("--scale", action="store_true", help="made-up countries of growing size")
    parser.add_argument("--max-junctions", type=int, default=1_000_000, help="for --scale")
    options = parser.parse_args()
    if options.quick:
        options.pairs, options.passes = min(options.pairs, 100), 1
    if options.core is None:
        options.core = max(os.sched_getaffinity(0))
    options.network = options.network or ["porto"]
    return options


def json_lines(command, core=None):
    """Runs a program, on one core if given, and returns its lines of results by work."""
    def pin():
        if core is not None:
            os.sched_setaffinity(0, {core})

    lines = {}
    process = subprocess.Popen(
        [str(word) for word in command], stdout=subprocess.PIPE, text=True, preexec_fn=pin)
    for text in process.stdout:
        line = json.loads(text)
        lines[line["work"]] = line
    if process.wait() != 0:
        setup.say(f"{command[0]} {command[1]} failed; its lines so far are kept")
    return lines


def fact(work, **facts):
    return {work: {"work": work, "facts": facts}}


def build_network(waypost, pbf, folder):
    """Builds the network and returns the build's line of results."""
    log = folder.with_suffix(".log")
    log.unlink(missing_ok=True)
    taken = graphs.run([waypost, "network", "build", pbf, "--output", folder, "--quiet"], log)
    return fact("build", **taken)


def measure_http(name, server, whole, duration, tables, options, warm=()):
    """Measures one server: latency and rate of whole routes, latency of durations and tables,
    memory.
    """
    def is_wanted(work):
        return not options.only or any(word in work for word in options.only.split(","))

    if options.only and "http" not in options.only:
        return {}
    setup.say(f"{name} over HTTP")
    lines = {}
    with server:
        connection = http_load.Connection(server.port)
        for request in warm:
            connection.answer(request)
        for work, requests in (("http-route", whole), ("http-duration", duration)):
            times, failed, size = http_load.latencies(
                server.port, requests, is_good_answer, options.passes)
            ordered = sorted(times)
            if ordered:
                lines[work] = {
                    "work": work, "failed": failed, "count": len(times), "answerBytes": size,
                    "p50": ordered[len(ordered) // 2], "p95": ordered[int(0.95 * len(ordered))],
                    "mean": sum(ordered) / len(ordered), "facts": {}}
        rate, times = http_load.under_load(server.port, whole, is_good_answer, HTTP_SECONDS)
        lines |= fact("http-rate", perSecond=rate)
        if times:
            ordered = sorted(times)
            middle, late = (ordered[int(share * len(ordered))] for share in (0.5, 0.99))
            lines |= fact("http-spread", ratio=late / middle, p50=middle, p99=late)
        lines |= fact("http-memory", bytes=server.memory())
        # Last, since large answers leave their memory behind for a while.
        lines |= http_tables.measure(server.port, tables, is_good_answer, is_wanted)
    return lines


def is_good_answer(answer):
    return b" 200 " in answer[:20] and b'"error"' not in answer[:400]


def measure_waypost(programs, network, prepared, requests, options):
    waypost, benchmarks = programs
    setup.say("Waypost in process")
    command = [benchmarks, "measure", "--network", network, "--requests",
               prepared / "requests.json", "--passes", options.passes]
    if options.only:
        command += ["--only", options.only]
    lines = json_lines(command, options.core)
    if not options.only or "traffic" in options.only:
        # Not on one core, since a snapshot's metrics are made on all cores.
        lines |= json_lines([benchmarks, "traffic", "--network", network])
    pairs = requests["pairs"]
    modes = [servers.waypost_request(pairs[0], travelMode=mode) for mode in servers.TRAVEL_MODES]
    log = options.work / "waypost-server.log"
    lines |= measure_http(
        "Waypost", servers.waypost(waypost, network, options.core, log),
        [servers.waypost_request(pair) for pair in pairs],
        [servers.waypost_duration(pair) for pair in pairs],
        http_tables.requests(requests, of_waypost=True), options, warm=modes)
    return lines


def measure_peer(engine, python, modules, pbf, prepared, requests, options):
    setup.say(f"{dict(table.PEERS)[engine]} in process (its graph is built the first time)")
    folder = options.work / f"{setup.digest(pbf)}-{engine}"
    if options.rebuild_peers:
        shutil.rmtree(folder, ignore_errors=True)
    command = [
        python, setup.ROOT / "Tests/Benchmarks/peers/measure.py", engine, "--pbf", pbf,
        "--requests", prepared / "requests.json", "--graph", prepared / "graph.bin", "--folder",
        folder, "--passes", options.passes, "--core", options.core]
    if options.only:
        command += ["--only", options.only]
    lines = json_lines(command)
    if not lines:
        return lines
    log, pairs = options.work / f"{engine}-server.log", requests["pairs"]
    tables = {}
    if engine.startswith("osrm"):
        algorithm = engine.removeprefix("osrm-").upper()
        server = servers.osrm(
            Path(modules["osrm"]), folder / "map.osrm", algorithm, options.core, log)
        whole, duration = servers.osrm_request, servers.osrm_duration
        tables = http_tables.requests(requests, of_waypost=False)
    elif engine == "valhalla":
        server = servers.valhalla(
            Path(modules["valhalla"]), folder / "valhalla.json", options.core, log)
        whole, duration = servers.valhalla_request, servers.valhalla_duration
    else:
        return lines
    lines |= measure_http(
        engine, server, [whole(pair) for pair in pairs], [duration(pair) for pair in pairs],
        tables, options)
    return lines


def measure_travel_times(name, pbf, network, programs, peers, options):
    """Returns the scatter of real travel times around each engine's times, by engine."""
    if options.only and not any(word in "travel-times" for word in options.only.split(",")):
        return {}
    traces = options.traces or setup.traces_file(name)
    python, modules = peers
    if traces is None or not traces.exists() or not {"osrm", "valhalla"} <= modules.keys():
        needed = "OSRM and Valhalla" if traces is not None and traces.exists() else "--traces FILE"
        setup.say(f"travel times are not held against real ones: that needs {needed}")
        return {}
    setup.say("real travel times")
    # Uses the graphs of the other lines.
    graphs_of = options.work / f"{setup.digest(pbf)}-"
    command = [
        python, setup.ROOT / "Tests/Benchmarks/peers/travel_times.py", "--pbf", pbf, "--traces",
        traces, "--waypost", programs[0], "--network", network, "--graphs", graphs_of]
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        setup.say("travel_times.py failed; its lines are left out")
        return {}
    found = json.loads(done.stdout)
    names = {"waypost": "waypost", "osrm": "osrm-mld", "valhalla": "valhalla"}
    return {
        names[engine]: fact("travel-times", parts=found["parts"], **facts)
        for engine, facts in found["engines"].items()}


def bench(name, programs, peers, options):
    """Measures everything on one extract and prints the table."""
    pbf = setup.extract_file(name)
    stem = pbf.name.removesuffix(".osm.pbf")
    network = options.work / f"{setup.digest(pbf)}-waypost"
    setup.say(f"== {stem}: building the network")
    unrest = [setup.unrest(options.core)]
    results = {"waypost": build_network(programs[0], pbf, network)}
    prepared = options.work / f"{network.name}-{options.pairs}-{options.seed}"
    setup.say(f"drawing {options.pairs} pairs")
    subprocess.run(
        [str(word) for word in (
            programs[1], "prepare", "--network", network, "--pairs", options.pairs, "--seed",
            options.seed, "--output", prepared)], check=True)
    requests = json.loads((prepared / "requests.json").read_text(encoding="utf8"))
    results["waypost"] |= measure_waypost(programs, network, prepared, requests, options)
    unrest.append(setup.unrest(options.core))
    python, modules = peers
    for engine, _ in table.PEERS:
        module = {"osrm": "osrm", "valhalla": "valhalla", "routingkit": "routingkit_cch"}[
            engine.split("-")[0]]
        if module in modules:
            results[engine] = measure_peer(
                engine, python, modules, pbf, prepared, requests, options)
            unrest.append(setup.unrest(options.core))
    for engine, lines in measure_travel_times(
            name, pbf, network, programs, peers, options).items():
        results[engine] = results.get(engine, {}) | lines
    heading = f"{stem}, {options.pairs} pairs, seed {options.seed}, one core"
    text = table.markdown(results, heading, unrest)
    print(text, flush=True)
    output = options.output or options.work
    output.mkdir(parents=True, exist_ok=True)
    (output / f"{stem}.md").write_text(text, encoding="utf8")
    (output / f"{stem}.json").write_text(json.dumps({
        "network": stem, "pairs": options.pairs, "seed": options.seed,
        "passes": options.passes, "when": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "unrest": unrest, "results": results, "rows": list(table.rows(results)),
    }, indent=1), encoding="utf8")
    setup.say(f"written to {output / stem}.md and .json")


def main():
    options = arguments()
    options.work = options.work.resolve()
    options.work.mkdir(parents=True, exist_ok=True)
    if options.no_build:
        folder = setup.ROOT / ".build" / "release"
        programs = folder / "waypost", folder / "Benchmarks"
    else:
        programs = setup.build_programs()
    if options.scale:
        scale.run(programs, options)
        return
    peers = (None, {}) if options.no_peers else setup.peers_python(options.peers_python)
    for name in options.network:
        bench(name, programs, peers, options)


if __name__ == "__main__":
    main()
