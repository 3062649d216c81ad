// The map: draws the request and its answer, and turns clicks, drags and keys on it into calls.

import { headersFor, tellOfToken } from "./answer.js";
import { make } from "./words.js";

const nothing = { type: "FeatureCollection", features: [] };
const still = matchMedia("(prefers-reduced-motion: reduce)");

const colors = {
  route: "#1d5fd1", casing: "#ffffff", other: "#7c8796", differs: "#7a3fb5", step: "#f2a20c",
  closed: "#c3262c", scaled: "#b96a00", added: "#7a3fb5", tie: "#c3262c", pocket: "#e39a9d",
  found: "#12805c",
  slow: "#e8a317", heavy: "#d9531e", jammed: "#9b1c31",
};

export class Canvas {
  /**
   * `calls` has `place(point)`, `move(what, key, corner, point, moving)`, `insertCorner(key, at,
   * point)`, `pull(point, route, firstPoint)`, `select(what, key)`, `remove(what, key)`,
   * `finish()`, `view(center, zoom)` and `padding()`, how far the tools reach in from each side.
   */
  constructor(element, { style, bounds, view, attribution, calls, options }) {
    this.calls = calls;
    this.markers = new Map();
    this.data = new Map();
    this.routes = [];
    this.extras = [];
    this.map = new globalThis.maplibregl.Map({
      container: element, style, attributionControl: false, maxPitch: 0, dragRotate: false,
      pitchWithRotate: false, touchPitch: false, fadeDuration: still.matches ? 0 : 150,
      ...(view ? { center: view.center, zoom: view.zoom }
        : bounds ? { bounds, fitBoundsOptions: { padding: 30 } } : {}),
      ...options,
      transformRequest: (url) =>
        ({ url: new URL(url, location.href).href, headers: headersFor(url) }),
    });
    this.map.touchZoomRotate.disableRotation();
    this.map.keyboard.disableRotation();
    this.map.addControl(new globalThis.maplibregl.NavigationControl({ showCompass: false }));
    this.map.addControl(new globalThis.maplibregl.ScaleControl(), "bottom-left");
    this.map.addControl(new globalThis.maplibregl.AttributionControl({
      compact: false, customAttribution: attribution,
    }));
    this.map.doubleClickZoom.disable();
    this.ready = new Promise((done) => this.map.on("load", done));
    // Again after each change between day and night, which takes all layers away.
    this.map.on("style.load", () => this.#begin());
    // A tile's failure is the server's word about the token, or MapLibre's own matter.
    this.map.on("error", ({ error }) => {
      if (error?.status === 498 || error?.status === 499) tellOfToken(error.status);
      else console.error(error);
    });
    this.#listen();
    this.map.on("click", (event) => this.#click(event));
    this.map.on("dblclick", () => calls.finish());
    this.map.on("moveend", () => {
      const { lng, lat } = this.map.getCenter();
      if (!this.isHasty) calls.view([lng, lat], this.map.getZoom());
    });
  }

  /** The middle of the map. */
  get center() {
    const { lng, lat } = this.map.getCenter();
    return [lng, lat];
  }

  /** The width of the map in degrees. */
  get span() {
    const box = this.map.getBounds();
    return [box.getEast() - box.getWest(), box.getNorth() - box.getSouth()];
  }

  #begin() {
    const map = this.map;
    for (const name of ["barriers", "pocket", "routes", "differs", "ties", "step", "draft",
      "analysis", "jams"]) {
      map.addSource(name, { type: "geojson", data: this.data.get(name) ?? nothing });
    }
    // Below the names, which say where to drive, and above all else of the style.
    const { layers } = map.getStyle();
    const names = layers[layers.findLastIndex(({ type }) => type !== "symbol") + 1]?.id;
    const round = { "line-join": "round", "line-cap": "round" };
    const effect = ["match", ["get", "effect"], "scaled", colors.scaled, "added", colors.added,
      colors.closed];
    // Of a day's routes, each has a color; of others, the chosen one is drawn above.
    const drawn = ["any", ["get", "chosen"], ["has", "color"]];
    const isStrong = ["==", ["get", "strong"], true];
    const strong = (width) => ["case", isStrong, width + 4, width];
    const wide = (chosen, other) =>
      ["case", isStrong, chosen + 4, ["get", "chosen"], chosen, other];
    const line = (id, source, paint, more = {}, below = names) =>
      map.addLayer({ id, type: "line", source, layout: round, paint, ...more }, below);
    map.addLayer({
      id: "barrier-area", type: "fill", source: "barriers",
      filter: ["==", ["geometry-type"], "Polygon"],
      paint: { "fill-color": effect, "fill-opacity": ["case", ["get", "blamed"], 0.38, 0.18] },
    }, names);
    // Where lines that can be seen through lie upon each other, they would be darker.
    line("pocket", "pocket", { "line-color": colors.pocket, "line-width": 8 });
    line("other-routes", "routes",
      { "line-color": colors.other, "line-width": strong(5), "line-opacity": 0.8 },
      { filter: ["!", drawn] });
    line("differs", "differs", { "line-color": colors.differs, "line-width": strong(5) });
    const sorted = { ...round, "line-sort-key": ["case", ["get", "chosen"], 1, 0] };
    line("route-casing", "routes", { "line-color": colors.casing, "line-width": wide(9, 6) },
      { filter: drawn, layout: sorted });
    line("route", "routes", { "line-color": ["coalesce", ["get", "color"], colors.route],
      "line-width": wide(5.5, 3.5) }, { filter: drawn, layout: sorted });
    line("jams", "jams", { "line-width": 5.5, "line-color": ["match", ["get", "kind"],
      "slow", colors.slow, "heavy", colors.heavy, colors.jammed] });
    line("barrier-edge", "barriers",
      { "line-color": effect, "line-width": ["case", ["get", "blamed"], 5, 3] });
    map.setPaintProperty("barrier-edge", "line-dasharray", [2, 1.5]);
    line("analysis", "analysis",
      { "line-color": ["match", ["get", "kind"], "trace", colors.tie, colors.found],
        "line-width": ["match", ["get", "kind"], "trace", 2, 5], "line-opacity": 0.85 });
    line("ties", "ties",
      { "line-color": colors.tie, "line-width": 2.5, "line-dasharray": [1, 1.6] });
    const top = null;
    line("route-grip", "routes", { "line-width": 22, "line-opacity": 0.01 },
      { filter: ["get", "chosen"] }, top);
    line("step", "step", { "line-color": colors.step, "line-width": 7 }, {}, top);
    line("draft", "draft", { "line-color": colors.closed, "line-width": 3 }, {}, top);
    for (const extra of this.extras) this.#addExtra(extra);
  }

  /**
   * Adds a source with layers of its own, below the routes. `choose(properties)` gets the feature
   * that is clicked, if there is one, and says whether it takes the click.
   */
  extend(source, layers, choose) {
    const extra = { source, layers, choose };
    this.extras.push(extra);
    if (this.map.getSource("routes")) this.#addExtra(extra);
  }

  #addExtra({ source, layers }) {
    this.map.addSource(source, { type: "geojson", data: this.data.get(source) ?? nothing });
    for (const layer of layers) this.map.addLayer({ source, ...layer }, "other-routes");
  }

  /** Asks for the tiles again. */
  reloadTiles() {
    for (const name of Object.keys(this.map.getStyle()?.sources ?? {})) {
      const source = this.map.getSource(name);
      if (source.type === "vector") source.setTiles(source.tiles);
    }
  }

  /** Draws features of a source. */
  draw(source, features) {
    this.#set(source, features);
  }

  /** Makes the markers whose ids begin with a prefix those in `marks`. */
  keepMarks(prefix, marks) {
    this.#keep(prefix, marks);
  }

  #listen() {
    const map = this.map;
    map.on("mousedown", "route-grip", (event) => this.#pull(event, "mousemove", "mouseup"));
    map.on("touchstart", "route-grip", (event) => {
      if (event.points.length === 1) this.#pull(event, "touchmove", "touchend");
    });
    for (const layer of ["route-grip", "other-routes", "barrier-edge"]) {
      map.on("mouseenter", layer, () => map.getCanvas().classList.add("grip"));
      map.on("mouseleave", layer, () => map.getCanvas().classList.remove("grip"));
    }
  }

  #set(name, features) {
    const data = { type: "FeatureCollection", features };
    this.data.set(name, data);
    this.map.getSource(name)?.setData(data);
  }

  #click(event) {
    // The second click of a double click adds nothing.
    if (event.originalEvent.detail > 1 && !this.isDrafting) return;
    if (this.isDrafting) {
      this.calls.place([event.lngLat.lng, event.lngLat.lat]);
      return;
    }
    if (this.map.getLayer("barrier-edge")) {
      // Not areas of barriers: stops may lie in them.
      const hits = (layers) => this.map.queryRenderedFeatures(event.point, { layers });
      const [hit] = hits(["other-routes", "barrier-edge", "route"])
        .filter(({ properties }) => !properties.chosen);
      if (hit?.source === "routes") return this.calls.select("route", hit.properties.id);
      if (hit) return this.calls.select("barrier", hit.properties.key);
      for (const { layers, choose } of this.extras) {
        const [row] = hits(layers.map(({ id }) => id));
        if (row && choose?.(row.properties)) return;
      }
    }
    this.calls.place([event.lngLat.lng, event.lngLat.lat]);
  }

  // A route's line is pulled: a via point begins under the pointer and moves with it.
  #pull(event, moveName, endName) {
    if (this.isDrafting || this.isFixed || event.originalEvent.button > 0) return;
    if (event.originalEvent.target.closest?.(".pin, .corner")) return;
    event.preventDefault();
    const route = this.routes.find((r) => r.id === this.chosen);
    if (!route) return;
    const at = nearestPoint(route.lines.flat(), event.lngLat);
    const begun = event.point;
    let key = null;
    let place = null;
    const move = (next) => {
      const far = Math.hypot(next.point.x - begun.x, next.point.y - begun.y) > 4;
      const point = [next.lngLat.lng, next.lngLat.lat];
      place = point;
      if (key == null && far) key = this.calls.pull(point, route, at);
      else if (key != null) this.calls.move("stop", key, null, point, true);
    };
    // The pointer may be released outside of the map.
    const ends = endName === "mouseup" ? ["mouseup", "blur"] : ["touchend", "touchcancel"];
    const end = () => {
      this.map.off(moveName, move);
      for (const name of ends) window.removeEventListener(name, end);
      if (key != null) this.calls.move("stop", key, null, place, false);
    };
    this.map.on(moveName, move);
    for (const name of ends) window.addEventListener(name, end);
  }

  /** Draws the routes, the chosen one above the others, and one of them wider, if it is named. */
  showRoutes(routes, chosen, strong = null) {
    this.routes = routes;
    this.chosen = chosen;
    this.#set("routes", routes.filter((r) => r.lines.length).map((r) => ({
      type: "Feature",
      properties: { id: r.id, chosen: r.id === chosen, strong: r.id === strong,
        ...(r.color ? { color: r.color } : {}) },
      geometry: { type: "MultiLineString", coordinates: r.lines },
    })));
    const jams = routes.find((r) => r.id === chosen)?.jams ?? [];
    this.#set("jams", jams.map(({ kind, line }) => ({
      type: "Feature", properties: { kind }, geometry: { type: "LineString", coordinates: line },
    })));
  }

  /** Draws what another analysis found: `{ kind, lines }`, or `null` for nothing. */
  showAnalysis(drawn) {
    this.#set("analysis", (drawn ?? []).map(({ kind, lines }) => ({
      type: "Feature", properties: { kind },
      geometry: { type: "MultiLineString", coordinates: lines },
    })));
    if (drawn?.length) this.fit(drawn.flatMap(({ lines }) => lines.flat()));
  }

  /** Draws dashed lines, such as from a stop to the street that it was moved to. */
  showTies(lines) {
    this.#set("ties", lines.map((coordinates) => ({
      type: "Feature", properties: {}, geometry: { type: "LineString", coordinates },
    })));
  }

  /** Draws the streets that barriers shut in. */
  showPocket(lines) {
    this.#set("pocket", lines.map((coordinates) => ({
      type: "Feature", properties: {}, geometry: { type: "LineString", coordinates },
    })));
  }

  /** Marks the part of the route that a step of the directions is about. */
  showStep(line) {
    const features = line && line.length > 1 ? [{
      type: "Feature", properties: {}, geometry: { type: "LineString", coordinates: line },
    }] : [];
    this.#set("step", features);
    if (!features.length) return;
    // On a phone, the top of the map is scrolled away.
    const { top, width, height } = this.map.getContainer().getBoundingClientRect();
    const gone = Math.max(0, -top);
    const { x, y } = this.map.project(line[0]);
    if (x < 10 || x > width - 10 || y < gone + 10 || y > height - 10) {
      this.map.easeTo({ center: line[0], offset: [0, gone / 2], animate: !still.matches });
    }
  }

  /** Draws the corners of a barrier that is not finished. */
  showDraft(corners) {
    this.isDrafting = corners != null;
    this.#set("draft", corners && corners.length > 1 ? [{
      type: "Feature", properties: {}, geometry: { type: "LineString", coordinates: corners },
    }] : []);
    this.#keep("draft-", (corners ?? []).map((point, i) => ({
      id: `draft-${i}`, point, kind: "draft", label: `Corner ${i + 1}`,
    })));
  }

  /** Draws lines and areas of barriers, their markers, and corners of the selected one. */
  showBarriers(barriers, selected, blamed) {
    const features = barriers.filter((b) => b.kind !== "point").map((b) => ({
      type: "Feature",
      properties: { key: b.key, effect: b.effect, blamed: blamed.has(b.key) },
      geometry: b.kind === "line" ? { type: "LineString", coordinates: b.corners }
        : { type: "Polygon", coordinates: [b.corners, ...b.holes].map((r) => [...r, r[0]]) },
    }));
    this.#set("barriers", features);
    const marks = [];
    for (const [number, barrier] of barriers.entries()) {
      const name = barrier.name || `Barrier ${number + 1}`;
      if (barrier.kind === "point") {
        marks.push({
          id: `barrier-${barrier.key}`, point: barrier.corners[0], kind: `sign ${barrier.effect}`,
          label: `${name}: drag it, or move it with arrow keys`, what: "barrier",
          key: barrier.key, corner: 0, blamed: blamed.has(barrier.key),
          text: { closed: "–", scaled: "×", added: "+" }[barrier.effect],
        });
      } else if (barrier.key === selected) {
        marks.push(...cornerMarks(barrier, name));
      }
    }
    this.#keep("barrier-", marks);
  }

  /** Draws the stops and via points. */
  showStops(stops, visits, order) {
    this.#keep("stop-", stops.map((stop, i) => {
      const number = order[i];
      const bad = visits[i] && (visits[i].status !== 0 || visits[i].late > 0.01);
      return {
        id: `stop-${stop.key}`, point: [stop.x, stop.y],
        kind: `pin${stop.via ? " via" : visits[i]?.look ?? ""}`,
        label: `${stop.via ? "Via point" : "Stop"} ${number}${stop.name ? `, ${stop.name}` : ""}`
          + ": drag it, or move it with arrow keys",
        what: "stop", key: stop.key, corner: null, blamed: bad,
        text: stop.via ? "" : String(number),
      };
    }));
  }

  /** Shows all these places, beside the tools. */
  fit(points, animate = !still.matches) {
    if (!points.length) return;
    const box = new globalThis.maplibregl.LngLatBounds();
    for (const point of points) box.extend(point);
    const { clientWidth: wide, clientHeight: high } = this.map.getContainer();
    const padding = { top: 60, bottom: 60, left: 60, right: 80, ...this.calls.padding?.() };
    for (const side of Object.keys(padding)) {
      padding[side] = Math.min(padding[side], (/top|bottom/.test(side) ? high : wide) / 3);
    }
    this.map.fitBounds(box, { padding, maxZoom: 16, animate });
  }

  /** Shows all these places, if one of them lies outside of the view. */
  bring(points) {
    const box = this.map.getBounds();
    if (points.some((point) => !box.contains(point))) this.fit(points);
  }

  // Makes the markers with a prefix those in `marks`, and leaves one that is dragged where it is.
  #keep(prefix, marks) {
    const wanted = new Set(marks.map((mark) => mark.id));
    let lost = -1;
    let place = -1;
    for (const [id, { marker }] of this.markers) {
      if (!id.startsWith(prefix)) continue;
      place += 1;
      if (!wanted.has(id) && id !== this.held) {
        if (marker.getElement() === document.activeElement) lost = place;
        marker.remove();
        this.markers.delete(id);
      }
    }
    for (const mark of marks) {
      const entry = this.markers.get(mark.id) ?? this.#add(mark);
      entry.mark = mark;
      if (this.held !== mark.id) entry.marker.setLngLat(mark.point);
      const element = entry.marker.getElement();
      for (const name of [...element.classList]) {
        if (!name.startsWith("maplibregl")) element.classList.remove(name);
      }
      element.classList.add(...mark.kind.split(" "));
      element.classList.toggle("blamed", Boolean(mark.blamed));
      element.setAttribute("aria-label", mark.label);
      if (element.textContent !== (mark.text ?? "")) element.textContent = mark.text ?? "";
    }
    if (lost < 0) return;
    // Whoever has deleted a marker by a key goes on at the next one.
    const next = this.markers.get(marks[Math.min(lost, marks.length - 1)]?.id)?.marker;
    (next?.getElement() ?? this.map.getCanvas()).focus({ preventScroll: true });
  }

  #add(mark) {
    const element = make("button", { type: "button", "aria-label": mark.label });
    const draggable = !mark.fixed && mark.kind !== "draft";
    const marker = new globalThis.maplibregl.Marker({ element, draggable })
      .setLngLat(mark.point).addTo(this.map);
    const entry = { marker, mark };
    this.markers.set(mark.id, entry);
    const place = () => {
      const { lng, lat } = marker.getLngLat();
      return [lng, lat];
    };
    const moved = (moving) => {
      const { what, key, corner } = entry.mark;
      this.calls.move(what, key, corner, place(), moving);
    };
    marker.on("dragstart", () => {
      this.held = mark.id;
      if (entry.mark.between != null) {
        this.calls.insertCorner(entry.mark.key, entry.mark.between, place());
        entry.mark = { ...entry.mark, corner: entry.mark.between, between: null };
        entry.grown = entry.mark;
      }
    });
    marker.on("drag", () => {
      if (entry.grown) entry.mark = entry.grown;
      moved(true);
    });
    marker.on("dragend", () => {
      if (entry.grown) entry.mark = entry.grown;
      entry.grown = null;
      this.held = null;
      moved(false);
    });
    element.addEventListener("click", (event) => {
      event.stopPropagation();
      if (mark.kind === "draft") this.calls.finish();
      else if (entry.mark.between == null) this.calls.select(entry.mark.what, entry.mark.key);
    });
    element.addEventListener("dblclick", (event) => event.stopPropagation());
    element.addEventListener("keydown", (event) => this.#key(event, entry, moved));
    return entry;
  }

  #key(event, entry, moved) {
    const step = event.shiftKey ? 40 : 5;
    const by = {
      ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step],
    }[event.key];
    if (!entry.mark.what || entry.mark.fixed) return;
    if (by) {
      if (entry.mark.between != null) return;
      const at = this.map.project(entry.marker.getLngLat());
      entry.marker.setLngLat(this.map.unproject([at.x + by[0], at.y + by[1]]));
      moved(false);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      this.calls.remove(entry.mark.what, entry.mark.key, entry.mark.corner);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

/** Markers of a barrier's corners, and of the middles between them, which become corners. */
export function cornerMarks(barrier, name, what = "barrier") {
  const marks = [];
  const { corners, key } = barrier;
  for (const [i, point] of corners.entries()) {
    marks.push({
      id: `${what}-${key}-${i}`, point, kind: "corner", what, key, corner: i,
      label: `Corner ${i + 1} of ${name}: drag it, or move it with arrow keys`,
    });
    const next = corners[i + 1] ?? (barrier.kind === "polygon" ? corners[0] : null);
    if (next) {
      marks.push({
        id: `${what}-${key}-m${i}`, kind: "corner middle", what, key, corner: i,
        between: i + 1, point: [(point[0] + next[0]) / 2, (point[1] + next[1]) / 2],
        label: `Between corners ${i + 1} and ${i + 2} of ${name}: drag it to add a corner`,
      });
    }
  }
  return marks;
}

/** The position in a line of the point at or before the place nearest to one on the map. */
export function nearestPoint(line, { lng, lat }) {
  const scale = Math.cos((lat * Math.PI) / 180);
  let best = 0;
  let least = Infinity;
  for (let i = 0; i + 1 < line.length; i += 1) {
    const [ax, ay] = [(line[i][0] - lng) * scale, line[i][1] - lat];
    const [bx, by] = [(line[i + 1][0] - lng) * scale, line[i + 1][1] - lat];
    const [dx, dy] = [bx - ax, by - ay];
    const length = dx * dx + dy * dy;
    const t = length ? Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length)) : 0;
    const distance = Math.hypot(ax + t * dx, ay + t * dy);
    if (distance < least) [least, best] = [distance, i];
  }
  return best;
}
