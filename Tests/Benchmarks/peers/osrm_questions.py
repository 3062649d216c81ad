"""What is asked of Waypost's OSRM door and of osrm-routed: every service with every option."""

import random

import places

# Requests without an answer: path, and the code that OSRM gives for it.
WRONG = [
    "/route/v1/driving/{a}",
    "/route/v1/driving/{a};{b}?steps=maybe",
    "/route/v1/driving/{a};{b}?nonsense=1",
    "/route/v1/driving/{a};{b}?annotations=nonsense",
    "/route/v1/driving/{a};{b}?radiuses=1",
    "/route/v1/driving/{a};{b}?bearings=1,2,3;4,5",
    "/route/v1/driving/{a};{b}?geometries=wkt",
    "/route/v1/driving/{a};{b}?exclude=nonsense",
    "/route/v1/driving/{a};{b}?waypoints=1",
    "/route/v1/driving/a,b;c,d",
    "/route/v1/driving/200,95;7,43",
    "/route/v1/driving/",
    "/route/v1/driving/0,0;1,0?radiuses=10;10",
    "/route/v2/driving/{a};{b}",
    "/nonsense/v1/driving/{a};{b}",
    "/table/v1/driving/{a};{b}?sources=7",
    "/table/v1/driving/{a};{b}?sources=0;0;1",
    "/table/v1/driving/{a};{b}?annotations=nonsense",
    "/table/v1/driving/{a};{b}?scale_factor=0",
    "/table/v1/driving/{a};{b}?fallback_speed=-1",
    "/nearest/v1/driving/{a};{b}",
    "/nearest/v1/driving/{a}?number=0",
    "/trip/v1/driving/{a};{b}?source=last",
    "/match/v1/driving/{a};{b}?timestamps=2;1",
    "/match/v1/driving/{a};{b}?radiuses=-1;2",
    "/tile/v1/driving/tile(0,0,3).mvt",
]

SHARED_ROUTE_OPTIONS = [
    "", "steps=true", "overview=full", "overview=simplified", "overview=false",
    "geometries=polyline6&overview=full", "geometries=geojson&overview=full&steps=true",
    "annotations=true", "annotations=duration", "annotations=distance,speed",
    "annotations=weight", "annotations=datasources", "generate_hints=false",
    "skip_waypoints=true", "snapping=any",
]
OPTIONS = {
    "route": SHARED_ROUTE_OPTIONS + [
        "alternatives=true", "alternatives=3", "alternatives=false", "continue_straight=true",
        "continue_straight=false", "continue_straight=default", "radiuses=100;unlimited",
        "bearings=0,180;90,180", "bearings=;", "approaches=curb;unrestricted",
        "exclude=motorway", "exclude=toll", "waypoints=0;1",
        "steps=true&annotations=true&overview=full&alternatives=2",
    ],
    "trip": SHARED_ROUTE_OPTIONS + [
        "roundtrip=true", "roundtrip=false&source=first&destination=last",
        "roundtrip=true&source=first", "roundtrip=true&destination=last",
        "roundtrip=true&source=any&destination=any",
    ],
    "match": SHARED_ROUTE_OPTIONS + [
        "gaps=ignore", "gaps=split", "tidy=true", "timestamps={times}", "radiuses={radiuses}",
        "waypoints=0;{last}", "steps=true&annotations=true&overview=full&tidy=true",
    ],
    "table": [
        "", "sources=0", "destinations=1;2", "sources=0;2&destinations=1", "sources=all",
        "sources=1;0", "annotations=duration", "annotations=distance",
        "annotations=duration,distance", "fallback_speed=10",
        "fallback_speed=10&fallback_coordinate=snapped", "scale_factor=2",
        "generate_hints=false", "skip_waypoints=true", "exclude=motorway",
    ],
    "nearest": [
        "", "number=1", "number=3", "bearings=0,90", "radiuses=200", "approaches=curb",
        "generate_hints=false", "skip_waypoints=false", "exclude=motorway",
    ],
}
# The places in a request to each service; a match has positions along a street.
COUNTS = {"route": 2, "trip": 4, "table": 3, "nearest": 1}


def text(stops):
    return ";".join(f"{lon:.6f},{lat:.6f}" for lon, lat in stops)


def along(line, meters):
    """Returns places along a line, `meters` apart."""
    kept, passed = [line[0]], 0.0
    for before, here in zip(line, line[1:]):
        passed += places.straight_meters(before, here)
        if passed >= meters:
            kept.append(here)
            passed = 0.0
    return kept if len(kept) > 1 else [line[0], line[-1]]


def drawn(points, count, seed):
    """Returns lists of places, for each service `count` of them."""
    generator = random.Random(seed)
    return {
        service: [generator.sample(points, number) for _ in range(count)]
        for service, number in COUNTS.items()
    }


def paths(service, option, stops):
    """Returns the path of a request."""
    option = option.format(
        times=";".join(str(1_700_000_000 + 10 * row) for row in range(len(stops))),
        radiuses=";".join("10" for _ in stops), last=len(stops) - 1)
    return f"/{service}/v1/driving/{text(stops)}" + (f"?{option}" if option else "")


def wrong(points, seed):
    """Returns the paths of requests without an answer."""
    a, b = (text([place]) for place in random.Random(seed).sample(points, 2))
    return [path.format(a=a, b=b) for path in WRONG]
