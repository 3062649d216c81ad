// Routes to choose between: the list of them, where they differ, and their numbers on the map.

import { lengthText, make, minutesText } from "./words.js";

const list = document.getElementById("alternatives-list");

/**
 * Shows routes to choose between, ranked; of fewer than two, nothing. While something moves, only
 * what is on the map.
 *
 * `page` has `canvas`, `unit` and `choose(id)`.
 */
export function showAlternatives(routes, chosen, moving, page) {
  const isChoice = routes.length > 1;
  draw(isChoice ? routes : [], page);
  if (moving) return;
  if (!isChoice) {
    list.replaceChildren();
    return;
  }
  const focused = list.contains(document.activeElement) ? document.activeElement.value : null;
  const stress = (id) => {
    // Rows lose the focus when those of the next answer replace them.
    if (page.canvas?.routes !== routes) return;
    page.canvas.showRoutes(routes, page.canvas.chosen, id);
    drawDiffering(routes, page, id);
  };
  list.replaceChildren(make("fieldset", { class: "choices" },
    make("legend", { class: "unseen" }, "Routes"),
    ...routes.map((route) => {
      const input = make("input", { type: "radio", name: "route", value: route.id,
        onchange: () => page.choose(route.id) });
      input.checked = route.id === chosen;
      return make("label", { class: "check", onpointerenter: () => stress(route.id),
        onpointerleave: () => stress(null), onfocusin: () => stress(route.id),
        onfocusout: () => stress(null) }, input, ` ${textOf(route, routes[0], page.unit)}`);
    })));
  if (focused) list.querySelector(`input[value="${focused}"]`)?.focus();
}

/**
 * What `visitOf` reads of a route's stops, of another route to choose: an answer's rows of stops
 * have the times of the first one, but each route has legs of its own.
 *
 * `time` is the attribute of times. Stops without a leg stay as they are.
 */
export function visitsAlong({ legs, row: { EndTimeUTC: end } }, visits, time) {
  const known = new Map(visits.map((visit) => [visit?.row.ObjectID, visit]));
  const changed = new Map();
  let elapsed = known.get(legs[0]?.FromStopID)?.elapsed ?? 0;
  legs.forEach((leg, i) => {
    const visit = known.get(leg.ToStopID);
    const arrival = leg.EndTimeUTC;
    const stay = arrival == null ? visit?.service ?? 0
      : ((legs[i + 1]?.StartTimeUTC ?? end) - arrival) / 60000;
    elapsed += leg[`Total_${time}`] + stay;
    if (visit) changed.set(visit, { ...visit, elapsed, ...timesOf(visit, arrival, stay) });
  });
  return visits.map((visit) => changed.get(visit) ?? visit);
}

// When a stop is reached at a moment, and left after some minutes.
function timesOf({ row, service }, moment, stay) {
  const wait = Math.max(0, stay - service);
  if (moment == null) return { wait };
  const arrive = moment + row.ArriveTime - row.ArriveTimeUTC;
  // Of several windows, a route that comes later than one waits for the next.
  const ends = Object.entries(row).flatMap(([name, value]) =>
    (/^TimeWindowEnd\d?$/.test(name) && value != null ? [value] : []));
  return { arrive, depart: arrive + stay * 60000, wait,
    late: ends.length ? Math.max(0, arrive - Math.max(...ends)) / 60000 : 0 };
}

function textOf(route, best, unit) {
  const more = route.minutes - best.minutes;
  const compared = route === best ? ""
    : ` (${more < 0 ? "−" : "+"}${minutesText(Math.abs(more))})`;
  return `${route.rank}. ${minutesText(route.minutes)}${compared}, `
    + lengthText(route.length, unit);
}

// Draws where the others differ from the first route; one of them wider, if it is named.
function drawDiffering([best, ...others], { canvas }, strong = null) {
  canvas?.draw("differs", others.flatMap((route) => apart(route, [best]).map((coordinates) => ({
    type: "Feature", properties: { strong: route.id === strong },
    geometry: { type: "LineString", coordinates },
  }))));
}

// Draws the routes' differences, and the number of each where it is alone.
function draw(routes, page) {
  const { canvas, unit } = page;
  const [best] = routes;
  drawDiffering(routes, page);
  canvas?.keepMarks("rank-", routes.flatMap((route) => {
    const rest = routes.filter((other) => other !== route);
    const [part] = [apart(route, rest), apart(route, [route === best ? rest[0] : best])]
      .flatMap((parts) => parts.sort((a, b) => lengthOf(b) - lengthOf(a)).slice(0, 1));
    return part ? [{
      id: `rank-${route.id}`, point: middleOf(part), kind: "rank", fixed: true, what: "route",
      key: route.id, text: String(route.rank), label: `Route ${textOf(route, best, unit)}`,
    }] : [];
  }));
}

// The length of a line in degrees of latitude.
function lengthOf(line) {
  return line.slice(1).reduce((sum, point, i) => sum + gap(line[i], point), 0);
}

function gap([ax, ay], [bx, by]) {
  return Math.hypot((bx - ax) * Math.cos((ay * Math.PI) / 180), by - ay);
}

function middleOf(line) {
  let left = lengthOf(line) / 2;
  for (let i = 0; i + 1 < line.length; i += 1) {
    const length = gap(line[i], line[i + 1]);
    if (length >= left && length > 0) {
      return line[i].map((n, k) => n + ((line[i + 1][k] - n) * left) / length);
    }
    left -= length;
  }
  return line[0];
}

// The parts of a route's lines whose pieces none of the other routes has.
function apart(route, others) {
  const name = (a, b) => [a, b].map((p) => p.map((n) => n.toFixed(6)).join()).sort().join(" ");
  const pieces = new Set();
  for (const line of others.flatMap((other) => other.lines)) {
    for (let i = 0; i + 1 < line.length; i += 1) pieces.add(name(line[i], line[i + 1]));
  }
  const parts = [];
  for (const line of route.lines) {
    let part = [];
    for (let i = 0; i + 1 < line.length; i += 1) {
      if (pieces.has(name(line[i], line[i + 1]))) {
        if (part.length) parts.push(part);
        part = [];
      } else {
        if (!part.length) part.push(line[i]);
        part.push(line[i + 1]);
      }
    }
    if (part.length) parts.push(part);
  }
  return parts;
}
