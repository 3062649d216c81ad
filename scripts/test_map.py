"""Uses the map page as a reader does, by clicks, drags and keys, and checks what it shows.

Usage: test_map.py ORIGIN FOLDER CHROMIUM WAYPOST

FOLDER gets pictures of the page. WAYPOST is the program that runs the page's `waypost solve` line.
"""

import json
import math
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse
import xml.etree.ElementTree

from playwright.sync_api import sync_playwright

from map_reader import (
    ARGUMENTS, CASINO, GARDEN, LINE_POINT, MUSEUM, PORT, Reader, link)

MOST_BYTES = 330_000
COPIES = ("curl", "requests", "arcgis", "javascript", "swift", "waypost")


def opening(new):
    """The page comes from this server alone, is small, and has one title, language and layer."""
    reader = new()
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
    drawn = reader.page.evaluate("performance.getEntriesByName('waypost-map')[0].startTime")
    paint = reader.page.evaluate(
        "performance.getEntriesByName('first-contentful-paint')[0].startTime")
    print(f"  {total} bytes before tiles; first paint after {paint:.0f} ms, the map is drawn after "
          f"{drawn:.0f} ms")
    assert total <= MOST_BYTES, sorted(page, key=lambda p: -p[1])
    assert reader.page.title()
    assert "Click the map" in reader.totals
    assert "OpenStreetMap" in reader.text("#attribution")
    assert reader.page.locator(".maplibregl-ctrl-attrib").is_visible()
    policy = reader.page.evaluate(
        "fetch(location.pathname).then(r => r.headers.get('content-security-policy'))")
    scripts = re.search(r"script-src ([^;]*)", policy or "")
    assert scripts and "unsafe" not in scripts[1], policy
    reader.picture("empty")
    reader.close()


def stops(new):
    """Clicks set stops, a drag moves one while the route follows, keys and the list do the same."""
    reader = new().open()
    reader.click(GARDEN, CASINO)
    assert len(reader.stops) == 2
    assert "km" in reader.totals or " m" in reader.totals
    assert reader.page.locator("#directions li").count() > 2
    first, seen = reader.totals, []
    reader.drag(reader.middle(".pin", 1), reader.where(MUSEUM),
                between=lambda: seen.append(reader.text("#totals")))
    assert seen[0] != first, "the route does not follow the stop"
    assert reader.totals != first
    moves = sorted(reader.entries("waypost-move"))
    print(f"  {len(moves)} routes while dragging; ask to line: median "
          f"{moves[len(moves) // 2]:.0f} ms, worst {moves[-1]:.0f} ms")
    assert len(moves) > 2
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
    reader.page.keyboard.press("Control+z")
    reader.settle()
    assert reader.stops == changed, "undo does not bring the stop back"
    reader.page.keyboard.press("Control+Shift+z")
    reader.settle()
    assert len(reader.stops) == 2
    reader.close()


def search(new):
    """The search suggests as one types; keys choose, Enter sets a stop."""
    reader = new().open()
    box = reader.page.locator("#search")
    box.press_sequentially("rue grim")
    reader.page.wait_for_selector("#found li")
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
    reader.close()


def via(new):
    """The line can be pulled: a via point begins there, in the leg that was pulled."""
    reader = new().open(link((GARDEN, PORT, CASINO)))
    at = reader.page.evaluate(LINE_POINT, "")
    before = reader.minutes
    reader.drag(at, reader.where(MUSEUM))
    assert len(reader.stops) == 4
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
    on_route = reader.page.evaluate(LINE_POINT, "")
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
    reader.page.locator("#barrier-list button[aria-label^=Remove]").click()
    reader.settle()
    assert reader.minutes == before

    reader.press("[data-tool=point]")
    reader.page.mouse.click(*reader.page.evaluate(LINE_POINT, ""))
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
    reader.page.keyboard.press("Escape")
    assert len(reader.features("polylineBarriers")) == 1
    reader.close()


def travel(new):
    """Mode, restrictions added to it, sizes, departure, windows, service and best order."""
    reader = new().open(link((GARDEN, CASINO, PORT, MUSEUM)))
    drive = reader.minutes
    reader.page.select_option("#mode", label="Walking Time")
    reader.settle()
    assert reader.minutes > drive
    reader.page.select_option("#mode", label="Driving Time")
    reader.page.click("#avoid-part summary")
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
    reader.page.locator("#timeline-part").scroll_into_view_if_needed()
    reader.picture("windows")
    reader.close()


def no_route(new):
    """What cuts a stop off is named and drawn, and a button takes it away."""
    x, y = CASINO
    ring = [[x + 0.004 * math.cos(a), y + 0.003 * math.sin(a)]
            for a in [i * math.pi / 8 for i in range(17)]]
    wall = {"features": [{"geometry": {"paths": [ring]}, "attributes": {"Name": "Wall"}}]}
    reader = new().open(link(
        (GARDEN, CASINO), polylineBarriers=json.dumps(wall),
        locateSettings='{"default":{"allowAutoRelocate":false}}'))
    assert reader.totals == "No route", reader.totals
    assert "Wall" in reader.text("#problems")
    reader.picture("no-route")
    assert reader.page.locator("#barrier-list .bad").count() == 1
    reader.press("#problems button")
    assert "polylineBarriers" not in reader.fields
    assert reader.minutes > 0
    assert not reader.page.locator("#problems").is_visible()
    reader.page.goto("about:blank")
    reader.open("stops=%7Bbad")
    assert "damaged" in reader.text("#problems")
    reader.close()


def alternatives(new):
    """Alternatives are ranked, and each can be looked at."""
    reader = new().open(link(
        (GARDEN, CASINO), alternatives="2", maxDetour="2", maxSharing="0.9"))
    choices = reader.page.locator("#alternatives-list input")
    assert choices.count() >= 2
    first, steps = reader.totals, reader.text("#directions")
    choices.nth(1).check()
    reader.settle()
    assert reader.totals != first and reader.text("#directions") != steps
    reader.picture("alternatives")
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
    for kind in ("requests", "arcgis"):
        compile(texts[kind], kind, "exec")
    for argument in ("out_sr=4326", "find_best_sequence=False", "polygon_barriers="):
        assert argument in texts["arcgis"], texts["arcgis"]
    runs = {"curl": ["bash", "-c", texts["curl"]],
            "waypost": ["bash", "-c", "waypost() { " + json.dumps(waypost) + ' "$@"; }\n'
                        + texts["waypost"]]}
    if shutil.which("node"):
        runs["javascript"] = ["node", "--input-type=module", "-e", texts["javascript"]]
    for kind, command in runs.items():
        run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert run.returncode == 0 and run.stdout and '"error"' not in run.stdout, (kind, run)
    assert json.loads(subprocess.run(
        runs["curl"], capture_output=True, text=True, check=True).stdout)["routes"]["features"]

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
    reader.page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    reader.page.emulate_media(media="print")
    assert reader.page.locator("#print-map").is_visible()
    assert not reader.page.locator(".tools").is_visible()
    assert reader.page.locator("#directions").is_visible()
    reader.page.pdf(path=reader.folder / "sheet.pdf", format="A4")
    reader.close()


def analyses(new):
    """Matrices, closest facilities and matched traces, from the places of the page."""
    reader = new().open(link((GARDEN, CASINO, PORT)))
    reader.page.click("#analyses-part summary")
    reader.press("#analyses >> text=Make it")
    reader.page.wait_for_selector("#analyses table")
    assert reader.page.locator("#analyses tbody tr").count() == 3
    assert reader.page.locator("#analyses tbody td").count() == 9
    reader.page.click("#analyses >> text=Find them")
    reader.page.wait_for_selector("#analyses th:has-text('Rank')")
    assert reader.page.locator("#analyses tbody tr").count() == 1
    reader.page.fill("#analyses textarea", "7.4188,43.7330;7.4189,43.7325;7.4191,43.7320")
    reader.page.click("#analyses >> text=Match it")
    reader.page.wait_for_selector("#analyses >> text=/of 3 positions are matched/")
    reader.picture("analyses")
    reader.close()


def access(new):
    """No rule of accessibility is broken, light or dark, large or small; keys reach everything."""
    for name, context in {
        "light": {}, "dark": {"color_scheme": "dark"},
        "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True,
                  "device_scale_factor": 2, "reduced_motion": "reduce"},
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
        reader.page.wait_for_timeout(200)
        reader.picture(name)
        if name == "phone":
            reader.page.touchscreen.tap(60, 300)
            reader.settle()
            assert len(reader.stops) == 4, "a tap does not set a stop"
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
    """Slow traffic is drawn on the route and said, and can be left out."""
    reader = new().open(link((PORT, CASINO)), path="/arcgis/rest/services/Traffic/NAServer/Route/map")
    slow = reader.minutes
    assert "traffic on the way" in reader.text("#totals-more"), reader.text("#totals-more")
    reader.picture("traffic")
    reader.page.uncheck("#traffic")
    reader.settle()
    assert reader.fields["useTraffic"] == "false"
    assert reader.minutes < slow
    assert "traffic" not in reader.text("#totals-more")
    reader.close()


def night(new):
    """A change between day and night keeps the route on the map."""
    reader = new().open(link((GARDEN, CASINO)))
    reader.page.emulate_media(color_scheme="dark")
    reader.settle()
    assert reader.page.evaluate(LINE_POINT, ""), "the route is gone"
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
    reader.complaints = [c for c in reader.complaints if "WebGL" not in c]
    reader.close()
    browser.close()


def main():
    origin, folder, chromium, waypost = sys.argv[1], pathlib.Path(sys.argv[2]), *sys.argv[3:5]
    chosen = sys.argv[5:]
    tests = [opening, stops, search, via, barriers, travel, no_route, alternatives, analyses, access,
             night, traffic]
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=ARGUMENTS)

        def new(**context):
            return Reader(browser, origin, folder, **context)
        for test in tests:
            if not chosen or test.__name__ in chosen:
                print(test.__doc__, flush=True)
                test(new)
        if not chosen or "sharing" in chosen:
            print(sharing.__doc__, flush=True)
            sharing(new, waypost)
        browser.close()
        if not chosen or "without_map" in chosen:
            print(without_map.__doc__, flush=True)
            without_map(play, origin, folder, chromium)


if __name__ == "__main__":
    main()
