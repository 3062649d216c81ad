"""A reader of the map page in a browser, for tests and walks: a mouse, keys and eyes."""

import json
import math
import os
import pathlib
import re
import time
import urllib.parse

# Places in the sample network, and a view that shows them.
CASINO, PORT, MUSEUM, GARDEN = (
    (7.4283, 43.7396), (7.4213, 43.7352), (7.4254, 43.7307), (7.4145, 43.7325))
VIEW = (15.2, 43.7350, 7.4215)
ARGUMENTS = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader",
             "--enable-unsafe-swiftshader"]
# How long a machine may take to do what is waited for. Nothing is judged by it but a page that hangs.
MOST_SECONDS = 60
# Files of the page in a folder, to try a change of it with a program built before.
PAGE = os.environ.get("WAYPOST_MAP_PAGE")
if PAGE:
    # A page that a test fills comes from no address, and could not ask another server of loopback.
    ARGUMENTS.append("--disable-features=LocalNetworkAccessChecks")
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True,
         "device_scale_factor": 2, "reduced_motion": "reduce"}


def link(stops=(), **fields):
    """Returns a fragment that opens the page with stops and other parameters."""
    if stops:
        fields["stops"] = ";".join(f"{x},{y}" for x, y in stops)
    fields["map"] = "/".join(map(str, VIEW))
    return urllib.parse.urlencode(fields)


def use_file(route):
    """Answers with a file of the page from a folder, if it is there."""
    path = pathlib.Path(PAGE, route.request.url.rsplit("/", 1)[1])
    if path.exists():
        kind = "text/css" if path.suffix == ".css" else "text/javascript"
        route.fulfill(path=path, content_type=kind)
    else:
        route.continue_()


def use_page(route):
    """Answers with the page of a folder, filled with the values of the server's own page."""
    reply = route.fetch()
    values = dict(re.findall(r'data-(\w+)="([^"]*)"', reply.text()))
    if "layer" not in values:
        route.fulfill(response=reply)
        return
    values["version"] = re.search(r"Waypost (\S+)</footer>", reply.text())[1]
    values["early"] = "preload" if 'rel="preload" as="fetch"' in reply.text() else "none"
    # A program of before has no picture of the streets.
    picture = re.search(
        r'([\w-]+)set="([^"]*)"><img id="overview"[^>]*? (?:data-)?src="([^"]*)"', reply.text())
    values["source"], values["night-overview"], values["overview"] = (
        picture.groups() if picture else ("data-src", "", ""))
    text = pathlib.Path(PAGE, "map.html").read_text(encoding="utf-8")
    body = re.sub(r"{{([\w-]+)}}", lambda match: values[match[1]], text)
    route.fulfill(response=reply, body=body)


# Whether the map, if there is one, has drawn all that it was given: its style, tiles and lines.
MAP_IS_DRAWN = """() => !document.body.classList.contains("drawn") || !window.keptMap
  || (keptMap.loaded() && !keptMap.isMoving())"""

# Lets what is queued in the page run: events, timers without a pause, and a frame.
QUEUED = """() => new Promise(done =>
  setTimeout(() => requestAnimationFrame(() => setTimeout(done))))"""

# Keeps the page's map, so that tests can ask it what it has drawn.
KEEP_MAP = """(() => {
  let library;
  Object.defineProperty(window, "maplibregl", {
    configurable: true, get: () => library, set(given) {
      library = { ...given, Map: class extends given.Map {
        constructor(options) { super(options); window.keptMap = this; }
      } };
    } });
})()"""


class Reader:
    """A page in the browser, with the means of a reader: a mouse, keys and eyes."""

    def __init__(self, browser, origin, folder, **context):
        context.setdefault("viewport", {"width": 1280, "height": 800})
        self.context = browser.new_context(**context)
        self.context.add_init_script(KEEP_MAP)
        self.context.set_default_timeout(MOST_SECONDS * 1000)
        self.page = self.context.new_page()
        self.origin, self.folder = origin, folder
        self.complaints = []
        # What the page has asked its server for and has not got yet.
        self.pending = set()
        # Machines that the page may ask beside its own.
        self.others = ()
        if PAGE:
            self.context.route(re.compile(r"/map/[a-z]+\.(js|css)$"), use_file)
            self.context.route(re.compile(r"/map(\?[^/]*)?$"), use_page)
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", self._watch)
        for end in ("requestfinished", "requestfailed"):
            self.page.on(end, lambda request: self.pending.discard(request))

    def _hear(self, message):
        if message.type in ("error", "warning") and "GPU stall" not in message.text:
            self.complaints.append(f"{message.type}: {message.text}")

    def _watch(self, request):
        if not request.url.startswith((self.origin, *self.others, "blob:", "data:")):
            self.complaints.append(f"another machine is asked: {request.url}")
        # The map itself says when it has its tiles.
        if request.url.startswith(self.origin) and "/tiles/" not in request.url:
            self.pending.add(request)

    def open(self, fragment=None, mapless=False, path="/map"):
        self.page.goto(f"{self.origin}{path}#{link() if fragment is None else fragment}")
        self.page.wait_for_selector(".mapless" if mapless else "body.drawn")
        self.settle()
        return self

    def settle(self):
        """Waits until the page has all that it asks for, and the map has drawn it.

        What an answer leads to, such as a file of the page or the next question, is asked for when
        the answer has been read, so the page is looked at again until it asks for nothing more.
        """
        end = time.monotonic() + MOST_SECONDS
        still = 0
        while still < 2:
            self.page.evaluate(QUEUED)
            busy = self.page.evaluate("document.body.hasAttribute('aria-busy')")
            still = 0 if busy or self.pending else still + 1
            assert time.monotonic() < end, (
                "the page does not get what it asks for:", [r.url for r in self.pending], busy)
            if not still:
                self.page.wait_for_timeout(20)
        self.page.wait_for_function(MAP_IS_DRAWN)

    def wait(self, holds, what):
        """Waits until a function of this program returns what is true, and returns it."""
        end = time.monotonic() + MOST_SECONDS
        while not (found := holds()):
            assert time.monotonic() < end, what
            self.page.wait_for_timeout(20)
        return found

    def change_scheme(self, scheme):
        """Changes between day and night, and waits until the map has the other style."""
        before = self.page.evaluate("keptMap.getStyle().layers[0]")
        self.page.emulate_media(color_scheme=scheme)
        self.page.wait_for_function(
            "before => keptMap.isStyleLoaded() && "
            "JSON.stringify(keptMap.getStyle().layers[0]) !== JSON.stringify(before)", arg=before)
        self.settle()

    def suggest(self, text):
        """Types into the search, and waits until all of the text has its suggestions."""
        def is_answered(reply):
            fields = urllib.parse.parse_qs(reply.request.post_data or "")
            return reply.url.endswith("/suggest") and fields.get("text") == [text]
        with self.page.expect_response(is_answered):
            self.page.locator("#search").press_sequentially(text)
        self.settle()

    def answer_itself(self):
        """Lets the server answer again, after the answers that a test still gives are given."""
        self.page.unroute_all(behavior="wait")

    def close(self):
        assert not self.complaints, self.complaints
        self.context.close()

    # What is there.

    @property
    def fields(self):
        """The request that the URL holds."""
        return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.page.url).fragment))

    @property
    def stops(self):
        return json.loads(self.fields.get("stops", '{"features":[]}'))["features"]

    def features(self, name):
        return json.loads(self.fields[name])["features"]

    @property
    def totals(self):
        return self.text("#totals")

    @property
    def minutes(self):
        return minutes(self.text("#totals strong"))

    def told(self, words):
        """Waits until the notice on the map says something with these words."""
        self.page.wait_for_selector(f"#notice >> text=/{words}/")
        self.settle()

    def text(self, selector):
        return self.page.inner_text(selector).strip()

    def picture(self, name):
        self.page.screenshot(path=self.folder / f"{name}.png")

    def drawn(self, layer):
        """The lines that the map draws of a layer, in degrees; waits until there are some."""
        ask = """layer => keptMap.queryRenderedFeatures({ layers: [layer] })
            .flatMap(({ geometry: { type, coordinates } }) =>
                type === "LineString" ? [coordinates] : coordinates)"""
        self.page.wait_for_function(f"layer => ({ask})(layer).length > 0", arg=layer)
        return self.page.evaluate(ask, layer)

    def line_point(self):
        """A point of the screen on the blue line, away from all markers; waits until there is one."""
        return self.page.wait_for_function(LINE_POINT).json_value()

    def entries(self, name):
        return self.page.evaluate(
            "name => performance.getEntriesByName(name).map(e => e.duration)", name)

    def where(self, place):
        """Where a place is on the screen, by the view that the URL states."""
        zoom, lat, lng = map(float, self.fields["map"].split("/"))
        box = self.page.locator("#map").bounding_box()
        scale = 512 * 2 ** zoom

        def world(x, y):
            return ((x + 180) / 360 * scale,
                    (1 - math.asinh(math.tan(math.radians(y))) / math.pi) / 2 * scale)
        (x, y), (a, b) = world(*place), world(lng, lat)
        return (box["x"] + box["width"] / 2 + x - a, box["y"] + box["height"] / 2 + y - b)

    # What is done.

    def click(self, *places):
        for place in places:
            self.page.mouse.click(*self.where(place))
            # Two clicks in quick succession are a double click.
            self.page.wait_for_timeout(350)
        self.settle()

    def press(self, selector):
        self.page.click(selector)
        self.settle()

    def drag(self, start, end, steps=20, between=None):
        """Drags from one point of the screen to another; `between` is called half-way, and again
        before the button is released."""
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        for i in range(1, steps + 1):
            share = i / steps
            mouse.move(start[0] + (end[0] - start[0]) * share,
                       start[1] + (end[1] - start[1]) * share)
            self.page.wait_for_timeout(25)
            if between and i in (steps // 2, steps):
                between()
        mouse.up()
        self.settle()

    def place(self, selector, index=0):
        """Where on the earth the middle of a marker is."""
        return self.page.evaluate("""([x, y]) => {
            const box = document.querySelector("#map").getBoundingClientRect();
            return keptMap.unproject([x - box.left, y - box.top]).toArray();
        }""", self.middle(selector, index))

    def style(self, selector, name, index=0):
        """How an element looks, as the browser has computed it."""
        return self.page.locator(selector).nth(index).evaluate(
            "(element, name) => getComputedStyle(element)[name]", name)

    def middle(self, selector, index=0):
        box = self.page.locator(selector).nth(index).bounding_box()
        return (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def check_access(self, name):
        """Checks the page with axe."""
        from axe_playwright_python.sync_playwright import Axe  # only tests have it
        result = Axe().run(self.page, options={"runOnly": [
            "wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]})
        found = [(v["id"], [n["html"][:160] for n in v["nodes"]][:3])
                 for v in result.response["violations"]]
        assert not found, f"{name}: {found}"


def meters_to(line, place):
    """How far a place is from a line of degrees, in meters, in a plane that touches there."""
    x, y = place
    scale = (111_320 * math.cos(math.radians(y)), 111_195)
    flat = [((a - x) * scale[0], (b - y) * scale[1]) for a, b in line]
    least = math.inf
    for (ax, ay), (bx, by) in zip(flat, flat[1:]):
        dx, dy = bx - ax, by - ay
        length = dx * dx + dy * dy
        share = min(1, max(0, -(ax * dx + ay * dy) / length)) if length else 0
        least = min(least, math.hypot(ax + share * dx, ay + share * dy))
    return least


def minutes(text):
    """Reads "1 h 05 min", "9 min 21 s" and "45 s"."""
    parts = dict((unit, int(number)) for number, unit in re.findall(r"(\d+) (h|min|s)\b", text))
    assert parts, f"not a time: {text!r}"
    return parts.get("h", 0) * 60 + parts.get("min", 0) + parts.get("s", 0) / 60


# A point of the screen on the blue line, away from all markers.
LINE_POINT = """() => {
  const canvas = document.querySelector("#map canvas");
  const copy = document.createElement("canvas");
  return new Promise(done => requestAnimationFrame(() => {
    keptMap.redraw();
    [copy.width, copy.height] = [canvas.width, canvas.height];
    const context = copy.getContext("2d");
    context.drawImage(canvas, 0, 0);
    const data = context.getImageData(0, 0, copy.width, copy.height).data;
    const box = canvas.getBoundingClientRect();
    const ratio = copy.width / box.width;
    const pins = [...document.querySelectorAll(".pin")].map(p => p.getBoundingClientRect());
    const found = [];
    for (let y = 90; y < box.height - 60; y += 2) for (let x = 60; x < box.width - 60; x += 2) {
      const i = 4 * (Math.round(y * ratio) * copy.width + Math.round(x * ratio));
      if (Math.abs(data[i] - 29) + Math.abs(data[i + 1] - 95) + Math.abs(data[i + 2] - 209) > 12)
        continue;
      const [sx, sy] = [box.left + x, box.top + y];
      const far = Math.min(...pins.map(p =>
        Math.hypot(p.left + p.width / 2 - sx, p.top + p.height / 2 - sy)));
      found.push([far, sx, sy]);
    }
    found.sort((a, b) => b[0] - a[0]);
    done(found.length ? found[0].slice(1) : null);
  }));
}"""


# What a reader of the printed map sees: how far the route is from its edges, in shares, how light
# it is, and how much of it is streets.
PAPER = """async () => {
  const image = document.getElementById("print-map");
  await image.decode();
  const copy = document.createElement("canvas");
  const [wide, high] = [copy.width, copy.height] = [image.naturalWidth, image.naturalHeight];
  const context = copy.getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, wide, high);
  const near = (i, color) =>
    color.reduce((sum, n, k) => sum + Math.abs(n - data[i + k]), 0) <= 12;
  const fills = [[255, 255, 255], [253, 238, 200], [250, 214, 159]];
  const [xs, ys] = [[], []];
  let [light, streets] = [0, 0];
  for (let i = 0; i < data.length; i += 4) {
    light += data[i] + data[i + 1] + data[i + 2];
    streets += fills.some((fill) => near(i, fill));
    if (!near(i, [29, 95, 209])) continue;
    xs.push((i / 4) % wide);
    ys.push(Math.floor(i / 4 / wide));
  }
  const ends = (list, length) => {
    const [least, most] = list.reduce(([a, b], n) => [Math.min(a, n), Math.max(b, n)], [1e9, -1]);
    return [least / length, 1 - (most + 1) / length];
  };
  return { margins: [...ends(xs, wide), ...ends(ys, high)],
    light: light / (255 * 3 * wide * high), streets: streets / (wide * high) };
}"""

# When the picture of the streets was painted; null if it was not.
OVERVIEW_SEEN = """() => new Promise(done => {
  new PerformanceObserver(list => done(list.getEntries()[0].renderTime))
    .observe({ type: "element", buffered: true });
  setTimeout(() => done(null), 1000);
})"""

# By how many pixels of the screen one picture's streets are best moved to lie on another's, within
# a part of both, and how many pixels of the first one are streets.
STREET_SHIFT = """async ([first, second, part]) => {
  const fills = [[255, 255, 255], [253, 238, 200], [250, 214, 159]];
  const [a, b] = await Promise.all([first, second].map(async (text) => {
    const image = new Image();
    image.src = `data:image/png;base64,${text}`;
    await image.decode();
    const copy = document.createElement("canvas");
    [copy.width, copy.height] = [image.naturalWidth, image.naturalHeight];
    const context = copy.getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, copy.width, copy.height);
    return (x, y) => {
      const i = 4 * (y * copy.width + x);
      return fills.some((fill) => fill.every((n, k) => Math.abs(n - data[i + k]) <= 5));
    };
  }));
  const places = [];
  for (let y = part.top; y < part.bottom; y += 1) for (let x = part.left; x < part.right; x += 1)
    if (a(x, y)) places.push([x, y]);
  let best = { hits: -1 };
  for (let dy = -16; dy <= 16; dy += 4) for (let dx = -16; dx <= 16; dx += 4) {
    const hits = places.reduce((sum, [x, y]) => sum + b(x + dx, y + dy), 0);
    if (hits > best.hits) best = { hits, dx, dy };
  }
  return { ...best, count: places.length };
}"""
