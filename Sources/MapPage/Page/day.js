// A day: routes of several drivers, each with its stops and times, from an answer or a job.

import { visitsAlong } from "./alternatives.js";
import { visitOf } from "./answer.js";
import { modeOf } from "./request.js";
import { timeBars, visitTable } from "./results.js";
import { clockText, lengthText, make, minutesText } from "./words.js";

// Markers are elements of the page; of more stops, only those of the chosen route have one.
const mostMarks = 300;

export class Day {
  #open = new Set();
  #rows = new Map();

  /** `calls` has `choose(id)`, which also zooms, and `unit()`, that of lengths. */
  constructor(element, layer, canvas, calls) {
    Object.assign(this, { element, layer, canvas, calls });
    this.list = make("ol", { class: "rows day" });
    this.lost = make("p", { class: "quiet failed" });
    element.append(this.lost, this.list);
    canvas?.extend("day", [{
      id: "day-stops", type: "circle", paint: { "circle-radius": 5,
        "circle-color": ["get", "color"], "circle-stroke-color": "#ffffff",
        "circle-stroke-width": 1.5 },
    }], ({ id }) => {
      if (id != null) calls.choose(id);
      return id != null;
    });
  }

  /** Shows an answer's routes; without one, nothing. `hasStops` says that pins are there. */
  show(shown) {
    if (!shown) {
      this.#draw([], []);
      return;
    }
    const { answer, routes, chosen, hasStops } = shown;
    if (this.answer !== answer || this.first !== routes[0]) this.#fill(shown);
    for (const [id, { button }] of this.#rows) {
      button.setAttribute("aria-pressed", String(id === chosen));
    }
    const visits = hasStops ? [] : routes.flatMap(({ id }) => this.#rows.get(id)?.visits ?? []);
    const marked = visits.length > mostMarks ? this.#rows.get(chosen)?.visits ?? [] : visits;
    this.#draw(visits, marked.slice(0, mostMarks));
  }

  #fill({ answer, routes, request }) {
    [this.answer, this.first] = [answer, routes[0]];
    const time = modeOf(request, this.layer).timeAttributeName;
    const stops = (answer.stops?.features ?? []).map(({ attributes, geometry }) => ({
      ...visitOf(attributes, time), label: String(attributes.Name ?? attributes.ObjectID),
      point: geometry?.x == null ? null : [geometry.x, geometry.y],
    }));
    const lost = stops.filter((stop) => stop.sequence == null);
    this.lost.textContent = lost.length
      ? `Not visited: ${lost.map((stop) => stop.label).join(", ")}.` : "";
    const begins = routes.map((route) => route.start).filter((start) => start != null);
    const first = Math.min(...begins);
    const beginOf = (route) => (route.start == null ? 0 : (route.start - first) / 60000);
    this.#rows.clear();
    const parts = routes.map((route) => {
      const isOn = (stop) => stop.sequence != null && (stop.route ?? route.name) === route.name;
      const own = stops.filter(isOn);
      const visits = (route.rank > 1 ? visitsAlong(route, own, time) : own)
        .sort((a, b) => a.sequence - b.sequence)
        .map((visit) => ({ ...visit, id: route.id, place: route.place ?? 0, routeName: route.name,
          color: route.color ?? "#1553b5" }));
      return { route, visits, begin: beginOf(route) };
    });
    const total = Math.max(...parts.map(({ route, visits, begin }) =>
      begin + (visits.at(-1)?.elapsed ?? route.minutes ?? 0)), 0.001);
    this.list.replaceChildren(...parts.map((part) => this.#row(part, total)));
  }

  #row({ route, visits, begin }, total) {
    const late = visits.filter((visit) => visit.late > 0.001);
    const hasClock = visits[0]?.arrive != null;
    const times = hasClock ? `${clockText(route.start)} – ${clockText(route.end)} · ` : "";
    const button = make("button", { type: "button", class: "step", "aria-pressed": "false",
      onclick: () => this.calls.choose(route.id) },
    make("span", { class: `swatch c${route.place ?? 0}`, "aria-hidden": "true" }),
    make("span", { class: "step-text" }, route.name),
    make("span", { class: "quiet figures" }, `${times}${minutesText(route.minutes)} · `
      + `${lengthText(route.length, this.calls.unit())} · ${visits.length} `
      + `stop${visits.length === 1 ? "" : "s"}`),
    late.length ? make("span", { class: "figures late-word" }, `${late.length} late: `
      + late.map((visit) => `${visit.label} by ${minutesText(visit.late)}`).join(", ")) : null);
    const details = make("details", { open: this.#open.has(route.name),
      ontoggle: () => this.#open[details.open ? "add" : "delete"](route.name) },
    make("summary", {}, "Stops", make("span", { class: "unseen" }, ` of ${route.name}`)),
    visitTable(visits, hasClock, `When ${route.name} is at each stop`));
    this.#rows.set(route.id, { button, visits });
    return make("li", { class: "row" }, button,
      visits.length > 1 ? timeBars(visits, total, begin).drawing : null, details);
  }

  #draw(visits, marked) {
    this.canvas?.draw("day", visits.filter((visit) => visit.point).map((visit) => ({
      type: "Feature", properties: { id: visit.id, color: visit.color },
      geometry: { type: "Point", coordinates: visit.point },
    })));
    this.canvas?.keepMarks("day-", marked.filter((visit) => visit.point).map((visit, i) => ({
      id: `day-${i}`, point: visit.point, kind: `pin c${visit.place}`, fixed: true, what: "route",
      key: visit.id, blamed: visit.late > 0.001, text: String(visit.sequence),
      label: `${visit.routeName}, stop ${visit.sequence}: ${visit.label}`
        + `${visit.late > 0.001 ? `, ${minutesText(visit.late)} late` : ""}`,
    })));
  }
}
