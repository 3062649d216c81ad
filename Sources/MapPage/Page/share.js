// The request as text for other programs, and the answer as files.

import { errorText, fetchAs, tokenOf } from "./answer.js";
import { make } from "./words.js";

const kinds = {
  curl: "curl", requests: "Python (requests)", arcgis: "Python (arcgis)", javascript: "JavaScript",
  swift: "Swift", waypost: "waypost solve",
};
const files = { geojson: "GeoJSON", gpx: "GPX", kml: "KML", gpkg: "GeoPackage" };

/** The part of the page that shares, copies and saves. */
export class Share {
  /** `page` has `answer()`, what can be saved, `print()`, `say(text)` and `warn(text)`. */
  constructor(element, layerURL, page) {
    Object.assign(this, { layerURL, page });
    const button = (text, onclick, more) => make("button", { type: "button", onclick, ...more },
      text);
    const copying = (id, label, text) =>
      button(label, (event) => this.#copy(text(), event.target, label), { id });
    this.withToken = make("input", { type: "checkbox", id: "with-token",
      onchange: () => this.show(this.fields) });
    this.tokenLabel = make("label", { class: "check" }, this.withToken,
      " with my token, which opens the map to whoever has it");
    this.kind = make("select", { id: "copy-kind", onchange: () => this.show(this.fields) },
      ...Object.entries(kinds).map(([value, text]) => make("option", { value }, text)));
    this.text = make("pre", { id: "copy-text", tabindex: 0, role: "region",
      "aria-label": "The request as text" });
    element.append(make("div", { class: "buttons" },
      copying("copy-link", "Copy the link", () => this.#link()),
      button("Print", () => page.print(), { id: "print" }),
      ...Object.entries(files).map(([kind, text]) =>
        button(text, () => this.#save(kind), { "data-download": kind }))),
    this.tokenLabel,
    make("div", { class: "fields" }, make("label", {}, "The request for ", this.kind),
      copying("copy", "Copy it", () => this.text.textContent)), this.text);
  }

  /** Shows the request as a program. `fields` are the form's parameters. */
  show(fields) {
    this.fields = fields;
    this.tokenLabel.hidden = !tokenOf();
    const token = this.withToken.checked ? { token: tokenOf() } : {};
    this.text.textContent = copyText(this.kind.value, this.layerURL, { ...fields, ...token });
  }

  // The page's URL, which has the token only if the reader wants it to.
  #link() {
    const url = new URL(location.href);
    url.searchParams.delete("token");
    if (this.withToken.checked) url.searchParams.set("token", tokenOf());
    return url.href;
  }

  async #copy(text, button, label) {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
      this.page.say("Copied.");
    } catch {
      this.text.textContent = text;
      const range = document.createRange();
      range.selectNodeContents(this.text);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      this.page.warn("The browser does not let the page copy. The text is selected; press Ctrl+C.");
    }
    setTimeout(() => { button.textContent = label; }, 1500);
  }

  async #save(kind) {
    const { title, route, stops, fields, job } = this.page.answer();
    if (!route) {
      this.page.warn("There is no route to save.");
      return;
    }
    if (kind === "gpx") {
      save("route.gpx", "application/gpx+xml", gpxText(title, route, stops));
    } else if (kind === "kml") {
      save("route.kml", "application/vnd.google-earth.kml+xml", kmlText(title, route, stops));
    } else {
      // The package of a job has a table for each result.
      const results = kind === "gpkg" ? "results" : "results/routes";
      const body = new URLSearchParams({ ...fields, f: kind });
      const reply = await (job ? fetchAs(`${job}/${results}?f=${kind}&outSR=4326`)
        : fetchAs(`${this.layerURL}/solve`, { method: "POST", body })).catch(() => null);
      const bytes = new Uint8Array(await reply?.arrayBuffer().catch(() => null) ?? 0);
      const begin = new TextDecoder().decode(bytes.slice(0, 200));
      if (!reply?.ok || !(kind === "gpkg" ? begin.startsWith("SQLite format 3")
        : begin.includes('"FeatureCollection"'))) {
        const reason = reply ? refusal(bytes) : "the server cannot be reached.";
        this.page.warn(`The route could not be saved: ${reason}`);
        return;
      }
      save(`route.${kind}`, kind === "gpkg" ? "application/geopackage+sqlite3"
        : "application/geo+json", bytes);
    }
  }
}

// What the server says in place of a file.
function refusal(bytes) {
  try {
    return errorText(JSON.parse(new TextDecoder().decode(bytes)).error);
  } catch {
    return "the server did not answer with one.";
  }
}

// The request as a command or program. `fields` are the form's parameters.
function copyText(kind, layerURL, fields) {
  const url = `${layerURL}/solve`;
  const entries = Object.entries(fields).filter(([, value]) => value !== "");
  switch (kind) {
    case "curl":
      return [`curl ${shell(url)}`, ...entries.map(([name, value]) =>
        `    --data-urlencode ${shell(`${name}=${value}`)}`)].join(" \\\n");
    case "requests":
      return ["import requests", "", `answer = requests.post(${python(url)}, data={`,
        ...entries.map(([name, value]) => `    ${python(name)}: ${python(value)},`),
        "}, timeout=60).json()", 'print(answer.get("error") or answer["routes"]["features"])', ""]
        .join("\n");
    case "arcgis":
      return arcgis(layerURL, entries);
    case "javascript":
      return [`const reply = await fetch(${JSON.stringify(url)}, {`, '  method: "POST",',
        "  body: new URLSearchParams({",
        ...entries.map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
        "  }),", "});", "const answer = await reply.json();",
        "console.log(answer.error ?? answer.routes.features);", ""].join("\n");
    case "swift":
      return swift(url, entries);
    default:
      return [`waypost solve --server ${shell(layerURL)}`, ...entries
        .filter(([name]) => name !== "f")
        .map(([name, value]) => `    --set ${shell(`${name}=${value}`)}`)].join(" \\\n");
  }
}

function shell(text) {
  return /^[\w:/.,=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function python(text) {
  return JSON.stringify(text);
}

// The parameters that arcgis.network's RouteLayer.solve has as keyword arguments, in snake case.
const inArcGIS = new Set([
  "stops", "barriers", "polylineBarriers", "polygonBarriers", "travelMode",
  "attributeParameterValues", "returnDirections", "returnRoutes", "returnStops", "outSR",
  "ignoreInvalidLocations", "outputLines", "findBestSequence", "preserveFirstStop",
  "preserveLastStop", "useTimeWindows", "startTime", "startTimeIsUTC",
  "accumulateAttributeNames", "impedanceAttributeName", "restrictionAttributeNames",
  "directionsLanguage", "directionsOutputType", "directionsLengthUnits",
]);

function arcgis(layerURL, entries) {
  const snake = (name) => name.replace(/SR$|UTC$|[A-Z]/g, (word) => `_${word.toLowerCase()}`);
  const value = (text) => ({ true: "True", false: "False" }[text]
    ?? (/^-?\d+(\.\d+)?$/.test(text) ? text : python(text)));
  const known = entries.filter(([name]) => inArcGIS.has(name));
  const other = entries.map(([name]) => name).filter((name) => name !== "f" && !inArcGIS.has(name));
  // The client would look a mode's id up at www.arcgis.com, which an anonymous GIS() asks, too.
  const mode = entries.find(([name]) => name === "travelMode")?.[1] ?? "";
  const isWhole = mode.startsWith("{");
  const argument = ([name, text]) => `    ${snake(name)}=${name !== "travelMode" ? value(text)
    : isWhole ? `json.loads(${python(text)})` : `modes[${python(text)}]`},`;
  const services = layerURL.replace(/(\/rest\/services)\/.*$/, "$1");
  const isSecure = services.startsWith("https:") ? "True" : "False";
  return [...(isWhole ? ["import json", ""] : []),
    "from arcgis.gis._impl._con import Connection", "from arcgis.network import RouteLayer", "",
    "server = Connection(", `    baseurl=${python(services)}, product="SERVER",`,
    `    all_ssl=${isSecure})`, `layer = RouteLayer(${python(layerURL)}, gis=server)`,
    ...(mode && !isWhole ? ["modes = {mode[\"id\"]: mode for mode in",
      "         layer.retrieve_travel_modes()[\"supportedTravelModes\"]}"] : []),
    ...(other.length ? [`# RouteLayer.solve has no argument for ${other.join(", ")}.`] : []),
    "answer = layer.solve(", ...known.map(argument), ")",
    'print(answer["routes"]["features"])', ""].join("\n");
}

function swift(url, entries) {
  // As many marks as no part of the text can end or interpolate.
  const text = (value) => {
    let marks = "#";
    while (value.includes(`"${marks}`) || value.includes(`\\${marks}`)) marks += "#";
    return `${marks}"${value.replace(/[\r\n]+/g, " ")}"${marks}`;
  };
  return ["import Foundation", "#if canImport(FoundationNetworking)", "import FoundationNetworking",
    "#endif", "", "let fields = [", ...entries.map(([name, value]) =>
      `    ${text(name)}: ${text(value)},`), "]",
    "var allowed = CharacterSet.alphanumerics", 'allowed.insert(charactersIn: "-._~")',
    `var request = URLRequest(url: URL(string: ${text(url)})!)`, 'request.httpMethod = "POST"',
    "request.httpBody = Data(fields.map { name, value in",
    '    name + "=" + value.addingPercentEncoding(withAllowedCharacters: allowed)!',
    '}.joined(separator: "&").utf8)',
    "let (data, _) = try await URLSession.shared.data(for: request)",
    "print(String(decoding: data, as: UTF8.self))", ""].join("\n");
}

// A route and its stops as GPX: waypoints, the directions as a route, and the line as a track.
function gpxText(title, route, stops) {
  const point = (tag, [x, y], name) =>
    `<${tag} lat="${y}" lon="${x}"><name>${escaped(name)}</name></${tag}>`;
  const steps = route.steps.filter((step) => step.line.length);
  return ['<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="Waypost" xmlns="http://www.topografix.com/GPX/1/1">',
    `<metadata><name>${escaped(title)}</name></metadata>`,
    ...stops.map((stop) => point("wpt", [stop.x, stop.y], stop.label)),
    ...(steps.length ? [`<rte><name>${escaped(route.name)}</name>`,
      ...steps.map((step) => point("rtept", step.line[0], step.text)), "</rte>"] : []),
    `<trk><name>${escaped(route.name)}</name>`,
    ...route.lines.map((line) => `<trkseg>${line.map(([x, y]) =>
      `<trkpt lat="${y}" lon="${x}"/>`).join("")}</trkseg>`), "</trk>", "</gpx>", ""].join("\n");
}

// A route and its stops as KML.
function kmlText(title, route, stops) {
  return ['<?xml version="1.0" encoding="UTF-8"?>',
    '<kml xmlns="http://www.opengis.net/kml/2.2"><Document>', `<name>${escaped(title)}</name>`,
    '<Style id="route"><LineStyle><color>ffd15f1d</color><width>5</width></LineStyle></Style>',
    `<Placemark><name>${escaped(route.name)}</name><description>${escaped(
      route.steps.map((step) => step.text).join("\n"))}</description>`,
    "<styleUrl>#route</styleUrl><MultiGeometry>",
    ...route.lines.map((line) => "<LineString><coordinates>"
      + `${line.map((point) => point.join(",")).join(" ")}</coordinates></LineString>`),
    "</MultiGeometry></Placemark>",
    ...stops.map((stop) => `<Placemark><name>${escaped(stop.label)}</name><Point><coordinates>`
      + `${stop.x},${stop.y}</coordinates></Point></Placemark>`),
    "</Document></kml>", ""].join("\n");
}

function escaped(text) {
  return String(text).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)
    // Other control characters may not be in XML at all.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, " ");
}

// Saves text as a file.
function save(name, type, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
