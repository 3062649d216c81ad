// The page's link, which holds the whole request, and the requests before this one.

import { isPlace, linkFieldsOf, requestOf } from "./request.js";

/** The parameters in the page's URL. */
function linkFields() {
  const text = location.hash.slice(1);
  // A fragment without a value names a place on the page.
  return text.includes("=") ? Object.fromEntries(new URLSearchParams(text)) : {};
}

/** The view that the URL states: zoom, latitude and longitude; `null` if there is none. */
export function linkedView() {
  const at = /^([\d.]+)\/(-?[\d.]+)\/(-?[\d.]+)$/.exec(linkFields().map ?? "");
  const [zoom, y, x] = (at ?? []).slice(1).map(Number);
  return at && isPlace(x, y) && Number.isFinite(zoom) ? { zoom, center: [x, y] } : null;
}

/**
 * The request that the URL states; `null` if there is none.
 *
 * Throws an error whose message says what is wrong with the link.
 */
export function linkedRequest(layer) {
  const fields = linkFields();
  delete fields.map;
  delete fields.job;
  if (!Object.keys(fields).length) return null;
  try {
    return requestOf(fields, layer);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new Error("The link's request has values of another kind than the page reads.");
  }
}

/** The URL of the job that the page's URL states; `null` if there is none. */
export function linkedJob() {
  return linkFields().job || null;
}

let written = "";

/** Puts a request, the URL of a job and a view into the URL. */
export function writeLink(request, layer, view, job) {
  const fields = linkFieldsOf(request, layer);
  if (!request.stops.length && !request.layers.stops) delete fields.stops;
  if (job) fields.job = job;
  if (view) fields.map = `${view.zoom}/${view.center[1]}/${view.center[0]}`;
  // Of the characters that forms escape, these are plain in a URL's fragment.
  written = `#${String(new URLSearchParams(fields)).replace(/%(2C|3A|3B|2F|40)/g, (code) =>
    decodeURIComponent(code))}`;
  try {
    history.replaceState(null, "", written);
  } catch {
    // Browsers refuse too many changes in a short time; the next one writes the link.
    written = location.hash;
  }
}

/** Whether the URL has another request than the page has written. */
export function linkHasChanged() {
  return location.hash !== written;
}

/** The requests before this one, and those after it that were undone: 100 at most. */
export class Past {
  #before = [];
  #after = [];

  /** `call(canUndo, canRedo)` is called after each change. */
  constructor(layer, call) {
    this.layer = layer;
    this.call = call;
  }

  /** Adds a request, unless it is the last one. */
  add(request) {
    const now = JSON.stringify(linkFieldsOf(request, this.layer));
    if (this.#before.at(-1) !== now) {
      this.#before = [...this.#before, now].slice(-100);
      this.#after = [];
    }
    this.#tell();
  }

  /** The request before; `null` if there is none. */
  undo() {
    if (this.#before.length < 2) return null;
    this.#after.push(this.#before.pop());
    return this.#last();
  }

  /** The request that was undone; `null` if there is none. */
  redo() {
    if (!this.#after.length) return null;
    this.#before.push(this.#after.pop());
    return this.#last();
  }

  #last() {
    this.#tell();
    return requestOf(JSON.parse(this.#before.at(-1)), this.layer);
  }

  #tell() {
    this.call(this.#before.length > 1, this.#after.length > 0);
  }
}
