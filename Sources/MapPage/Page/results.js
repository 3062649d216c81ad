// What an answer says: totals, alternatives, problems, timeline and directions.

import { clockText, lengthText, make, minutesText } from "./words.js";

const part = (id) => document.getElementById(id);

/** Shows a route's totals. */
export function showTotals(route, unit, hint) {
  if (!route) {
    part("totals").textContent = hint;
    part("totals-more").textContent = "";
    return;
  }
  part("totals").replaceChildren(
    make("strong", {}, minutesText(route.minutes)), " ",
    make("span", {}, lengthText(route.length, unit)));
  const more = [];
  if (route.start != null) more.push(`${clockText(route.start)} – ${clockText(route.end)}`);
  if (route.wait > 0.01) more.push(`waits ${minutesText(route.wait)}`);
  if (route.late > 0.01) more.push(`${minutesText(route.late)} late in all`);
  const kinds = [...new Set((route.jams ?? []).map((jam) => jam.kind))];
  if (kinds.length) more.push(`traffic on the way: ${kinds.join(", ")}`);
  part("totals-more").textContent = more.join(" · ");
}

/** Shows what is wrong, with buttons that apply the changes which the server suggests. */
export function showProblems({ title, texts, reasons, apply, informs = false, day }) {
  const section = part("problems");
  section.hidden = !texts.length;
  section.classList.toggle("failed", Boolean(title));
  section.classList.toggle("informs", informs);
  // An error's details have the reasons' sentences as parts of longer ones.
  const says = (text, reason) => text.toLowerCase().includes(reason.text.toLowerCase());
  const button = ({ change }) => {
    const element = make("button", { type: "button", onclick: () => apply(change) }, "Apply");
    import("./changes.js").then(({ changeText }) => {
      element.title = changeText(change, day);
      element.textContent = element.title;
    });
    return element;
  };
  const changing = reasons.filter(({ change }) => change);
  const items = texts.map((text) => {
    const reason = changing.find((r) => says(text, r));
    return make("li", {}, text, reason ? button(reason) : null);
  });
  for (const reason of changing) {
    if (!texts.some((text) => says(text, reason))) {
      items.push(make("li", {}, reason.text, button(reason)));
    }
  }
  section.replaceChildren(...(title ? [make("h2", {}, title)] : []), make("ul", {}, ...items));
}

/**
 * Draws when a route drives, waits, serves and is late.
 *
 * `visits` are its stops in order, each with the members that `visitOf` reads. The bar has `total`
 * minutes, and the route begins `begin` minutes after the bar.
 */
export function timeBars(visits, total, begin = 0) {
  const spans = [];
  let before = null;
  for (const visit of visits) {
    const left = visit.elapsed;
    const arrival = left - visit.service - visit.wait;
    if (before) spans.push({ kind: "drive", from: before.elapsed, to: arrival, visit });
    if (visit.wait > 0.001) {
      spans.push({ kind: "wait", from: arrival, to: arrival + visit.wait, visit });
    }
    if (visit.service > 0.001) {
      const kind = visit.late > 0.001 ? "service late" : "service";
      spans.push({ kind, from: left - visit.service, to: left, visit });
    }
    before = visit;
  }
  const width = 1000;
  const at = (minutes) => (((begin + minutes) / Math.max(total, 0.001)) * width).toFixed(1);
  const svg = (tag, attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };
  const drawing = svg("svg", { viewBox: `0 0 ${width} 46`, preserveAspectRatio: "none",
    class: "bars", "aria-hidden": "true" });
  drawing.append(svg("rect", { x: 0, y: 20, width, height: 6, class: "base" }));
  for (const { kind, from, to } of spans) {
    drawing.append(svg("rect", { x: at(from), y: kind === "drive" ? 16 : 8, rx: 2,
      width: Math.max(1.5, at(to) - at(from)), height: kind === "drive" ? 14 : 30, class: kind }));
  }
  for (const visit of visits) {
    const x = Math.min(width - 3, Math.max(0, at(visit.elapsed - visit.service - visit.wait)));
    drawing.append(svg("rect", { x, y: 4, width: 3, height: 38,
      class: visit.late > 0.001 ? "visit late" : "visit" }));
  }
  return { drawing, spans };
}

/** Shows a route's timeline: `visits` as for `timeBars`, each with `label`. */
export function showTimeline(visits, hasClock) {
  const section = part("timeline-part");
  section.hidden = visits.length < 2;
  if (section.hidden) return;
  const { drawing, spans } = timeBars(visits, visits.at(-1).elapsed);
  const sum = (name) => visits.reduce((all, visit) => all + visit[name], 0);
  const drive = spans.filter((s) => s.kind === "drive").reduce((all, s) => all + s.to - s.from, 0);
  const legend = [["drive", drive], ["wait", sum("wait")], ["service", sum("service")],
    ["late", sum("late")]].filter(([, minutes]) => minutes > 0.001);
  const first = visits[0];
  part("timeline").replaceChildren(drawing,
    make("ul", { class: "legend" }, ...legend.map(([kind, minutes]) =>
      make("li", { class: kind }, `${kind} ${minutesText(minutes)}`))),
    visitTable(visits, hasClock, "When the route is at each stop"));
  section.dataset.first = first.label;
}

/** A table of a route's stops with their times; late ones are marked. Empty columns are left out. */
export function visitTable(visits, hasClock, caption) {
  const some = (minutes) => (minutes > 0.001 ? minutesText(minutes) : "");
  const columns = [
    ["Arrives", (visit) => (hasClock ? clockText(visit.arrive)
      : minutesText(visit.elapsed - visit.service - visit.wait))],
    ["Waits", (visit) => some(visit.wait)],
    ["Service", (visit) => some(visit.service)],
    ["Late", (visit) => some(visit.late)],
    ["Leaves", (visit) => (visit === visits.at(-1) && !visit.service ? ""
      : hasClock ? clockText(visit.depart) : minutesText(visit.elapsed))],
  ].filter(([, text]) => visits.some(text));
  return make("table", { class: "visits" },
    make("caption", { class: "unseen" }, caption),
    make("thead", {}, make("tr", {}, ...["Stop", ...columns.map(([head]) => head)]
      .map((text) => make("th", { scope: "col" }, text)))),
    make("tbody", {}, ...visits.map((visit) => make("tr",
      { class: visit.late > 0.001 ? "late" : null },
      make("th", { scope: "row" }, visit.label),
      ...columns.map(([, text]) => make("td", {}, text(visit)))))));
}

// Signs of maneuvers, without the prefix that all have, as on the answer's page; of others, ↑.
const signs = {
  Depart: "○", Stop: "●", TurnLeft: "←", TurnLeftLeft: "←", TurnLeftRight: "←", TurnRight: "→",
  TurnRightRight: "→", TurnRightLeft: "→", BearLeft: "↖", ForkLeft: "↖", RampLeft: "↖",
  BearRight: "↗", ForkRight: "↗", RampRight: "↗", HighwayExit: "↗", SharpLeft: "↙",
  SharpRight: "↘", UTurn: "↶", Roundabout: "↻", Ferry: "⛴",
};

/**
 * Shows a route's directions, with `textOf(step)`. `mark(line)` gets the line of the step that has
 * the focus.
 */
export function showDirections(route, unit, textOf, mark) {
  const steps = route?.steps ?? [];
  const list = part("directions");
  part("directions-part").hidden = !steps.length;
  if (list.steps === steps) {
    // Whoever reads a step stays there.
    list.querySelectorAll(".step-text").forEach((words, i) => {
      words.textContent = textOf(steps[i]);
    });
    return;
  }
  list.steps = steps;
  list.replaceChildren(...steps.map((step) => {
    const looks = { onfocus: () => mark(step.line), onpointerenter: () => mark(step.line),
      onblur: () => mark(null), onpointerleave: () => mark(null) };
    const figures = step.length
      ? `${lengthText(step.length, unit)} · ${minutesText(step.minutes)}` : "";
    return make("li", {},
      make("button", { type: "button", class: "step", onclick: () => mark(step.line), ...looks },
        make("span", { class: "arrow", "aria-hidden": "true" },
          signs[step.kind?.replace("esriDMT", "")] ?? "↑"),
        make("span", { class: "step-text" }, textOf(step)),
        make("span", { class: "quiet figures" }, figures)));
  }));
}
