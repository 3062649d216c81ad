// The list of stops: what is on the map, for the keyboard.

import { statusText } from "./answer.js";
import { clockText, inputMilliseconds, inputText, lengthText, make, minutesText } from "./words.js";

/** Makes the children of a list those of the items, and keeps elements and so the focus. */
export function keep(list, items, known, build) {
  const wanted = new Set(items.map((item) => item.key));
  let lost = -1;
  for (const [key, row] of known) {
    if (!wanted.has(key)) {
      if (row.element.contains(document.activeElement)) {
        lost = [...list.children].indexOf(row.element);
      }
      row.element.remove();
      known.delete(key);
    }
  }
  items.forEach((item, i) => {
    if (!known.has(item.key)) known.set(item.key, build(item.key));
    const { element } = known.get(item.key);
    if (list.children[i] !== element) list.insertBefore(element, list.children[i] ?? null);
  });
  // Whoever has removed a row goes on at the next one.
  if (lost >= 0) (known.get(items[Math.min(lost, items.length - 1)]?.key)?.remove ?? list).focus();
}

/** Shows a value, unless the reader is writing another one. */
export function fill(input, value) {
  if (document.activeElement !== input && input.value !== value) input.value = value;
}

/** A choice of a list. */
export function option(value, text) {
  return make("option", { value }, text);
}

/** A field for a name, as high as the name needs. */
export function nameField(change) {
  const field = make("textarea", { class: "name", rows: 1, maxlength: 500, oninput: () => {
    if (/\n/.test(field.value)) field.value = field.value.replace(/\s*\n\s*/g, " ");
    change({ name: field.value });
  }, onkeydown: (event) => { if (event.key === "Enter") event.preventDefault(); } });
  return field;
}

/** The list of stops. `calls`: `change(key, values)`, `reorder(key, to)`, `remove`, `center`. */
export class StopList {
  constructor(list, calls) {
    this.list = list;
    this.calls = calls;
    this.rows = new Map();
    this.stops = [];
  }

  /** `streetOf(stop)` is the street where it is, if that is known. */
  show(stops, visits, order, streetOf) {
    this.stops = stops;
    keep(this.list, stops, this.rows, (key) => this.#build(key));
    stops.forEach((stop, i) => {
      this.#fill(this.rows.get(stop.key), stop, i, visits[i], order[i], streetOf(stop));
    });
  }

  /** Moves the focus to a stop's row. */
  focus(key) {
    this.rows.get(key)?.name.focus();
  }

  #build(key) {
    const change = (values) => this.calls.change(key, values);
    const row = { key };
    row.badge = make("button", { type: "button", class: "badge", title: "Drag to reorder",
      onclick: () => this.calls.center(key) });
    row.name = nameField(change);
    row.note = make("span", { class: "note-text quiet" });
    const small = (text, onclick) =>
      make("button", { type: "button", class: "small", onclick }, text);
    row.up = small("↑", () => this.#step(key, -1));
    row.down = small("↓", () => this.#step(key, 1));
    row.edit = make("button", { type: "button", class: "small", "aria-expanded": "false",
      onclick: () => this.#toggle(row) }, "⋯");
    row.remove = make("button", { type: "button", class: "small",
      onclick: () => this.calls.remove(key) }, "×");
    row.from = make("input", { type: "datetime-local",
      onchange: () => change({ from: inputMilliseconds(row.from.value) }) });
    row.until = make("input", { type: "datetime-local",
      onchange: () => change({ until: inputMilliseconds(row.until.value) }) });
    row.service = make("input", { type: "number", min: 0, max: 100000, step: "any",
      onchange: () => change({ service: Math.max(0, Number(row.service.value) || 0) }) });
    row.curb = make("select", { onchange: () => change({ curb: Number(row.curb.value) }) },
      option("0", "either side"), option("1", "on the right"), option("2", "on the left"),
      option("3", "either, no U-turn"));
    row.via = make("select", { onchange: () => change({ via: row.via.value === "via" }) },
      option("stop", "a stop"), option("via", "a via point"));
    row.route = make("input", { type: "text", maxlength: 500,
      onchange: () => change({ route: row.route.value }) });
    row.x = make("input", { type: "number", min: -180, max: 180, step: "any",
      onchange: () => change({ x: place(row.x, 180) }) });
    row.y = make("input", { type: "number", min: -90, max: 90, step: "any",
      onchange: () => change({ y: place(row.y, 90) }) });
    row.more = make("div", { class: "fields more", hidden: true },
      make("label", {}, "Kind ", row.via), make("label", {}, "Side of the street ", row.curb),
      make("label", {}, "Not before ", row.from), make("label", {}, "Not after ", row.until),
      make("label", {}, "Service, in minutes ", row.service),
      make("label", {}, "Route or driver ", row.route),
      make("label", {}, "Longitude ", row.x), make("label", {}, "Latitude ", row.y));
    row.element = make("li", { class: "row" },
      make("div", { class: "line" }, row.badge, row.name,
        make("span", { class: "moves" }, row.up, row.down, row.edit, row.remove)),
      row.note, row.more);
    row.element.addEventListener("keydown", (event) => {
      if (!event.altKey || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
      event.preventDefault();
      this.#step(key, event.key === "ArrowUp" ? -1 : 1);
    });
    this.#drag(row);
    return row;
  }

  #fill(row, stop, i, visit, number, street) {
    const name = `${stop.via ? "Via point" : "Stop"} ${number}`;
    // On paper, stops stand in the order in which they are visited.
    row.element.style.setProperty("--order", number);
    row.badge.textContent = stop.via ? "•" : String(number);
    // As its pin.
    const bad = visit ? statusText(visit.status) : "";
    row.badge.className = `badge${stop.via ? " via" : visit?.look ?? ""}`
      + (bad || visit?.late > 0.01 ? " blamed" : "");
    row.badge.setAttribute("aria-label", `Show ${name} on the map`);
    fill(row.name, stop.name);
    row.name.title = stop.name || street || "";
    row.name.placeholder = street || `Location ${i + 1}`;
    row.name.setAttribute("aria-label", `Name of ${name}`);
    row.up.setAttribute("aria-label", `Move ${name} up`);
    row.down.setAttribute("aria-label", `Move ${name} down`);
    row.up.disabled = i === 0;
    row.down.disabled = i === this.stops.length - 1;
    row.edit.setAttribute("aria-label", `Details of ${name}`);
    row.remove.setAttribute("aria-label", `Remove ${name}`);
    fill(row.from, inputText(stop.from));
    fill(row.until, inputText(stop.until));
    fill(row.service, stop.service ? String(stop.service) : "");
    fill(row.curb, String(stop.curb));
    fill(row.route, String(stop.more.RouteName ?? ""));
    fill(row.via, stop.via ? "via" : "stop");
    fill(row.x, String(stop.x));
    fill(row.y, String(stop.y));
    row.element.classList.toggle("bad", Boolean(bad));
    row.note.textContent = [bad, ...visitWords(visit, this.stops.length, stop)].filter(Boolean)
      .join(" · ");
  }

  #toggle(row) {
    row.more.hidden = !row.more.hidden;
    row.edit.setAttribute("aria-expanded", String(!row.more.hidden));
  }

  #step(key, by) {
    const at = this.stops.findIndex((stop) => stop.key === key);
    const to = at + by;
    if (to < 0 || to >= this.stops.length) return;
    const focused = document.activeElement;
    this.calls.reorder(key, to);
    // A moved element loses the focus.
    const row = this.rows.get(key);
    (row.element.contains(focused) && !focused.disabled ? focused : row.name).focus();
  }

  #drag(row) {
    row.badge.addEventListener("pointerdown", (event) => {
      if (event.button > 0) return;
      const begun = event.clientY;
      let moves = false;
      const move = (next) => {
        if (!moves && Math.abs(next.clientY - begun) < 6) return;
        moves = true;
        row.element.classList.add("dragged");
        const at = this.stops.findIndex((stop) => stop.key === row.key);
        let to = at;
        this.stops.forEach((stop, i) => {
          const box = this.rows.get(stop.key).element.getBoundingClientRect();
          const middle = box.top + box.height / 2;
          if (i < at && next.clientY < middle && i < to) to = i;
          if (i > at && next.clientY > middle) to = i;
        });
        if (to !== at) this.calls.reorder(row.key, to);
      };
      const end = () => {
        row.element.classList.remove("dragged");
        window.removeEventListener("pointermove", move);
        window.removeEventListener("pointerup", end);
        window.removeEventListener("pointercancel", end);
      };
      window.addEventListener("pointermove", move);
      window.addEventListener("pointerup", end);
      window.addEventListener("pointercancel", end);
    });
  }
}

function place(input, most) {
  return Math.min(most, Math.max(-most, Number(input.value) || 0));
}

function visitWords(visit, starts, stop) {
  if (!visit || visit.sequence == null) return [];
  const words = [];
  if (visit.arrive != null) words.push(`arrives ${clockText(visit.arrive)}`);
  else if (starts > 1 && visit.elapsed) {
    words.push(`after ${minutesText(visit.elapsed - visit.service - visit.wait)}`);
  }
  if (visit.wait > 0.01) words.push(`waits ${minutesText(visit.wait)}`);
  if (visit.late > 0.01) words.push(`${minutesText(visit.late)} late`);
  if (stop.service) words.push(`service ${minutesText(stop.service)}`);
  if (visit.moved > 30 && visit.status === 0) {
    words.push(`street ${lengthText(visit.moved, "esriNAUMeters")} away`);
  }
  return words;
}
