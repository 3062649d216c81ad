// The request on the page, and its form parameters: the same for the server, the URL and copies.

/** An empty request with a layer's defaults. */
export function emptyRequest(layer) {
  return {
    stops: [],
    barriers: [],
    mode: layer.defaultTravelMode || layer.supportedTravelModes?.[0]?.id || "",
    added: [],
    values: {},
    settings: {},
    start: "",
    best: Boolean(layer.findBestSequence),
    keepFirst: layer.preserveFirstStop !== false,
    keepLast: layer.preserveLastStop !== false,
    alternatives: 0,
    language: "",
    traffic: true,
    layers: {},
    more: {},
  };
}

let lastKey = 0;

/** A stop or via point at a place in degrees. Windows are milliseconds on local clocks. */
export function newStop(x, y, more = {}) {
  return {
    key: ++lastKey, x: rounded(wrapped(x)), y: rounded(y), name: "", via: false, from: null, until: null,
    service: 0, curb: 0, more: {}, ...more,
  };
}

/** A barrier of kind `point`, `line` or `polygon`; effect `closed`, `scaled` or `added`. */
export function newBarrier(kind, corners, more = {}) {
  return {
    key: ++lastKey, kind, corners: corners.map(([x, y]) => [rounded(x), rounded(y)]), name: "",
    effect: "closed", amount: kind === "point" ? 5 : 3, whole: false, holes: [], more: {},
    ...more,
  };
}

/** Degrees to about a decimeter. */
export function rounded(degrees) {
  return Math.round(degrees * 1e6) / 1e6;
}

/**
 * The travel mode in force, with what the request sets of it; without modes, one of the layer's own
 * defaults.
 */
export function modeOf(request, layer) {
  const modes = layer.supportedTravelModes ?? [];
  const wanted = (request.mode ?? "").toLowerCase();
  const mode = modes.find((m) => m.id.toLowerCase() === wanted)
    ?? modes.find((m) => m.name.toLowerCase() === wanted);
  const distance = (layer.networkDataset?.networkAttributes ?? []).find(
    (a) => a.usageType === "esriNAUTCost" && a.units === "esriNAUKilometers");
  return { ...mode ?? {
    id: "", name: "Defaults of the layer", impedanceAttributeName: layer.impedance,
    timeAttributeName: layer.directionsTimeAttribute || layer.impedance,
    distanceAttributeName: distance?.name ?? "Kilometers",
    restrictionAttributeNames: layer.restrictions ?? [], attributeParameterValues: [],
  }, ...request.settings };
}

/** What barriers of a kind are called in requests. */
export const barrierParameters = {
  point: "barriers", line: "polylineBarriers", polygon: "polygonBarriers",
};

/** The inputs of routes that a stored layer may be instead of rows of the page. */
const layerParameters = ["stops", ...Object.values(barrierParameters)];
/** Those of the analyses beside routes. */
const placeParameters = ["facilities", "incidents"];

/** The form parameters of a request with those of other analyses, as the link has them. */
export function linkFieldsOf(request, layer) {
  return { ...fieldsOf(request, layer), ...layersOf(request, placeParameters) };
}

function layersOf(request, names) {
  return Object.fromEntries(names.filter((name) => request.layers[name])
    .map((name) => [name, JSON.stringify(request.layers[name])]));
}

/** The form parameters that state a request, without those that only shape the answer. */
export function fieldsOf(request, layer) {
  const mode = modeOf(request, layer);
  const fields = {};
  fields.stops = featureSet(request.stops.map((stop) => stopFeature(stop, mode)));
  for (const kind of Object.keys(barrierParameters)) {
    const rows = request.barriers.filter((b) => b.kind === kind);
    if (rows.length) {
      fields[barrierParameters[kind]] = featureSet(rows.map((b) => barrierFeature(b, mode)));
    }
  }
  Object.assign(fields, layersOf(request, layerParameters), travelFields(request, mode));
  if (request.start) fields.startTime = String(request.start);
  if (request.stops.some((stop) => stop.from != null || stop.until != null)) {
    fields.useTimeWindows = "true";
  }
  fields.findBestSequence = String(request.best);
  if (request.best) {
    fields.preserveFirstStop = String(request.keepFirst);
    fields.preserveLastStop = String(request.keepLast);
  }
  if (request.alternatives) fields.alternatives = String(request.alternatives);
  if (request.language) fields.directionsLanguage = request.language;
  if (!request.traffic) fields.useTraffic = "false";
  return { ...fields, ...request.more };
}

/** Travel mode, and the restrictions and values that are added to it. */
function travelFields(request, mode) {
  const values = Object.entries(request.values).map(([key, value]) => {
    const [attributeName, parameterName] = key.split("|");
    return { attributeName, parameterName, value };
  });
  const { restrictionAttributeNames: kept, ...other } = request.settings;
  const isSet = Object.keys(other).length > 0;
  const changed = request.added.length > 0 || values.length > 0 || isSet || kept;
  const restrictions = [...new Set([...mode.restrictionAttributeNames, ...request.added])];
  if (!mode.id && !isSet) {
    if (!changed) return {};
    return {
      restrictionAttributeNames: JSON.stringify(restrictions),
      attributeParameterValues: JSON.stringify(values),
    };
  }
  if (!changed) return { travelMode: mode.id };
  const changes = { ...(mode.id ? { id: mode.id } : {}), ...other };
  if (request.added.length || kept) changes.restrictionAttributeNames = restrictions;
  if (values.length) changes.attributeParameterValues = values;
  return { travelMode: JSON.stringify(changes) };
}

function featureSet(features) {
  return JSON.stringify({ features, spatialReference: { wkid: 4326 } });
}

// The server takes windows with both ends. These lengths say which end the reader has left open.
const [openBegin, openEnd] = [3650, 3651].map((days) => days * 86400000);

function stopFeature(stop, mode) {
  const attributes = { ...stop.more };
  if (stop.name) attributes.Name = stop.name;
  if (stop.via) attributes.LocationType = 1;
  if (stop.from != null || stop.until != null) {
    attributes.TimeWindowStart = stop.from ?? stop.until - openBegin;
    attributes.TimeWindowEnd = stop.until ?? stop.from + openEnd;
  }
  if (stop.service) attributes[`Attr_${mode.timeAttributeName}`] = stop.service;
  if (stop.curb) attributes.CurbApproach = stop.curb;
  return { geometry: { x: stop.x, y: stop.y }, attributes };
}

function barrierFeature(barrier, mode) {
  const attributes = { ...barrier.more };
  if (barrier.name) attributes.Name = barrier.name;
  attributes.BarrierType = { closed: 0, scaled: 1, added: 2 }[barrier.effect];
  if (barrier.kind === "point" && barrier.whole) attributes.FullEdge = 1;
  if (barrier.effect !== "closed") {
    attributes[`Attr_${mode.timeAttributeName}`] = barrier.amount;
    if (barrier.effect === "scaled") {
      attributes[`Attr_${mode.impedanceAttributeName}`] = barrier.amount;
    }
  }
  return { geometry: barrierGeometry(barrier), attributes };
}

function barrierGeometry({ kind, corners, holes }) {
  if (kind === "point") return { x: corners[0][0], y: corners[0][1] };
  if (kind === "line") return { paths: [corners] };
  return { rings: [corners, ...holes].map((ring) => [...ring, ring[0]]) };
}

/** Reads form parameters, such as a URL's, into a request. Unknown ones stay in `more`. */
export function requestOf(fields, layer) {
  const request = emptyRequest(layer);
  const left = { ...fields };
  const take = (name) => {
    const value = left[name];
    delete left[name];
    return value;
  };
  const truth = (name, otherwise) => {
    const value = take(name);
    return value == null ? otherwise : /^(true|1)$/i.test(value);
  };
  readTravelMode(take("travelMode"), request, layer);
  if (!layer.supportedTravelModes?.length) {
    readSettings({
      restrictionAttributeNames: namesOf(take("restrictionAttributeNames")),
      attributeParameterValues: parsed(take("attributeParameterValues") ?? "[]",
        "attributeParameterValues"),
    }, request, modeOf(request, layer));
  }
  for (const name of [...layerParameters, ...placeParameters]) {
    if (!/^\s*\{/.test(left[name] ?? "")) continue;
    const stated = parsed(left[name], name);
    if (stated.type === "layer" || (stated.url && !stated.features)) {
      request.layers[name] = stated;
      take(name);
    }
  }
  const mode = modeOf(request, layer);
  request.stops = features(take("stops"), "stops").flatMap(({ geometry, attributes }) => {
    if (!isPlace(geometry.x, geometry.y)) throw new Error("The link's stops have other shapes.");
    const rest = { ...attributes };
    const pick = (name) => {
      const value = rest[name];
      delete rest[name];
      return value ?? null;
    };
    const [from, until] = [pick("TimeWindowStart"), pick("TimeWindowEnd")];
    const length = from == null || until == null ? 0 : until - from;
    return [newStop(geometry.x, geometry.y, {
      name: String(pick("Name") ?? ""),
      via: Number(rest.LocationType ?? 0) < 2 && Number(pick("LocationType")) === 1,
      from: length === openBegin ? null : from, until: length === openEnd ? null : until,
      service: Number(pick(`Attr_${mode.timeAttributeName}`) ?? 0),
      curb: Number(pick("CurbApproach") ?? 0), more: rest,
    })];
  });
  for (const [kind, name] of Object.entries(barrierParameters)) {
    for (const feature of features(take(name), name)) readBarrier(feature, kind, mode, request);
  }
  request.start = take("startTime") ?? "";
  const hasWindows = request.stops.some(({ from, until }) => from != null || until != null);
  if (!hasWindows || truth("useTimeWindows", true)) take("useTimeWindows");
  else left.useTimeWindows = "false";
  request.best = truth("findBestSequence", request.best);
  request.keepFirst = truth("preserveFirstStop", request.keepFirst);
  request.keepLast = truth("preserveLastStop", request.keepLast);
  request.alternatives = Math.min(3, Math.max(0, Number(take("alternatives") ?? 0) || 0));
  request.language = take("directionsLanguage") ?? "";
  request.traffic = truth("useTraffic", true);
  for (const name of ["f", "token", "callback", "job"]) take(name);
  request.more = left;
  return request;
}

function readTravelMode(text, request, layer) {
  if (!text) return;
  if (!text.trim().startsWith("{")) {
    const { id } = modeOf({ mode: text }, layer);
    if (id) request.mode = id;
    else if (layer.supportedTravelModes?.length) request.unknownMode = text;
    return;
  }
  const stated = parsed(text, "travelMode");
  const mode = modeOf({ mode: stated.id ?? stated.name ?? request.mode }, layer);
  // What the mode itself has not. The page asks for lines as fine as it needs.
  request.settings = Object.fromEntries(Object.entries(stated).filter(([name, value]) =>
    !/^(id|name|description|type|simplif.*|restrictionAttributeNames|attributeParameterValues)$/
      .test(name) && JSON.stringify(value) !== JSON.stringify(mode[name])));
  if (!mode.id && layer.supportedTravelModes?.length && !Object.keys(request.settings).length) {
    request.unknownMode = stated.name ?? stated.id;
    return;
  }
  request.mode = mode.id;
  readSettings(stated, request, mode);
}

// The restrictions and values that are added to a mode, and what it loses.
function readSettings({ restrictionAttributeNames: names, attributeParameterValues: values },
  request, mode) {
  const own = mode.restrictionAttributeNames;
  if (names) request.added = names.filter((name) => !own.includes(name));
  for (const { attributeName, parameterName, value } of values ?? []) {
    request.values[`${attributeName}|${parameterName}`] = value;
  }
  if (names && own.some((name) => !names.includes(name))) {
    request.settings.restrictionAttributeNames = own.filter((name) => names.includes(name));
  }
}

// Names as a JSON array, with commas between them, or "none".
function namesOf(text) {
  if (text == null) return null;
  if (text.trim().startsWith("[")) return parsed(text, "restrictionAttributeNames");
  return text.trim() === "none" ? [] : text.split(",").map((name) => name.trim()).filter(Boolean);
}

function readBarrier({ geometry, attributes }, kind, mode, request) {
  const rest = { ...attributes };
  const pick = (name) => {
    const value = rest[name];
    delete rest[name];
    return value ?? null;
  };
  const parts = kind === "point" ? [[[geometry?.x, geometry?.y]]]
    : (kind === "line" ? geometry?.paths : geometry?.rings) ?? [];
  const type = Number(pick("BarrierType") ?? 0);
  const time = pick(`Attr_${mode.timeAttributeName}`);
  // The page writes one factor for both.
  const factor = type === 1 ? pick(`Attr_${mode.impedanceAttributeName}`) : null;
  const amount = time ?? factor;
  const more = {
    name: String(pick("Name") ?? ""), whole: Number(pick("FullEdge")) === 1,
    effect: type === 1 ? "scaled" : type === 2 ? "added" : "closed", more: rest,
  };
  if (amount != null) more.amount = Number(amount);
  else if (type) more.amount = type === 1 ? 1 : 0;
  const least = { point: 1, line: 2, polygon: 3 }[kind];
  const drawn = parts.map((part) => {
    const corners = part.map(([x, y]) => [x, y].map(rounded));
    const [first, last] = [corners[0], corners.at(-1)];
    if (kind === "polygon" && corners.length > 3 && first[0] === last[0] && first[1] === last[1]) {
      corners.pop();
    }
    return corners;
  }).filter((corners) => corners.length >= least && corners.every(([x, y]) => isPlace(x, y)));
  // A shape of several parts becomes a barrier for each, which closes the same streets. Rings within
  // an odd number of others are holes, as the server has it, and stay with the ring around them.
  const around = drawn.map((ring) => (kind === "polygon"
    ? drawn.filter((other) => other !== ring && contains(other, ring)) : []));
  const outer = (i) => around[i].length % 2 === 0;
  drawn.forEach((corners, i) => {
    if (!outer(i)) return;
    const holes = drawn.filter((ring, j) => !outer(j) && around[j].includes(corners)
      && around[j].length === around[i].length + 1);
    request.barriers.push(newBarrier(kind, corners, { ...more, holes }));
  });
}

// Whether most of a ring lies inside of another. Rings that only touch do not.
function contains(outer, ring) {
  const points = ring.flatMap(([x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length];
    return [[x, y], [(x + nextX) / 2, (y + nextY) / 2]];
  });
  const inside = points.filter(([x, y]) => outer.filter(([ax, ay], i) => {
    const [bx, by] = outer[(i + 1) % outer.length];
    return (ay > y) !== (by > y) && x < ax + ((bx - ax) * (y - ay)) / (by - ay);
  }).length % 2 === 1);
  return 2 * inside.length > points.length;
}

/** Returns a longitude within ±180: maps count on beyond the antimeridian. */
export function wrapped(x) {
  return x >= -180 && x <= 180 ? x : ((((x + 180) % 360) + 360) % 360) - 180;
}

/** Whether numbers are a place on Earth. */
export function isPlace(x, y) {
  return Number.isFinite(x) && Number.isFinite(y) && Math.abs(x) <= 180 && Math.abs(y) <= 90;
}

function features(text, name) {
  if (!text) return [];
  if (/^\s*[[{]/.test(text)) {
    const stated = parsed(text, name);
    const isSet = "features" in stated
      || Object.keys(stated).every((key) => key === "spatialReference");
    const rows = isSet ? stated.features ?? [] : Array.isArray(stated) ? stated : [stated];
    if (!Array.isArray(rows)) throw new Error(`The link's ${name} have features that are no list.`);
    return rows.flatMap((row) => {
      const feature = featureOf(row);
      const system = feature.geometry?.spatialReference ?? stated.spatialReference;
      const number = system?.latestWkid ?? system?.wkid ?? 4326;
      if (number !== 4326) {
        throw new Error(`The ${name} are in the coordinate system ${number}; the page shows `
          + "requests in degrees (4326).");
      }
      if (!hasPlace(feature.geometry)) {
        throw new Error(`The link's ${name} have a row without a place that the page can show.`);
      }
      return feature;
    });
  }
  return text.split(";").filter((pair) => pair.trim()).map((pair) => {
    const [x, y] = pair.split(",").map(Number);
    if (!isPlace(x, y)) {
      throw new Error(`The link's ${name} have “${pair}”, where a longitude and a latitude belong.`);
    }
    return { geometry: { x, y }, attributes: {} };
  });
}

// A feature of Esri JSON from one, from GeoJSON, from a shape alone or from [x, y].
function featureOf(row) {
  if (Array.isArray(row)) return { geometry: { x: row[0], y: row[1] }, attributes: {} };
  const { geometry, attributes, properties } = row ?? {};
  const shape = geometry === undefined ? row : geometry;
  return { geometry: shapeOf(shape), attributes: attributes ?? properties ?? {} };
}

function shapeOf(shape) {
  const { type, coordinates } = shape ?? {};
  switch (type) {
    case "Point": return { x: coordinates?.[0], y: coordinates?.[1] };
    case "LineString": return { paths: [coordinates] };
    case "MultiLineString": return { paths: coordinates };
    case "Polygon": return { rings: coordinates };
    case "MultiPolygon": return { rings: coordinates?.flat() };
    default: return shape && "x" in shape
      ? { ...shape, x: degrees(shape.x), y: degrees(shape.y) } : shape;
  }
}

// Some clients write numbers as texts.
function degrees(value) {
  return typeof value === "string" && value.trim() ? Number(value) : value;
}

function hasPlace(shape) {
  const parts = shape?.paths ?? shape?.rings;
  if (parts === undefined) return isPlace(shape?.x, shape?.y);
  return Array.isArray(parts) && parts.every((part) => Array.isArray(part)
    && part.every((corner) => isPlace(corner?.[0], corner?.[1])));
}

function parsed(text, name) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`The link's ${name} is not JSON, so the page cannot show this request.`);
  }
}
