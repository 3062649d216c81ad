// Finds addresses and places by name: a box that suggests as the reader types.

import { errorText, post } from "./answer.js";
import { make } from "./words.js";

const pauseMilliseconds = 150;
const mostSuggestions = 6;

/** A combobox over a service's search by name, as WAI-ARIA's authoring practices describe it. */
export class PlaceSearch {
  #box;
  #list;
  #url;
  #page;
  #found = [];
  #chosen = -1;
  #timer = null;
  #control = null;

  /** `page` has `near()`, the map's center, `stop(point, name)`, `say(text)` and `warn(text)`. */
  constructor(box, list, layerURL, page) {
    this.#box = box;
    this.#list = list;
    this.#page = page;
    this.#url = layerURL.replace(/\/NAServer\/[^/]*$/i, "/GeocodeServer");
    box.addEventListener("input", () => this.#wait());
    box.addEventListener("keydown", (event) => this.#press(event));
    box.addEventListener("blur", () => this.#close());
    // The box would lose its focus, and the list close, before the click.
    list.addEventListener("mousedown", (event) => event.preventDefault());
    // The reader may have typed while this was being loaded.
    if (box.value) this.#wait();
  }

  #wait() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#suggest(), pauseMilliseconds);
  }

  async #suggest() {
    this.#control?.abort();
    const text = this.#box.value.trim();
    if (!text) return this.#close();
    this.#control = new AbortController();
    const fields = { f: "json", text, maxSuggestions: mostSuggestions, ...this.#near() };
    try {
      const answer = await post(`${this.#url}/suggest`, fields, this.#control.signal);
      this.#show(answer.suggestions ?? []);
      if (answer.error) this.#page.warn(errorText(answer.error));
      else if (!this.#found.length) this.#page.warn(`Nothing found for ${text}.`);
    } catch (error) {
      if (error.name !== "AbortError") this.#page.warn("The search cannot be reached.");
    }
  }

  #near() {
    const center = this.#page.near();
    return center ? { location: center.join(",") } : {};
  }

  #show(found) {
    this.#found = found;
    this.#list.replaceChildren(...found.map((suggestion, place) => make("li", {
      id: `found-${place}`, role: "option", "aria-selected": "false",
      onclick: () => this.#take(suggestion),
    }, suggestion.text)));
    this.#list.hidden = !found.length;
    this.#box.setAttribute("aria-expanded", String(found.length > 0));
    this.#choose(-1);
    if (found.length) this.#page.say(`${found.length} found.`);
  }

  #choose(place) {
    this.#chosen = place;
    [...this.#list.children].forEach((option, row) => {
      option.setAttribute("aria-selected", String(row === place));
    });
    if (place < 0) this.#box.removeAttribute("aria-activedescendant");
    else this.#box.setAttribute("aria-activedescendant", `found-${place}`);
  }

  #press(event) {
    const count = this.#found.length;
    if (event.key === "ArrowDown" && count) this.#choose((this.#chosen + 1) % count);
    else if (event.key === "ArrowUp" && count) {
      this.#choose(this.#chosen <= 0 ? count - 1 : this.#chosen - 1);
    } else if (event.key === "Escape") this.#close();
    else if (event.key === "Enter") this.#take(this.#found[this.#chosen]);
    else return;
    event.preventDefault();
  }

  async #take(suggestion) {
    const text = suggestion?.text ?? this.#box.value.trim();
    if (!text) return;
    clearTimeout(this.#timer);
    this.#control?.abort();
    const fields = {
      f: "json", SingleLine: text, maxLocations: 1, outSR: 4326, ...this.#near(),
      ...(suggestion?.magicKey ? { magicKey: suggestion.magicKey } : {}),
    };
    this.#close();
    try {
      const answer = await post(`${this.#url}/findAddressCandidates`, fields);
      if (answer.error) return this.#page.warn(errorText(answer.error));
      const best = answer.candidates?.[0];
      if (!best) return this.#page.warn(`Nothing found for ${text}.`);
      this.#box.value = "";
      this.#page.stop([best.location.x, best.location.y], best.address);
    } catch {
      this.#page.warn("The search cannot be reached.");
    }
  }

  #close() {
    clearTimeout(this.#timer);
    this.#found = [];
    this.#list.replaceChildren();
    this.#list.hidden = true;
    this.#box.setAttribute("aria-expanded", "false");
    this.#choose(-1);
  }
}
