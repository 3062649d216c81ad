"""Uses the map page as a reader does, by clicks, drags and keys, and checks what it shows.

Usage: test_map.py ORIGIN FOLDER CHROMIUM WAYPOST [TEST …]

FOLDER gets pictures of the page. WAYPOST is the program that runs the page's `waypost solve` line.
If the variable WAYPOST_MAP_PAGE names a folder of the page's files, these are used in place of
those of the server, so that a change can be tried before the program is built.
"""

import base64
import contextlib
import http.server
import json
import math
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import threading
import urllib.parse
import urllib.request
import xml.etree.ElementTree

from playwright.sync_api import sync_playwright

from map_reader import (
    ARGUMENTS, CASINO, GARDEN, MUSEUM, OVERVIEW_SEEN, PAGE, PAPER, PHONE, PORT,
    STREET_SHIFT, VIEW, Reader, link, meters_to)

MOST_BYTES = 330_000
# Of the picture of the streets, which is seen before the map and counts as a tile.
MOST_OVERVIEW_BYTES = 20_000
# Services of scripts/test-map, and a user who may edit and see all.
STORED, SECRET, HOURS = (
    f"/arcgis/rest/services/{name}/NAServer/Route/map" for name in ("Stored", "Secret", "Timed"))
USER, PASSWORD = "ann", "correct horse"
ROUTE = "/arcgis/rest/services/Monaco/NAServer/Route"
TREE = pathlib.Path(__file__).resolve().parents[1]
# The copy for arcgis, which scripts/test-clients runs, with an origin that it replaces.
STORED_COPY = TREE / "Tests/ClientTests/Python/map_copy.txt"
STORED_ORIGIN = "http://127.0.0.1:6080"
# What the list says of the second stop.
AT_END = "#stop-list li:nth-child(2) .note-text"
COPIES = ("curl", "requests", "arcgis", "javascript", "swift", "waypost")


def request_json(url, **fields):
    """Posts a form as a program does."""
    form = urllib.parse.urlencode({"f": "json", **fields}).encode()
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(url, form, timeout=30) as reply:
        return json.load(reply)


def get(url):
    """Asks for a text as a program does."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(url, timeout=30) as reply:
        return reply.read().decode()


def token(origin):
    """Returns a token of the user."""
    return request_json(f"{origin}/arcgis/tokens/generateToken", username=USER,
                        password=PASSWORD)["token"]


def row(reader, number):
    """A row of the layer of deliveries, as it is stored."""
    url = f"{reader.origin}/arcgis/rest/services/Stored/FeatureServer/0/query"
    [found] = request_json(url, objectIds=number, outFields="*", outSR=4326)["features"]
    return found


def opening(new):
    """The page comes from this server alone, is small, and has one title, language and layer."""
    reader = new()
    # A reader before has had the server make the picture of the streets.
    [address] = re.findall(r' src="([^"]*overview\.svg[^"]*)"', get(f"{reader.origin}/map"))
    assert get(f"{reader.origin}{address}").startswith("<svg ")
    sizes = []
    session = reader.context.new_cdp_session(reader.page)
    session.send("Network.enable")
    urls = {}
    session.on("Network.requestWillBeSent",
               lambda e: urls.__setitem__(e["requestId"], e["request"]["url"]))
    session.on("Network.loadingFinished",
               lambda e: sizes.append((urls.get(e["requestId"], ""), e["encodedDataLength"])))
    reader.open()
    page = [(u, n) for u, n in sizes if not re.search(r"/tiles/|\.pbf|\.mvt", u)]
    total = sum(n for _, n in page)
    [overview] = [n for u, n in sizes if "overview.svg" in u]
    paint, drawn = (
        reader.page.evaluate("name => performance.getEntriesByName(name)[0].startTime", name)
        for name in ("first-contentful-paint", "waypost-map"))
    # A slow machine may have the map before it has painted the picture.
    streets = reader.page.evaluate(OVERVIEW_SEEN)
    # The lines of the table in Documentation/Map.md.
    print(f"  {total} bytes before tiles; {overview} bytes of the picture of the streets\n"
          f"  first paint after {paint:.0f} ms; streets seen after {streets or math.nan:.0f} ms; "
          f"map drawn after {drawn:.0f} ms")
    # Files of a folder are not compressed.
    assert PAGE or total <= MOST_BYTES, sorted(page, key=lambda p: -p[1])
    assert PAGE or overview <= MOST_OVERVIEW_BYTES, overview
    assert reader.page.title()
    assert "Click the map" in reader.totals
    assert "OpenStreetMap" in reader.text("#attribution")
    assert reader.page.locator(".maplibregl-ctrl-attrib").is_visible()
    policy = reader.page.evaluate(
        "fetch(location.pathname).then(r => r.headers.get('content-security-policy'))")
    scripts = re.search(r"script-src ([^;]*)", policy or "")
    assert scripts and "unsafe" not in scripts[1], policy
    # What is asked for early is used: a browser complains of the rest after some seconds.
    for part in ("style.json", "Route?f=json", "overview.svg", "maplibre-gl.js"):
        assert reader.page.evaluate("""part => performance.getEntriesByType("resource")
            .filter(({ name }) => name.includes(part)).length""", part) == 1, part
    reader.page.wait_for_timeout(5000)
    reader.picture("empty")
    reader.close()

    # Without scripts, a link leads to a form that finds routes.
    reader = new(java_script_enabled=False)
    reader.page.goto(f"{reader.origin}/map")
    for dead in ("#add-stop", "#totals", "[data-tool=stop]"):
        assert not reader.page.locator(dead).is_visible(), f"{dead} does nothing without scripts"
    reader.page.click("noscript a")
    assert reader.page.url.endswith("/NAServer/Route/solve"), reader.page.url
    assert reader.page.locator("form [name=stops]").count() == 1
    # The form's page has no icon, for which the browser asks.
    reader.complaints = [c for c in reader.complaints if "404" not in c]
    reader.close()


def hold(reader, address):
    """Answers requests of the page only when the test lets them go on; returns these."""
    held = []

    def keep(route):
        held.append(route)
    reader.page.route(address, keep)
    return held


def overview(new):
    """Before the map, a picture has the streets where the map then draws them."""
    for fragment in ("", link()):
        reader = new()
        held = hold(reader, "**/maplibre-gl.js")
        reader.page.goto(f"{reader.origin}/map#{fragment}")
        reader.page.wait_for_selector("body.early")
        # The picture is painted while the map's library is still on its way.
        reader.page.wait_for_function(OVERVIEW_SEEN)
        assert reader.page.locator("#overview").is_visible()
        assert not reader.page.evaluate("performance.getEntriesByName('waypost-map').length")
        wide = reader.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"the page is {wide} pixels too wide"
        before = reader.page.screenshot(path=reader.folder / "overview.png")
        reader.wait(lambda: held, "the page does not ask for the map's library")
        held[0].continue_()
        reader.page.wait_for_selector("body.drawn:not(.early)")
        reader.settle()
        assert not reader.page.locator("#overview").is_visible()
        after = reader.page.screenshot()
        box = reader.page.locator("#map").bounding_box()
        # Away from the tools, the scale and the attribution.
        part = {"left": round(box["x"]) + 30, "top": 90, "bottom": round(box["height"]) - 70,
                "right": round(box["x"] + box["width"]) - 90}
        shift = reader.page.evaluate(STREET_SHIFT, [
            *(base64.b64encode(picture).decode() for picture in (before, after)), part])
        assert shift["count"] > 1000 and (shift["dx"], shift["dy"]) == (0, 0), (fragment, shift)
        reader.close()

    # A view of some houses has no use for it; a secured layer has none.
    for fragment in (urllib.parse.urlencode({"map": "19/{1}/{0}".format(*CASINO)}), ""):
        secured = not fragment
        reader = new()
        reader.open(fragment, path=f"{SECRET}?token={token(reader.origin)}" if secured else "/map")
        assert reader.page.evaluate(OVERVIEW_SEEN) is None, fragment
        reader.close()


def stops(new):
    """Clicks set stops, a drag moves one while the route follows, keys and the list do the same."""
    reader = new().open()
    reader.click(GARDEN, CASINO)
    assert len(reader.stops) == 2
    assert "km" in reader.totals or " m" in reader.totals
    assert reader.page.locator("#directions li").count() > 2
    # The list has the streets, but the request has no names.
    for stop in (1, 2):
        reader.page.wait_for_selector(
            f"#stop-list li:nth-child({stop}) .name:not([placeholder^=Location])")
    assert [s["attributes"] for s in reader.stops] == [{}, {}], reader.stops
    reader.settle()
    for part in ("#directions", "#timeline"):
        street = reader.page.locator("#stop-list .name").last.get_attribute("placeholder")
        assert street in reader.text(part) and "Location" not in reader.text(part), part
    first, seen = reader.totals, []

    def look():
        reader.settle()
        seen.append(reader.text("#totals"))
    reader.drag(reader.middle(".pin", 1), reader.where(MUSEUM), between=look)
    assert seen[0] != first, "the route does not follow the stop"
    assert reader.totals != first
    moves = sorted(reader.entries("waypost-move"))
    print(f"  {len(moves)} routes while dragging; ask to line: median "
          f"{moves[len(moves) // 2]:.0f} ms, worst {moves[-1]:.0f} ms")
    # A slow machine answers not for every move, but for each place where the stop stays.
    assert len(moves) >= len(seen)
    x, y = reader.stops[1]["geometry"].values()
    assert abs(x - MUSEUM[0]) < 3e-4 and abs(y - MUSEUM[1]) < 3e-4, (x, y)
    reader.picture("route")

    reader.click(PORT)
    names = reader.page.locator("#stop-list .name")
    for i, name in enumerate(("Depot", "Museum", "Port")):
        names.nth(i).fill(name)
    reader.settle()
    assert "Depot" in reader.text("#directions")
    names.nth(2).focus()
    reader.page.keyboard.press("Alt+ArrowUp")
    reader.settle()
    assert [s["attributes"]["Name"] for s in reader.stops] == ["Depot", "Port", "Museum"]
    assert reader.page.evaluate("document.activeElement.value") == "Port", "the focus is lost"
    reader.drag(reader.middle("#stop-list .badge", 0),
                (reader.middle("#stop-list .badge", 2)[0],
                 reader.middle("#stop-list .badge", 2)[1] + 12))
    assert [s["attributes"]["Name"] for s in reader.stops] == ["Port", "Museum", "Depot"]
    before = [s["geometry"] for s in reader.stops]
    reader.page.locator(".pin").nth(0).focus()
    reader.page.keyboard.press("Shift+ArrowRight")
    reader.settle()
    changed = reader.stops
    moved = [s["geometry"] for s in changed if s["geometry"] not in before]
    assert len(moved) == 1, "a key does not move the stop"
    reader.page.keyboard.press("Delete")
    reader.settle()
    assert len(reader.stops) == 2
    focused = "document.activeElement.ariaLabel ?? document.activeElement.id"
    assert reader.page.evaluate(focused).startswith("Stop "), "the focus is lost on the map"
    reader.page.keyboard.press("Control+z")
    reader.settle()
    assert reader.stops == changed, "undo does not bring the stop back"
    reader.page.keyboard.press("Control+Shift+z")
    reader.settle()
    assert len(reader.stops) == 2
    # A row that is removed leaves the focus to the next one, and the last one to the list.
    reader.page.locator("#stop-list button[aria-label^=Remove]").first.focus()
    for left in (1, 0):
        reader.page.keyboard.press("Enter")
        reader.settle()
        assert len(reader.stops) == left
        assert reader.page.evaluate(focused) == ("Remove Stop 1" if left else "stop-list")
    reader.close()


def search(new):
    """The search suggests as one types; keys choose, Enter sets a stop."""
    reader = new().open()
    box = reader.page.locator("#search")
    reader.suggest("rue grim")
    assert "Grimaldi" in reader.text("#found li:first-child")
    assert box.get_attribute("aria-expanded") == "true"
    box.press("ArrowDown")
    assert box.get_attribute("aria-activedescendant") == "found-0"
    reader.check_access("search")
    box.press("Enter")
    reader.page.wait_for_selector("#stop-list li")
    reader.settle()
    assert "Grimaldi" in reader.page.locator("#stop-list .name").first.input_value()
    assert box.input_value() == "" and not reader.page.locator("#found").is_visible()
    assert reader.fields["map"] == "/".join(map(str, VIEW)), "the view has the stop and moves"
    reader.suggest("qqqzzz")
    reader.told("Nothing found for qqqzzz")
    box.fill("")
    reader.page.route("**/GeocodeServer/suggest", lambda route: route.fulfill(json={
        "error": {"code": 503, "message": "Busy", "details": ["Ask again in 5 s."]}}), times=1)
    box.press_sequentially("r")
    reader.told("Busy Ask again in 5 s")
    reader.close()

    # A stop beyond the view brings it and the route into view.
    near = urllib.parse.urlencode({"stops": "{},{}".format(*MUSEUM),
                                   "map": "17/{1}/{0}".format(*MUSEUM)})
    reader = new().open(near)
    reader.suggest("rue grimaldi")
    reader.page.keyboard.press("Enter")
    reader.page.wait_for_selector("#stop-list li >> nth=1")
    reader.settle()
    box = reader.page.locator("#map").bounding_box()
    for stop in reader.stops:
        x, y = reader.where((stop["geometry"]["x"], stop["geometry"]["y"]))
        assert box["x"] < x < box["x"] + box["width"], stop
        assert box["y"] < y < box["y"] + box["height"], stop
    reader.close()


def many(new):
    """A table of stops, pasted or a file, becomes stops: with places, with addresses, with times."""
    reader = new().open()
    reader.page.click("#many-part > summary")
    box, note = reader.page.locator("#many textarea"), "#many [role=status]"

    def add(text):
        box.fill(text)
        reader.press("#many >> text=Add them")
        reader.page.wait_for_selector(f"{note} >> text=/added|no table/")
    add("")
    assert not reader.stops
    add("Name;Longitude;Latitude;Not before;Not after;Service;Driver\n"
        '"Depot; ""A""";7,4145;43,7325;09:00;;15;\n\n"Port";7,4213;43,7352;;2026-03-02 10:30;;\n')
    reader.settle()
    first, second = reader.stops
    assert first["attributes"]["Name"] == 'Depot; "A"', first
    assert first["geometry"] == {"x": 7.4145, "y": 43.7325}, first
    assert first["attributes"]["Attr_TravelTime"] == 15, first
    clock = "() => [...document.querySelectorAll('#stop-list [type=datetime-local]')]" \
        ".map(field => field.value)"
    times = reader.page.evaluate(clock)
    assert times[0].endswith("T09:00") and times[1:] == ["", "", "2026-03-02T10:30"], times
    # A window that is open at one end is a window for the server, too.
    assert reader.minutes > 0 and reader.fields["useTimeWindows"] == "true"
    reader.press("#clear")
    # What no clock shows is left out and said; the stop is there.
    add("name,lon,lat,from,until,service\nPort,7.4213,43.7352,9:75,9:30 pm,soon\n"
        "Depot,7.4145,43.7325,25:00,24:00,-5\nGarden,7.4183,43.7312,,2026-03-02 10:61,5\n")
    reader.settle()
    told = reader.text(note)
    for text in ("9:75 (Port)", "soon (Port)", "25:00 (Depot)", "-5 (Depot)",
                 "2026-03-02 10:61 (Garden)"):
        assert text in told, (text, told)
    assert "pm" not in told and "24:00" not in told, told
    times = reader.page.evaluate(clock)
    assert times[0] == times[2] == times[4] == times[5] == "" and times[1].endswith("T21:30") \
        and times[3].endswith("T00:00"), times
    assert [s["attributes"].get("Attr_TravelTime", 0) for s in reader.stops] == [0, 0, 5]
    reader.press("#clear")
    # An offset says on which clocks a time is read; those of Monaco are an hour ahead in winter.
    add("name,lon,lat,from,until\n"
        "Port,7.4213,43.7352,2026-03-02T08:30:00Z,2026-03-02 11:30+02:00\n"
        "Depot,7.4145,43.7325,2026-07-02 08:00Z,2026-03-02 01:00 -0330\n"
        "Garden,7.4183,43.7312,9:30+01:75,9:30+19\n")
    reader.settle()
    assert reader.page.evaluate(clock) == [
        "2026-03-02T09:30", "2026-03-02T10:30", "2026-07-02T10:00", "2026-03-02T05:30", "", ""]
    for text in ("9:30+01:75 (Garden)", "9:30+19 (Garden)"):
        assert text in reader.text(note), reader.text(note)
    reader.press("#clear")
    # Without a heading: degrees in either order, with or without a name.
    for lines in ("{},{},Garden\n{},{}", "{1},{0}\n{3},{2}"):
        add(lines.format(*GARDEN, *CASINO))
        reader.settle()
        found = [(stop["geometry"]["x"], stop["geometry"]["y"]) for stop in reader.stops]
        assert found == [GARDEN, CASINO], (lines, found)
        reader.press("#clear")
    # Addresses; one of them is nowhere. A file does the same.
    names = ["rue grimaldi", "boulevard albert 1er", "qqqzzz 9"]
    for way in ("paste", "file"):
        if way == "paste":
            add("\n".join(names))
        else:
            reader.page.set_input_files("#many input[type=file]", {
                "name": "day.csv", "mimeType": "text/csv",
                "buffer": "\n".join(["address", *names]).encode()})
            reader.page.wait_for_selector(f"{note} >> text=/added/")
        reader.settle()
        assert "2 of 3 stops added" in reader.text(note), reader.text(note)
        assert "qqqzzz 9" in reader.text(note) and names[0] not in reader.text(note)
        assert [s["attributes"]["Name"] for s in reader.stops] == names[:2]
        assert reader.minutes > 0
        reader.press("#undo")
        reader.page.evaluate("selector => document.querySelector(selector).replaceChildren()", note)
    # One table after the other: nothing is taken while places are looked up.
    held = hold(reader, "**/geocodeAddresses")
    file = "#many input[type=file]"
    reader.page.set_input_files(file, {
        "name": "day.csv", "mimeType": "text/csv", "buffer": b"address\nrue grimaldi"})
    reader.page.wait_for_selector(f"{file}:disabled")
    assert reader.page.locator("#many button").is_disabled()
    for route in reader.wait(lambda: held, "no address is looked up"):
        route.continue_()
    reader.page.unroute("**/geocodeAddresses")
    reader.page.wait_for_selector(f"{note} >> text=/1 of 1 stops added/")
    reader.page.wait_for_selector(f"{file}:not(:disabled)")
    assert reader.page.input_value(file) == "", "the same file cannot be chosen again"
    reader.press("#clear")
    # Sixty in the best order.
    places = [(7.4145 + i % 12 * 0.0012, 43.7310 + i // 12 * 0.0016) for i in range(60)]
    add("\n".join(["id,name,lon,lat", *(f"{i},P{i},{x:.4f},{y:.4f}"
                                       for i, (x, y) in enumerate(places, 1))]))
    reader.settle()
    assert len(reader.stops) == 60 and reader.minutes > 0
    assert reader.stops[0]["attributes"]["Name"] == "P1", reader.stops[0]
    check_seen(reader, [(s["geometry"]["x"], s["geometry"]["y"]) for s in reader.stops])
    # What orders them is not below all of them, and paper has them in the order of the route.
    assert reader.page.locator("#best").bounding_box()["y"] < 2 * 800
    reader.page.check("#best")
    reader.settle()
    reader.page.emulate_media(media="print")
    boxes = [(row.locator(".badge").inner_text(), row.bounding_box())
             for row in reader.page.locator("#stop-list > li").all()]
    shown = [int(number) for number, box in sorted(
        boxes, key=lambda one: (round(one[1]["y"]), one[1]["x"]))]
    assert shown == sorted(shown) and len(shown) == 60, shown
    assert shown != [int(number) for number, _ in boxes], "the best order is the given one"
    reader.page.emulate_media(media="screen")
    reader.check_access("many stops")
    reader.close()


def via(new):
    """The line can be pulled: a via point begins there, in the leg that was pulled."""
    reader = new().open(link((GARDEN, PORT, CASINO)))
    at = reader.line_point()
    before, seen = reader.minutes, []

    def look():
        reader.settle()
        seen.append(reader.minutes)
    reader.drag(at, reader.where(MUSEUM), between=look)
    assert len(reader.stops) == 4
    assert seen[0] != before and seen[1] == reader.minutes, (before, seen, reader.minutes)
    kinds = [s["attributes"].get("LocationType", 0) for s in reader.stops]
    assert kinds in ([0, 1, 0, 0], [0, 0, 1, 0]), kinds
    assert reader.minutes > before
    assert reader.page.locator(".pin.via").count() == 1
    assert "Via point" in reader.page.locator(".pin.via").get_attribute("aria-label")
    reader.picture("via")
    reader.close()


def barriers(new):
    """Barriers of three shapes and three effects are drawn, moved, and say what each one costs."""
    reader = new().open(link((GARDEN, CASINO)))
    before = reader.minutes
    on_route = reader.line_point()
    reader.press("[data-tool=polygon]")
    x, y = on_route
    for dx, dy in ((-30, -30), (30, -30), (30, 30), (-30, 30)):
        reader.page.mouse.click(x + dx, y + dy)
        reader.page.wait_for_timeout(350)
    reader.page.keyboard.press("Enter")
    reader.settle()
    [area] = reader.features("polygonBarriers")
    assert area["attributes"]["BarrierType"] == 0 and len(area["geometry"]["rings"][0]) == 5
    assert reader.minutes != before
    reader.page.wait_for_selector("#barrier-list >> text=/costs|without it/")
    assert "street section" in reader.text("#barrier-list")
    reader.picture("barrier")
    reader.drag(reader.middle(".corner:not(.middle)", 0), (x - 60, y - 60))
    [moved] = reader.features("polygonBarriers")
    assert moved["geometry"]["rings"][0][0] != area["geometry"]["rings"][0][0]
    assert moved["geometry"]["rings"][0][1:4] == area["geometry"]["rings"][0][1:4]
    reader.drag(reader.middle(".corner.middle", 0), (x, y - 90))
    [grown] = reader.features("polygonBarriers")
    assert len(grown["geometry"]["rings"][0]) == 6, "a middle does not become a corner"
    reader.page.select_option("#barrier-list select", "scaled")
    reader.page.fill("#barrier-list input[type=number]", "1.5")
    reader.page.keyboard.press("Tab")
    reader.settle()
    [slow] = reader.features("polygonBarriers")
    assert slow["attributes"] == {"BarrierType": 1, "Attr_TravelTime": 1.5}, slow
    # The route follows a corner while it is dragged.
    reader.page.select_option("#barrier-list select", "closed")
    reader.settle()
    shut, seen = reader.minutes, []

    def look():
        reader.settle()
        seen.append(reader.minutes)
    moves = len(reader.entries("waypost-move"))
    for number in range(len(slow["geometry"]["rings"][0]) - 1):
        reader.drag(reader.middle(".corner:not(.middle)", number), (x + 240, y + 20 * number),
                    between=look)
        assert seen[-1] == reader.minutes, "the route before the release is another"
    assert set(seen) != {shut}, (shut, seen)
    assert len(reader.entries("waypost-move")) > moves
    reader.page.locator("#barrier-list button[aria-label^=Remove]").click()
    reader.settle()
    assert reader.minutes == before

    reader.press("[data-tool=point]")
    reader.page.mouse.click(*reader.line_point())
    reader.settle()
    reader.page.select_option("#barrier-list select", "added")
    reader.settle()
    [point] = reader.features("barriers")
    assert point["attributes"] == {"BarrierType": 2, "Attr_TravelTime": 5}
    reader.press("[data-barrier=line]")
    assert len(reader.features("polylineBarriers")) == 1
    reader.page.locator(".corner:not(.middle)").nth(0).focus()
    reader.page.keyboard.press("ArrowDown")
    reader.settle()
    [line] = reader.features("polylineBarriers")
    [[a, b]] = line["geometry"]["paths"]
    assert a[1] < b[1], "a key does not move the corner"
    reader.press("[data-tool=line]")
    reader.click(PORT)
    reader.page.keyboard.press("Enter")
    reader.told("two corners")
    reader.page.keyboard.press("Escape")
    assert not reader.page.locator("#notice").is_visible()
    assert len(reader.features("polylineBarriers")) == 1
    # Without an answer, the page says nothing of them.
    reader.press("#clear")
    reader.page.wait_for_selector("#barrier-list li", state="detached")
    reader.close()

    x, y = PORT

    def square(size):
        return [[round(x + i * size, 6), round(y + j * size, 6)]
                for i, j in ((-1, -1), (-1, 1), (1, 1), (1, -1), (-1, -1))]
    # A stop whose streets are closed is moved, and a line leads to where it is.
    closed = {"features": [{"geometry": {"rings": [square(0.001)]},
                            "attributes": {"Name": "Closed"}}]}
    reader = new().open(link((GARDEN, PORT), polygonBarriers=json.dumps(closed)))
    assert reader.minutes > 0
    [tie] = reader.drawn("ties")
    ends = sorted(tie, key=lambda place: meters_to([PORT, PORT], place))
    assert meters_to([PORT, PORT], ends[0]) < 3, tie
    assert max(abs(ends[-1][0] - x), abs(ends[-1][1] - y)) > 0.00099, "it ends in the area"
    reader.picture("moved")
    reader.close()

    # A hole stays a hole of its area.
    ring = {"features": [{"geometry": {"rings": [square(0.002), square(0.001)[::-1]]},
                          "attributes": {"Name": "Ring"}}]}
    reader = new().open(link((GARDEN, CASINO), polygonBarriers=json.dumps(ring)))
    [area] = reader.features("polygonBarriers")
    assert [len(r) for r in area["geometry"]["rings"]] == [5, 5], area
    reader.page.click("#barriers-part > summary")
    reader.page.fill("#barrier-list .name", "Ring of streets")
    reader.settle()
    [area] = reader.features("polygonBarriers")
    assert area["geometry"]["rings"] == ring["features"][0]["geometry"]["rings"], area
    reader.picture("hole")
    reader.close()

    # Of many, the chosen one is measured, and the page says so.
    crowd = {"features": [{"geometry": {"x": x + i * 1e-3, "y": y}, "attributes": {}}
                          for i in range(7)]}
    reader = new().open(link((GARDEN, CASINO), barriers=json.dumps(crowd)))
    reader.page.click("#barriers-part > summary")
    assert "the chosen one" in reader.text("#barriers-note")
    assert "costs" not in reader.text("#barrier-list")
    reader.press("#barrier-list .badge >> nth=2")
    reader.page.wait_for_selector("#barrier-list > li:nth-child(3) >> text=/costs|without it/")
    reader.close()


def travel(new):
    """Mode, restrictions added to it, sizes, departure, windows, service and best order."""
    reader = new().open(link((GARDEN, CASINO, PORT, MUSEUM)))
    drive = reader.minutes
    reader.page.click("#avoid-part summary")

    def avoided():
        return [text.strip() for text in reader.page.locator("#avoid label").all_inner_texts()]
    names = avoided()
    reader.page.select_option("#mode", label="Walking Time")
    reader.settle()
    assert reader.minutes > drive
    # What is for walking comes first, and last when one drives.
    [driving, walking] = [[names.index(f"Avoid {name}") for name in ("Toll Roads", "Stairways")]
                          for names in (names, avoided())]
    assert driving[0] < driving[1] and walking[0] > walking[1], (driving, walking)
    reader.page.select_option("#mode", label="Driving Time")
    reader.page.check("#avoid >> text=Avoid Toll Roads >> nth=0")
    reader.page.click("#vehicle-part summary")
    reader.page.fill("#vehicle label:has-text('Vehicle Height') input", "3.9")
    reader.page.keyboard.press("Tab")
    reader.settle()
    mode = json.loads(reader.fields["travelMode"])
    added = mode["restrictionAttributeNames"]
    assert {"Driving an Automobile", "Avoid Toll Roads", "Height Restriction"} <= set(added), added
    assert mode["attributeParameterValues"][0]["value"] == 3.9
    assert reader.minutes > 0

    reader.press("#best")
    assert reader.fields["findBestSequence"] == "true"
    assert reader.fields["preserveFirstStop"] == "true"
    assert reader.minutes < drive
    reader.press("#adopt")
    assert reader.fields["findBestSequence"] == "false"
    assert reader.minutes < drive

    reader.page.locator("#stop-list button[aria-label^=Details]").nth(1).click()
    row = reader.page.locator("#stop-list > li").nth(1)
    check_times(reader)
    row.locator("label:has-text('Not before') input").fill("2026-03-02T09:00")
    row.locator("label:has-text('Not after') input").fill("2026-03-02T09:10")
    row.locator("label:has-text('Service') input").fill("15")
    reader.page.keyboard.press("Tab")
    row.locator("label:has-text('Side') select").select_option(label="on the right")
    reader.settle()
    stop = reader.stops[1]["attributes"]
    assert stop["TimeWindowStart"] == 1772442000000 and stop["CurbApproach"] == 1, stop
    assert stop["Attr_TravelTime"] == 15 and reader.fields["useTimeWindows"] == "true"
    assert reader.fields["startTime"] == "1772438400000"
    assert "wait" in reader.text("#timeline .legend"), reader.text("#timeline")
    assert "09:00" not in reader.text("#timeline tbody tr:nth-child(1)")
    assert "09:15" in reader.text("#timeline tbody tr:nth-child(2)")
    reader.page.fill("#start", "2026-03-02T09:30")
    reader.page.keyboard.press("Tab")
    reader.settle()
    assert "late" in reader.text("#timeline .legend")
    assert reader.page.locator("#problems").is_visible()
    assert "{" not in reader.text("#problems"), reader.text("#problems")
    reader.page.locator("#timeline-part").scroll_into_view_if_needed()
    reader.picture("windows")
    reader.close()

    # A street that is closed at 9 is used at 11: the scripts' own town.
    reader = new().open(urllib.parse.urlencode(
        {"stops": "7.4200,43.7400;7.4240,43.7400", "startTime": "1772442000000"}), path=HOURS)
    at_nine, around = reader.minutes, reader.drawn("route")
    reader.page.fill("#start", "2026-03-02T11:00")
    reader.page.keyboard.press("Tab")
    reader.settle()
    assert reader.minutes < at_nine, (reader.minutes, at_nine)
    street = [(7.4200, 43.7400), (7.4240, 43.7400)]
    far = [max(meters_to(street, place) for line in lines for place in line)
           for lines in (around, reader.drawn("route"))]
    assert far[0] > 100 and far[1] < 5, far
    reader.close()


def check_times(reader):
    """Checks that the fields of dates with times show all of them."""
    widths = reader.page.evaluate("""() => [...document.querySelectorAll("[type=datetime-local]")]
        .filter(field => field.checkVisibility())
        .map(field => [field.scrollWidth, field.clientWidth])""")
    assert widths and all(needed <= wide for needed, wide in widths), widths


def changes(new):
    """Buttons of suggested changes say in words what they do, and do it."""
    places = [(GARDEN, {"Name": "Garden"}),
              (PORT, {"Name": "Port", "TimeWindowStart": 1772442000000,
                      "TimeWindowEnd": 1772442600000, "Attr_TravelTime": 15}),
              (MUSEUM, {"Name": "Museum " + "of the sea " * 12, "TimeWindowStart": 1772438400000,
                        "TimeWindowEnd": 1772442600000})]
    fields = link(startTime="1772438400000", useTimeWindows="true", findBestSequence="false")
    fields += "&" + urllib.parse.urlencode({"stops": json.dumps({"features": [
        {"geometry": {"x": x, "y": y}, "attributes": more} for (x, y), more in places]})})
    reader = new().open(fields)
    # Their words are loaded when there is such a button.
    reader.page.wait_for_selector("#problems button[title]")
    button = reader.page.locator("#problems button").first
    clock = re.search(r"move the end of its window to (\d\d):(\d\d)$", button.inner_text())
    assert clock, button.inner_text()
    assert button.get_attribute("title") == button.inner_text()
    assert reader.style("#problems button", "textOverflow") == "ellipsis"
    wide = reader.page.evaluate("""() => {
        const panel = document.querySelector(".panel");
        return panel.scrollWidth - panel.clientWidth;
    }""")
    assert wide <= 0, f"a long name makes the panel {wide} pixels too wide"
    name = reader.page.locator("#stop-list .name").nth(2)
    assert name.get_attribute("title") == name.input_value()
    button.click()
    reader.settle()
    end = reader.stops[2]["attributes"]["TimeWindowEnd"] // 60000 % 1440
    assert end == int(clock[1]) * 60 + int(clock[2]), (end, clock[0])
    assert not reader.page.locator("#problems").is_visible()

    # No kind of change is shown as the server writes it.
    kinds = [
        *({"parameter": name, "value": value} for name, value in (
            ("startTime", 1772442000000), ("startTime", None), ("useTraffic", False),
            ("travelMode", "Walking"), ("travelMode", {"name": "x"}), ("context", {}),
            ("locateSettings", {"default": {"tolerance": 9}}))),
        {"removeBarriers": [{"parameter": "barriers", "objectId": 1, "name": ""}]},
        {"stops": [{"objectId": 1, "name": "Garden", "attributes": {
            "CurbApproach": 0, "Bearing": None, "TimeWindowStart2": 1772528400000}}]}]
    reader.page.route("**/solve", lambda route: route.fulfill(json={"error": {
        "code": 400, "message": "No route", "details": ["No route"], "reasons": [
            {"cause": "x", "text": f"Reason {i}.", "change": change}
            for i, change in enumerate(kinds)]}}), times=1)
    reader.press("#reverse")
    reader.page.wait_for_function(
        "count => document.querySelectorAll('#problems button[title]').length === count",
        arg=len(kinds))
    texts = reader.page.locator("#problems button").all_inner_texts()
    for text in texts:
        assert not re.search(r"[{}\[\]]|null|undefined|NaN|esri|\d{9}", text), text
    assert texts[0].endswith("09:00") and "2026-03-03 09:00" in texts[-1], texts
    reader.close()


def no_route(new):
    """What cuts a stop off is named and drawn, and a button takes it away."""
    x, y = CASINO
    ring = [[x + 0.004 * math.cos(a), y + 0.003 * math.sin(a)]
            for a in [i * math.pi / 8 for i in range(17)]]
    wall = {"features": [{"geometry": {"paths": [ring]}, "attributes": {"Name": "Wall"}}]}
    reader = new()
    pockets = []

    def keep(route):
        reply = route.fetch()
        for reason in reply.json().get("error", {}).get("reasons", []):
            pockets.append(reason.get("pocket"))
        route.fulfill(response=reply)
    reader.page.route("**/solve", keep)
    reader.open(link(
        (GARDEN, CASINO), polylineBarriers=json.dumps(wall),
        locateSettings='{"default":{"allowAutoRelocate":false}}'))
    assert reader.totals == "No route", reader.totals
    assert "Wall" in reader.text("#problems")
    reader.picture("no-route")
    # The streets within the ring are drawn.
    lines = pockets[0]["paths"]
    assert lines and all(math.hypot((a - x) / 0.004, (b - y) / 0.003) < 1
                         for line in lines for a, b in line), lines
    drawn = reader.drawn("pocket")
    assert all(math.hypot((a - x) / 0.004, (b - y) / 0.003) < 1.01
               for line in drawn for a, b in line), drawn
    assert all(min(meters_to(line, place) for line in lines) < 3
               for part in drawn for place in part), "other streets are drawn than were sent"
    # Lines that lie upon each other are no darker.
    assert reader.page.evaluate("keptMap.getPaintProperty('pocket', 'line-opacity') ?? 1") == 1
    # So is the gap, from the last stop that is reached to the one that is not.
    assert reader.drawn("ties")
    reader.answer_itself()
    assert reader.page.locator("#barrier-list .bad").count() == 1
    reader.press("#problems button")
    assert "polylineBarriers" not in reader.fields
    assert reader.minutes > 0
    assert not reader.page.locator("#problems").is_visible()
    reader.page.goto("about:blank")
    for fields in (
            {"stops": "{bad"}, {"stops": '{"features":{}}'}, {"stops": '{"features":[{}]}'},
            {"travelMode": '{"id":5}'}, {"travelMode": '{"attributeParameterValues":[null]}'},
            {"polygonBarriers": '{"rings":[[null]]}'}):
        reader.page.goto("about:blank")
        reader.open(urllib.parse.urlencode(fields))
        told = reader.text("#problems")
        assert "damaged" in told and "The link's" in told, (fields, told)
    # Stops in every form that the server reads.
    points = [{"type": "Point", "coordinates": list(place)} for place in (GARDEN, CASINO)]
    for stated in (
            [list(GARDEN), list(CASINO)], [{"x": x, "y": str(y)} for x, y in (GARDEN, CASINO)],
            {"type": "FeatureCollection", "features": [
                {"type": "Feature", "properties": None, "geometry": point} for point in points]}):
        reader.page.goto("about:blank")
        reader.open(urllib.parse.urlencode({"stops": json.dumps(stated)}))
        found = [(stop["geometry"]["x"], stop["geometry"]["y"]) for stop in reader.stops]
        assert len(found) == 2 and all(
            math.dist(*pair) < 2e-6 for pair in zip(found, (GARDEN, CASINO))), (stated, found)
    reader.close()


def alternatives(new):
    """Alternatives are ranked, each can be looked at, and it is drawn where they differ."""
    reader = new()
    answers = []

    def keep(route):
        reply = route.fetch()
        answers.append(reply.json())
        route.fulfill(response=reply)
    reader.page.route("**/solve", keep)
    reader.open(link((GARDEN, CASINO), alternatives="2", maxDetour="2", maxSharing="0.9"))
    routes = [[line for line in feature["geometry"]["paths"]]
              for feature in answers[-1]["routes"]["features"]]
    differs = reader.drawn("differs")
    differing = [place for line in differs for place in line]
    away = [min(meters_to(line, place) for line in routes[0]) for place in differing]
    assert max(away) > 20, "what is drawn as different is the first route"
    assert all(min(meters_to(line, place) for route in routes[1:] for line in route) < 3
               for place in differing), "what is drawn as different is on no alternative"
    # Nothing of the others that is far from the first one is left out.
    for place in (place for route in routes[1:] for line in route for place in line):
        if min(meters_to(line, place) for line in routes[0]) > 20:
            assert any(meters_to(line, place) < 3 for line in differs), place
    reader.answer_itself()
    choices = reader.page.locator("#alternatives-list input")
    assert choices.count() >= 2
    first, steps = reader.totals, reader.text("#directions")
    texts = reader.page.locator("#alternatives-list label").all_inner_texts()
    for rank, text in enumerate(texts, 1):
        assert re.fullmatch(
            rf"{rank}\. [\d minsh]+( \([+][^()]+\))?, [\d.]+ k?m", text.strip()), text
    assert reader.text("#totals strong") in texts[0], (first, texts)
    # The number of each is on its own streets.
    assert reader.page.locator(".rank").all_inner_texts() == [
        str(rank) for rank in range(1, len(texts) + 1)]
    for rank, route in enumerate(routes):
        place = reader.place(".rank", rank)
        assert min(meters_to(line, place) for line in route) < 5, rank
        other = routes[0 if rank else 1]
        assert min(meters_to(line, place) for line in other) > 5, rank
    strong = """() => keptMap.queryRenderedFeatures({ layers: ["differs"] })
        .some(({ properties }) => properties.strong)"""
    assert not reader.page.evaluate(strong)
    choices.nth(1).focus()
    reader.page.wait_for_function(strong)
    reader.page.locator("#mode").focus()
    reader.page.wait_for_function(f"() => !({strong})()")
    assert reader.text("#totals strong") in reader.text(AT_END), reader.text(AT_END)
    choices.nth(1).check()
    reader.settle()
    assert reader.totals != first and reader.text("#directions") != steps
    # The list and the timeline have the chosen route's time, not the first one's.
    took = reader.text("#totals strong")
    assert took not in first and took in reader.text(AT_END), (took, reader.text(AT_END))
    assert took in reader.text("#timeline tbody tr:last-child"), reader.text("#timeline")
    reader.picture("alternatives")
    # A request without alternatives draws none, though their list had the focus.
    choices.nth(1).focus()
    reader.page.evaluate("link => { location.hash = link; }", link((GARDEN, CASINO)))
    reader.page.wait_for_function("() => !document.querySelector('#alternatives-list input')")
    reader.settle()
    kept = reader.page.evaluate("keptMap.getSource('routes').serialize().data.features.length")
    assert kept == 1, f"{kept} routes are drawn"
    reader.close()


def choices(new):
    """While another route is chosen, stops wait, are late and are left as that route has it."""
    begin = 1772438400000
    windows = [{"TimeWindowStart": begin + 300_000, "Attr_TravelTime": 2},
               {"TimeWindowStart": begin + 780_000, "TimeWindowEnd": begin + 840_000,
                "Attr_TravelTime": 3}]
    reader = new().open(urllib.parse.urlencode({
        "stops": json.dumps({"features": [
            {"geometry": {"x": x, "y": y}, "attributes": window}
            for (x, y), window in zip((GARDEN, CASINO), windows)]}),
        "startTime": str(begin), "useTimeWindows": "true", "findBestSequence": "false",
        "alternatives": "2", "maxDetour": "2", "maxSharing": "0.9"}))
    buttons = reader.page.locator("#alternatives-list input")
    arrivals, late = [], []
    # The first route comes last, after others.
    for place in (*range(1, buttons.count()), 0):
        buttons.nth(place).check()
        reader.settle()
        more, legend = reader.text("#totals-more"), reader.text("#timeline .legend")
        begins, ends = re.match(r"(\d\d:\d\d) – (\d\d:\d\d)", more).groups()
        cells = [row.locator("td").all_inner_texts()
                 for row in reader.page.locator("#timeline tbody tr").all()]
        assert (cells[0][0], cells[1][-1]) == (begins, ends), (place, more, cells)
        assert f"arrives {cells[1][0]}" in reader.text(AT_END), (place, cells)
        for word, found in (("wait", re.search(r"waits ([\d minsh]+)", more)),
                            ("late", re.search(r"([\d minsh]+) late in all", more))):
            assert (f"{word} {found[1].strip()}" in legend) if found else word not in legend, (
                place, more, legend)
        late.append("late" in more)
        assert reader.page.locator(".pin.blamed").count() == late[-1], (place, more)
        assert ("late" in reader.text(AT_END)) == late[-1], (place, reader.text(AT_END))
        arrivals.append(cells[1][0])
    assert len(set(arrivals)) > 1 and arrivals[-1] == min(arrivals), arrivals
    assert True in late and False in late, (late, "all routes are alike")
    reader.close()


def sharing(new, waypost):
    """The link opens the same request, copies run, files can be read, and there is a sheet."""
    reader = new().open(link((GARDEN, CASINO, PORT)))
    reader.page.select_option("#mode", label="Walking Distance")
    reader.page.click("#barriers-part > summary")
    reader.press("[data-barrier=polygon]")
    other = new().open(urllib.parse.urlsplit(reader.page.url).fragment)
    assert other.totals == reader.totals
    assert other.fields == reader.fields
    other.close()

    reader.page.click("#share-part summary")
    # What writes the copies is loaded only now.
    reader.page.wait_for_selector("#copy-text:has-text('solve')")
    texts = {}
    for kind in COPIES:
        reader.page.select_option("#copy-kind", kind)
        texts[kind] = reader.page.locator("#copy-text").text_content()
        assert "solve" in texts[kind], kind
    compile(texts["arcgis"], "arcgis", "exec")
    for argument in ("out_sr=4326", "find_best_sequence=False", "polygon_barriers="):
        assert argument in texts["arcgis"], texts["arcgis"]
    runs = {"curl": ["bash", "-c", texts["curl"]],
            "requests": [sys.executable, "-c", texts["requests"]],
            "waypost": ["bash", "-c", "waypost() { " + json.dumps(waypost) + ' "$@"; }\n'
                        + texts["waypost"]]}
    if shutil.which("node"):
        runs["javascript"] = ["node", "--input-type=module", "-e", texts["javascript"]]
    if shutil.which("swiftc"):
        source, program = reader.folder / "copy.swift", reader.folder / "copy"
        source.write_text(texts["swift"], encoding="utf-8")
        subprocess.run(["swiftc", "-o", program, source], check=True, timeout=300)
        runs["swift"] = [program]
    for kind, command in runs.items():
        run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert run.returncode == 0 and run.stdout and "'code'" not in run.stdout, (kind, run)
        assert '"error"' not in run.stdout and run.stdout.strip() != "[]", (kind, run)
    print(f"  run: {', '.join(sorted(runs))}")
    for kind in ("curl", "swift"):
        if kind in runs:
            told = subprocess.run(runs[kind], capture_output=True, text=True, check=True).stdout
            assert json.loads(told)["routes"]["features"], kind

    for kind in ("geojson", "gpx", "kml"):
        with reader.page.expect_download() as download:
            reader.page.click(f"[data-download={kind}]")
        file = reader.folder / f"route.{kind}"
        download.value.save_as(file)
        if kind == "geojson":
            collection = json.loads(file.read_text(encoding="utf-8"))
            assert collection["type"] == "FeatureCollection" and collection["features"]
        else:
            root = xml.etree.ElementTree.parse(file).getroot()
            points = [e for e in root.iter() if e.tag.endswith(("trkpt", "coordinates"))]
            assert len(points) > 3, kind
    reader.close()


def printing(new):
    """The sheet has the whole route on a light map with its credit, and steps in two columns."""
    reader = new(color_scheme="dark").open(urllib.parse.urlencode({
        "stops": "{},{};{},{}".format(*GARDEN, *CASINO), "map": "17/{1}/{0}".format(*GARDEN)}))
    view = reader.fields["map"]
    # However long the map for paper takes: the page waits for ten seconds of it.
    reader.page.evaluate("""() => {
        const later = window.setTimeout;
        window.setTimeout = (call, pause, ...more) =>
            (pause === 10000 ? 0 : later(call, pause, ...more));
    }""")
    # A browser's own menu prints at once, the page's button and keys print what is drawn anew.
    for how in ("menu", "button"):
        if how == "menu":
            # What draws it is loaded with the first answer.
            reader.page.wait_for_function("""() => {
                window.dispatchEvent(new Event("beforeprint"));
                return document.getElementById("print-map").src;
            }""")
        else:
            reader.page.evaluate("() => { window.print = () => { window.printed = true; }; }")
            reader.page.keyboard.press("Control+p")
            reader.page.wait_for_function("() => window.printed")
        seen = reader.page.evaluate(PAPER)
        assert min(seen["margins"]) > 0.02, (how, seen)
        assert max(1 - sum(seen["margins"][i:i + 2]) for i in (0, 2)) > 0.4, (how, seen)
        assert seen["light"] > 0.8, (how, seen)
        assert how == "menu" or seen["streets"] > 0.01, seen
        assert reader.fields["map"] == view, "printing moves the map"
    # Paper of A4, without its margins.
    reader.page.set_viewport_size({"width": 718, "height": 1000})
    reader.page.emulate_media(media="print")
    boxes = {name: reader.page.locator(f"#{name}").bounding_box()
             for name in ("print-map", "print-credit", "directions")}
    assert "OpenStreetMap" in reader.text("#print-credit")
    end = boxes["print-map"]["y"] + boxes["print-map"]["height"]
    assert 0 <= boxes["print-credit"]["y"] - end < 20, boxes
    assert boxes["directions"]["y"] < 1000, "the steps begin on the second page"
    assert reader.style("#directions", "columnCount") == "2"
    assert reader.style("body", "backgroundColor") == "rgb(255, 255, 255)"
    for gone in (".tools", ".search", "#fit"):
        assert not reader.page.locator(gone).is_visible(), gone
    assert "Find an address" not in reader.text("body")
    reader.page.pdf(path=reader.folder / "sheet.pdf", format="A4")
    reader.close()


def whole(new):
    """A link without a view shows all of the route, and a button does so again."""
    x, y = CASINO
    ring = [[x + 0.004 * math.cos(a), y + 0.003 * math.sin(a)]
            for a in [i * math.pi / 8 for i in range(17)]]
    cut = {"polylineBarriers": json.dumps(
        {"features": [{"geometry": {"paths": [ring]}, "attributes": {"Name": "Wall"}}]}),
        "locateSettings": '{"default":{"allowAutoRelocate":false}}'}
    for context, more in (({}, {"alternatives": "2", "maxDetour": "2", "maxSharing": "0.9"}),
                          ({}, cut), (PHONE, {})):
        reader = new(**context)
        answers = []

        def keep(route):
            reply = route.fetch()
            answers.append(reply.json())
            route.fulfill(response=reply)
        reader.page.route("**/solve", keep)
        reader.open(urllib.parse.urlencode(
            {"stops": "{},{};{},{}".format(*GARDEN, *CASINO), **more}))
        reader.answer_itself()
        lines = [line for feature in answers[0].get("routes", {}).get("features", [])
                 for line in feature["geometry"]["paths"]]
        lines += [line for reason in answers[0].get("error", {}).get("reasons", [])
                  for line in reason.get("pocket", {}).get("paths", [])]
        assert lines
        places = [GARDEN, CASINO, *(place for line in lines for place in line)]
        check_seen(reader, places)
        button = reader.page.get_by_role("button", name="Show the whole route")
        reader.page.evaluate("center => { keptMap.jumpTo({ center, zoom: 17 }); }", GARDEN)
        reader.page.locator(".maplibregl-ctrl-zoom-out").focus()
        reader.page.keyboard.press("Tab")
        assert button.evaluate("button => button === document.activeElement")
        reader.page.keyboard.press("Enter")
        reader.settle()
        check_seen(reader, places)
        reader.close()


def check_seen(reader, places):
    """Checks that places are on the map, and that no tool lies upon them."""
    box = reader.page.locator("#map").bounding_box()
    tools = reader.page.locator(".tools").bounding_box()
    for place in places:
        x, y = reader.where(place)
        assert box["x"] + 4 < x < box["x"] + box["width"] - 4, (place, x, box)
        assert tools["y"] + tools["height"] < y < box["y"] + box["height"] - 4, (place, y, box)


def phone(new):
    """On a phone, a strip of the map stays beside the steps, with the one that is tapped."""
    reader = new(**PHONE).open(link((GARDEN, CASINO, PORT)))
    step = reader.page.locator("#directions button.step").nth(4)
    step.scroll_into_view_if_needed()
    step.tap()
    reader.settle()
    begin = reader.drawn("step")[0][0]
    seen = reader.page.evaluate("""(place) => {
        const box = document.querySelector("#map").getBoundingClientRect();
        const { x, y } = keptMap.project(place);
        const isMap = (x, y) => document.elementFromPoint(x, y)?.closest("#map") != null;
        const top = Math.max(0, box.top);
        return { strip: box.bottom - top, isMap: isMap(box.width / 2, (top + box.bottom) / 2),
            isStep: isMap(box.left + x, box.top + y), bottom: box.bottom };
    }""", begin)
    assert seen["strip"] > 200 and seen["isMap"] and seen["isStep"], seen
    assert step.bounding_box()["y"] >= seen["bottom"] - 1, "the map lies upon the step"
    check_credit(reader)
    check_widths(reader)
    reader.picture("phone-step")
    reader.close()

    reader = new(**{**PHONE, "viewport": {"width": 320, "height": 640}})
    reader.open(link((GARDEN, CASINO), alternatives="2", maxDetour="2", maxSharing="0.9"))
    reader.page.locator("#stop-list .name").first.fill(
        "Boulevard Albert 1er, the entrance in the courtyard behind the school")
    reader.page.locator("#stop-list button[aria-label^=Details]").first.tap()
    reader.page.select_option("#start-kind", "at")
    for part in ("barriers", "avoid", "vehicle", "analyses", "jobs", "share"):
        reader.page.locator(f"#{part}-part > summary").tap()
    reader.page.locator("[data-barrier=polygon]").tap()
    reader.page.wait_for_selector("#copy-text:has-text('solve')")
    reader.settle()
    check_times(reader)
    check_widths(reader)
    check_reflow(reader)
    reader.page.evaluate("scrollTo(0, 0)")
    check_credit(reader)
    reader.page.locator("[data-tool=polygon]").tap()
    reader.page.touchscreen.tap(100, 200)
    reader.page.wait_for_selector("#finish:visible")
    done, cancel = (reader.page.locator(f"#{name}").bounding_box()
                    for name in ("finish", "cancel-draft"))
    assert done["y"] == cancel["y"], "the tools need two lines"
    reader.close()


def check_reflow(reader):
    """Checks that nothing is cut off or beside the screen: WCAG's reflow, at 320 pixels."""
    cut = reader.page.evaluate("""() => {
        const wide = document.documentElement.clientWidth;
        const measure = document.createElement("canvas").getContext("2d");
        // A box of text or of choices needs its words, and an arrow.
        const needs = (element, text, more) => {
            measure.font = getComputedStyle(element).font;
            return measure.measureText(text).width > element.clientWidth - more;
        };
        const isCut = (element) => {
            const box = element.getBoundingClientRect();
            if (box.left < 0 || box.right > wide + 1) return true;
            if (element.matches("select")) {
                return [...element.options].some(({ text }) => needs(element, text, 32));
            }
            if (element.matches("[type=checkbox], [type=radio], [type=file]")) return false;
            if (element.matches("input")) return needs(element, element.value, 12);
            if (element.scrollHeight > element.clientHeight + 1 && element.matches(".name")) {
                return true;
            }
            return !element.matches("pre") && element.scrollWidth > element.clientWidth + 1;
        };
        return [...document.querySelectorAll(".panel :is(button, select, input, h1, h2, h3, label,"
            + " .name, p, li, span, table, pre, summary, legend)")]
            .filter((element) => element.checkVisibility() && !element.closest(".unseen")
                && element.type !== "datetime-local" && isCut(element))
            .map((element) => element.outerHTML.slice(0, 120));
    }""")
    assert not cut, cut
    assert reader.page.evaluate("document.documentElement.scrollWidth") <= 320


def check_credit(reader):
    """Checks that the credit of the map is seen, and lies upon nothing else."""
    seen = reader.page.evaluate("""() => {
        const credit = document.querySelector(".maplibregl-ctrl-attrib");
        const [box, scale] = [credit, document.querySelector(".maplibregl-ctrl-scale")]
            .map(element => element.getBoundingClientRect());
        return { text: credit.innerText,
            isTop: credit.contains(document.elementFromPoint(
                box.left + box.width / 2, box.top + box.height / 2)),
            isApart: scale.bottom <= box.top || scale.right <= box.left };
    }""")
    assert "OpenStreetMap" in seen["text"] and seen["isTop"] and seen["isApart"], seen


def check_widths(reader):
    """Checks that a finger can press the buttons of the rows."""
    widths = reader.page.evaluate("""() => [...document.querySelectorAll("#stop-list .line button")]
        .map(button => button.getBoundingClientRect().width)""")
    assert widths and min(widths) >= 27, widths
    small = reader.page.locator("#stop-list .small").evaluate_all(
        "buttons => buttons.map(button => button.getBoundingClientRect().width)")
    assert min(small) >= 32, small


def names_above(new):
    """Routes are drawn above the streets and below their names, by day and by night."""
    reader = new().open(link((GARDEN, CASINO)))
    for scheme in ("light", "dark"):
        if scheme == "dark":
            reader.change_scheme(scheme)
        reader.drawn("route")
        layers = reader.page.evaluate(
            "keptMap.getStyle().layers.map(({ id, type, source }) => [id, type, source])")
        own = ("streets", "traffic", None)
        names = [i for i, (id, _, _) in enumerate(layers) if id.startswith("label-")]
        lines = [i for i, (_, kind, source) in enumerate(layers)
                 if source in own and kind == "line"]
        for i, (id, _, source) in enumerate(layers):
            if id in ("route-grip", "step", "draft"):
                assert i > max(names), (id, layers)
            elif source not in own:
                assert max(lines) < i < min(names), (id, layers)
    assert "•" not in reader.text("#directions")
    reader.close()


def stored_copy(new):
    """The copy for arcgis is the one that scripts/test-clients runs, where the package is."""
    x, y = MUSEUM
    area = [[x - 3e-4, y - 3e-4], [x - 3e-4, y + 3e-4], [x + 3e-4, y + 3e-4], [x - 3e-4, y - 3e-4]]
    reader = new().open(link((GARDEN, CASINO, PORT), polygonBarriers=json.dumps(
        {"features": [{"geometry": {"rings": [area]}, "attributes": {"Name": "Closed"}}]})))
    reader.page.click("#share-part summary")
    reader.page.wait_for_selector("#copy-text:has-text('solve')")
    reader.page.select_option("#copy-kind", "arcgis")
    text = reader.page.locator("#copy-text").text_content().replace(reader.origin, STORED_ORIGIN)
    if os.environ.get("UPDATE"):
        STORED_COPY.write_text(text, encoding="utf-8")
    assert text == STORED_COPY.read_text(encoding="utf-8"), (
        f"the copy is not that of {STORED_COPY}; UPDATE=1 writes it, scripts/test-clients "
        f"test_map_copy runs it:\n{text}")
    reader.close()


def analyses(new):
    """Matrices, closest facilities and matched traces, with the page's places and departure."""
    reader = new()
    sent = {}

    def hear(request):
        if request.method == "POST":
            name = request.url.rsplit("/", 1)[1]
            sent[name] = dict(urllib.parse.parse_qsl(request.post_data))
    reader.page.on("request", hear)
    reader.open(link((GARDEN, CASINO, PORT), startTime="1772438400000"))
    reader.page.click("#analyses-part summary")
    reader.press("#analyses >> text=Make it")
    reader.page.wait_for_selector("#analyses table")
    assert reader.page.locator("#analyses tbody tr").count() == 3
    assert reader.page.locator("#analyses tbody td").count() == 9
    reader.page.click("#analyses >> text=Find them")
    reader.page.wait_for_selector("#analyses th:has-text('Rank')")
    assert reader.page.locator("#analyses tbody tr").count() == 1
    for name in ("solveODCostMatrix", "solveClosestFacility"):
        assert sent[name]["timeOfDay"] == "1772438400000", (name, sent[name])
    reader.page.fill("#analyses textarea", "7.4188,43.7330;7.4189,43.7325;7.4191,43.7320")
    reader.page.click("#analyses >> text=Match it")
    reader.page.wait_for_selector("#analyses >> text=/of 3 positions are matched/")
    reader.picture("analyses")
    reader.close()


def access(new):
    """No rule of accessibility is broken, light or dark, large or small; keys reach everything."""
    for name, context in {
        "light": {}, "dark": {"color_scheme": "dark"},
        "phone": PHONE,
    }.items():
        reader = new(**context).open(link((GARDEN, CASINO, PORT)))
        reader.press("#barriers-part > summary")
        reader.page.locator("[data-barrier=polygon]").click()
        reader.settle()
        for part in ("avoid-part", "share-part", "analyses-part"):
            reader.page.click(f"#{part} > summary")
        reader.page.locator("#stop-list button[aria-label^=Details]").nth(0).click()
        reader.settle()
        reader.check_access(name)
        wide = reader.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{name}: the page is {wide} pixels too wide"
        reader.page.evaluate("scrollTo(0, 0); document.querySelector('.panel').scrollTo(0, 0)")
        reader.picture(name)
        if name == "phone":
            # A browser makes a click of a tap when it likes.
            reader.page.touchscreen.tap(60, 300)
            reader.wait(lambda: len(reader.stops) == 4, "a tap does not set a stop")
            reader.settle()
        reader.close()

    reader = new().open()
    for _ in range(80):
        reader.page.keyboard.press("Tab")
        if reader.page.evaluate("document.activeElement.id") == "add-stop":
            break
    reader.page.keyboard.press("Enter")
    reader.settle()
    assert len(reader.stops) == 1, "keys do not add a stop"
    assert "added" in reader.page.locator("#status").text_content()
    reader.close()


def traffic(new):
    """Slow traffic is drawn on the route and said, can be left out, and is asked for again."""
    reader = new()
    rules = []

    def soon(route):
        reply = route.fetch()
        rules.append(reply.headers["cache-control"])
        route.fulfill(response=reply, headers={**reply.headers, "cache-control": "max-age=1"})
    reader.page.route("**/tiles/traffic/**", soon)
    reader.open(link((PORT, CASINO)), path="/arcgis/rest/services/Traffic/NAServer/Route/map")
    assert rules and set(rules) == {"public, max-age=30"}, rules
    seen = len(rules)
    reader.wait(lambda: len(rules) > seen, "an open map does not ask for the traffic again")
    reader.answer_itself()
    slow = reader.minutes
    assert "traffic on the way" in reader.text("#totals-more"), reader.text("#totals-more")
    reader.picture("traffic")
    reader.page.uncheck("#traffic")
    reader.settle()
    assert reader.fields["useTraffic"] == "false"
    assert reader.minutes < slow
    assert "traffic" not in reader.text("#totals-more")
    reader.close()


def stored(new):
    """Stored layers are drawn, used in the request and its link, and edited on the map."""
    reader = new()
    reader.open(path=STORED)
    reader.press("#stored-part > summary")
    layer = reader.page.locator("#stored-layer")
    reader.page.wait_for_selector("#stored option:has-text('Deliveries')", state="attached")
    layer.select_option(label="Deliveries (points)")
    reader.page.wait_for_selector("#stored >> text=/4 rows are drawn/")
    reader.settle()
    assert reader.page.locator("#stored .listed li").count() == 4
    # Rows with a condition, and a route for each driver, become the stops.
    reader.page.get_by_label("Names from").select_option("customer")
    reader.page.get_by_label("A route for each").select_option("driver")
    reader.page.click("#stored >> text=/^stops$/")
    reader.page.wait_for_selector("#day .step")
    reader.settle()
    stated = json.loads(reader.fields["stops"])
    assert stated == {"type": "layer", "layerName": "Deliveries", "fieldMappings": {
        "Name": "customer", "RouteName": "driver"}}, stated
    assert [n.strip() for n in reader.page.locator("#day .step-text").all_inner_texts()] == [
        "Ada", "Ben"]
    assert reader.page.locator(".pin").count() == 4
    reader.check_access("stored layers")
    reader.picture("stored")
    other = new().open(urllib.parse.urlsplit(reader.page.url).fragment, path=STORED)
    other.page.wait_for_selector("#day .step")
    assert other.totals == reader.totals
    assert other.page.locator("#stored").get_by_label("A route for each").input_value() == "driver"
    other.close()
    reader.page.get_by_label("Only rows where").fill("driver = 'Ada'")
    reader.page.keyboard.press("Tab")
    reader.page.wait_for_selector("#stored >> text=/2 rows are drawn/")
    reader.page.click("#stored >> text=/^stops$/")
    reader.settle()
    assert json.loads(reader.fields["stops"])["where"] == "driver = 'Ada'"
    assert reader.page.locator("#day .step").count() == 1
    reader.page.get_by_label("Only rows where").fill("driver = ")
    reader.page.keyboard.press("Tab")
    reader.page.wait_for_selector("#stored .failed")
    reader.press("#stored >> text=Stop using it")
    assert "stops" not in reader.fields and not reader.page.locator("#day").is_visible()

    # Areas become barriers.
    reader.page.goto("about:blank")
    reader.open(link((GARDEN, CASINO)), path=STORED)
    reader.press("#stored-part > summary")
    reader.page.wait_for_selector("#stored option:has-text('Closures')", state="attached")
    layer.select_option(label="Closures (areas)")
    reader.page.click("#stored >> text=area barriers")
    reader.settle()
    assert json.loads(reader.fields["polygonBarriers"])["layerName"] == "Closures"
    assert len(reader.stops) == 2 and reader.minutes > 0
    reader.close()

    # A layer of another service is the facilities of an analysis.
    reader = new().open(link((PORT,)))
    reader.press("#stored-part > summary")
    reader.page.wait_for_selector("#stored option:has-text('Stored: Deliveries')",
                                  state="attached")
    reader.page.locator("#stored-layer").select_option(label="Stored: Deliveries (points)")
    reader.page.click("#stored >> text=/^facilities$/")
    reader.settle()
    assert "/Stored/FeatureServer/0/query" in json.loads(reader.fields["facilities"])["url"]
    reader.page.click("#analyses-part summary")
    reader.page.get_by_label("Facilities for each").fill("3")
    reader.page.click("#analyses >> text=Find them")
    reader.page.wait_for_selector("#analyses th:has-text('Rank')")
    assert reader.page.locator("#analyses tbody tr").count() == 3
    reader.close()


def panels(new):
    """The panels that are loaded when they are opened can be used in the dark and on a phone."""
    stated = json.dumps({"type": "layer", "layerName": "Deliveries",
                         "fieldMappings": {"Name": "customer", "RouteName": "driver"}})
    for name, context in {
        "panels-dark": {"color_scheme": "dark"},
        "panels-phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True,
                         "is_mobile": True, "device_scale_factor": 2},
    }.items():
        reader = new(**context).open(
            link() + "&" + urllib.parse.urlencode({"stops": stated}), path=STORED)
        reader.page.wait_for_selector("#stored .listed li")
        reader.page.check("#stored >> text=edit it on the map")
        reader.press("#stored .listed li:first-child button")
        reader.press("#day details >> nth=0")
        reader.press("#jobs-part > summary")
        reader.page.click("#jobs >> text=My jobs of this service")
        reader.settle()
        reader.check_access(name)
        wide = reader.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{name}: the page is {wide} pixels too wide"
        reader.page.locator("#day-part").scroll_into_view_if_needed()
        reader.picture(name)
        reader.close()


def editing(new):
    """Rows are moved, added, changed and deleted; a refusal is shown in words, and undone."""
    reader = new().open(path=STORED)
    reader.press("#stored-part > summary")
    reader.page.wait_for_selector("#stored option:has-text('Deliveries')", state="attached")
    reader.page.locator("#stored-layer").select_option(label="Deliveries (points)")
    reader.page.check("#stored >> text=edit it on the map")
    reader.page.evaluate("view => { location.hash = view }", link())
    reader.settle()
    before = row(reader, 1)
    # Without a token the row goes back, and the page asks who one is.
    mark = ".row-mark[aria-label^='Row 1']"
    at = reader.middle(mark)
    reader.drag(at, (at[0] + 40, at[1] + 30))
    reader.page.wait_for_selector("#stored .failed >> text=/refused/")
    assert row(reader, 1) == before
    back = reader.middle(mark)
    assert math.dist(at, back) < 2, (at, back)
    reader.check_access("sign in")
    reader.page.get_by_label("User").fill(USER)
    reader.page.get_by_label("Password").fill("wrong")
    reader.page.keyboard.press("Enter")
    reader.page.wait_for_selector(".sign-in >> text=/nvalid|wrong|ncorrect|Unable/")
    reader.page.get_by_label("Password").fill(PASSWORD)
    reader.page.keyboard.press("Enter")
    reader.page.wait_for_selector(".sign-in", state="hidden")

    def saved(word="Saved"):
        # The same words may be there from before.
        reader.settle()
        reader.page.wait_for_selector(f"#stored [role=status]:has-text('{word}.')")
        reader.settle()
    # The rows are stops, too, and the route follows.
    reader.press("#stored >> text=/^stops$/")
    first = reader.totals
    reader.drag(at, (at[0] + 40, at[1] + 30))
    saved()
    assert reader.minutes > 0 and reader.totals != first
    reader.press("#stored >> text=Stop using it")
    moved = row(reader, 1)["geometry"]
    assert moved["x"] > before["geometry"]["x"] and moved["y"] < before["geometry"]["y"]
    reader.press("#stored >> text=Undo the edit")
    saved("Undone")
    assert row(reader, 1) == before
    reader.page.locator(mark).focus()
    reader.page.keyboard.press("Shift+ArrowRight")
    saved()
    assert row(reader, 1)["geometry"]["x"] > before["geometry"]["x"]
    reader.press("#stored >> text=Undo the edit")
    saved("Undone")
    reader.press("#stored .listed li:first-child button")
    reader.page.locator("#stored form").get_by_label("parcels").fill("7")
    reader.page.click("#stored >> text=Save")
    saved()
    assert row(reader, 1)["attributes"]["parcels"] == 7
    reader.page.locator("#stored form").get_by_label("parcels").fill("1")
    reader.page.keyboard.press("Enter")
    saved()
    reader.check_access("editing")
    reader.page.locator("#stored-part").scroll_into_view_if_needed()
    reader.picture("editing")
    reader.page.click("#stored >> text=Add on the map")
    assert "Click the map" in reader.text("#stored [role=status]")
    reader.click((7.4190, 43.7330))
    saved("Added")
    assert reader.page.locator("#stored .listed li").count() == 5
    reader.page.locator(".row-mark.picked").focus()
    reader.page.keyboard.press("Delete")
    saved("Deleted")
    assert reader.page.locator("#stored .listed li").count() == 4
    # An area: a corner moves, a middle becomes one, and another area is drawn.
    reader.page.locator("#stored-layer").select_option(label="Closures (areas)")
    reader.page.check("#stored >> text=edit it on the map")
    reader.press("#stored .listed li:first-child button")
    corner = reader.middle(".corner:not(.middle)")
    reader.drag(corner, (corner[0] - 20, corner[1] + 20))
    saved()
    reader.press("#stored >> text=Undo the edit")
    saved("Undone")
    reader.page.click("#stored >> text=Add on the map")
    reader.click((7.4160, 43.7355), (7.4168, 43.7355), (7.4168, 43.7362))
    reader.page.keyboard.press("Enter")
    saved("Added")
    assert reader.page.locator("#stored .listed li").count() == 2
    reader.press("#stored >> text=Undo the edit")
    saved("Undone")
    assert reader.page.locator("#stored .listed li").count() == 1
    reader.close()


def jobs(new):
    """A request runs as a job; its link shows the result, also without the request."""
    places = {"features": [
        {"geometry": {"x": x, "y": y}, "attributes": {"Name": name, "RouteName": route, **more}}
        for name, route, (x, y), more in (
            ("a", "Ada", GARDEN, {}),
            ("b", "Ada", PORT, {"TimeWindowStart": 1772434800000, "TimeWindowEnd": 1772438400000,
                              "Attr_TravelTime": 10}),
            ("c", "Ben", MUSEUM, {}), ("d", "Ben", CASINO, {}))]}
    kept = {"useTraffic": "false", "maxTotalTime": "600",
            "locateSettings": '{"default":{"tolerance":300,"toleranceUnits":"esriMeters"}}'}
    fields = link(startTime="1772438400000", useTimeWindows="true", findBestSequence="false",
                  **kept)
    fields += "&" + urllib.parse.urlencode({"stops": json.dumps(places)})
    reader = new().open(fields, path=STORED)
    reader.page.wait_for_selector("#day .step")
    assert reader.page.locator("#day .step").count() == 2
    assert "late" in reader.text("#day li:has-text('Ada')"), reader.text("#day")
    assert "late" not in reader.text("#day li:has-text('Ben') .step")
    assert reader.page.locator("#day .bars").count() == 2
    assert [reader.page.locator(f".pin.c{i}").count() for i in range(2)] == [2, 2]
    for look in (".c0", ".c1"):
        assert reader.page.locator(f"#stop-list .badge{look}").count() == 2
        assert reader.style(f".badge{look}", "backgroundColor") == reader.style(
            f".pin{look}", "backgroundColor"), look
    late = [reader.page.locator(f"{kind}.blamed").all_inner_texts() for kind in (".pin", ".badge")]
    assert late[0] and late[0] == late[1], late
    view = reader.fields["map"]
    reader.press("#day .step >> nth=1")
    assert reader.fields["map"] != view, "a route that is chosen is not shown"
    assert reader.page.get_attribute("#day .step >> nth=1", "aria-pressed") == "true"
    assert "Ben" in reader.text("#day .step[aria-pressed=true]")
    reader.press("#day details >> nth=0")
    assert "b" in reader.text("#day tr.late")
    reader.check_access("day")
    reader.picture("day")
    totals = reader.totals

    reader.press("#jobs-part > summary")
    reader.page.click("#jobs >> text=Run as job")
    reader.page.wait_for_selector("#jobs >> text='The job is done.'")
    reader.settle()
    url = reader.fields["job"]
    assert "/GPServer/solve/jobs/" in url and reader.stops
    assert reader.page.locator("#day .step").count() == 2
    reader.check_access("job")
    reader.page.locator("#jobs-part").scroll_into_view_if_needed()
    reader.picture("job")

    other = new().open(urllib.parse.urlencode({"job": url}), path=STORED)
    other.page.wait_for_selector("#day .step")
    other.settle()
    assert other.page.locator("#day .step").count() == 2
    assert other.page.locator(".pin").count() == 4
    assert "late" in other.text("#day li:has-text('Ada')")
    other.press("#day .step >> nth=1")
    assert other.totals == totals, (other.totals, totals)
    assert other.fields["job"] == url
    # The result is saved with its tables.
    other.page.click("#share-part summary")
    other.page.wait_for_selector("#copy-text:has-text('solve')")
    with other.page.expect_download() as download:
        other.page.click("[data-download=gpkg]")
    check_package(download.value, other.folder / "job.gpkg", {"routes", "stops", "legs"})
    other.press("#jobs >> text=Use the job's request")
    other.page.wait_for_selector("#stop-list li")
    other.told("no field for (locateSettings, maxTotalTime|maxTotalTime, locateSettings);")
    other.settle()
    assert "job" not in other.fields and len(other.stops) == 4
    mine, its = ({name: value for name, value in page.fields.items() if name not in ("job", "map")}
                 for page in (reader, other))
    assert {**its, "locateSettings": json.loads(its["locateSettings"])} == {
        **mine, "locateSettings": json.loads(kept["locateSettings"])}, (mine, its)
    assert all(name in its for name in kept)
    assert other.page.locator("#day .step").count() == 2
    other.close()

    # A change of the request leaves the job.
    reader.page.fill("#stop-list .name >> nth=0", "Depot")
    reader.settle()
    assert "job" not in reader.fields
    reader.press("#jobs >> text=Show the result")
    reader.settle()
    assert reader.fields["job"] == url
    reader.page.click("#jobs >> text=My jobs of this service")
    reader.page.wait_for_selector("#jobs .rows li >> text=/is done/")
    reader.close()
    elsewhere = "https://other.example/GPServer/x/jobs/1"
    stranger = new().open(urllib.parse.urlencode({"job": elsewhere}), path=STORED)
    assert "not the address" in stranger.text("#jobs [role=status]")
    stranger.close()

    # A long job is cancelled.
    crowd = [(7.4145 + i % 12 * 0.0012, 43.7310 + i // 12 * 0.0008) for i in range(110)]
    reader = new().open(link(crowd, findBestSequence="true", maxSequencingTime="20"), path=STORED)
    reader.press("#jobs-part > summary")
    reader.page.click("#jobs >> text=Run as job")
    reader.page.click("#jobs >> text=Cancel the job")
    reader.page.wait_for_selector("#jobs [role=status] >> text=/cancelled/")
    reader.close()


def secured(new):
    """A secured layer's map sends its token with all, keeps it out of copies, and says its end."""
    reader = new()
    mine = token(reader.origin)
    asked = []
    reader.page.on("request", lambda r: asked.append(r))
    reader.open(link((GARDEN, CASINO)), path=f"{SECRET}?token={mine}")
    assert reader.minutes > 0
    reader.suggest("rue grim")
    services = [r for r in asked if "/rest/services/" in r.url and not r.is_navigation_request()]
    kinds = {kind for kind in ("tiles/", "style.json", "solve", "suggest")
             if any(kind in r.url for r in services)}
    assert len(kinds) == 4, kinds
    for request in services:
        assert mine not in request.url, request.url
        assert request.headers.get("x-esri-authorization") == f"Bearer {mine}", request.url
    reader.context.grant_permissions(["clipboard-read", "clipboard-write"])
    reader.page.click("#share-part summary")
    reader.page.wait_for_selector("#copy-text:has-text('solve')")

    def copied():
        reader.page.evaluate("navigator.clipboard.writeText('')")
        reader.page.click("#copy-link")
        return reader.wait(lambda: reader.page.evaluate("navigator.clipboard.readText()"),
                           "nothing is copied")
    assert mine not in copied() and mine not in reader.text("#copy-text")
    reader.page.check("#with-token")
    assert mine in copied() and mine in reader.text("#copy-text")
    # The token ends: the page says so, and goes on with another.
    reader.page.route("**/solve", lambda route: route.fulfill(json={
        "error": {"code": 498, "message": "Invalid Token", "details": []}}), times=1)
    reader.press("#reverse")
    reader.page.wait_for_selector(".sign-in >> text=/expired/")
    reader.check_access("expired")
    reader.picture("expired")
    reader.page.get_by_label("User").fill(USER)
    reader.page.get_by_label("Password").fill(PASSWORD)
    reader.page.keyboard.press("Enter")
    reader.page.wait_for_selector(".sign-in", state="hidden")
    reader.settle()
    assert reader.minutes > 0
    assert "token=" in reader.page.url and mine not in reader.page.url
    reader.close()


def check_package(download, file, wanted):
    """Checks that a download is a GeoPackage with the tables wanted."""
    download.save_as(file)
    with contextlib.closing(sqlite3.connect(file)) as store:
        tables = {name for name, in store.execute("SELECT table_name FROM gpkg_contents")}
    assert wanted <= tables, tables


def geopackage(new):
    """The answer is saved as a GeoPackage with its tables."""
    reader = new().open(link((GARDEN, CASINO)))
    reader.page.click("#share-part summary")
    reader.page.wait_for_selector("#copy-text:has-text('solve')")
    with reader.page.expect_download() as download:
        reader.page.click("[data-download=gpkg]")
    check_package(
        download.value, reader.folder / "route.gpkg", {"routes", "stops", "directions"})
    # What fails is said where everybody sees it.
    reader.page.route("**/solve", lambda route: route.fulfill(status=503, json={
        "error": {"code": 503, "message": "Busy", "details": ["Ask again in 5 s."]}}), times=1)
    reader.page.click("[data-download=gpkg]")
    reader.told("could not be saved: Busy Ask again in 5 s")
    reader.check_access("notice")
    reader.complaints = [c for c in reader.complaints if "503" not in c]
    reader.page.evaluate(
        "() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
    reader.page.click("#copy-link")
    reader.told("does not let the page copy")
    assert reader.page.evaluate("getSelection().toString()").strip() == reader.page.url
    reader.press("#clear")
    reader.page.click("[data-download=gpkg]")
    reader.told("no route to save")
    reader.close()


# Tells the test which map MapLibre's recipe makes.
MAPLIBRE = """<script src=maplibre-gl.js></script><script>
const Plain = maplibregl.Map;
globalThis.maplibregl = { ...maplibregl, Map: class extends Plain {
  constructor(options) { super(options); globalThis.shown = this; }
} };</script>"""
# Leaflet is on no index of Python's: what its recipe calls of it, and keeps.
LEAFLET = """<script>
const kept = { getBounds: () => "bounds" };
globalThis.L = {
  map: () => ({ fitBounds: (bounds) => { kept.fitted = bounds; } }),
  geoJSON: (data) => ({ addTo: () => Object.assign(kept, { data }) }) };</script>"""


class OtherServer(http.server.BaseHTTPRequestHandler):
    """Answers with pages that lie on no disk, and with MapLibre."""
    pages = {}

    def do_GET(self):
        body = self.pages.get(self.path.split("?")[0])
        if self.path == "/maplibre-gl.js":
            body = (TREE / ".build" / "map" / "maplibre-gl.js").read_text(encoding="utf-8")
        self.send_response(200 if body else 404)
        kind = {".js": "text/javascript", ".json": "application/json"}.get(
            pathlib.PurePath(self.path).suffix, "text/html")
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Access-Control-Allow-Origin", "*")
        self.end_headers()
        self.wfile.write((body or "").encode())

    def log_message(self, *words):
        pass


def recipes(new):
    """The blocks of Recipes.md for MapLibre and Leaflet work on a page of another server."""
    reader = new()
    text = (TREE / "Documentation" / "Recipes.md").read_text(encoding="utf-8")
    blocks = [block.replace('"LAYER"', json.dumps(f"{reader.origin}{ROUTE}"))
              for block in re.findall(r"^```html\n(.*?)^```$", text, re.M | re.S)]
    [maplibre] = [block for block in blocks if "maplibregl" in block]
    [leaflet] = [block for block in blocks if "L.map" in block]
    OtherServer.pages = {"/maplibre": f"<!doctype html>{MAPLIBRE}{maplibre}",
                         "/leaflet": f"<!doctype html>{LEAFLET}{leaflet}"}
    page, complaints = reader.context.new_page(), []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), OtherServer) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        root = f"http://127.0.0.1:{other.server_port}"
        page.goto(f"{root}/maplibre")
        page.wait_for_function("""() => globalThis.shown?.getLayer("route")
            && shown.queryRenderedFeatures({ layers: ["route"] }).length > 0""")
        page.goto(f"{root}/leaflet")
        page.wait_for_function("() => kept.fitted === 'bounds'")
        kinds = page.evaluate("kept.data.features.map((feature) => feature.geometry?.type)")
        assert any((kind or "").endswith("LineString") for kind in kinds), kinds
        other.shutdown()
    assert not complaints, complaints
    reader.close()


def other_style(new, waypost):
    """With a style of another server, routes are drawn, and its credit beside the network's."""
    reader = new()
    area = {"type": "Polygon", "coordinates": [[[7.40, 43.72], [7.44, 43.72], [7.44, 43.75],
                                                [7.40, 43.72]]]}
    OtherServer.pages = {"/style.json": json.dumps({
        "version": 8, "sources": {"area": {
            "type": "geojson", "data": area, "attribution": "© Elsewhere"}},
        "layers": [{"id": "ground", "type": "background", "paint": {"background-color": "#dde"}},
                   {"id": "area", "type": "fill", "source": "area",
                    "paint": {"fill-color": "#ccd"}}]})}
    with contextlib.ExitStack() as stack:
        other = stack.enter_context(http.server.ThreadingHTTPServer(("127.0.0.1", 0), OtherServer))
        stack.callback(other.shutdown)
        threading.Thread(target=other.serve_forever, daemon=True).start()
        root = f"http://127.0.0.1:{other.server_port}"
        server = stack.enter_context(subprocess.Popen(
            [waypost, "serve", "--port", "0", "--network", reader.folder / "monaco",
             "--map-files", TREE / ".build" / "map", "--map-style", f"{root}/style.json"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True))
        stack.callback(server.terminate)
        listening = next(line for line in server.stdout if line.startswith("listening on "))
        reader.origin = listening.split()[-1].split("/arcgis/")[0]
        reader.others = (root,)
        for scheme in ("light", "dark"):
            reader.page.emulate_media(color_scheme=scheme)
            reader.open(link((GARDEN, CASINO)))
            assert reader.drawn("route") and reader.minutes > 0
            for credit in ("© Elsewhere", "OpenStreetMap"):
                reader.page.wait_for_selector(f".maplibregl-ctrl-attrib >> text={credit}")
            reader.page.goto("about:blank")
        reader.close()


def motion(new):
    """Whoever wants no motion sees none: the map jumps to a step, and nothing fades or slides."""
    near = urllib.parse.urlencode({
        "stops": "{},{};{},{}".format(*GARDEN, *CASINO), "map": "17/{1}/{0}".format(*GARDEN)})
    for preference in ("reduce", "no-preference"):
        reader = new(reduced_motion=preference).open(near)
        moves = reader.page.evaluate("""() => {
            const before = keptMap.getCenter();
            [...document.querySelectorAll("#directions button")].at(-1).click();
            return { isMoving: keptMap.isMoving(),
                isThere: keptMap.getCenter().distanceTo(before) > 100,
                animations: document.getAnimations().length };
        }""")
        if preference == "reduce":
            assert moves == {"isMoving": False, "isThere": True, "animations": 0}, moves
        else:
            assert moves["isMoving"] and not moves["isThere"], "the test sees no motion at all"
        reader.close()


def night(new):
    """A change between day and night keeps the route on the map."""
    reader = new().open(link((GARDEN, CASINO)))
    reader.change_scheme("dark")
    assert reader.line_point(), "the route is gone"
    reader.close()


def without_map(play, origin, folder, chromium):
    """Without WebGL the list, the form and a picture remain."""
    browser = play.chromium.launch(executable_path=chromium,
                                   args=["--no-sandbox", "--disable-gpu", "--disable-3d-apis"])
    reader = Reader(browser, origin, folder).open(link((GARDEN, CASINO)), mapless=True)
    reader.page.wait_for_selector("#picture img")
    assert reader.page.evaluate("document.querySelector('#picture img').decode().then(() => true)")
    assert reader.page.locator("#directions li").count() > 2
    reader.press("#add-stop")
    assert len(reader.stops) == 3
    reader.picture("mapless")
    # It prints all of the list, not what the screen has room for, and no buttons.
    reader.page.wait_for_selector("#print-looks", state="attached")
    reader.page.emulate_media(media="print")
    reader.page.wait_for_function(
        "() => getComputedStyle(document.body).overflowY === 'visible'")
    assert not reader.page.locator("#add-stop").is_visible()
    reader.complaints = [c for c in reader.complaints if "WebGL" not in c]
    reader.close()
    browser.close()


def main():
    origin, folder, chromium, waypost = sys.argv[1], pathlib.Path(sys.argv[2]), *sys.argv[3:5]
    chosen = sys.argv[5:]
    tests = [opening, overview, stops, search, many, via, barriers, travel, changes, no_route,
             alternatives, choices, whole, names_above, printing, phone, analyses, access, motion,
             night, traffic, stored, panels, editing, jobs, secured, stored_copy, geopackage,
             recipes]
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=ARGUMENTS)

        def new(**context):
            return Reader(browser, origin, folder, **context)
        for test in tests:
            if not chosen or test.__name__ in chosen:
                print(test.__doc__, flush=True)
                test(new)
        for test in (sharing, other_style):
            if not chosen or test.__name__ in chosen:
                print(test.__doc__, flush=True)
                test(new, waypost)
        browser.close()
        if not chosen or "without_map" in chosen:
            print(without_map.__doc__, flush=True)
            without_map(play, origin, folder, chromium)


if __name__ == "__main__":
    main()
