"""The developer: calls for OSRM go to another host, and then do what OSRM cannot."""

from routingpy import OSRM
from routingpy.exceptions import RouterApiError

from walk import Walk

PLACES = [[7.4176, 43.7325], [7.4215, 43.7365], [7.4285, 43.7405]]
PAIR = "7.4188621,43.7330002;7.4239298,43.7371517"
BARRIER = ('{"features":[{"geometry":{"rings":[[[7.4206,43.7345],[7.4217,43.7342],'
           '[7.4219,43.7359],[7.4208,43.736],[7.4206,43.7345]]]}}]}')


def as_before(walk, origin):
    walk.step("Asks as before with routingpy, of which only base_url is another")
    client = OSRM(base_url=origin)
    route = client.directions(PLACES, profile="driving", steps=True, overview="full")
    walk.check(route.distance > 1000 and len(route.geometry) > 20,
               f"a route of {route.distance} m has a line of {len(route.geometry)} points")
    table = client.matrix(PLACES, profile="driving", annotations=["duration", "distance"])
    walk.check(table.durations[0][2] > 0 and table.distances[1][1] == 0, "a table has both costs")
    try:
        client.directions(PLACES, profile="spaceship")
        said = ""
    except RouterApiError as error:
        said = str(error)
    walk.show(said)
    walk.check("InvalidQuery" in said and "Walking Time" in said,
               "an unknown profile is refused with OSRM's code, and the profiles are named")


def plain(walk):
    walk.step("Asks the other services with curl")
    for service, place, fields in (
            ("route", PAIR, "overview=false"), ("table", PAIR, ""), ("nearest", "7.42,43.73", ""),
            ("trip", ";".join(f"{x},{y}" for x, y in PLACES), "overview=false"),
            ("match", "7.4188,43.7330;7.4189,43.7325;7.4191,43.7320", "overview=false")):
        query = f"?{fields}" if fields else ""
        said = walk.run(f'curl -s "$SERVER/{service}/v1/driving/{place}{query}"')
        walk.check('"code":"Ok"' in said, f"{service} answers Ok")


def beyond(walk):
    walk.step("Adds what OSRM cannot: a barrier, and a mode without another server")
    url = f"{walk.origin}/route/v1/driving/{PAIR}"
    before = walk.ask(url).json["routes"][0]
    walk.run(f'curl -s "$SERVER/route/v1/driving/{PAIR}?overview=false" -G '
             f"--data-urlencode 'polygonBarriers={BARRIER}'")
    closed = walk.ask(url, {"polygonBarriers": BARRIER}).json["routes"][0]
    walk.check(closed["distance"] > before["distance"] * 1.4,
               f"round the closed area it is {closed['distance']:.0f} m in place of "
               f"{before['distance']:.0f}")
    on_foot = walk.ask(f"{walk.origin}/route/v1/foot/{PAIR}").json["routes"][0]
    walk.check(on_foot["duration"] > before["duration"] * 2,
               f"on foot it takes {on_foot['duration'] / 60:.0f} min")


def mistakes(walk):
    walk.step("Makes mistakes, and reads the messages")
    for query, words in (
            ("stepz=true", ["stepz", "steps"]), ("exclude=tolls", ["tolls", "toll"]),
            ("polygonBarriers=%5B", ["polygonBarriers"])):
        said = walk.run(f'curl -s "$SERVER/route/v1/driving/{PAIR}?{query}"')
        walk.check(all(word in said for word in words), f"the message names {words[0]}")
    said = walk.run("curl -s $LAYER/solve -d 'stops=7.41,43.73' -d f=json")
    walk.check("at least 2 valid stops" in said, "the message says what is missing")
    said = walk.run(f"curl -s $LAYER/solve -d 'stops={PAIR}' -d travelMode=Drivng -d f=json")
    walk.check("Driving Time" in said, "the message names the modes that there are")


def guide(walk, reader):
    walk.step("Reads in the guide how requests of other engines are written here")
    reader.page.goto(f"{walk.origin}/guide")
    reader.page.click("main a:has-text('Coming from another engine')")
    shown = reader.page.inner_text("main")
    walk.check("From Valhalla" in shown and "From GraphHopper" in shown,
               "the page has a table for each engine")
    broken = reader.page.evaluate(
        "[...document.images].filter(i => i.complete && !i.naturalWidth).length")
    walk.check(broken == 0, "no picture of the page is broken")
    walk.picture(reader, "guide-page")
    reader.page.click("main a:has-text('Coming from OSRM')")
    walk.check("differs" in reader.page.inner_text("main"), "a link leads to what differs from OSRM")


def reference(walk, reader):
    walk.step("Looks up an operation in the reference")
    reader.page.goto(f"{walk.origin}/guide/api")
    reader.page.click("main .cards a:has-text('Monaco.Route')")
    walk.check("/solve" in reader.page.inner_text("main"), "the reference has solve")
    example = reader.page.locator("pre", has_text="NAServer/Route/solve\"").first.inner_text()
    walk.check('"routes"' in walk.run(example), "the example of solve can be run as it stands")
    description = walk.ask(f"{walk.origin}/openapi.json").json
    walk.check(description["openapi"].startswith("3.1"),
               f"/openapi.json describes {len(description['paths'])} paths for generators")
    reader.page.click("main nav a:has-text('Routes through stops')")
    walk.picture(reader, "guide-reference")


def main():
    with Walk("The developer: from OSRM to this server") as walk:
        walk.step("Serves the sample town in place of osrm-routed")
        walk.put_on_path(walk.program or "waypost")
        walk.run('waypost network build "$CLONE/SampleData/monaco.osm.pbf" --output Monaco',
                 quiet=True)
        walk.origin = walk.serve("--network Monaco --port 0").origin
        walk.environment |= {
            "SERVER": walk.origin,
            "LAYER": f"{walk.origin}/arcgis/rest/services/Monaco/NAServer/Route"}
        as_before(walk, walk.origin)
        plain(walk)
        beyond(walk)
        mistakes(walk)
        with walk.browse(walk.origin) as reader:
            guide(walk, reader)
            reference(walk, reader)
        print("\nThe developer has switched.")


if __name__ == "__main__":
    main()
