// Stored layers: shown on the map, used in the request, and edited.

import { post, readJSON } from "./answer.js";
import { cornerMarks } from "./canvas.js";
import { rounded } from "./request.js";
import { inputMilliseconds, inputText, make } from "./words.js";

const kinds = {
  esriGeometryPoint: "point", esriGeometryMultipoint: "point", esriGeometryPolyline: "line",
  esriGeometryPolygon: "polygon",
};
const kindWords = { point: "points", line: "lines", polygon: "areas" };
// The inputs that rows of a kind can be, and what the page calls them.
const uses = {
  point: { stops: "stops", barriers: "point barriers", facilities: "facilities",
    incidents: "stops in need" },
  line: { polylineBarriers: "line barriers" },
  polygon: { polygonBarriers: "area barriers" },
};
const useWords = Object.assign({}, ...Object.values(uses));
// Of more rows, only the chosen one has a marker, and the list has the first ones.
const mostMarks = 200;
const mostListed = 100;
const color = "#0b6b7a";

export class Stored {
  #rows = [];
  #picked = null;
  #undo = [];
  #timer = null;
  #round = 0;

  /**
   * `calls` has `request()`, `changed()`, `edited()`, `center()`, `tools` and `say(text)`.
   */
  constructor(element, layerURL, canvas, calls) {
    Object.assign(this, { canvas, calls });
    [this.services] = layerURL.split(/(?<=\/rest\/services)\//);
    this.service = decodeURIComponent(layerURL.slice(this.services.length + 1)
      .replace(/\/NAServer\/.*$/i, ""));
    const button = (text, run) => make("button", { type: "button", onclick: run }, text);
    this.choice = make("select", { id: "stored-layer", onchange: () => this.#choose() });
    this.where = make("input", { type: "text", spellcheck: "false", maxlength: 2000,
      onchange: () => this.load() });
    this.note = make("p", { class: "quiet", role: "status" });
    this.using = make("ul", { class: "rows" });
    this.names = make("select");
    this.routes = make("select");
    this.namesLabel = make("label", {}, "Names from ", this.names);
    this.routesLabel = make("label", {}, "A route for each ", this.routes);
    this.useButtons = make("div", { class: "buttons" });
    this.editing = make("input", { type: "checkbox", onchange: () => this.#show() });
    this.editLabel = make("label", { class: "check" }, this.editing, " edit it on the map");
    this.add = button("Add on the map", () => this.#addOnMap());
    this.addHere = button("Add at the map's center", () => this.#addAtCenter());
    this.undo = button("Undo the edit", () => this.#undoLast());
    this.editButtons = make("div", { class: "buttons" }, this.add, this.addHere, this.undo);
    this.form = make("form", { class: "choice", hidden: true, "aria-label": "The chosen row",
      onsubmit: (event) => {
        event.preventDefault();
        this.#save();
      } });
    this.list = make("ul", { class: "rows listed" });
    this.chosen = make("div", { hidden: true },
      make("div", { class: "fields" }, make("label", {}, "Only rows where ", this.where),
        this.namesLabel, this.routesLabel),
      make("p", { class: "quiet" }, "Use these rows as"), this.useButtons, this.editLabel,
      this.editButtons, this.form, this.list);
    element.append(this.using, make("div", { class: "fields" },
      make("label", {}, "Layer ", this.choice)), this.note, this.chosen);
    canvas?.extend("stored", [
      { id: "stored-area", type: "fill", filter: ["==", ["geometry-type"], "Polygon"],
        paint: { "fill-color": color, "fill-opacity": 0.2 } },
      { id: "stored-line", type: "line", filter: ["!=", ["geometry-type"], "Point"],
        paint: { "line-color": color, "line-width": ["case", ["get", "picked"], 5, 3] } },
      { id: "stored-point", type: "circle", filter: ["==", ["geometry-type"], "Point"],
        paint: { "circle-radius": ["case", ["get", "picked"], 9, 6], "circle-color": color,
          "circle-stroke-color": "#ffffff", "circle-stroke-width": 2 } },
    ], ({ id }) => {
      // A click within an area sets a stop, unless rows are edited.
      if (this.kind === "polygon" && !this.editing.checked) return false;
      this.select(id);
      return true;
    });
    this.showUses();
    this.#learn();
  }

  // The feature layers of all services of the server that this reader may use.
  async #learn() {
    this.note.textContent = "Asking…";
    this.layers = [];
    try {
      const names = await this.#servicesOf("");
      const replies = await Promise.all(names.map((name) => readJSON(
        `${this.services}/${path(name)}/FeatureServer?f=json`).then((reply) => [name, reply])));
      for (const [service, { layers = [] }] of replies) {
        for (const { id, name, geometryType } of layers) {
          const kind = kinds[geometryType];
          if (kind) this.layers.push({ service, id, name, kind });
        }
      }
    } catch (error) {
      this.#fail(error.message);
      return;
    }
    const own = (layer) => layer.service === this.service;
    this.layers.sort((a, b) => own(b) - own(a));
    this.choice.replaceChildren(make("option", { value: "" }, "none"),
      ...this.layers.map((layer, i) => make("option", { value: i },
        `${own(layer) ? "" : `${layer.service}: `}${layer.name} (${kindWords[layer.kind]})`)));
    this.#tell(this.layers.length ? ""
      : "No service of this server has a stored layer that you may see.");
    this.choice.disabled = !this.layers.length;
    // A layer that the link's request uses is shown.
    const [used] = Object.values(this.calls.request().layers);
    const at = this.layers.findIndex((layer) => own(layer) && used?.layerName === layer.name);
    if (at >= 0) {
      this.choice.value = String(at);
      this.where.value = used.where ?? "";
      await this.#choose(used);
    }
  }

  async #servicesOf(folder) {
    const reply = await readJSON(`${this.services}/${path(folder)}?f=json`);
    if (reply.error) throw new Error(sentence(reply.error));
    const names = (reply.services ?? []).filter(({ type }) => type === "FeatureServer")
      .map(({ name }) => name);
    const more = await Promise.all((folder ? [] : reply.folders ?? [])
      .map((name) => this.#servicesOf(name)));
    return [...names, ...more.flat()];
  }

  async #choose(used) {
    const layer = this.layers[Number(this.choice.value)];
    [this.#rows, this.#picked, this.#undo] = [[], null, []];
    this.editing.checked = false;
    this.chosen.hidden = !layer || this.choice.value === "";
    if (this.chosen.hidden) {
      this.layer = null;
      this.#tell("");
      this.#show();
      return;
    }
    if (!used) this.where.value = "";
    this.layer = layer;
    this.kind = layer.kind;
    this.url = `${this.services}/${path(layer.service)}/FeatureServer/${layer.id}`;
    const described = await readJSON(`${this.url}?f=json`).catch((error) => ({ error }));
    if (this.layer !== layer) return;
    if (described.error) {
      this.#fail(sentence(described.error));
      return;
    }
    this.described = described;
    const can = (described.capabilities ?? "").split(",");
    this.may = { add: can.includes("Create"), change: can.includes("Update"),
      remove: can.includes("Delete") };
    this.editLabel.hidden = !Object.values(this.may).some(Boolean);
    const columns = described.fields.filter(({ name }) => name !== described.objectIdField);
    const mapped = used?.fieldMappings ?? {};
    for (const [select, field, other] of [[this.names, "Name", "the layer's own"],
      [this.routes, "RouteName", "the layer's own"]]) {
      select.replaceChildren(make("option", { value: "" }, other),
        ...columns.map(({ name }) => make("option", { value: name }, name)));
      select.value = mapped[field] ?? "";
    }
    this.namesLabel.hidden = this.routesLabel.hidden = this.kind !== "point";
    this.useButtons.replaceChildren(...Object.entries(uses[this.kind]).map(([name, text]) =>
      make("button", { type: "button", onclick: () => this.#use(name) }, text)));
    await this.load(!used);
  }

  /** Reads the rows again, and draws them. */
  async load(fits = false) {
    if (!this.layer) return;
    const round = ++this.#round;
    const reply = await post(`${this.url}/query`, {
      f: "json", where: this.where.value.trim() || "1=1", outFields: "*", outSR: "4326",
    }).catch((error) => ({ error }));
    if (round !== this.#round) return;
    if (reply.error) {
      this.#fail(sentence(reply.error));
      return;
    }
    const { objectIdField } = this.described;
    this.#rows = (reply.features ?? []).map(({ attributes, geometry }) =>
      ({ id: attributes[objectIdField], attributes, geometry }));
    const count = this.#rows.length;
    this.#tell(reply.exceededTransferLimit ? `The first ${count} rows are drawn; there are more.`
      : `${count} row${count === 1 ? " is" : "s are"} drawn.`);
    this.#show();
    if (fits) this.canvas?.fit(this.#rows.flatMap((row) => placesOf(row)));
  }

  #tell(text) {
    this.note.classList.remove("failed");
    this.note.textContent = text;
  }

  #fail(text) {
    this.note.classList.add("failed");
    this.note.textContent = text;
    this.calls.say(text);
  }

  // ---- Using rows in the request ----

  #use(name) {
    const where = this.where.value.trim();
    const mappings = Object.fromEntries([["Name", this.names.value],
      ["RouteName", this.routes.value]].filter(([, column]) => column && this.kind === "point"));
    const isOwn = this.layer.service === this.service;
    const query = new URLSearchParams({ where: where || "1=1" });
    this.calls.request().layers[name] = {
      ...(isOwn ? { type: "layer", layerName: this.layer.name, ...(where ? { where } : {}) }
        : { url: `${this.url}/query?${query}` }),
      ...(Object.keys(mappings).length ? { fieldMappings: mappings } : {}),
    };
    this.calls.changed();
    this.calls.say(`The rows are ${useWords[name]} of the request.`);
  }

  /** Shows which inputs of the request come from stored layers. */
  showUses() {
    const { layers } = this.calls.request();
    this.using.replaceChildren(...Object.entries(layers).map(([name, stated]) => {
      const title = stated.layerName ?? stated.url?.replace(/\?.*/, "");
      const words = `${useWords[name]}: ${title}${stated.where ? ` where ${stated.where}` : ""}`;
      return make("li", { class: "row" }, make("span", {}, `${words[0].toUpperCase()}`
        + `${words.slice(1)}. Those of the page wait. `),
      make("button", { type: "button", "aria-label": `Stop using ${title} as ${useWords[name]}`,
        onclick: () => {
          delete layers[name];
          this.calls.changed();
          this.choice.focus();
        } }, "Stop using it"));
    }));
  }

  // ---- Showing ----

  #show(moving = false) {
    const isEdited = this.layer != null && this.editing.checked;
    const picked = this.#rows.find((row) => row.id === this.#picked);
    this.canvas?.draw("stored", this.#rows.flatMap((row) => {
      const geometry = drawn(row.geometry);
      return geometry ? [{ type: "Feature", geometry,
        properties: { id: row.id, picked: row === picked } }] : [];
    }));
    this.#showMarks(isEdited && this.may.change, picked);
    if (moving) return;
    this.editButtons.hidden = !isEdited;
    this.add.hidden = this.addHere.hidden = !this.may?.add;
    this.undo.disabled = !this.#undo.length;
    const focused = this.list.contains(document.activeElement)
      ? document.activeElement.dataset.row : null;
    this.list.replaceChildren(...this.#rows.slice(0, mostListed).map((row) => make("li", {},
      make("button", { type: "button", class: "step", "data-row": row.id,
        "aria-pressed": String(row === picked), onclick: () => this.select(row.id) },
      this.#title(row)))));
    if (focused) this.list.querySelector(`[data-row="${focused}"]`)?.focus();
    this.#showForm(picked, isEdited);
  }

  #title(row) {
    const { objectIdField, fields } = this.described;
    const values = fields.filter(({ name, type }) => name !== objectIdField
      && type !== "esriFieldTypeDate").map(({ name }) => row.attributes[name])
      .filter((value) => value != null && value !== "").slice(0, 3);
    return [`Row ${row.id}`, ...values].join(" · ");
  }

  #showMarks(isEdited, picked) {
    const marks = [];
    if (isEdited && this.kind === "point") {
      const rows = this.#rows.length > mostMarks ? [picked].filter(Boolean) : this.#rows;
      for (const row of rows) {
        if (row.geometry?.x == null) continue;
        marks.push({ id: `row-${row.id}`, point: [row.geometry.x, row.geometry.y], what: "row",
          key: row.id, corner: 0, kind: row === picked ? "row-mark picked" : "row-mark",
          label: `${this.#title(row)}: drag it, or move it with arrow keys` });
      }
    } else if (isEdited && picked?.geometry) {
      marks.push(...cornerMarks({ kind: this.kind, key: picked.id, corners: cornersOf(picked) },
        this.#title(picked), "row"));
    }
    this.canvas?.keepMarks("row-", marks);
  }

  #showForm(row, isEdited) {
    this.form.hidden = !row;
    // What is being written stays.
    if (!row || (this.form.contains(document.activeElement) && this.shown === row)) return;
    this.shown = row;
    const fixed = !isEdited || !this.may.change;
    this.inputs = new Map();
    const labels = this.described.fields.filter((field) => field.editable).map((field) => {
      const input = inputOf(field, row.attributes[field.name]);
      input.disabled = fixed;
      this.inputs.set(field, { input, before: valueOf(field, input) });
      return make("label", {}, `${field.alias || field.name} `, input);
    });
    this.form.replaceChildren(make("div", { class: "fields" }, ...labels),
      make("div", { class: "buttons" }, fixed ? null : make("button", {}, "Save"),
        isEdited && this.may.remove ? make("button", { type: "button",
          onclick: () => this.#delete(row) }, "Delete the row") : null,
        make("button", { type: "button", onclick: () => this.select(null) }, "Close")));
  }

  /** Chooses a row: its values and corners are shown. */
  select(id) {
    this.#picked = id;
    this.#show();
    const row = this.#rows.find((one) => one.id === id);
    if (row) this.calls.say(`${this.#title(row)} is chosen.`);
  }

  // ---- Editing ----

  /** Moves a row's point or corner; when it has come to rest, the row is sent. */
  move(id, corner, point, moving) {
    const row = this.#rows.find((one) => one.id === id);
    if (!row?.geometry) return;
    this.before ??= { id, geometry: structuredClone(row.geometry) };
    if (this.kind === "point") Object.assign(row.geometry, { x: point[0], y: point[1] });
    else setCorner(row, corner, point);
    this.#show(moving);
    if (moving) return;
    // Keys move it step by step.
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const { before } = this;
      this.before = null;
      this.#change(row, { geometry: sent(row.geometry) }, { geometry: sent(before.geometry) });
    }, 350);
  }

  /** A new corner of the chosen row. */
  insertCorner(id, at, point) {
    const row = this.#rows.find((one) => one.id === id);
    if (!row) return;
    this.before ??= { id, geometry: structuredClone(row.geometry) };
    const corners = cornersOf(row);
    corners.splice(at, 0, point);
    setCorners(row, corners);
  }

  /** Removes a row, or one corner of it. */
  remove(id, corner) {
    const row = this.#rows.find((one) => one.id === id);
    if (!row) return;
    const least = { point: 2, line: 3, polygon: 4 }[this.kind];
    const corners = this.kind === "point" ? [] : cornersOf(row);
    if (corners.length >= least) {
      const before = sent(structuredClone(row.geometry));
      corners.splice(corner, 1);
      setCorners(row, corners);
      this.#show();
      this.#change(row, { geometry: sent(row.geometry) }, { geometry: before });
    } else if (this.may.remove) {
      this.#delete(row);
    }
  }

  #change(row, now, before) {
    const { objectIdField } = this.described;
    const update = (values) => ({ updates: [{ ...values,
      attributes: { ...values.attributes, [objectIdField]: row.id } }] });
    return this.#apply(update(now), () => update(before), "Saved.");
  }

  #delete(row) {
    const { [this.described.objectIdField]: id, ...attributes } = row.attributes;
    if (this.#picked === id) this.#picked = null;
    return this.#apply({ deletes: [id] },
      () => ({ adds: [{ attributes, geometry: sent(row.geometry) }] }), "Deleted.");
  }

  #save() {
    const row = this.shown;
    const attributes = {};
    for (const [field, { input, before }] of this.inputs) {
      const value = valueOf(field, input);
      if (value !== before) attributes[field.name] = value;
    }
    if (!Object.keys(attributes).length) return;
    const before = Object.fromEntries(Object.keys(attributes).map((name) =>
      [name, row.attributes[name] ?? null]));
    this.#change(row, { attributes }, { attributes: before });
  }

  #addOnMap() {
    this.calls.tools.choose(this.kind, (kind, corners) => this.#add(corners));
    this.#tell(this.kind === "point" ? "Click the map where the new row is."
      : "Click the corners of the new row, then Done or Enter.");
  }

  #addAtCenter() {
    const [x, y] = this.calls.center();
    const [w, h] = this.canvas ? this.canvas.span.map((size) => size / 10) : [0.002, 0.002];
    this.#add({ point: [[x, y]], line: [[x - w, y], [x + w, y]],
      polygon: [[x - w, y - h], [x + w, y - h], [x + w, y + h], [x - w, y + h]] }[this.kind]);
  }

  #add(points) {
    const corners = points.map((point) => point.map(rounded));
    const ring = [...corners, corners[0]];
    // The outside of an area runs clockwise.
    const area = ring.slice(1).reduce((sum, [x, y], i) => sum + ring[i][0] * y - x * ring[i][1], 0);
    const geometry = { point: { x: corners[0][0], y: corners[0][1] }, line: { paths: [corners] },
      polygon: { rings: [area > 0 ? ring.reverse() : ring] } }[this.kind];
    return this.#apply({ adds: [{ attributes: {}, geometry: sent(geometry) }] },
      (reply) => ({ deletes: reply.addResults.map(({ objectId }) => objectId) }), "Added.");
  }

  #undoLast() {
    const edit = this.#undo.pop();
    if (edit) this.#apply(edit, null, "Undone.");
  }

  // Sends an edit. If the server refuses it, its words are shown, and the rows are as stored.
  async #apply(edit, inverse, words) {
    const fields = Object.fromEntries(Object.entries(edit).map(([name, rows]) =>
      [name, JSON.stringify(rows)]));
    const reply = await post(`${this.url}/applyEdits`, {
      f: "json", rollbackOnFailure: "true", ...fields,
    }).catch((error) => ({ error }));
    const results = ["addResults", "updateResults", "deleteResults"]
      .flatMap((name) => reply[name] ?? []);
    const failed = results.find((result) => !result.success);
    const error = reply.error ?? failed?.error;
    if (!error) {
      if (inverse) this.#undo.push(inverse(reply));
      const [added] = reply.addResults ?? [];
      if (added) this.#picked = added.objectId;
    }
    this.shown = null;
    await this.load();
    if (error) {
      this.#fail(`The edit was refused: ${sentence(error)}`);
      return;
    }
    this.#tell(words);
    this.calls.say(words);
    this.calls.edited();
  }
}

function path(name) {
  return name.split("/").map(encodeURIComponent).join("/");
}

function sentence(error) {
  return [error.message ?? error.description, ...(error.details ?? [])].filter(Boolean).join(" ");
}

function sent(geometry) {
  return geometry && { ...geometry, spatialReference: { wkid: 4326 } };
}

// The first part of a row's shape, whose corners can be moved, without the end of a ring.
function cornersOf({ geometry }) {
  const part = (geometry.paths ?? geometry.rings)[0].map(([x, y]) => [x, y]);
  return geometry.rings ? part.slice(0, -1) : part;
}

function setCorners({ geometry }, corners) {
  if (geometry.rings) geometry.rings[0] = [...corners, corners[0]];
  else geometry.paths[0] = corners;
}

function setCorner(row, corner, point) {
  const corners = cornersOf(row);
  corners[corner] = point;
  setCorners(row, corners);
}

function placesOf({ geometry }) {
  if (!geometry) return [];
  if (geometry.x != null) return [[geometry.x, geometry.y]];
  return (geometry.points ?? (geometry.paths ?? geometry.rings ?? []).flat())
    .map(([x, y]) => [x, y]);
}

// A shape of Esri JSON as GeoJSON, to be drawn.
function drawn(geometry) {
  if (!geometry) return null;
  if (geometry.x != null) return { type: "Point", coordinates: [geometry.x, geometry.y] };
  if (geometry.points) return { type: "MultiPoint", coordinates: geometry.points };
  if (geometry.paths) return { type: "MultiLineString", coordinates: geometry.paths };
  if (!geometry.rings) return null;
  // A ring that runs clockwise begins an area; the holes follow it.
  const areas = [];
  for (const ring of geometry.rings) {
    const turn = ring.slice(1).reduce((sum, [x, y], i) => sum + ring[i][0] * y - x * ring[i][1], 0);
    if (turn <= 0 || !areas.length) areas.push([ring]);
    else areas.at(-1).push(ring);
  }
  return { type: "MultiPolygon", coordinates: areas };
}

function inputOf({ type }, value) {
  if (type === "esriFieldTypeDate") {
    return make("input", { type: "datetime-local", value: inputText(value) });
  }
  if (/Integer|Double|Single/.test(type)) {
    return make("input", { type: "number", step: /Integer/.test(type) ? 1 : "any", value });
  }
  return make("input", { type: "text", maxlength: 2000, value });
}

function valueOf({ type }, input) {
  if (type === "esriFieldTypeDate") return inputMilliseconds(input.value);
  if (input.value === "") return null;
  return input.type === "number" ? Number(input.value) : input.value;
}
