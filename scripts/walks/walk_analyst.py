"""The analyst: from an extract and a table of addresses to routes on a map and a report."""

import json
import re
import xml.etree.ElementTree

from map_reader import CASINO, GARDEN, MUSEUM, PORT
from walk import Walk

VIEW = "14.9/43.7352/7.4222"
ADDRESSES = """\
    Name,address,Attr_TravelTime
    Bakery,"6 Rue Grimaldi, Monaco",5
    Office,"4 Boulevard des Moulins, Monaco",10
    Museum,"Avenue Saint-Martin, Monaco-Ville",15
    Corner,Rue Grimaldi & Rue de la Turbie,5
    Elsewhere,"Unter den Linden 5, Berlin",5
"""


def install(walk):
    walk.step("Installs the program without being root (Documentation/Installing.md)")
    given = f' --waypost "{walk.program}"' if walk.program else ""
    walk.run(f'"$CLONE/scripts/install"{given} "$PWD/local"')
    walk.add_to_path(walk.folder / "local/bin")
    walk.run("waypost --version")
    walk.check((walk.folder / "local/share/man/man1/waypost-solve.1").exists(),
               "`man waypost-solve` has a page")
    completions = "local/share/bash-completion/completions/waypost"
    walk.check("waypost" in walk.run(f"bash -c '. {completions} && complete -p waypost'"),
               "bash completes its commands once it has read the file")


def build(walk):
    walk.step("Builds a network of the sample town, with what a map shows below the streets")
    walk.run('waypost network build "$CLONE/SampleData/monaco.osm.pbf" --output monaco --map')
    shown = walk.run("waypost network inspect monaco")
    walk.check("OpenStreetMap" in shown, "the network names its source")


def serve(walk):
    walk.step("Serves it, and has the map opened in a browser")
    # A browser that notes what it is asked to open.
    browser = walk.folder / "bin/xdg-open"
    browser.parent.mkdir(exist_ok=True)
    browser.write_text(f'#!/bin/sh\necho "$1" >>"{walk.folder}/opened.txt"\n', encoding="utf-8")
    browser.chmod(0o755)
    walk.add_to_path(browser.parent)
    server = walk.serve("--network monaco --port 0 --open")
    walk.check(f"map at {server.origin}/map" in server.log.read_text().splitlines(),
               "it prints where the map is")
    opened = walk.folder / "opened.txt"
    walk.until(lambda: opened.exists() and opened.read_text().endswith("\n"), 10,
               "the browser is asked")
    walk.check(opened.read_text() == f"{server.origin}/map\n", "it opens the map, once")
    directory = walk.ask(f"{server.origin}/arcgis/rest/services", headers={"Accept": "text/html"})
    [first] = re.findall(r'<main.*?<a href="([^"]*)"', directory.text, re.S)[:1]
    walk.check(first == "/map", "the map is the first link of the services directory, too")
    return server


def search(walk, reader):
    walk.step("Searches a place by its name")
    box = reader.page.locator("#search")
    reader.suggest("monte carlo")
    walk.show(reader.text("#found").replace("\n\n", "\n"))
    box.press("ArrowDown")
    box.press("Enter")
    reader.page.wait_for_selector("#stop-list li")
    reader.settle()
    walk.check(len(reader.stops) == 1, "the place is the first stop")


def order(walk, reader):
    walk.step("Begins anew, puts stops by clicks, and asks for the best order")
    reader.page.goto("about:blank")
    reader.open(f"map={VIEW}")
    reader.click(GARDEN, CASINO, PORT, MUSEUM)
    walk.check(len(reader.stops) == 4, "four clicks are four stops")
    before = reader.minutes
    reader.press("#best")
    walk.check(reader.minutes < before,
               f"the best order takes {reader.minutes:.1f} min in place of {before:.1f}")
    steps = reader.page.locator("#directions li").count()
    walk.check(steps > 8, f"the directions have {steps} steps")
    walk.show(reader.text("#directions li:nth-child(2)"))


def close(walk, reader):
    walk.step("Closes an area: draws a polygon round a street of the route")
    x, y = reader.line_point()
    reader.press("[data-tool=polygon]")
    for dx, dy in ((-26, -26), (26, -26), (26, 26), (-26, 26)):
        reader.page.mouse.click(x + dx, y + dy)
        reader.page.wait_for_timeout(350)
    reader.page.keyboard.press("Enter")
    reader.settle()
    reader.page.wait_for_selector("#barrier-list >> text=/costs|without it/")
    said = reader.text("#barrier-list").splitlines()[-1]
    walk.check("costs" in said or "without it" in said, f"the page says what it does: {said}")
    reader.page.evaluate("document.activeElement.blur()")
    walk.picture(reader, "map-route")


def download(walk, reader):
    walk.step("Downloads the route for a GIS and for a device")
    reader.page.click("#share-part summary")
    reader.page.wait_for_selector("#copy-text:has-text('solve')")
    for kind in ("geojson", "gpx"):
        with reader.page.expect_download() as file:
            reader.page.click(f"[data-download={kind}]")
        file.value.save_as(walk.folder / f"route.{kind}")
    features = json.loads((walk.folder / "route.geojson").read_text())["features"]
    walk.check(len(features) > 4, f"route.geojson has {len(features)} features")
    track = xml.etree.ElementTree.parse(walk.folder / "route.gpx").getroot()
    points = [e for e in track.iter() if e.tag.endswith("trkpt")]
    walk.check(len(points) > 20, f"route.gpx has a track of {len(points)} points")


def cut_off(walk, reader):
    walk.step("Closes the streets round a stop, and reads why there is no route")
    x, y = CASINO
    # Around fewer streets than an answer draws as shut in.
    wide, high = .004, .0035
    ring = [[x - wide, y - high], [x + wide, y - high], [x + wide, y + high], [x - wide, y + high],
            [x - wide, y - high]]
    barrier = {"features": [{"geometry": {"paths": [ring]}, "attributes": {"Name": "Race track"}}]}
    reader.page.goto("about:blank")
    reader.open("&".join((
        f"stops={GARDEN[0]},{GARDEN[1]};{x},{y}", f"polylineBarriers={json.dumps(barrier)}",
        f"map={VIEW}", 'locateSettings={"default":{"allowAutoRelocate":false}}')))
    walk.check(reader.totals == "No route", "the page says that there is no route")
    walk.show(reader.text("#problems"))
    walk.check("Race track" in reader.text("#problems"), "it names the barrier that cuts off")
    shut = [place for line in reader.drawn("pocket") for place in line]
    walk.check(shut and all(abs(a - x) < wide * 1.01 and abs(b - y) < high * 1.01 for a, b in shut),
               "the streets that it shuts in are drawn")
    walk.picture(reader, "map-no-route")
    reader.press("#problems button")
    walk.check(reader.minutes > 0, "its button takes the barrier away, and there is a route")


def table(walk):
    walk.step("Makes stops of a table of addresses")
    walk.write("addresses.csv", ADDRESSES)
    said = walk.run("waypost geocode --network monaco --input addresses.csv -o stops.csv", code=4)
    walk.check("Unter den Linden" in said, "the address that is not in town is named")
    stops = (walk.folder / "stops.csv").read_text().splitlines()
    walk.check(len(stops) == 5, "four addresses are stops")
    walk.show("\n".join(stops))
    text = walk.run("waypost solve --network monaco --stops stops.csv --best-sequence "
                    "--time-zone Europe/Monaco")
    walk.check("Bakery" in text, "the directions have the customers' names")


def day(walk, origin):
    walk.step("Makes the day of three drivers, and looks at its report")
    walk.run("""waypost batch --network monaco --stops "$CLONE/SampleData/deliveries.csv" \\
        --where "day = DATE '2026-03-02'" --group-by driver --field Name=customer \\
        --field Attr_TravelTime=minutes --best-sequence --time-windows \\
        --start-time 2026-03-02T08:00 --time-zone Europe/Monaco -o day.gpkg --report day.html""")
    walk.check((walk.folder / "day.gpkg").stat().st_size > 10_000, "day.gpkg is for QGIS")
    with walk.browse(origin) as reader:
        reader.origin = "file:"
        reader.page.goto((walk.folder / "day.html").resolve().as_uri())
        shown = reader.page.inner_text("body")
        walk.check(all(name in shown for name in ("Ada", "Bruno", "Chiara")), "the report has every driver")
        walk.picture(reader, "day-report")


def main():
    with Walk("The analyst: from addresses to routes") as walk:
        install(walk)
        build(walk)
        server = serve(walk)
        with walk.browse(server.origin) as reader:
            reader.open()
            walk.check("Click the map" in reader.totals, "the page says what to do first")
            for part in (search, order, close, download, cut_off):
                part(walk, reader)
        table(walk)
        day(walk, server.origin)
        print("\nThe analyst has routes.")


if __name__ == "__main__":
    main()
