// Closest facilities, cost matrices and matched traces, with the places and travel of the page.

import { errorText, post, readJSON } from "./answer.js";
import { barrierParameters, fieldsOf, modeOf } from "./request.js";
import { lengthText, make, minutesText } from "./words.js";

const mostTraceBytes = 2_000_000;

/**
 * A form for each analysis that the service has.
 *
 * `calls` has `request()`, `label(stop)`, `draw(shapes)` and `say(text)`.
 */
export class Analyses {
  constructor(element, layerURL, layer, calls) {
    Object.assign(this, { layerURL, layer, calls });
    this.result = make("div", { class: "scrolled" });
    const button = (text, run) =>
      make("button", { type: "button", onclick: () => this.#run(run) }, text);
    this.count = make("input", { type: "number", min: 1, max: 100, value: 1 });
    this.facilities = make("input", { type: "number", min: 1, max: 1000, value: 1 });
    this.trace = make("textarea", { rows: 3, maxlength: mostTraceBytes, spellcheck: "false",
      placeholder: "7.4188,43.7330; 7.4189,43.7325 – or GPX, GeoJSON or Esri JSON" });
    this.file = make("input", { type: "file", accept: ".gpx,.geojson,.json,.txt",
      onchange: () => this.#read() });
    this.closest = make("div", {}, make("h3", {}, "Closest facilities"),
      make("p", { class: "quiet" }, "The first stops are where something is needed; the others are "
        + "facilities."),
      make("div", { class: "fields" }, make("label", {}, "Stops in need ", this.facilities),
        make("label", {}, "Facilities for each ", this.count)),
      make("div", { class: "buttons" }, button("Find them", () => this.#closest())));
    this.matrix = make("div", {}, make("h3", {}, "Matrix"),
      make("p", { class: "quiet" }, "The travel costs between all stops."),
      make("div", { class: "buttons" }, button("Make it", () => this.#matrix())));
    element.append(this.closest, this.matrix,
      make("div", {}, make("h3", {}, "Match a trace"),
        make("p", { class: "quiet" }, "The streets that positions or a drawn line follow."),
        make("label", { class: "quiet" }, "The trace ", this.trace),
        make("label", { class: "quiet" }, "or a file ", this.file),
        make("div", { class: "buttons" }, button("Match it", () => this.#match()))),
      make("div", { class: "buttons" }, make("button", { type: "button",
        onclick: () => this.#clear() }, "Clear the results")), this.result);
    this.#siblings();
  }

  // The service's other layers, which have these operations.
  async #siblings() {
    const service = this.layerURL.replace(/\/[^/]*$/, "");
    const reply = await readJSON(`${service}?f=json`).catch(() => ({}));
    const url = (names) => names?.length ? `${service}/${encodeURIComponent(names[0])}` : null;
    this.closestURL = url(reply.closestFacilityLayers);
    this.matrixURL = url(reply.odCostMatrixLayers);
    this.closest.hidden = !this.closestURL;
    this.matrix.hidden = !this.matrixURL;
  }

  async #run(analysis) {
    this.result.replaceChildren(make("p", { class: "quiet" }, "Asking…"));
    try {
      await analysis();
    } catch (error) {
      this.calls.draw(null);
      this.result.replaceChildren(make("p", { class: "failed" }, error.message));
      this.calls.say(error.message);
    }
  }

  #clear() {
    this.calls.draw(null);
    this.result.replaceChildren();
  }

  // The travel mode and barriers of the page; the stops become the places of the analysis.
  #fields() {
    const all = fieldsOf(this.calls.request(), this.layer);
    const kept = ["travelMode", "restrictionAttributeNames", "attributeParameterValues",
      "useTraffic", ...Object.values(barrierParameters)];
    const mode = modeOf(this.calls.request(), this.layer);
    return {
      f: "json", outSR: "4326",
      accumulateAttributeNames: JSON.stringify(
        [...new Set([mode.timeAttributeName, mode.distanceAttributeName])]),
      ...Object.fromEntries(kept.filter((name) => name in all).map((name) => [name, all[name]])),
    };
  }

  // When the analysis travels: at the page's departure.
  #departure() {
    const { start, more } = this.calls.request();
    if (!start) return {};
    const zone = more.startTimeIsUTC;
    return { timeOfDay: String(start), ...(zone ? { timeOfDayIsUTC: zone } : {}) };
  }

  // Places with their names, so that rows of the answer can be read.
  #places(stops) {
    return JSON.stringify({
      features: stops.map((stop) => ({
        geometry: { x: stop.x, y: stop.y }, attributes: { Name: this.calls.label(stop) },
      })), spatialReference: { wkid: 4326 },
    });
  }

  async #ask(url, fields) {
    const answer = await post(url, fields);
    if (answer.error) throw new Error(errorText(answer.error));
    return answer;
  }

  get #time() {
    return `Total_${modeOf(this.calls.request(), this.layer).timeAttributeName}`;
  }

  get #length() {
    const name = modeOf(this.calls.request(), this.layer).distanceAttributeName;
    const unit = (this.layer.networkDataset?.networkAttributes ?? [])
      .find((attribute) => attribute.name === name)?.units;
    return { name: `Total_${name}`, unit };
  }

  async #closest() {
    const { stops, layers } = this.calls.request();
    // Stored layers may be either side; the stops of the page are what is left.
    const needs = layers.incidents ? 0
      : layers.facilities ? stops.length : Math.min(whole(this.facilities), stops.length);
    const places = (layer, some, what) => {
      if (layer) return JSON.stringify(layer);
      if (some.length) return this.#places(some);
      throw new Error(`There are no stops for ${what}. Add stops on the map.`);
    };
    if (!layers.incidents && !layers.facilities && stops.length <= needs) {
      throw new Error(`There are ${stops.length} stops; closest facilities need more than the `
        + `${needs} in need. Add stops on the map.`);
    }
    const answer = await this.#ask(`${this.closestURL}/solveClosestFacility`, {
      ...this.#fields(), ...this.#departure(), timeOfDayUsage: "esriNATimeOfDayUseAsStartTime",
      incidents: places(layers.incidents, stops.slice(0, needs), "the stops in need"),
      facilities: places(layers.facilities, stops.slice(needs), "the facilities"), returnCFRoutes: "true",
      returnDirections: "false",
      defaultTargetFacilityCount: String(whole(this.count)),
    });
    const routes = answer.routes?.features ?? [];
    const { name, unit } = this.#length;
    this.calls.draw(routes.map((r) => ({ kind: "found", lines: r.geometry?.paths ?? [] })));
    this.#table(["Route", "Rank", "Time", "Length"], routes.map(({ attributes }) => [
      attributes.Name, attributes.FacilityRank, minutesText(attributes[this.#time]),
      lengthText(attributes[name], unit),
    ]), answer);
  }

  async #matrix() {
    const { stops } = this.calls.request();
    if (stops.length < 2) {
      throw new Error("A matrix needs two stops or more. Add stops on the map.");
    }
    const places = this.#places(stops);
    const answer = await this.#ask(`${this.matrixURL}/solveODCostMatrix`, {
      ...this.#fields(), ...this.#departure(), origins: places, destinations: places,
      outputType: "esriNAODOutputNoLines",
    });
    const cells = new Map((answer.odLines?.features ?? []).map(({ attributes }) =>
      [`${attributes.OriginID} ${attributes.DestinationID}`, attributes[this.#time]]));
    this.calls.draw(null);
    this.#table(["From \\ to", ...stops.map((stop) => this.calls.label(stop))],
      stops.map((origin, i) => [this.calls.label(origin), ...stops.map((_, j) =>
        minutesText(cells.get(`${i + 1} ${j + 1}`)))]), answer);
  }

  async #match() {
    const traces = this.trace.value.trim();
    if (!traces) throw new Error("There is no trace. Write positions, or choose a file.");
    const answer = await this.#ask(`${this.layerURL}/match`, {
      ...this.#fields(), traces, returnDirections: "false",
    });
    const points = answer.tracePoints?.features ?? [];
    const sent = points.filter((p) => p.geometry).map((p) => [p.geometry.x, p.geometry.y]);
    const routes = answer.routes?.features ?? [];
    this.calls.draw([
      ...routes.map((r) => ({ kind: "found", lines: r.geometry?.paths ?? [] })),
      { kind: "trace", lines: [sent] },
    ]);
    const { name, unit } = this.#length;
    const gaps = (answer.traceGaps?.features ?? []).length;
    const rules = (answer.brokenRules?.features ?? []).map(({ attributes }) =>
      `${attributes.Rule} ${attributes.Street ?? ""}`.trim());
    this.#table(["Route", "Time", "Length"], routes.map(({ attributes }) => [
      attributes.Name, minutesText(attributes[this.#time]), lengthText(attributes[name], unit),
    ]), answer, [`${points.filter((p) => p.attributes.Status === 0).length} of ${points.length} `
      + `positions are matched; ${gaps} gap${gaps === 1 ? "" : "s"}.`,
    ...(rules.length ? [`Broken rules: ${rules.join(", ")}.`] : [])]);
  }

  async #read() {
    const [file] = this.file.files;
    if (!file) return;
    if (file.size > mostTraceBytes) {
      this.result.replaceChildren(make("p", { class: "failed" }, `The file has ${file.size} bytes; `
        + `the page takes up to ${mostTraceBytes}. waypost match takes files of any size.`));
      return;
    }
    this.trace.value = await file.text();
  }

  #table(heads, rows, answer, notes = []) {
    const messages = (answer.messages ?? []).map((message) => message.description);
    this.result.replaceChildren(
      ...[...notes, ...messages].map((text) => make("p", { class: "quiet" }, text)),
      make("table", {}, make("thead", {}, make("tr", {}, ...heads.map((text) =>
        make("th", { scope: "col" }, text)))),
      make("tbody", {}, ...rows.map(([first, ...rest]) => make("tr", {},
        make("th", { scope: "row" }, String(first)),
        ...rest.map((text) => make("td", {}, String(text ?? ""))))))));
    this.result.tabIndex = 0;
    this.result.setAttribute("role", "region");
    this.result.setAttribute("aria-label", "Results of the analysis");
    this.calls.say(`${rows.length} rows found.`);
  }
}

// A form's number, 1 or more.
function whole(input) {
  return Math.max(1, Math.trunc(Number(input.value)) || 1);
}
