// Asks the server, and reads its answers.

import { fieldsOf, modeOf } from "./request.js";

/** What the page asks for beside the request: all of it, or what is drawn while something moves. */
export function askedFor(request, layer, moving) {
  const mode = modeOf(request, layer);
  const accumulated = [...new Set([mode.timeAttributeName, mode.distanceAttributeName])];
  const fields = {
    f: "json", outSR: "4326", returnStops: "true", returnRoutes: "true",
    returnDirections: String(!moving), returnLegs: "true", returnBarriers: String(!moving),
    returnPolylineBarriers: String(!moving), returnPolygonBarriers: String(!moving),
    preserveObjectID: "false",
    returnConditions: String(!moving && hasTraffic(layer) && request.traffic),
    accumulateAttributeNames: JSON.stringify(accumulated),
  };
  if (moving) fields.alternatives = "0";
  const all = { ...fieldsOf(request, layer), ...fields };
  return { ...all, ...precision(all.travelMode, request.alternatives ? 0 : 1) };
}

/** Whether a layer's travel times can follow traffic. */
export function hasTraffic(layer) {
  const { hasTraffic: isInForce, acceptsTraffic } = layer.traffic ?? {};
  return isInForce === true || acceptsTraffic === true
    || (layer.trafficSupport ?? "esriNTSNone") !== "esriNTSNone";
}

// How far lines may be from the streets, in meters. A travel mode's own tolerance comes first, so
// it is stated with the mode. Of lines that are not simplified, equal parts have equal points.
function precision(travelMode, meters) {
  if (!travelMode) {
    return { outputGeometryPrecision: String(meters), outputGeometryPrecisionUnits: "esriMeters" };
  }
  const mode = travelMode.startsWith("{") ? JSON.parse(travelMode) : { id: travelMode };
  return { travelMode: JSON.stringify({
    ...mode, simplificationTolerance: meters, simplificationToleranceUnits: "esriMeters",
  }) };
}

/** Sends one request at a time. While one is under way, only the newest of the others waits. */
export class Asker {
  constructor(url) {
    this.url = url;
    this.waiting = null;
    this.running = null;
  }

  /** Asks, and calls `done(answer, milliseconds)` unless a newer question has replaced this one. */
  ask(fields, { moving = false, done }) {
    const question = { fields, moving, done, control: new AbortController() };
    if (this.running) {
      // A long solve for something that no longer counts would hold up what does.
      if (!this.running.moving) this.running.control.abort();
      this.waiting = question;
      return;
    }
    this.#send(question);
  }

  /** Forgets what is under way. */
  cancel() {
    this.waiting = null;
    this.running?.control.abort();
  }

  async #send(question) {
    this.running = question;
    const begun = performance.now();
    let answer = null;
    try {
      answer = await post(`${this.url}/solve`, question.fields, question.control.signal);
    } catch (error) {
      if (error.name !== "AbortError") answer = unreachable(error);
    }
    this.running = null;
    const next = this.waiting;
    this.waiting = null;
    if (next) this.#send(next);
    // Of answers while something moves, each is newer than what is on the map.
    const isLast = !next || (question.moving && next.moving);
    if (answer && isLast) question.done(answer, performance.now() - begun);
  }
}

let token = new URLSearchParams(location.search).get("token");

/** The token that the page has, and another one in its place. */
export const tokenOf = () => token;
export function setToken(other) {
  token = other;
}

/** The headers that carry the token: to this server alone, and never in a URL. */
export function headersFor(url) {
  return token && new URL(url, location.href).origin === location.origin
    ? { "X-Esri-Authorization": `Bearer ${token}` } : {};
}

/** Fetches as the page's reader. */
export function fetchAs(url, options = {}) {
  return fetch(url, { credentials: "same-origin", ...options,
    headers: { ...options.headers, ...headersFor(url) } });
}

/** Tells the page that the server wants a token, or another one: code 499 or 498. */
export function tellOfToken(code) {
  if (code === 498 || code === 499) {
    document.dispatchEvent(new CustomEvent("waypost-token", { detail: code }));
  }
}

/** Posts a form and returns the answer's JSON, also where the status says that it failed. */
export function post(url, fields, signal, headers) {
  return readJSON(url, { method: "POST", body: new URLSearchParams(fields), signal, headers });
}

/** Returns the JSON of a URL. */
export async function readJSON(url, options) {
  const reply = await fetchAs(url, options);
  const text = await reply.text();
  try {
    const answer = JSON.parse(text);
    tellOfToken(answer.error?.code);
    return answer;
  } catch {
    tellOfToken(reply.status);
    throw new Error(`The server answered with status ${reply.status} and no JSON.`);
  }
}

/** What an answer's error says. */
export function errorText({ message, details }) {
  return [message, ...(details ?? [])].join(" ");
}

function unreachable(error) {
  return {
    error: {
      code: 0, message: "The server cannot be reached.",
      details: [`${error.message} Change something to ask again.`],
    },
  };
}

/** An answer's routes, best first, with what the page shows of each. */
export function routesOf(answer, request, layer) {
  const mode = modeOf(request, layer);
  const directions = new Map((answer.directions ?? []).map((d) => [d.routeId, d]));
  const legs = answer.legs?.features ?? [];
  const conditions = new Map((answer.conditions ?? []).map((c) => [c.routeId, c]));
  return (answer.routes?.features ?? []).map(({ attributes, geometry }) => {
    const id = attributes.ObjectID;
    const lines = (geometry?.paths ?? []).map((path) => path.map(([x, y]) => [x, y]));
    return {
      id, row: attributes, name: attributes.Name, lines, rank: attributes.AlternativeRank ?? 1,
      jams: jamsOf(lines.flat(), conditions.get(id)),
      minutes: attributes[`Total_${mode.timeAttributeName}`],
      length: attributes[`Total_${mode.distanceAttributeName}`],
      wait: attributes[`TotalWait_${mode.timeAttributeName}`] ?? 0,
      late: attributes[`TotalViolation_${mode.timeAttributeName}`] ?? 0,
      start: attributes.StartTime, end: attributes.EndTime,
      legs: legs.map((leg) => leg.attributes).filter((leg) => leg.RouteID === id),
      steps: (directions.get(id)?.features ?? []).map((step) => ({
        text: step.attributes.text, length: step.attributes.length, minutes: step.attributes.time,
        kind: step.attributes.maneuverType, line: decompressed(step.compressedGeometry),
      })),
    };
  }).sort((a, b) => a.rank - b.rank || a.id - b.id);
}

// The parts of a line where traffic is not free, each with its class.
function jamsOf(line, conditions) {
  const parts = [];
  for (const [i, number] of (conditions?.jam ?? []).entries()) {
    const kind = conditions.jamClasses[number];
    if (!number || !line[i + 1]) continue;
    const last = parts.at(-1);
    if (last?.kind === kind && last.end === i) last.line.push(line[i + 1]);
    else parts.push({ kind, line: [line[i], line[i + 1]] });
    parts.at(-1).end = i + 1;
  }
  return parts;
}

/** What the page shows of a row of an answer's stops. */
export function visitOf(attributes, time) {
  return {
    row: attributes, sequence: attributes.Sequence, status: attributes.Status,
    route: attributes.RouteName,
    snap: [attributes.SnapX, attributes.SnapY], moved: attributes.DistanceToNetworkInMeters,
    arrive: attributes.ArriveTime, depart: attributes.DepartTime,
    elapsed: attributes[`Cumul_${time}`] ?? 0, service: attributes[`Attr_${time}`] ?? 0,
    wait: attributes[`Wait_${time}`] ?? 0, late: attributes[`Violation_${time}`] ?? 0,
  };
}

/** The answer's rows of stops, each with its times, at the position of the request's stop. */
export function visitsOf(answer, request, layer) {
  const time = modeOf(request, layer).timeAttributeName;
  const visits = [];
  for (const { attributes } of answer.stops?.features ?? []) {
    visits[attributes.ObjectID - 1] ??= visitOf(attributes, time);
  }
  return visits;
}

/** What a status of a stop means to a reader; empty for one that is used as sent. */
export function statusText(status) {
  return {
    1: "not located", 2: "place unknown", 3: "on a closed street", 4: "values not valid",
    5: "not reached", 6: "time window missed", 7: "moved to another street",
  }[status] ?? "";
}

/** Reads a step's line: numbers in base 32, a factor and then differences of x and y. */
export function decompressed(text) {
  const numbers = (text ?? "").match(/[+-][0-9a-v]+/g)?.map((word) => parseInt(word, 32)) ?? [];
  const [factor] = numbers;
  if (!factor) return [];
  const line = [];
  let [x, y] = [0, 0];
  for (let i = 1; i + 1 < numbers.length; i += 2) {
    x += numbers[i];
    y += numbers[i + 1];
    line.push([x / factor, y / factor]);
  }
  return line;
}
