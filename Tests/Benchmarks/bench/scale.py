"""Relates building, memory and answer times to size, on made-up countries."""

import json
import math
import subprocess
import sys
from pathlib import Path

import setup

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "peers"))
import graphs  # noqa: E402

MEBI = 1 << 20
SIZES = [10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000]

# Column, place of its value, and how it may grow with the number of directed edges.
COLUMNS = [
    ("junctions", lambda line: line["size"]["facts"]["junctions"], None),
    ("edges", lambda line: line["size"]["facts"]["edges"], None),
    ("build s", lambda line: line["build"]["facts"]["seconds"], None),
    ("build MiB", lambda line: line["build"]["facts"]["bytes"] / MEBI, None),
    ("disk B/edge", lambda line: line["size"]["facts"]["diskBytes"] / edges(line), None),
    ("resident MiB", lambda line: line["memory"]["facts"]["VmRSS"] / MEBI, 1.0),
    ("of it not mapped", lambda line: line["memory"]["facts"]["RssAnon"] / MEBI, 1.0),
    ("resident B/edge", lambda line: line["memory"]["facts"]["VmRSS"] / edges(line), None),
    ("metric B/edge", lambda line: line["engine-query"]["facts"]["metricBytes"] / edges(line),
     None),
    ("customize ms", lambda line: line["customization"]["p50"], None),
    ("on 2 threads", lambda line: line["customization"]["facts"]["twoThreads"], None),
    ("query ms", lambda line: line["engine-query"]["p50"], 0.5),
    ("duration ms", lambda line: line["duration"]["p50"], 0.5),
    ("route ms", lambda line: line["route"]["p50"], None),
    ("barrier ms", lambda line: line["squares-1"]["p50"], None),
    ("its p95", lambda line: line["squares-1"]["p95"], None),
    ("table ms", lambda line: line["table-100"]["p50"], None),
]


def edges(line):
    return line["size"]["facts"]["edges"]


def exponent(pairs):
    """Returns the slope of a least-squares line through the logarithms; `None` for fewer than 2
    pairs.
    """
    points = [(math.log(x), math.log(y)) for x, y in pairs if x > 0 and y > 0]
    if len(points) < 2:
        return None
    middle_x = sum(x for x, _ in points) / len(points)
    middle_y = sum(y for _, y in points) / len(points)
    spread = sum((x - middle_x) ** 2 for x, _ in points)
    return sum((x - middle_x) * (y - middle_y) for x, y in points) / spread


def measure(programs, junctions, options):
    """Returns all lines of one size. Makes and builds the country only if it is missing."""
    waypost, benchmarks = programs
    folder = options.work / "scale"
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"country-{junctions}-{options.seed}"
    pbf, network = folder / f"{stem}.osm.pbf", folder / stem
    if not pbf.exists():
        setup.say(f"making a country of {junctions:,} junctions")
        subprocess.run([benchmarks, "country", "--junctions", str(junctions), "--seed",
                        str(options.seed), "--output", pbf], check=True, stdout=sys.stderr)
    setup.say(f"building the network of {junctions:,} junctions")
    log = folder / f"{stem}.log"
    log.unlink(missing_ok=True)
    taken = graphs.run([waypost, "network", "build", pbf, "--output", network, "--quiet"], log)
    lines = {"build": {"work": "build", "facts": taken}}
    setup.say(f"asking the network of {junctions:,} junctions")
    prepared = folder / f"{stem}-requests"
    pairs = str(min(options.pairs, 200))
    # Draws in a separate process: drawing reads all streets, answering does not.
    subprocess.run([benchmarks, "prepare", "--network", network, "--seed", str(options.seed),
                    "--pairs", pairs, "--output", prepared], check=True)
    command = [benchmarks, "scale", "--network", network, "--requests",
               prepared / "requests.json"]
    # Not on one core, since customization may use all of them.
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    for text in done.stdout.splitlines():
        line = json.loads(text)
        lines[line["work"]] = line
    return lines


def figures(number):
    if number is None:
        return "–"
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def markdown(lines):
    """Returns the table by size, with each column's fitted growth in the last row."""
    names = [name for name, _, _ in COLUMNS]
    text = ["| " + " | ".join(names) + " |", "|" + " --: |" * len(names)]
    for line in lines:
        text.append("| " + " | ".join(figures(get(line)) for _, get, _ in COLUMNS) + " |")
    growth = []
    for name, get, bound in COLUMNS:
        slope = exponent([(edges(line), get(line)) for line in lines])
        if name in ("junctions", "edges") or slope is None:
            growth.append("")
        elif bound is None:
            growth.append(f"n^{slope:.2f}")
        else:
            growth.append(f"n^{slope:.2f} (≤ {bound:g})")
    text.append("| " + " | ".join(growth) + " |")
    return "\n".join(text) + "\n"


def run(programs, options):
    """Measures size after size, keeps each result, and prints the table after every one."""
    output = options.output or options.work
    output.mkdir(parents=True, exist_ok=True)
    # Results are kept with the program that measured them, so that a run may continue later.
    program = setup.digest(programs[1])
    kept = output / f"scale-{program}-{options.seed}.json"
    results = json.loads(kept.read_text(encoding="utf8")) if kept.exists() else {}
    for junctions in (size for size in SIZES if size <= options.max_junctions):
        if str(junctions) not in results:
            results[str(junctions)] = measure(programs, junctions, options)
            kept.write_text(json.dumps(results, indent=1), encoding="utf8")
        text = markdown([results[key] for key in sorted(results, key=int)])
        (output / "scale.md").write_text(text, encoding="utf8")
    print(text, flush=True)
    setup.say(f"written to {output / 'scale.md'} and {kept}")
