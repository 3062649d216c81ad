// The map page: holds the request, asks for routes, and shows the answer.

import { Asker, askedFor, errorText, readJSON, routesOf, visitsOf } from "./answer.js";
import { Canvas } from "./canvas.js";
import {
  linkedJob, linkedRequest, linkedView, linkHasChanged, Past, writeLink,
} from "./link.js";
import { StopList } from "./lists.js";
import {
  barrierParameters, emptyRequest, fieldsOf, modeOf, newBarrier, newStop, requestOf, rounded,
  wrapped,
} from "./request.js";
import { showDirections, showProblems, showTimeline, showTotals } from "./results.js";
import { Tools } from "./tools.js";
import { nextHour, TravelForm } from "./travel.js";
import { lengthText, make, minutesText, placeText } from "./words.js";

const part = (id) => document.getElementById(id);
const place = document.body.dataset;
const layerURL = new URL(place.layer, location.href).href.replace(/\/$/, "");
const dark = matchMedia("(prefers-color-scheme: dark)");
// White text has a contrast of 4.5:1 or more on each; panels.css has the same.
const dayColors = ["#1553b5", "#a81c22", "#12704c", "#7a3fb5", "#955300", "#0b6b7a", "#a3195b",
  "#4d5b00", "#4a4fb0", "#6b4423"];
// The stops whose streets the page asks for.
const mostNamed = 10;
const blank = {
  version: 8, sources: {},
  layers: [{ id: "land", type: "background", paint: { "background-color": "#eef0ee" } }],
};

let layer;
let request;
let canvas = null;
let travel;
let stopList;
let barrierList = null;
let share = null;
let asker;
let answer = null;
let routes = [];
let visits = [];
let chosen = null;
let selected = null;
let blamed = new Set();
let effectRound = 0;
// Whether the view shall have the route that is asked for: "all" of it, as near as it can be, or
// "some", if that is not in view.
let wantsView = "";
let tools;
let view = null;
// Whether the map takes the place of the picture of all streets.
let isMapSeen = false;
let past;
let damage = null;
// Panels that are loaded when they are needed.
let stored = null;
let jobs = null;
let day = null;
let choices = null;
// The times of an alternative, when its file is loaded.
let along = null;
let naming = null;
// The streets at places that a reader has set, by their longitude and latitude.
const streets = new Map();
let printing = null;
// Whether the picture for paper is that of the map as it is.
let isSheetReady = false;
let isPreparing = false;
// The job in the page's link, and its answer while that is on the map.
let job = null;
let shown = null;

begin().catch((error) => {
  part("totals").textContent = "The page could not begin.";
  showProblems({ title: "No service", texts: [error.message], reasons: [], apply() {} });
});

async function begin() {
  view = linkedView();
  const described = readJSON(`${layerURL}?f=json`);
  const traffic = readJSON(`${layerURL}/traffic?f=json`).catch(() => null);
  const styled = styleOf().catch(() => null);
  await paint(showOverview());
  await loadLibrary();
  const style = await styled;
  try {
    // The map begins while the layer is still being read.
    startMap(style ?? blank);
  } catch {
    // Without WebGL, MapLibre throws; without MapLibre, there is nothing to call.
    part("map").hidden = true;
    uncoverMap();
    document.body.classList.add("mapless");
    part("picture").hidden = false;
    part("picture").textContent = (globalThis.maplibregl
      ? "This browser cannot draw the map, because it has no WebGL 2. "
      : "The map needs MapLibre GL JS: run scripts/setup-map, then start the server again. ")
      + "Add stops by their longitude and latitude in the list; a picture follows here.";
  }
  const description = await described;
  if (description.error) throw new Error(errorText(description.error));
  layer = { ...description, traffic: await traffic };
  request = emptyRequest(layer);
  readLink();
  job = damage ? null : linkedJob();
  asker = new Asker(layerURL);
  travel = new TravelForm(layer, (set) => {
    set(request);
    changed();
  });
  stopList = new StopList(part("stop-list"), {
    change: changeStop, reorder, remove: (key) => remove("stop", key),
    center: (key) => canvas?.fit([pointOf(request.stops.find((stop) => stop.key === key))]),
  });
  past = new Past(layer, (canUndo, canRedo) => {
    part("undo").disabled = !canUndo;
    part("redo").disabled = !canRedo;
  });
  tools = new Tools({
    stop: addStop, barrier: addBarrier, draft: (corners) => canvas?.showDraft(corners), say,
    warn,
  });
  // Loaded when a reader comes to the box.
  part("search").addEventListener("focus", async () => {
    const { PlaceSearch } = await import("./search.js");
    new PlaceSearch(part("search"), part("found"), layerURL, {
      near: centerOfMap, stop: addNamedStop, say, warn,
    });
  }, { once: true });
  listen();
  past.add(request);
  show();
  // Before the answer, so that the map has its tiles.
  if (!view) showWhole();
  openFromLink();
}

// Shows the picture of all streets where the map will draw them, unless the view is so near that it
// would show only a few.
async function showOverview() {
  const picture = part("overview");
  const box = boundsOf(place.bounds);
  if (!picture.currentSrc && !picture.hasAttribute("src")) return;
  if (view && box) {
    const { clientWidth: wide, clientHeight: high } = part("map");
    const world = ([x, y]) => [x / 360, -Math.asinh(Math.tan((y * Math.PI) / 180)) / 2 / Math.PI]
      .map((share) => share * 512 * 2 ** view.zoom);
    const [[west, south], [east, north], [x, y]] = [...box, view.center].map(world);
    if (Math.max((east - west) / wide, (south - north) / high) > 8) return;
    for (const [name, length] of Object.entries({
      left: wide / 2 + west - x, top: high / 2 + north - y, width: east - west,
      height: south - north, padding: 0,
    })) picture.style[name] = `${length}px`;
  }
  await picture.decode();
  if (!isMapSeen) document.body.classList.add("early");
}

function uncoverMap() {
  isMapSeen = true;
  document.body.classList.remove("early");
}

// Lets the browser paint the page with what is shown: the library keeps it busy. A page that nobody
// sees is not painted.
async function paint(shown) {
  const painted = shown.catch(() => {}).then(() =>
    new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  await Promise.race([painted, new Promise((done) => setTimeout(done, 1000))]);
}

function loadLibrary() {
  return new Promise((done) => {
    const script = document.createElement("script");
    script.onload = script.onerror = done;
    script.src = `${place.files}maplibre-gl.js`;
    document.head.append(script);
  });
}

// The style for the day or the night. The page has both URLs, so that one is asked for early.
function styleOf() {
  return readJSON(new URL(dark.matches ? place.night : place.style, location.href).href);
}

function boundsOf(text) {
  const numbers = (text ?? "").match(/-?\d+(\.\d+)?([eE][-+]?\d+)?/g)?.map(Number) ?? [];
  if (numbers.length !== 4 || !numbers.every(Number.isFinite)) return null;
  return [[numbers[0], numbers[1]], [numbers[2], numbers[3]]];
}

function startMap(style) {
  canvas = new Canvas(part("map"), {
    style, view, bounds: boundsOf(place.bounds), attribution: place.attribution, calls: {
      place: (point) => tools?.use(point), move, insertCorner, pull, remove,
      select: (what, key) => {
        if (what === "row") stored.select(key);
        else if (what === "route") choose(key);
        else if (what === "barrier") selectBarrier(key);
        else stopList.focus(key);
      },
      finish: () => tools?.finish(),
      padding: () => ({ top: document.querySelector(".tools").offsetHeight + 44 }),
      view: (center, zoom) => {
        view = { center: center.map(rounded), zoom: Math.round(zoom * 100) / 100 };
        if (request) writeLink(request, layer, view, job);
      },
    },
  });
  document.querySelector(".maplibregl-ctrl-group").append(part("fit"));
  part("fit").hidden = false;
  // The picture does not move with the map.
  canvas.map.once("movestart", uncoverMap);
  canvas.ready.then(() => {
    performance.mark("waypost-map");
    document.body.classList.add("drawn");
    uncoverMap();
  });
}

// ---- Changes of the request ----

function readLink() {
  damage = null;
  try {
    request = linkedRequest(layer) ?? request;
    if (request.unknownMode) {
      const names = (layer.supportedTravelModes ?? []).map((mode) => mode.name).join(", ");
      warn(`The link has the travel mode “${request.unknownMode}”, which this service does not `
        + `have. The route is one of ${modeOf(request, layer).name} in its place; there are `
        + `${names}.`);
    }
  } catch (error) {
    damage = error.message;
  }
}

// Shows an earlier or later request, if there is one.
function restore(other) {
  if (!other) return;
  request = other;
  selected = null;
  changed(false, true);
}

function pointOf(thing) {
  return [thing.x, thing.y];
}

// Shows and solves the request after a change, with all of the answer or only what moves.
function changed(moving = false, isOld = false) {
  // The job's result is that of another request now.
  job = shown = null;
  if (!moving) {
    if (!isOld) past.add(request);
    writeLink(request, layer, view);
  }
  stored?.showUses();
  jobs?.showState();
  show();
  solve(moving);
}

function changeStop(key, values) {
  const stop = request.stops.find((s) => s.key === key);
  const { route, ...other } = values;
  Object.assign(stop, other);
  if (route != null) {
    delete stop.more.RouteName;
    if (route.trim()) stop.more.RouteName = route.trim();
  }
  const window = values.from ?? values.until;
  if (window != null) setDeparture(window);
  changed();
}

function changeBarrier(key, values) {
  Object.assign(request.barriers.find((b) => b.key === key), values);
  changed();
}

function addStop(point) {
  if (request.layers.stops) {
    warn("The stops come from a stored layer. Stop using it to set stops on the map.");
    return;
  }
  if (request.stops.length >= (layer.serviceLimits?.maximumStops ?? Infinity)) {
    warn(`The service takes at most ${layer.serviceLimits.maximumStops} stops.`);
    return;
  }
  const stop = newStop(...point);
  request.stops.push(stop);
  changed();
  nameStreet(stop);
  say(`Stop ${request.stops.length} added at ${placeText(point)}.`);
}

function streetKey({ x, y }) {
  return `${x},${y}`;
}

// Shows the street of a stop without a name in the list. It is not sent as the stop's name.
async function nameStreet(stop) {
  if (stop.name || streets.has(streetKey(stop))) return;
  const key = streetKey(stop);
  streets.set(key, "");
  naming ??= import("./naming.js");
  streets.set(key, await (await naming).streetAt(layerURL, pointOf(stop)));
  if (streets.get(key)) showNamed(Boolean(canvas?.held));
}

function addNamedStop(point, name) {
  const count = request.stops.length;
  addStop(point);
  if (request.stops.length === count) return;
  wantsView = "some";
  changeStop(request.stops[count].key, { name });
  if (request.stops.length < 2) takeView();
}

// Adds as many as the service takes, and returns how many.
function addStops(stops) {
  const most = layer.serviceLimits?.maximumStops ?? Infinity;
  const left = Math.max(0, most - request.stops.length);
  const taken = request.layers.stops ? [] : stops.slice(0, left);
  if (!taken.length) return 0;
  request.stops.push(...taken);
  const windows = taken.map(({ from, until }) => from ?? until).filter((time) => time != null);
  if (windows.length) setDeparture(windows.reduce((a, b) => Math.min(a, b)));
  showWhole();
  changed();
  return taken.length;
}

// Windows count, and need a departure.
function setDeparture(window) {
  delete request.more.useTimeWindows;
  if (request.start) return;
  request.start = Math.min(window - (window % 86400000) + 8 * 3600000, window - 1800000);
  warn("Time windows need a departure; it is set to half an hour before the window, or to 8:00.");
}

function takeView() {
  if (wantsView === "all") canvas?.fit(whole(), false);
  else if (wantsView) canvas?.bring(whole());
  wantsView = "";
}

// Shows the stops, and the route when it is there.
function showWhole() {
  wantsView = request.stops.length > 1 || request.layers.stops ? "all" : "";
  if (request.stops.length) canvas?.fit(request.stops.map(pointOf), false);
}

// The stops, the routes and the streets that are shut in.
function whole() {
  return [...ownStops().map(pointOf), ...routes.flatMap(({ lines }) => lines.flat()),
    ...pocket().flat()];
}

function pocket() {
  return reasons().flatMap(({ pocket: its }) => its?.paths ?? []);
}

// All of the route; without one, the corners of the network.
function placesToShow() {
  const points = whole();
  return points.length ? points : boundsOf(place.bounds) ?? [];
}

function reorder(key, to) {
  const from = request.stops.findIndex((s) => s.key === key);
  const [stop] = request.stops.splice(from, 1);
  request.stops.splice(to, 0, stop);
  changed();
  say(`Moved to place ${to + 1}.`);
}

function remove(what, key, corner) {
  if (what === "row") {
    stored.remove(key, corner);
    return;
  }
  if (what === "stop") {
    request.stops = request.stops.filter((s) => s.key !== key);
  } else {
    const barrier = request.barriers.find((b) => b.key === key);
    const least = { point: 2, line: 3, polygon: 4 }[barrier.kind];
    if (corner != null && barrier.corners.length >= least) barrier.corners.splice(corner, 1);
    else request.barriers = request.barriers.filter((b) => b.key !== key);
  }
  changed();
  say("Removed.");
}

function move(what, key, corner, point, moving) {
  const [x, y] = [wrapped(point[0]), point[1]].map(rounded);
  if (what === "row") {
    stored.move(key, corner, [x, y], moving);
    return;
  }
  if (what === "stop") {
    const stop = request.stops.find((s) => s.key === key);
    if (stop) Object.assign(stop, { x, y });
    if (stop && !moving) nameStreet(stop);
  } else {
    const barrier = request.barriers.find((b) => b.key === key);
    if (barrier) barrier.corners[corner] = [x, y];
  }
  changed(moving);
}

function insertCorner(key, at, point) {
  const barrier = request.barriers.find((b) => b.key === key);
  if (barrier) barrier.corners.splice(at, 0, point.map(rounded));
  else stored?.insertCorner(key, at, point.map(rounded));
}

// A pulled line gets a via point in the leg that was pulled, in the order in which it is driven.
function pull(point, route, at) {
  if (request.best) {
    adoptOrder();
    warn("The route keeps its order of stops now that it has a via point.");
  }
  const leg = route.legs.find((l) => at >= l.FirstPoint && at < l.LastPoint) ?? route.legs.at(-1);
  const target = leg ? requestAtSolve[leg.ToStopID - 1] : null;
  const index = target == null ? -1 : request.stops.findIndex((s) => s.key === target);
  const name = request.stops[index]?.more.RouteName;
  const via = newStop(...point, { via: true, more: name == null ? {} : { RouteName: name } });
  request.stops.splice(index < 0 ? request.stops.length - 1 : index, 0, via);
  changed(true);
  return via.key;
}

function adoptOrder() {
  const order = orderOfVisits();
  request.stops = order.map((i) => request.stops[i]);
  visits = order.map((i) => visits[i]);
  requestAtSolve = request.stops.map((s) => s.key);
  request.best = false;
}

// Positions of the stops in the order in which the answer visits them; unvisited ones stay last.
function orderOfVisits() {
  const keys = request.stops.map((_, i) => i);
  return keys.sort((a, b) => (visits[a]?.sequence ?? 1e9) - (visits[b]?.sequence ?? 1e9) || a - b);
}

function selectBarrier(key) {
  selected = selected === key ? null : key;
  if (selected != null) part("barriers-part").open = true;
  show();
  if (answer && !shown && !asker.running) measureEffects();
}

function addBarrier(kind, corners) {
  const barrier = newBarrier(kind, corners);
  request.barriers.push(barrier);
  selected = barrier.key;
  part("barriers-part").open = true;
  changed();
  say(`Barrier ${request.barriers.length} added.`);
}

function addBarrierAtCenter(kind) {
  const [x, y] = centerOfMap();
  const [w, h] = canvas ? canvas.span.map((size) => size / 10) : [0.002, 0.002];
  addBarrier(kind, {
    point: [[x, y]], line: [[x - w, y], [x + w, y]],
    polygon: [[x - w, y - h], [x + w, y - h], [x + w, y + h], [x - w, y + h]],
  }[kind]);
}

function centerOfMap() {
  if (canvas) return canvas.center;
  const bounds = boundsOf(place.bounds);
  return bounds ? [(bounds[0][0] + bounds[1][0]) / 2, (bounds[0][1] + bounds[1][1]) / 2] : [0, 0];
}

// ---- Asking and showing ----

let requestAtSolve = [];
// The answer's visits by their stops' keys: rows may have moved since it was asked.
let visitOf = new Map();

function solve(moving) {
  effectRound += 1;
  if (request.stops.length < 2 && !request.layers.stops) {
    asker.cancel();
    document.body.removeAttribute("aria-busy");
    visitOf = new Map();
    answer = null;
    [routes, visits, chosen, blamed] = [[], [], null, new Set()];
    withBarriers((list) => list.take());
    showProblems({ title: damage ? "The link is damaged" : "", texts: damage ? [damage] : [],
      reasons: [], apply() {} });
    show();
    return;
  }
  const keys = ownStops().map((s) => s.key);
  const barriers = request.barriers.map((b) => b.key);
  document.body.setAttribute("aria-busy", "true");
  const asked = performance.now();
  asker.ask(askedFor(request, layer, moving), {
    moving,
    done: (reply, milliseconds) => {
      document.body.removeAttribute("aria-busy");
      take(reply, keys, barriers, moving);
      performance.measure(moving ? "waypost-move" : "waypost-solve",
        { start: asked, end: performance.now(), detail: { server: milliseconds } });
    },
  });
}

async function drawPicture() {
  const { showPicture } = await import("./picture.js");
  showPicture(part("picture"), layerURL, fieldsOf(request, layer),
    `A picture of the route: ${part("totals").textContent}`);
}

function take(reply, keys, barrierKeys, moving) {
  const before = routes[0]?.steps ?? [];
  answer = reply;
  requestAtSolve = keys;
  routes = routesOf(reply, request, layer);
  visits = visitsOf(reply, request, layer);
  visitOf = new Map(keys.map((key, i) => [key, visits[i]]));
  colorRoutes();
  if (!routes.some((route) => route.id === chosen)) chosen = routes[0]?.id ?? null;
  blamed = new Set(reasons().flatMap((reason) => reason.barriers ?? []).map(barrierOf)
    .filter(Boolean).map((barrier) => barrier.key));
  if (!moving) withBarriers((list) => list.take(reply, request));
  const texts = reply.error
    ? (reply.error.details?.length ? reply.error.details : [reply.error.message])
    : (reply.messages ?? []).map((message) => message.description);
  showProblems({
    title: reply.error ? "No route" : "", texts, reasons: reasons(), apply: applyChange,
    informs: !reply.error && (reply.messages ?? []).every((message) => message.type === 0),
    day: request.start,
  });
  // Without directions while something moves, the old ones stay rather than jump.
  if (moving && routes[0]) routes[0].steps = before;
  show(moving);
  if (!moving) {
    const route = routes[0];
    const found = route
      ? `Route: ${minutesText(route.minutes)}, ${lengthText(route.length, lengthUnit())}.` : "";
    say(reply.error ? `No route. ${texts.join(" ")}` : found);
    measureEffects();
    takeView();
    // Of a link, too.
    ownStops().slice(0, mostNamed).forEach(nameStreet);
    preparePrinting();
    if (!canvas) drawPicture();
  }
}

function barrierOf({ parameter, objectId }) {
  const kind = Object.keys(barrierParameters).find((k) => barrierParameters[k] === parameter);
  return request.barriers.filter((b) => b.kind === kind)[objectId - 1];
}

// Uses the list of barriers, which is loaded with the first one.
async function withBarriers(use) {
  if (request.barriers.length) barrierList ??= loadBarriers();
  const list = await barrierList;
  if (list) use(list);
}

async function loadBarriers() {
  const { BarrierList } = await import("./barriers.js");
  return new BarrierList(part("barrier-list"), part("barriers-note"), layerURL, layer, {
    change: changeBarrier, remove: (key) => remove("barrier", key), select: selectBarrier,
  });
}

function measureEffects() {
  const round = effectRound;
  withBarriers((list) =>
    list.measure(request, selected, routes[0]?.minutes, () => round === effectRound));
}

function applyChange(change) {
  if (change.removeBarriers) {
    const gone = new Set(change.removeBarriers.map(barrierOf).filter(Boolean));
    request.barriers = request.barriers.filter((barrier) => !gone.has(barrier));
  } else if (change.parameter) {
    const value = change.value;
    const text = typeof value === "string" ? value : JSON.stringify(value);
    request = requestOf({ ...fieldsOf(request, layer), [change.parameter]: text }, layer);
  } else {
    const fields = fieldsOf(request, layer);
    const stops = JSON.parse(fields.stops);
    for (const { objectId, attributes } of change.stops ?? []) {
      Object.assign(stops.features[objectId - 1]?.attributes ?? {}, attributes);
    }
    request = requestOf({ ...fields, stops: JSON.stringify(stops) }, layer);
  }
  changed();
}

function lengthUnit() {
  const name = modeOf(shown?.request ?? request, layer).distanceAttributeName;
  return (layer.networkDataset?.networkAttributes ?? []).find((a) => a.name === name)?.units
    ?? "esriNAUKilometers";
}

function directionsUnit() {
  return layer.directionsLengthUnits;
}

function timeName() {
  return modeOf(request, layer).timeAttributeName;
}

async function choose(id) {
  chosen = Number(id);
  along = (await choices)?.visitsAlong;
  show();
  const route = routes.find((r) => r.id === chosen);
  if (route) say(`${minutesText(route.minutes)}, ${lengthText(route.length, lengthUnit())}.`);
}

function numbers() {
  if (!request.best) return request.stops.map((_, i) => i + 1);
  return request.stops.map((_, i) => visits[i]?.sequence ?? i + 1);
}

// A stop without a name is called as in the list, or what the answer calls it.
function labelOf(stop) {
  return stop.name || streets.get(streetKey(stop)) || `Location ${request.stops.indexOf(stop) + 1}`;
}

// A step that begins or ends at a stop, which the answer calls Location 1 if it has no name.
function stepText({ text, kind }) {
  if (!/(Depart|Stop)$/.test(kind ?? "")) return text;
  return text.replace(/Location (\d+)/, (name, number) => {
    const stop = ownStops()[number - 1];
    return stop && !stop.name ? labelOf(stop) : name;
  });
}

// The stops of the page, unless a stored layer or a job has others.
function ownStops() {
  return shown || request.layers.stops ? [] : request.stops;
}

// A color for each of a day's routes; alternatives have none.
function colorRoutes() {
  const isDay = routes.length > 1 && routes.every((route) => route.rank === routes[0].rank);
  for (const [i, route] of routes.entries()) {
    route.place = isDay ? i % dayColors.length : null;
    route.color = isDay ? dayColors[route.place] : null;
  }
}

// The routes of a day with their stops, where the lists of the page do not have them.
async function showDay() {
  const isDay = routes[0]?.color || (routes.length && (shown || request.layers.stops));
  part("day-part").hidden = !isDay;
  if (isDay) day ??= loadDay();
  // Of alternatives, the chosen one.
  const own = routes.filter(({ color, id }) => color || id === chosen);
  (await day)?.show(isDay && { answer, routes: own, chosen, hasStops: ownStops().length > 0,
    request: shown?.request ?? request });
}

async function loadDay() {
  const { Day } = await import("./day.js");
  addLooks();
  return new Day(part("day"), layer, canvas, {
    choose: async (id) => {
      await choose(id);
      canvas?.fit(routes.find((route) => route.id === chosen)?.lines.flat() ?? []);
    },
    unit: lengthUnit,
  });
}

// Looks of what is loaded when it is needed.
function addLooks(name = "panels") {
  if (part(`${name}-looks`)) return;
  document.head.append(make("link", { id: `${name}-looks`, rel: "stylesheet",
    media: name === "print" ? "print" : null,
    href: new URL(`${name}.css`, import.meta.url).href }));
}

// Alternatives, which most requests have not.
async function showChoices(moving) {
  const offered = () => (routes.length > 1 && !routes[0].color ? routes : []);
  if (offered().length) choices ??= import("./alternatives.js");
  (await choices)?.showAlternatives(offered(), chosen, moving,
    { canvas, unit: lengthUnit(), choose });
}

/** Shows the request and the last answer. */
function show(moving = false) {
  isSheetReady = false;
  const looks = new Map(routes.map((r) => [r.name, r.color ? ` c${r.place}` : ""]));
  const route = routes.find((r) => r.id === chosen);
  const visited = request.stops.map((stop) => visitOf.get(stop.key));
  visits = (route?.rank > 1 ? along?.(route, visited, timeName()) ?? visited : visited)
    .map((visit) => visit && { ...visit, look: looks.get(visit.route) });
  const order = numbers();
  if (canvas) canvas.isFixed = Boolean(shown || request.layers.stops);
  canvas?.showStops(ownStops(), visits, order);
  canvas?.showBarriers(request.barriers, selected, blamed);
  canvas?.showRoutes(routes, chosen);
  canvas?.showTies(ties());
  canvas?.showPocket(pocket());
  showChoices(moving);
  withBarriers((list) => list.show(request.barriers, selected, blamed));
  showTotals(route, lengthUnit(), hint());
  part("adopt").hidden = !request.best || !route;
  showNamed(moving);
  if (moving) return;
  showDay();
  travel.show(request);
  showCopy();
}

// Shows what names the stops: the list, the timeline and the directions.
function showNamed(moving) {
  const route = routes.find((r) => r.id === chosen);
  stopList.show(request.stops, visits, numbers(), (stop) => streets.get(streetKey(stop)));
  // If rows have a RouteName, there are several routes, each with its own stops.
  const isVisited = (visit) => visit?.sequence != null
    && (visit.route == null || !route || visit.route === route.name);
  const ordered = !ownStops().length ? []
    : orderOfVisits().filter((i) => isVisited(visits[i])).map((i) => ({
      ...visits[i], label: labelOf(request.stops[i]),
    }));
  showTimeline(route ? ordered : [], ordered[0]?.arrive != null);
  if (!moving) {
    showDirections(route, directionsUnit(), stepText, (line) => canvas?.showStep(line));
  }
}

function showCopy() {
  share?.show({ f: "json", ...fieldsOf(request, layer), returnStops: "true", outSR: "4326" });
}

// What is saved as a file: the chosen route, its stops, and where the server has all of the answer.
function answerToSave() {
  const stops = ownStops().length ? ownStops().map((stop) => ({ ...stop, label: labelOf(stop) }))
    : (answer?.stops?.features ?? []).filter(({ geometry }) => geometry?.x != null)
      .map(({ attributes, geometry: { x, y } }) => ({ x, y, label: attributes.Name ?? "" }));
  return { title: place.title, route: routes.find((r) => r.id === chosen), stops,
    fields: askedFor(request, layer, false), job: shown?.url };
}

function hint() {
  if (request.layers.stops && !answer) return "Asking…";
  if (answer?.error) return "No route";
  return ["Click the map to set the start.", "Click the map to set the destination.", "Asking…"]
    [Math.min(request.stops.length, 2)];
}

// Why stops are not visited, as the answer has it.
function reasons() {
  return answer?.error?.reasons ?? answer?.reasons ?? [];
}

// From where stops were sent to the streets they are on, and between stops that nothing connects.
function ties() {
  const lines = [];
  for (const [i, visit] of visits.entries()) {
    const stop = request.stops[i];
    if (!visit || !stop || shown || visit.snap[0] == null) continue;
    if (visit.status === 7 || visit.moved > 30) lines.push([pointOf(stop), visit.snap]);
  }
  for (const { from, stop } of reasons()) {
    const ends = [from, stop].map((end) => request.stops[(end?.objectId ?? 0) - 1]);
    if (ends[0] && ends[1]) lines.push(ends.map(pointOf));
  }
  return lines;
}

function say(text) {
  // A repeated text is only spoken if it changes.
  const status = part("status");
  status.textContent = status.textContent === text ? `${text}\u00a0` : text;
}

// Says what did not happen, or happened unasked, and shows it until the next click or key.
function warn(text) {
  say(text);
  part("notice").textContent = text;
  part("notice").hidden = false;
}

// ---- Buttons and keys ----

// Loads what paper needs before a browser's own menu prints, which does not wait for it.
function preparePrinting() {
  if (canvas) loadPrinting();
  else addLooks("print");
}

async function loadPrinting() {
  printing ??= await import("./print.js");
  addLooks("print");
  return printing;
}

// Prints with the whole route on the map. That is drawn anew, which a browser does not wait for if
// its own menu prints.
async function print() {
  // Keys that are held repeat.
  if (isPreparing) return;
  if (canvas && !isSheetReady) {
    isPreparing = true;
    const label = (text) => part("print")?.replaceChildren(text);
    label("Preparing…");
    // If it fails, the sheet is made as for the menu.
    isSheetReady = await drawSheet().then(() => true).catch(() => false);
    label("Print");
    isPreparing = false;
  }
  window.print();
}

async function drawSheet() {
  const { sheetOf } = await loadPrinting();
  const style = await readJSON(new URL(place.style, location.href).href).catch(() => blank);
  setSheet(await sheetOf(canvas, placesToShow(), style));
  await part("print-map").decode();
}

function setSheet(sheet) {
  part("print-map").src = sheet;
  part("print-credit").textContent = document.querySelector(".maplibregl-ctrl-attrib").innerText;
}

function printHastily() {
  if (!isSheetReady && printing) {
    setSheet(printing.hastySheetOf(canvas, placesToShow(), dark.matches));
  }
}

// ---- Stored layers, jobs and tokens: each is loaded when it is needed ----

// Shows what the link has beside a request, or asks for a route.
function openFromLink() {
  if (Object.keys(request.layers).length) part("stored-part").open = true;
  if (job) openJob(job);
  else solve(false);
}

async function loadStored() {
  const { Stored } = await import("./stored.js");
  addLooks();
  stored = new Stored(part("stored"), layerURL, canvas, {
    request: () => request, center: centerOfMap, say, tools, changed,
    edited: () => { if (!shown) solve(false); },
  });
}

let loadingJobs = null;

function loadJobs() {
  loadingJobs ??= import("./jobs.js").then(({ Jobs }) => {
    addLooks();
    jobs = new Jobs(part("jobs"), layerURL, layer, {
      fields: () => (ownStops().length > 1 || request.layers.stops
        ? askedFor(request, layer, false) : null),
      linked: () => job, isShown: () => shown != null, say, warn,
      link: (url) => {
        job = url;
        writeLink(request, layer, view, job);
      },
      leave: () => changed(), live: () => solve(false), result: showJob,
      take: (fields) => {
        request = requestOf(fields, layer);
        changed();
        if (request.stops.length) canvas?.fit(request.stops.map(pointOf));
        return request;
      },
    });
    return jobs;
  });
  return loadingJobs;
}

async function openJob(url) {
  part("jobs-part").open = true;
  (await loadJobs()).open(url);
}

// Draws a job's result like an answer. Its request gives the names of costs.
function showJob(url, reply, its) {
  asker.cancel();
  effectRound += 1;
  document.body.removeAttribute("aria-busy");
  shown = { url, request: its };
  wantsView = "";
  [blamed, chosen] = [new Set(), null];
  withBarriers((list) => list.take());
  answer = reply;
  routes = routesOf(reply, its, layer);
  colorRoutes();
  chosen = routes[0]?.id ?? null;
  showProblems({ title: "", texts: (reply.messages ?? []).map((m) => m.description), reasons: [],
    apply() {}, informs: true });
  show();
  preparePrinting();
  if (!view || !linkedView()) canvas?.fit(routes.flatMap((route) => route.lines.flat()));
  say(`The job's result is on the map: ${routes.length} route${routes.length === 1 ? "" : "s"}.`);
}

let signIn = null;

// Says that the token has ended, or that one is needed, and takes another.
async function askForToken(code) {
  signIn ??= import("./signin.js").then(({ SignIn }) => {
    addLooks();
    return new SignIn(part("problems"), layerURL, () => {
      if (!layer) {
        location.reload();
        return;
      }
      showCopy();
      canvas?.reloadTiles();
      stored?.load();
      if (!shown) solve(false);
    });
  });
  (await signIn).show(code);
}

document.addEventListener("waypost-token", (event) => askForToken(event.detail));

function whenOpened(id, call) {
  part(id).addEventListener("toggle", call, { once: true });
}

function listen() {
  const press = (id, call) => part(id).addEventListener("click", call);
  press("undo", () => restore(past.undo()));
  press("redo", () => restore(past.redo()));
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    part("stop-list").focus();
  });
  press("clear", () => {
    damage = null;
    request = emptyRequest(layer);
    selected = null;
    tools.choose("stop");
    changed();
    say("Cleared.");
  });
  press("add-stop", () => addStop(centerOfMap()));
  press("reverse", () => {
    request.stops.reverse();
    changed();
  });
  press("adopt", () => {
    adoptOrder();
    changed();
  });
  press("fit", () => canvas.fit(placesToShow()));
  // What a reader may never open is not loaded before.
  whenOpened("share-part", async () => {
    const { Share } = await import("./share.js");
    share = new Share(part("share"), layerURL, { answer: answerToSave, print, say, warn });
    showCopy();
  });
  whenOpened("many-part", async () => {
    const { ManyStops } = await import("./many.js");
    new ManyStops(part("many"), layerURL, {
      add: addStops, bounds: () => boundsOf(place.bounds),
      clocks: () => ({ zone: layer.timeZone,
        day: Math.floor((Number(request.start) || nextHour()) / 86400000) * 86400000 }),
    });
  });
  whenOpened("analyses-part", async () => {
    const { Analyses } = await import("./analyses.js");
    new Analyses(part("analyses"), layerURL, layer, {
      request: () => request, label: labelOf, draw: (drawn) => canvas?.showAnalysis(drawn), say,
    });
  });
  whenOpened("stored-part", loadStored);
  whenOpened("jobs-part", loadJobs);
  for (const button of document.querySelectorAll("[data-barrier]")) {
    button.addEventListener("click", () => addBarrierAtCenter(button.dataset.barrier));
  }
  dark.addEventListener("change", async () => {
    const style = await styleOf().catch(() => null);
    if (style) canvas?.map.setStyle(style);
  });
  window.addEventListener("beforeprint", printHastily);
  window.addEventListener("afterprint", () => { isSheetReady = false; });
  window.addEventListener("hashchange", () => {
    if (!linkHasChanged()) return;
    const wanted = linkedView();
    view = wanted ?? view;
    readLink();
    const linked = damage ? null : linkedJob();
    if (!wanted) showWhole();
    changed();
    if (Object.keys(request.layers).length) part("stored-part").open = true;
    if (linked) {
      job = linked;
      openJob(job);
    }
    if (wanted) canvas?.map.jumpTo(wanted);
  });
  for (const kind of ["pointerdown", "keydown"]) {
    document.addEventListener(kind, () => { part("notice").hidden = true; }, { capture: true });
  }
  document.addEventListener("keydown", (event) => {
    const writes = event.target.closest?.("input, select, textarea");
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !writes) {
      event.preventDefault();
      restore(event.shiftKey ? past.redo() : past.undo());
    } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "p" && canvas) {
      event.preventDefault();
      print();
    }
  });
}
