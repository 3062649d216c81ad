"""The table of a run: every work with the figures of Waypost and its peers, and the target."""

PEERS = [("osrm-ch", "OSRM CH"), ("osrm-mld", "OSRM MLD"), ("valhalla", "Valhalla"),
         ("routingkit", "RoutingKit")]

# The rows: work, title, place of the value, and target, which is either a number of milliseconds or
# a factor on an engine's time for a work. Values are in `p50` or `facts`.
ROWS = [
    ("duration", "duration only, whole call", None, ("osrm-ch", "duration", 1.0)),
    ("duration-located", "duration only, stops located", None, 0.05),
    ("engine-query", "bare query", None, 0.05),
    ("engine-path", "bare query with its edges", None, None),
    ("route", "whole route: geometry, stops, directions", None, ("osrm-ch", "route", 1.0)),
    ("http-route", "the same over HTTP, one server thread", None, ("osrm-ch", "http-route", 1.0)),
    ("http-rate", "the same, requests a second", "perSecond", ("osrm-ch", "http-rate", 1.0)),
    ("http-spread", "its slowest hundredth, times the middle", "ratio", 2.5),
    ("http-duration", "duration only over HTTP", None, ("osrm-ch", "http-duration", 1.0)),
    ("mode-walking", "duration only, Walking Time", None, None),
    ("mode-cycling", "duration only, Cycling Time", None, None),
    ("mode-trucking", "duration only, Trucking Time", None, None),
    ("mode-emergency", "duration only, Emergency Time", None, 3.0),
    ("squares-1", "1 polygon barrier on the route, new each time", None, ("osrm-ch", "route", 1.5)),
    ("squares-10", "10 polygon barriers", None, ("osrm-ch", "route", 3.0)),
    ("great-squares-10", "10 polygons of 2 km", None, 4.0),
    ("points-100", "100 point barriers", None, 4.0),
    ("small-squares-100", "100 polygons of 100 m", None, 8.0),
    ("scaled-squares-10", "10 polygons, 5 of them halve the cost", None, 10.0),
    ("kept-barriers", "1,000 points and 100 polygons, known", None, ("waypost", "route", 1.5)),
    ("new-settings-first", "new impedance, restrictions, vehicle: first", None, 10.0),
    ("new-settings-later", "the same settings again", None, ("waypost", "new-settings-known", 1.5)),
    ("new-settings-known", "those requests when the settings are old", None, None),
    ("sequence-25", "best sequence of 25 stops, whole answer", None, None),
    ("table-100", "100 x 100 table, durations", None, ("osrm-ch", "table-100", 0.5)),
    ("table-100-lengths", "the same with times and lengths", None, ("osrm-ch", "table-100-lengths", 0.5)),
    ("table-100-barriers", "durations with new barriers", None, ("osrm-ch", "table-100", 1.0)),
    ("http-table-100", "100 x 100 over HTTP, durations", None, ("osrm-ch", "http-table-100", 0.5)),
    ("http-table-100-barriers", "the same with 10 new barriers", None, ("osrm-ch", "http-table-100", 1.0)),
    ("http-nearest", "nearest 5 of 1,000, whole routes, over HTTP", None, ("waypost", "http-route", 5.0)),
    ("http-table-1000", "1,000 x 1,000 over HTTP", None, None),
    ("matrix-1000", "1,000 x 1,000 durations in process", None, None),
    ("matrix-1000", "its search, ms", "ms.route", 250.0),
    ("matrix-cancel", "cancel of a 1,000 x 1,000 matrix, ms", None, 50.0),
    ("alternatives", "two alternatives, each a whole route", None, ("osrm-ch", "alternatives", 1.0)),
    ("engine-alternatives", "their paths only", None, None),
    ("alternatives-found", "routes found by it", "routes", ("osrm-ch", "alternatives-found", 1.0)),
    ("refresh", "refresh of a route, whole answer", None, ("waypost", "route", 1.0)),
    ("better", "a better route from 30 % on, always searched", None, ("waypost", "route", 2.0)),
    ("rejoin", "rejoin from a street beside the route", None, ("waypost", "route", 2.0)),
    ("match-route", "a trace of a point every 50 m to a whole route", None, None),
    ("match-points", "the same, for each point", "milliseconds", 0.1),
    ("travel-times", "real travel times: their scatter about ours, log-MAD", "logMAD",
     ("valhalla", "travel-times", 1.0)),
    ("travel-times", "the same on folds that are left out of the level", "heldOutLogMAD",
     ("valhalla", "travel-times", 1.0)),
    ("directions-words", "writing directions of 100 steps in the slowest language", "slowest", 0.3),
    ("directions", "the same with finding maneuvers and lines of steps", "slowest", None),
    ("traffic", "140,000 rows of speeds in force, two cores", None, 300.0),
    ("customization", "full customization", None, ("routingkit", "customization", 4.0)),
    ("build", "build from PBF, s", "seconds", ("osrm-mld", "build", 1.0)),
    ("build", "its greatest memory, MiB", "bytes", None),
    ("open", "opening a network", None, 20.0),
    ("http-memory", "server, 4 travel modes, MiB", "bytes", ("osrm-ch", "http-memory", 2.0)),
]

MORE_IS_BETTER = {"http-rate", "alternatives-found"}


def value(results, engine, work, place):
    """Returns an engine's value for a work, or `None`."""
    line = results.get(engine, {}).get(work)
    if line is None:
        return None
    number = line.get("p50") if place is None else line["facts"].get(place)
    return number / (1 << 20) if number is not None and place == "bytes" else number


def figures(number):
    """Returns a number with its significant digits."""
    if number is None:
        return "–"
    if number >= 100:
        return f"{number:,.0f}"
    return f"{number:.1f}" if number >= 10 else f"{number:.3f}" if number < 0.1 else f"{number:.2f}"


def target(results, row):
    """Returns a row's target as a number, and its origin."""
    work, _, place, goal = row
    if goal is None:
        return None, ""
    if not isinstance(goal, tuple):
        return goal, ""
    engine, other, factor = goal
    base = value(results, engine, other, place)
    name = dict(PEERS).get(engine, "our own")
    times = f"{factor:g} x " if factor != 1 else ""
    same = "" if other == work else f" {other}"
    return (None if base is None else base * factor), f"{times}{name}{same}"


def verdict(row, ours, goal):
    """Returns how far a row is from its target: below 1 it is met, in whichever direction the row
    counts.
    """
    if ours is None or goal is None or goal == 0:
        return None
    return goal / ours if row[0] in MORE_IS_BETTER else ours / goal


def slowest_languages(line):
    """Returns the three languages whose directions take longest, with their times in milliseconds.
    """
    times = {name: time for name, time in line.get("facts", {}).items() if name != "slowest"}
    return sorted(times.items(), key=lambda found: -found[1])[:3]


def full_title(title, work, line):
    """Returns a row's title with facts that its figures do not show."""
    notes = []
    if line.get("failed", 0):
        notes.append(f"{line['failed']} without a route")
    if work.startswith("directions"):
        notes.append(", ".join(f"{name} {figures(time)}"
                               for name, time in slowest_languages(line)))
    return f"{title} ({'; '.join(notes)})" if notes else title


def rows(results):
    """Returns the rows that have a value for Waypost, as dictionaries."""
    for row in ROWS:
        work, title, place, _ = row
        ours = value(results, "waypost", work, place)
        theirs = {name: value(results, engine, work, place) for engine, name in PEERS}
        if ours is None and all(number is None for number in theirs.values()):
            continue
        goal, words = target(results, row)
        line = results.get("waypost", {}).get(work, {})
        yield {
            "work": work, "title": full_title(title, work, line), "waypost": ours,
            "p95": line.get("p95") if place is None else None, "peers": theirs,
            "target": goal, "targetWords": words, "share": verdict(row, ours, goal),
            "failed": line.get("failed", 0),
        }


def markdown(results, heading, unrest):
    """Returns the whole table, with a line on how busy the machine was between its parts."""
    names = [name for _, name in PEERS]
    lines = [
        f"### {heading}", "",
        "| work (ms, p50 unless said) | Waypost | p95 | " + " | ".join(names)
        + " | target | share of target |",
        "| --- | --: | --: |" + " --: |" * len(names) + " --- | --: |",
    ]
    for row in rows(results):
        goal = figures(row["target"])
        if row["targetWords"]:
            goal = f"{goal} ({row['targetWords']})"
        share = row["share"]
        mark = "" if share is None else f"{share:.2f}" if share <= 1 else f"**{share:.2f}**"
        cells = [row["title"], figures(row["waypost"]), figures(row["p95"])]
        cells += [figures(row["peers"][name]) for name in names]
        lines.append("| " + " | ".join(cells + [goal if row["target"] else "", mark]) + " |")
    lines += ["", "A fixed piece of work took " + ", ".join(f"{share:.2f}" for share in unrest)
              + " times its best between the parts of this run."]
    return "\n".join(lines + [""] + parts(results))


def parts(results):
    """Returns where Waypost's time goes: mean parts of a solve, and legs found by mechanism."""
    names = ["read", "barriers", "locate", "route", "assemble"]
    lines = ["| work (mean ms) | " + " | ".join(names) + " | legs a solve, by mechanism |",
             "| --- |" + " --: |" * len(names) + " --- |"]
    for work, title, _, _ in ROWS:
        facts = results["waypost"].get(work, {}).get("facts", {})
        if "ms.route" not in facts:
            continue
        legs = ", ".join(f"{name.removeprefix('legs.')} {count:.2f}"
                         for name, count in sorted(facts.items()) if name.startswith("legs."))
        cells = [title] + [figures(facts.get(f"ms.{name}")) for name in names] + [legs]
        lines.append("| " + " | ".join(cells) + " |")
    return lines + [""]
