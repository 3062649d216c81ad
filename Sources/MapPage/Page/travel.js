// The form about travel: mode, departure, and what is added to the mode.

import { hasTraffic } from "./answer.js";
import { modeOf } from "./request.js";
import { inputMilliseconds, inputText, make } from "./words.js";

const part = (id) => document.getElementById(id);

/** Fills the form from a layer, and calls `change(values)` with what a reader has set. */
export class TravelForm {
  constructor(layer, change) {
    this.layer = layer;
    this.change = change;
    this.boxes = new Map();
    this.numbers = new Map();
    const modes = layer.supportedTravelModes ?? [];
    part("mode").append(...(modes.length ? modes : [{ id: "", name: "as the layer has it" }])
      .map((mode) => make("option", { value: mode.id }, mode.name)));
    part("language").append(make("option", { value: "" }, languageName(layer.directionsLanguage)),
      ...(layer.directionsSupportedLanguages ?? [])
        .filter((code) => code !== layer.directionsLanguage)
        .map((code) => make("option", { value: code }, languageName(code))));
    this.#restrictions();
    this.#listen();
  }

  #restrictions() {
    const usages = new Map((this.layer.attributeParameterValues ?? [])
      .filter((v) => v.parameterName === "Restriction Usage")
      .map((v) => [v.attributeName, v.value]));
    for (const attribute of this.layer.networkDataset?.networkAttributes ?? []) {
      const sizes = (attribute.parameterNames ?? []).filter(
        (name) => name !== attribute.restrictionUsageParameterName && name !== "Restriction Usage");
      const isRestriction = attribute.usageType === "esriNAUTRestriction";
      for (const size of sizes) this.#number(attribute, size, isRestriction);
      if (!isRestriction || sizes.length) continue;
      const usage = usages.get(attribute.name) ?? "PROHIBITED";
      this.#box(attribute.name, /^(AVOID|PREFER)/.test(usage) ? "avoid" : "rules");
    }
    for (const id of ["avoid", "vehicle", "rules"]) {
      part(`${id}-part`).hidden = !part(id).children.length;
    }
  }

  #box(name, where) {
    const box = make("input", { type: "checkbox", onchange: () => {
      this.change((request) => {
        request.added = request.added.filter((other) => other !== name);
        if (box.checked) request.added.push(name);
      });
    } });
    this.boxes.set(name, box);
    part(where).append(make("label", { class: "check" }, box, ` ${name}`));
  }

  #number(attribute, parameter, isRestriction) {
    const key = `${attribute.name}|${parameter}`;
    const input = make("input", { type: "number", min: 0, step: "any", onchange: () => {
      this.change((request) => {
        const value = Number(input.value);
        delete request.values[key];
        request.added = request.added.filter((other) => other !== attribute.name);
        if (!(value > 0)) return;
        request.values[key] = value;
        if (isRestriction) request.added.push(attribute.name);
      });
    } });
    const label = make("label", {}, `${parameter} `, input);
    this.numbers.set(key, { input, label, cost: isRestriction ? null : attribute.name });
    part("vehicle").append(label);
  }

  #listen() {
    const set = (id, name, read) => part(id).addEventListener("change", () => {
      this.change((request) => { request[name] = read(part(id)); });
    });
    part("mode").addEventListener("change", () => this.change((request) => {
      Object.assign(request, { mode: part("mode").value, settings: {} });
    }));
    set("language", "language", (field) => field.value);
    set("alternatives", "alternatives", (field) => Number(field.value));
    set("traffic", "traffic", (field) => field.checked);
    set("best", "best", (field) => field.checked);
    set("keep-first", "keepFirst", (field) => field.checked);
    set("keep-last", "keepLast", (field) => field.checked);
    set("start", "start", (field) => inputMilliseconds(field.value) ?? "");
    set("start-kind", "start", (field) => {
      if (field.value !== "at") return field.value;
      return inputMilliseconds(part("start").value) ?? nextHour();
    });
  }

  // Puts first what the mode has and what is for its kind, and last what is for others.
  #sort(mode) {
    if (this.sortedFor === mode.id) return;
    this.sortedFor = mode.id;
    const place = (name) => (mode.restrictionAttributeNames.includes(name) ? 0
      : own[mode.type]?.test(name) ? 1 : foreign[mode.type]?.test(name) ? 3 : 2);
    for (const id of ["avoid", "rules"]) {
      part(id).append(...[...this.boxes].filter(([, box]) => part(id).contains(box))
        .sort(([a], [b]) => place(a) - place(b)).map(([, box]) => box.parentElement));
    }
  }

  show(request) {
    const mode = modeOf(request, this.layer);
    part("mode").value = mode.id;
    part("mode-note").textContent = mode.description ?? "";
    part("language").value = request.language;
    part("alternatives").value = String(request.alternatives);
    const timed = request.start !== "" && request.start !== "now";
    part("start-kind").value = timed ? "at" : request.start;
    part("start-label").hidden = !timed;
    if (timed && document.activeElement !== part("start")) {
      part("start").value = inputText(request.start);
    }
    part("traffic-label").hidden = !hasTraffic(this.layer);
    part("traffic").checked = request.traffic;
    part("best").checked = request.best;
    for (const [id, name] of [["keep-first", "keepFirst"], ["keep-last", "keepLast"]]) {
      part(id).checked = request[name];
      part(id).disabled = !request.best;
    }
    this.#sort(mode);
    for (const [name, box] of this.boxes) {
      const isInMode = mode.restrictionAttributeNames.includes(name);
      box.checked = isInMode || request.added.includes(name);
      box.disabled = isInMode;
    }
    for (const [key, { input, label, cost }] of this.numbers) {
      label.hidden = cost != null && cost !== mode.timeAttributeName;
      if (document.activeElement !== input) input.value = request.values[key] ?? "";
    }
  }
}

// Words in names of restrictions that are for a kind of travel mode, and for others than it.
const own = { WALK: /pedestrian|stair/i, TRUCK: /truck|hazmat/i };
const foreign = {
  AUTOMOBILE: /pedestrian|stair|truck|hazmat|bus|motorcycle/i,
  TRUCK: /pedestrian|stair|bus|motorcycle/i,
  WALK: /toll|carpool|express|limited|truck|hazmat|bus|motorcycle/i,
};

/** The next full hour, on this device's clock. */
export function nextHour() {
  const now = new Date();
  return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate(), now.getHours() + 1);
}

function languageName(code) {
  if (!code) return "the layer's language";
  try {
    return new Intl.DisplayNames([code], { type: "language" }).of(code);
  } catch {
    return code;
  }
}
