// Jobs: the present request done later by the server, its progress, and its result on the map.

import { errorText, post, readJSON } from "./answer.js";
import { requestOf } from "./request.js";
import { make } from "./words.js";

const words = {
  esriJobNew: "is new", esriJobSubmitted: "waits", esriJobWaiting: "waits",
  esriJobExecuting: "runs", esriJobSucceeded: "is done", esriJobFailed: "has failed",
  esriJobTimedOut: "took too long", esriJobCancelling: "is being cancelled",
  esriJobCancelled: "is cancelled", esriJobDeleted: "is removed",
};
const ended = /Succeeded|Failed|TimedOut|Cancelled|Deleted/;
// What of a job's inputs only shapes its answer, which the page shapes itself.
const shaping = new RegExp("^(f|env:.*|layer|outSR|return.*|output.*|geometryPrecision.?"
  + "|accumulateAttributeNames|preserveObjectID|validate|explainParameters"
  + "|directions(OutputType|From|Length|LengthUnits|TimeAttributeName))$", "i");

export class Jobs {
  #round = 0;

  /**
   * `calls` has `fields()`, `linked()`, `isShown()`, `link(url)`, `leave()`, `live()`,
   * `result(url, answer, request)`, `take(fields)`, which returns the request, `say(text)` and
   * `warn(text)`.
   */
  constructor(element, layerURL, layer, calls) {
    Object.assign(this, { layer, calls });
    this.service = layerURL.replace(/\/NAServer\/[^/]*$/i, "/GPServer");
    this.layerName = decodeURIComponent(layerURL.replace(/.*\//, ""));
    const button = (text, run) => make("button", { type: "button",
      onclick: () => run().catch((error) => this.#fail(error)) }, text);
    this.run = button("Run as job", () => this.#submit());
    this.cancel = button("Cancel the job", () => this.#cancel());
    this.result = button("Show the result", () => this.#result());
    this.request = button("Use the job's request", () => this.#take());
    this.leave = button("Leave the job", async () => calls.leave());
    this.state = make("p", { role: "status" });
    this.bar = make("progress", { "aria-label": "Progress of the job", max: 100, hidden: true });
    this.messages = make("ul", { class: "quiet" });
    this.list = make("ul", { class: "rows" });
    this.address = make("input", { type: "text", spellcheck: "false" });
    this.form = make("form", { class: "search", onsubmit: (event) => {
      event.preventDefault();
      this.open(this.address.value.trim());
    } }, make("label", {}, "Open a job by its address ", this.address),
    make("button", {}, "Open"));
    this.mine = make("details", { ontoggle: () => this.mine.open && this.#list() },
      make("summary", {}, "My jobs of this service"), this.list);
    element.append(make("p", { class: "quiet" }, "A job is done in its turn, also if this page is "
      + "closed. The link of the page has the job: whoever opens it sees the result."),
    make("div", { class: "buttons" }, this.run, this.cancel, this.result, this.request, this.leave),
    this.state, this.bar, this.messages, this.form, this.mine);
    this.showState();
    this.#learn();
  }

  // Whether the server does jobs at all.
  async #learn() {
    const reply = await readJSON(`${this.service}?f=json`).catch(() => ({}));
    this.hasTask = reply.tasks?.includes("solve") ?? false;
    this.run.disabled = !this.hasTask;
    this.mine.hidden = !this.hasTask;
    if (!this.hasTask && !this.url) {
      this.state.textContent = "This server has no jobs. Start it with --jobs to have them.";
    }
  }

  #fail(error) {
    this.state.textContent = error.message;
    this.state.classList.add("failed");
  }

  /** Opens a job by its address, follows it, and draws its result. */
  async open(address) {
    const url = jobURL(address);
    if (!url) {
      this.#fail(new Error("This is not the address of a job on this server."));
      this.calls.live();
      return;
    }
    this.calls.link(url);
    await this.#follow(url, true).catch((error) => this.#fail(error));
  }

  async #submit() {
    const fields = this.calls.fields();
    if (!fields) throw new Error("A job needs two stops or more. Add stops on the map.");
    const reply = await ask(`${this.service}/solve/submitJob`,
      { ...fields, layer: this.layerName });
    const url = `${this.service}/solve/jobs/${reply.jobId}`;
    this.calls.link(url);
    this.calls.say("The job is submitted.");
    await this.#follow(url);
  }

  async #follow(url, isOpened = false) {
    const round = ++this.#round;
    this.url = url;
    this.job = null;
    let wait = 250;
    let isFirst = true;
    for (;;) {
      const job = await readJSON(`${url}?f=json&returnMessages=true`)
        .catch((error) => ({ lost: error.message }));
      if (round !== this.#round) return;
      if (job.error) {
        this.calls.live();
        throw new Error(errorText(job.error));
      }
      if (job.lost) {
        this.state.textContent = `${job.lost} The page asks again.`;
      } else {
        this.job = job;
        this.showState();
        if (ended.test(job.jobStatus)) break;
        if (isFirst && isOpened) this.calls.live();
        isFirst = false;
      }
      await new Promise((done) => setTimeout(done, wait));
      wait = Math.min(3000, wait * 1.3);
    }
    this.calls.say(this.state.textContent);
    // Of a cancelled job, the routes that are done stay.
    if (this.calls.linked() === url && this.job.results?.routes) await this.#result();
    else if (isFirst && isOpened) this.calls.live();
  }

  /** Shows the job's state, and what can be done with it. */
  showState() {
    const { job } = this;
    const isDone = Boolean(job && ended.test(job.jobStatus));
    this.cancel.hidden = !job || isDone;
    this.result.hidden = !job?.results?.routes || this.calls.isShown();
    this.request.hidden = !job;
    this.leave.hidden = !this.calls.linked();
    if (!job) return;
    const { progress } = job;
    const count = progress?.count ? `: ${progress.done} of ${progress.count} ${progress.unit ?? ""}`
      : progress?.message ? `: ${progress.message}` : "";
    const text = `The job ${words[job.jobStatus] ?? job.jobStatus}${isDone ? "" : count}.`;
    if (this.state.textContent !== text) this.state.textContent = text;
    this.state.classList.toggle("failed", /Failed|TimedOut/.test(job.jobStatus));
    this.bar.hidden = isDone;
    if (progress?.percent != null) this.bar.value = progress.percent;
    else this.bar.removeAttribute("value");
    this.messages.replaceChildren(...(job.messages ?? []).slice(-20).map((message) =>
      make("li", { class: /Error/.test(message.type) ? "failed" : null }, message.description)));
  }

  async #cancel() {
    await ask(`${this.url}/cancel`, { f: "json" });
    this.calls.say("The job is asked to end.");
  }

  async #value(name) {
    const { value, error } = await readJSON(`${this.url}/${name}?f=json&outSR=4326`);
    if (error) throw new Error(errorText(error));
    return value;
  }

  async #result() {
    const { url, job } = this;
    const names = ["routes", "stops", "directions", "legs", "conditions"]
      .filter((name) => job.results?.[name]);
    const mode = await this.#value("inputs/travelMode").catch(() => null);
    const values = await Promise.all(names.map((name) => this.#value(`results/${name}`)));
    if (this.url !== url) return;
    const answer = Object.fromEntries(names.map((name, i) =>
      [name, typeof values[i] === "string" ? JSON.parse(values[i]) : values[i] ?? undefined]));
    answer.messages = (job.messages ?? [])
      .filter(({ type }) => /Warning|Error/.test(type)).map((m) => ({ ...m, type: 1 }));
    this.calls.link(url);
    this.calls.result(url, answer, requestOf(mode ? { travelMode: text(mode) } : {}, this.layer));
    this.showState();
  }

  // The job's inputs become the request of the page, to be changed and asked again. What the page
  // has no field for stays in the request as it is.
  async #take() {
    const reply = await readJSON(`${this.url}/inputs?f=json`);
    if (reply.error) throw new Error(errorText(reply.error));
    const given = reply.filter(({ value }) => value != null && value !== "");
    const layer = given.find(({ paramName }) => paramName === "layer")?.value ?? this.layerName;
    const fields = Object.fromEntries(given.filter(({ paramName }) => !shaping.test(paramName))
      .map(({ paramName, value }) => [paramName, text(value)]));
    if (!fields.stops) throw new Error("The job has no stops; the page shows requests for routes.");
    fields.useTimeWindows ??= String(this.layer.useTimeWindows === true);
    const { more } = this.calls.take(fields);
    const notes = [];
    const names = Object.keys(more);
    if (names.length) {
      notes.push(`The page has no field for ${names.join(", ")}; the request keeps them unchanged.`);
    }
    if (layer !== this.layerName || !this.url.startsWith(`${this.service}/`)) {
      notes.push(`The job is of another layer; the page asks ${this.layerName}.`);
    }
    if (notes.length) this.calls.warn(notes.join(" "));
  }

  async #list() {
    const reply = await readJSON(`${this.service}/solve/jobs?f=json`).catch(() => ({}));
    const rows = (reply.jobs ?? []).slice(0, 20);
    this.list.replaceChildren(...rows.map(({ jobId, jobStatus }) => make("li", {},
      make("button", { type: "button", class: "step", onclick: () =>
        this.open(`${this.service}/solve/jobs/${jobId}`) },
      `${jobId.slice(0, 9)}… ${words[jobStatus] ?? jobStatus}`))));
    if (!rows.length) this.list.replaceChildren(make("li", { class: "quiet" }, "There are none."));
  }
}

function text(value) {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The URL of a job on this server without a query; `null` for any other address. */
export function jobURL(address) {
  let url;
  try {
    url = new URL(address, location.href);
  } catch {
    return null;
  }
  const isJob = /\/GPServer\/[^/]+\/jobs\/[^/]+$/i.test(url.pathname);
  return isJob && url.origin === location.origin ? url.origin + url.pathname : null;
}

async function ask(url, fields) {
  const reply = await post(url, fields);
  if (reply.error) throw new Error(errorText(reply.error));
  return reply;
}
