// Many stops at once, from a table: pasted or a file, with places or addresses.

import { post } from "./answer.js";
import { isPlace, newStop } from "./request.js";
import { inputMilliseconds, make, onClocks } from "./words.js";

const mostBytes = 2_000_000;
// Of addresses in one request.
const mostAddresses = 150;
const mostNamed = 10;
const mostLetters = 40;

// What columns are called, without blanks, signs and the case of letters.
const columns = {
  x: /^(x|lon|lng|long|longitude)$/, y: /^(y|lat|latitude)$/,
  name: /^(name|title|label)$/, id: /^(customer|client|stop|id)$/,
  from: /^(timewindowstart|notbefore|from|opens|windowstart)$/,
  until: /^(timewindowend|notafter|until|to|closes|windowend)$/,
  service: /^(service|serviceminutes|serviceinminutes|minutes|attr.*time)$/,
  route: /^(routename|route|driver|vehicle)$/,
  address: new RegExp("^((full)?address|singleline|street(name)?|road|(house)?number|city|town"
    + "|(postal|post|zip)(code)?)$"),
};

/** Reads a table: rows of texts. The first line says what separates them. */
export function cellsOf(text) {
  const first = text.split(/\r?\n/, 1)[0];
  const count = (sign) => first.split(sign).length;
  const sign = ["\t", ";", "|", ","].find((one) => count(one) > 1) ?? ",";
  const rows = [[""]];
  let isQuoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const [c, row] = [text[i], rows.at(-1)];
    if (isQuoted) {
      if (c !== '"') row[row.length - 1] += c;
      else if (text[i + 1] === '"') row[row.length - 1] += text[i += 1];
      else isQuoted = false;
    } else if (c === '"' && !row.at(-1).trim()) {
      row[row.length - 1] = "";
      isQuoted = true;
    } else if (c === sign) {
      row.push("");
    } else if (c === "\n") {
      rows.push([""]);
    } else {
      row[row.length - 1] += c;
    }
  }
  return rows.map((row) => row.map((cell) => cell.trim())).filter((row) => row.some(Boolean));
}

function number(text) {
  const plain = (text ?? "").replace(/^(-?\d+),(\d+)$/, "$1.$2");
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : NaN;
}

/**
 * Reads stops of a table: each with `x` and `y`, or with an `address` to look up, and what else its
 * columns say. Without a heading, a line has a longitude and a latitude, or is an address.
 *
 * `clocks` are the network's: their `zone`, and the `day` of times without one, as milliseconds.
 */
export function stopsOf(text, clocks) {
  const rows = cellsOf(text);
  const heads = (rows[0] ?? []).map((cell) => {
    const head = cell.toLowerCase().replace(/[^a-z]/g, "");
    return Object.keys(columns).find((name) => columns[name].test(head)) ?? null;
  });
  const has = (name) => heads.includes(name);
  if ((has("x") && has("y")) || has("address")) {
    return rows.slice(1).map((row) => headed(row, heads, clocks));
  }
  return rows.map((cells) => {
    const isPair = cells.length === 1 && /^-?[\d.]+\s+-?[\d.]+$/.test(cells[0]);
    const row = isPair ? cells[0].split(/\s+/) : cells;
    const at = row.findIndex((cell, i) =>
      !Number.isNaN(number(cell)) && !Number.isNaN(number(row[i + 1])));
    const rest = row.filter((cell, i) => cell && (at < 0 || i < at || i > at + 1)).join(", ");
    return at < 0 ? { address: rest, name: rest }
      : { x: number(row[at]), y: number(row[at + 1]), name: rest };
  });
}

function headed(row, heads, clocks) {
  const all = (name) => row.filter((cell, i) => cell && heads[i] === name);
  const [x, y] = ["x", "y"].map((name) => number(all(name)[0]));
  const address = all("address").join(", ");
  const [[from], [until], [service]] = ["from", "until", "service"].map(all);
  const stop = { name: all("name")[0] || all("id")[0] || address, from: moment(from, clocks),
    until: moment(until, clocks), service: minutes(service) ?? 0, route: all("route")[0] ?? "" };
  stop.unread = [from, until].filter((text) => text && moment(text, clocks) == null)
    .concat(service && minutes(service) == null ? service : []);
  return Number.isNaN(x) || Number.isNaN(y) ? { ...stop, address } : { ...stop, x, y };
}

// The parts of "2026-03-02 9:30", "9:30 pm", "09:30:00Z" and "09:30+01:00".
const written = new RegExp(String.raw`^(?:(\d{4}-\d\d-\d\d)[T ])?(\d{1,2}):(\d\d)`
  + String.raw`(?::[0-5]\d(?:\.\d+)?)?(?:\s*([ap])\.?m\.?)?`
  + String.raw`(?:\s*(?:(Z)|([+-])(\d\d):?(\d\d)?))?$`, "i");

// A time of day, a date with a time, or milliseconds, on the network's clocks; one with an offset
// from UTC is put on them. Nothing if no clock shows it.
function moment(text, { day, zone }) {
  if (/^\d{11,14}$/.test(text ?? "")) return Number(text);
  const [, date, hour, minute, half, isUTC, sign, ahead, rest = 0] = written.exec(text ?? "") ?? [];
  const begun = date ? inputMilliseconds(`${date}T00:00`) : day;
  const isClock = half ? hour >= 1 && hour <= 12 : hour * 60 + Number(minute) <= 1440;
  if (begun == null || !isClock || minute > 59 || ahead > 14 || rest > 59) return null;
  const hours = half ? (hour % 12) + (/p/i.test(half) ? 12 : 0) : hour;
  const shown = begun + (hours * 60 + Number(minute)) * 60000;
  if (!isUTC && !sign) return shown;
  const offset = sign ? Number(`${sign}1`) * (ahead * 60 + Number(rest)) * 60000 : 0;
  return onClocks(zone, shown - offset);
}

function minutes(text) {
  const value = number(text);
  return value >= 0 ? value : null;
}

function listed(texts) {
  return `${texts.slice(0, mostNamed).join("; ")}${texts.length > mostNamed ? " …" : ""}`;
}

export class ManyStops {
  /**
   * `page` has `add(stops)`, which says how many it has taken, `bounds()` and `clocks()`.
   */
  constructor(element, layerURL, page) {
    Object.assign(this, { page });
    this.url = layerURL.replace(/\/NAServer\/[^/]*$/i, "/GeocodeServer");
    this.text = make("textarea", { rows: 4, maxlength: mostBytes, spellcheck: "false",
      placeholder: "name,lon,lat\nCasino,7.4283,43.7396\n– or an address on each line" });
    this.file = make("input", { type: "file", accept: ".csv,.txt,.tsv",
      onchange: () => this.#once(() => this.#read()) });
    this.note = make("p", { class: "quiet", role: "status" });
    this.button = make("button", { type: "button",
      onclick: () => this.#once(() => this.#add()) }, "Add them");
    element.append(make("label", { class: "quiet" },
      "A table with columns such as name, lon and lat, or address, from, until, service, driver ",
      this.text), make("label", { class: "quiet" }, "or a file ", this.file),
    make("div", { class: "buttons" }, this.button), this.note);
  }

  // One table after the other: the next is taken when the stops of this one are there.
  async #once(work) {
    if (this.button.disabled) return;
    this.button.disabled = this.file.disabled = true;
    try {
      await work();
    } catch (error) {
      this.#tell(`The table could not be taken: ${error.message}`);
    } finally {
      this.button.disabled = this.file.disabled = false;
      // So that the same file can be chosen again when it has changed.
      this.file.value = "";
    }
  }

  async #read() {
    const [file] = this.file.files;
    if (!file) return;
    if (file.size > mostBytes) {
      this.#tell(`The file has ${file.size} bytes; the page takes up to ${mostBytes}.`);
      return;
    }
    try {
      this.text.value = await file.text();
    } catch (error) {
      this.#tell(`The file could not be read: ${error.message} Choose it again.`);
      return;
    }
    await this.#add();
  }

  async #add() {
    const rows = stopsOf(this.text.value, this.page.clocks());
    if (!rows.length) {
      this.#tell("There is no table. Paste lines, or choose a file.");
      return;
    }
    this.#tell("Looking the places up…");
    try {
      await this.#locate(rows.filter(({ x, address }) => x == null && address));
    } catch (error) {
      this.#tell(`The addresses could not be looked up: ${error.message}`);
      return;
    }
    this.#turn(rows);
    const found = rows.filter(({ x, y }) => isPlace(x, y));
    const taken = this.page.add(found.map(({ x, y, route, address, unread, ...more }) =>
      newStop(x, y, { ...more, more: route ? { RouteName: route } : {} })));
    const lost = rows.filter((row) => !found.includes(row));
    const named = (row) => row.name || row.address || "a line";
    const unread = found.slice(0, taken).flatMap((row) =>
      (row.unread ?? []).map((text) => `${text.slice(0, mostLetters)} (${named(row)})`));
    this.#tell([`${taken} of ${rows.length} stops added.`,
      taken < found.length ? "The service takes no more." : "",
      lost.length ? `Not found: ${listed(lost.map(named))}.` : "",
      unread.length ? `Left out, since they are no times like 9:30, 2026-03-02 09:30 or `
        + `09:30+01:00, and no minutes of service: ${listed(unread)}.` : "",
      this.isTurned ? "The numbers were read as latitude, longitude." : ""]
      .filter(Boolean).join(" "));
  }

  // Looks addresses up, and gives their rows places.
  async #locate(rows) {
    for (let i = 0; i < rows.length; i += mostAddresses) {
      const part = rows.slice(i, i + mostAddresses);
      const records = part.map((row, place) =>
        ({ attributes: { OBJECTID: place + 1, SingleLine: row.address } }));
      const answer = await post(`${this.url}/geocodeAddresses`, { f: "json", outSR: 4326,
        addresses: JSON.stringify({ records }) });
      if (answer.error) throw new Error(answer.error.details?.[0] ?? answer.error.message);
      for (const { location, attributes } of answer.locations ?? []) {
        const row = part[attributes.ResultID - 1];
        if (location && row) Object.assign(row, { x: location.x, y: location.y });
      }
    }
  }

  // Numbers in the other order lie outside of the network, and within it when they are turned.
  #turn(rows) {
    const [[west, south], [east, north]] = this.page.bounds() ?? [[-180, -90], [180, 90]];
    const isIn = (x, y) => x >= west && x <= east && y >= south && y <= north;
    const placed = rows.filter(({ address, x }) => !address && x != null);
    this.isTurned = placed.length > 0
      && placed.every(({ x, y }) => !isIn(x, y) && isIn(y, x));
    if (this.isTurned) for (const row of placed) [row.x, row.y] = [row.y, row.x];
  }

  #tell(text) {
    this.note.textContent = text;
  }
}
