"""Random pairs of places on streets that cars may use."""

import math
import random

import osmium

DRIVABLE = {
    "motorway", "trunk", "primary", "secondary", "tertiary", "unclassified", "residential",
    "living_street", "motorway_link", "trunk_link", "primary_link", "secondary_link",
    "tertiary_link",
}
CLOSED = {"no", "private", "agricultural", "forestry", "delivery", "customers"}


def street_points(pbf):
    """Returns the coordinates of all nodes on drivable public OSM ways, sorted and distinct.

    Leaves out service roads, on which routers have different rules for cars.
    """
    points = set()
    for way in osmium.FileProcessor(pbf, osmium.osm.NODE | osmium.osm.WAY).with_locations():
        if not way.is_way() or way.tags.get("highway") not in DRIVABLE:
            continue
        access = [way.tags.get(key) for key in ("access", "vehicle", "motor_vehicle", "motorcar")]
        if any(value in CLOSED for value in access):
            continue
        for node in way.nodes:
            if node.location.valid():
                points.add((round(node.lon, 7), round(node.lat, 7)))
    return sorted(points)


def straight_meters(a, b):
    """Returns the great-circle distance; good enough for choosing and sorting."""
    lon1, lat1, lon2, lat2 = map(math.radians, (*a, *b))
    h = (math.sin((lat2 - lat1) / 2) ** 2
         + math.cos(lat1) * math.cos(lat2) * math.sin((lon2 - lon1) / 2) ** 2)
    return 2 * 6_371_008.8 * math.asin(math.sqrt(h))


def random_pairs(points, count, seed, least_meters=300):
    """Returns `count` ordered pairs of points, at least `least_meters` apart if the map is that
    large.
    """
    if len(points) < 2:
        raise SystemExit("the extract has no drivable street")
    generator = random.Random(seed)
    pairs, attempts = [], 0
    while len(pairs) < count:
        a, b = generator.choice(points), generator.choice(points)
        attempts += 1
        if a != b and (straight_meters(a, b) >= least_meters or attempts > 100 * count):
            pairs.append((a, b))
    return pairs
