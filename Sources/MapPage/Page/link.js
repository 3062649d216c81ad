// The page's link, which holds the whole request, and the requests before this one.

import { fieldsOf, requestOf } from "./request.js";

/** The parameters in the page's URL. */
function linkFields() {
  return Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
}

/** The view that the URL states: zoom, latitude and longitude; `null` if there is none. */
export function linkedView() {
  const at = /^([\d.]+)\/(-?[\d.]+)\/(-?[\d.]+)$/.exec(linkFields().map ?? "");
  return at ? { zoom: Number(at[1]), center: [Number(at[3]), Number(at[2])] } : null;
}

/**
 * The request that the URL states; `null` if there is none.
 *
 * Throws an error whose message says what is wrong with the link.
 */
export function linkedRequest(layer) {
  const fields = linkFields();
  delete fields.map;
  return Object.keys(fields).length ? requestOf(fields, layer) : null;
}

let written = "";

/** Puts a request and a view into the URL. */
export function writeLink(request, layer, view) {
  const fields = fieldsOf(request, layer);
  if (!request.stops.length) delete fields.stops;
  if (view) fields.map = `${view.zoom}/${view.center[1]}/${view.center[0]}`;
  // Of the characters that forms escape, these are plain in a URL's fragment.
  written = `#${String(new URLSearchParams(fields)).replace(/%(2C|3A|3B|2F|40)/g, (code) =>
    decodeURIComponent(code))}`;
  history.replaceState(null, "", written);
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
    const now = JSON.stringify(fieldsOf(request, this.layer));
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
