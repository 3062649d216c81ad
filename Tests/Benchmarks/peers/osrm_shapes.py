"""The shape of JSON answers, and what two answers in OSRM's form say alike."""

import re

import places

# Members that only some streets give, at the places where both services have them.
OCCASIONAL = re.compile(
    r"steps\[\]\.(ref|exits|destinations|rotary_name)$|\.maneuver\.exit$"
    r"|\.intersections\[\]\.(lanes|classes)$")
# The greatest share of answers that have such a member, if those of the other service never do.
MOST_OCCASIONAL = 0.25

WORDS = {bool: "boolean", int: "number", float: "number", str: "string", type(None): "null"}


def shape(value, path="", found=None):
    """Returns the types at each place of a JSON value: `routes[].legs[].distance` is a number."""
    found = {} if found is None else found
    if isinstance(value, dict):
        found.setdefault(path, set()).add("object")
        for key, member in value.items():
            shape(member, f"{path}.{key}" if path else key, found)
    elif isinstance(value, list):
        found.setdefault(path, set()).add("array")
        for member in value:
            shape(member, path + "[]", found)
    else:
        found.setdefault(path, set()).add(WORDS[type(value)])
    return found


def merged(shapes):
    """Returns the types that any of the shapes has at each place."""
    found = {}
    for each in shapes:
        for path, types in each.items():
            found.setdefault(path, set()).update(types)
    return found


def differences(ours, theirs):
    """Yields the places where two shapes differ, outermost first, with the types of both.

    Below a place that only one has, nothing is reported.
    """
    missing = []
    for path in sorted(ours.keys() | theirs.keys(), key=lambda path: (path.count("."), path)):
        if any(path.startswith(above) for above in missing):
            continue
        a, b = ours.get(path, set()), theirs.get(path, set())
        if a == b:
            continue
        if not a or not b:
            missing += [path + ".", path + "[]"]
        yield path, a, b


def is_occasional(path, sides):
    """Returns whether a difference is one of the streets that were asked for, and not of the form.

    Either a member that few streets have is in a few answers of one side alone, or a position of a
    trace lies on no matching of one side.
    """
    kinds = [set().union(*(each.get(path, ()) for each in side)) for side in sides]
    if path == "tracepoints[]":
        return kinds[0] ^ kinds[1] == {"null"}
    if all(kinds) or not OCCASIONAL.search(path):
        return False
    having = max(sum(path in each for each in side) / len(side) for side in sides)
    return having <= MOST_OCCASIONAL


def maneuvers(route):
    """Returns a route's maneuvers as (place, type, modifier), without departures and arrivals."""
    return [
        (tuple(step["maneuver"]["location"]), step["maneuver"]["type"],
         step["maneuver"].get("modifier"), step["maneuver"].get("exit"))
        for leg in route["legs"] for step in leg["steps"]
        if step["maneuver"]["type"] not in ("depart", "arrive")
    ]


def paired(ours, theirs, meters=20):
    """Returns pairs of maneuvers at one junction, in order; `None` where one says nothing."""
    pairs, start = [], 0
    for maneuver in theirs:
        near = [
            row for row in range(start, len(ours))
            if places.straight_meters(ours[row][0], maneuver[0]) <= meters
        ]
        if near:
            pairs += [(own, None) for own in ours[start:near[0]]]
            pairs.append((ours[near[0]], maneuver))
            start = near[0] + 1
        else:
            pairs.append((None, maneuver))
    return pairs + [(own, None) for own in ours[start:]]


def sums_off(route):
    """Returns by how much the sums over legs and steps differ at most from the totals, in meters
    and seconds.
    """
    most = 0.0
    for key in ("distance", "duration"):
        most = max(most, abs(route[key] - sum(leg[key] for leg in route["legs"])))
        for leg in route["legs"]:
            if leg["steps"]:
                most = max(most, abs(leg[key] - sum(step[key] for step in leg["steps"])))
    return most
