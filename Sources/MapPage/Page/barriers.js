// The list of barriers, and what each one costs the route. Loaded with the first barrier.

import { askedFor, post, routesOf } from "./answer.js";
import { fill, keep, nameField, option } from "./lists.js";
import { barrierParameters } from "./request.js";
import { lengthText, make, minutesText } from "./words.js";

const mostMeasured = 6;

export class BarrierList {
  #effects = new Map();
  // The barriers whose cost the server has said.
  #measured = new Set();
  #shown = [];

  /** `calls`: `change(key, values)`, `remove(key)`, `select(key)`. */
  constructor(list, note, layerURL, layer, calls) {
    Object.assign(this, { list, note, layerURL, layer, calls });
    this.rows = new Map();
  }

  /** Reads what an answer says about each barrier: the streets it touches. Without one, nothing. */
  take(reply, request) {
    this.#measured = new Set();
    this.#effects = new Map();
    if (!reply) return;
    for (const [kind, name] of Object.entries(barrierParameters)) {
      const rows = request.barriers.filter((b) => b.kind === kind);
      for (const { attributes } of reply[name]?.features ?? []) {
        const barrier = rows[attributes.ObjectID - 1];
        if (!barrier) continue;
        const count = attributes.AffectedEdges ?? 0;
        const length = attributes.AffectedLengthInMeters;
        this.#effects.set(barrier.key, count
          ? `touches ${count} street section${count === 1 ? "" : "s"}`
            + (length ? `, ${lengthText(length, "esriNAUMeters")}` : "") : "touches no street");
      }
    }
  }

  /**
   * Asks for the route without each barrier, so that the list can say what each one costs. Of many,
   * only for the chosen one: each is a solve. `minutes` are those of the route with all of them.
   */
  async measure(request, selected, minutes, isCurrent) {
    const { barriers } = request;
    const isMany = barriers.length > mostMeasured;
    for (const barrier of barriers.filter(({ key }) => !isMany || key === selected)) {
      if (this.#measured.has(barrier.key)) continue;
      this.#measured.add(barrier.key);
      const without = { ...request, alternatives: 0,
        barriers: barriers.filter((b) => b !== barrier) };
      const fields = { ...askedFor(without, this.layer, true), returnStops: "false",
        returnLegs: "false" };
      const reply = await post(`${this.layerURL}/solve`, fields).catch(() => null);
      if (!isCurrent() || !reply) return;
      // A server that is busy says nothing about the barrier.
      if (reply.error && reply.error.code !== 400) continue;
      const other = routesOf(reply, without, this.layer)[0]?.minutes;
      this.#effects.set(barrier.key, [costText(minutes, other), this.#effects.get(barrier.key)]
        .filter(Boolean).join(" · "));
      this.show(...this.#shown);
    }
  }

  show(barriers, selected, blamed) {
    this.#shown = [barriers, selected, blamed];
    this.note.hidden = barriers.length <= mostMeasured;
    keep(this.list, barriers, this.rows, (key) => this.#build(key));
    barriers.forEach((barrier, i) => {
      const row = this.rows.get(barrier.key);
      this.#fill(row, barrier, i, this.#effects.get(barrier.key));
      row.element.classList.toggle("selected", barrier.key === selected);
      row.element.classList.toggle("bad", blamed.has(barrier.key));
      row.badge.setAttribute("aria-pressed", String(barrier.key === selected));
    });
  }

  #build(key) {
    const change = (values) => this.calls.change(key, values);
    const row = { key };
    row.badge = make("button", { type: "button", class: "badge sign",
      onclick: () => this.calls.select(key) });
    row.name = nameField(change);
    row.remove = make("button", { type: "button", class: "small",
      onclick: () => this.calls.remove(key) }, "×");
    row.effect = make("select", { onchange: () => change({ effect: row.effect.value }) });
    row.amount = make("input", { type: "number", min: 0, max: 1000000, step: "any",
      onchange: () => change({ amount: Math.max(0, Number(row.amount.value) || 0) }) });
    row.amountWords = make("span");
    row.amountLabel = make("label", {}, row.amountWords, row.amount);
    row.whole = make("input", { type: "checkbox",
      onchange: () => change({ whole: row.whole.checked }) });
    row.wholeLabel = make("label", { class: "check" }, row.whole, " the whole street");
    row.note = make("span", { class: "note-text quiet" });
    row.element = make("li", { class: "row" },
      make("div", { class: "line" }, row.badge, row.name, row.remove),
      make("div", { class: "fields" }, make("label", {}, "Effect ", row.effect), row.amountLabel,
        row.wholeLabel), row.note);
    return row;
  }

  #fill(row, barrier, i, effect) {
    const name = `Barrier ${i + 1}`;
    row.badge.textContent = { closed: "–", scaled: "×", added: "+" }[barrier.effect];
    row.badge.className = `badge sign ${barrier.effect}`;
    row.badge.setAttribute("aria-label", `Show ${name} and its corners`);
    fill(row.name, barrier.name);
    row.name.title = barrier.name;
    const kind = { point: "Point", line: "Line", polygon: "Area" }[barrier.kind];
    row.name.placeholder = `${kind} ${i + 1}`;
    row.name.setAttribute("aria-label", `Name of ${name}`);
    row.remove.setAttribute("aria-label", `Remove ${name}`);
    if (!row.effect.options.length) {
      row.effect.append(option("closed", "closed"), barrier.kind === "point"
        ? option("added", "+ cost") : option("scaled", "× factor"));
    }
    fill(row.effect, barrier.effect);
    row.amountLabel.hidden = barrier.effect === "closed";
    row.amountWords.textContent = barrier.effect === "added" ? "Minutes " : "Factor ";
    fill(row.amount, String(barrier.amount));
    row.wholeLabel.hidden = barrier.kind !== "point" || barrier.effect !== "closed";
    row.whole.checked = barrier.whole;
    row.note.textContent = effect ?? "";
  }
}

// What a barrier does to a route that takes some minutes with it, and others without it.
function costText(minutes, other) {
  if (other == null) return minutes == null ? "" : "needed for a route";
  if (minutes == null) return "without it there is a route";
  if (Math.abs(minutes - other) < 1 / 120) return "costs this route nothing";
  // A route saves time if a barrier has its stops moved.
  return `${minutes < other ? "saves" : "costs"} ${minutesText(Math.abs(minutes - other))}`;
}
