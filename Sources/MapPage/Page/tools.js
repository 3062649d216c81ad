// The tools on the map: what a click adds, and the line or area that is being drawn.

const part = (id) => document.getElementById(id);

/**
 * `calls` has `stop(point)`, `barrier(kind, corners)`, `draft(corners)`, `say(text)` and
 * `warn(text)`.
 */
export class Tools {
  #name = "stop";
  #draft = null;
  #taker = null;

  constructor(calls) {
    this.calls = calls;
    for (const button of document.querySelectorAll("[data-tool]")) {
      button.addEventListener("click", () => this.choose(button.dataset.tool));
    }
    part("finish").addEventListener("click", () => this.finish());
    part("cancel-draft").addEventListener("click", () => this.choose("stop"));
    document.addEventListener("keydown", (event) => {
      if (this.#draft == null) return;
      if (event.key === "Escape") this.choose("stop");
      else if (event.key === "Enter" && !event.target.closest?.("button, a")) this.finish();
    });
  }

  /** Takes a tool: `stop`, `point`, `line` or `polygon`. Its shape may go to another taker. */
  choose(name, other = null) {
    this.#name = name;
    this.#taker = other;
    for (const button of document.querySelectorAll("[data-tool]")) {
      button.setAttribute("aria-pressed", String(!other && button.dataset.tool === name));
    }
    this.#set(name === "line" || name === "polygon" ? [] : null);
  }

  /** Uses the tool at a place on the map. */
  use(point) {
    if (this.#name === "stop") {
      this.calls.stop(point);
    } else if (this.#name === "point") {
      (this.#taker ?? this.calls.barrier)("point", [point]);
      this.choose("stop");
    } else {
      this.#set([...this.#draft, point]);
      if (this.#draft.length === 1) {
        this.calls.say("First corner set. Click the next ones, then Done or Enter.");
      }
    }
  }

  /** Ends the line or area, if it has enough corners. */
  finish() {
    if (!this.#draft) return;
    // A double click has set the same corner twice.
    const corners = this.#draft.filter((point, i, all) => !i
      || Math.hypot(point[0] - all[i - 1][0], point[1] - all[i - 1][1]) > 1e-6);
    const kind = this.#name;
    if (corners.length < (kind === "line" ? 2 : 3)) {
      this.calls.warn(kind === "line" ? "A line needs two corners."
        : "An area needs three corners.");
      return;
    }
    (this.#taker ?? this.calls.barrier)(kind, corners);
    this.choose("stop");
  }

  #set(corners) {
    this.#draft = corners;
    this.calls.draft(corners);
    part("finish").hidden = !corners?.length;
    part("cancel-draft").hidden = corners == null;
  }
}
