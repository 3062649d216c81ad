// Says that a token is needed, or has ended, and takes a new one for a name and a password.

import { post, setToken, tokenOf } from "./answer.js";
import { make } from "./words.js";

export class SignIn {
  /** The form stands before an element. `done()` is called when there is a new token. */
  constructor(before, layerURL, done) {
    this.url = `${layerURL.replace(/\/rest\/services\/.*$/, "")}/tokens/generateToken`;
    this.done = done;
    this.words = make("p", { role: "alert" });
    this.name = make("input", { type: "text", autocomplete: "username", required: true });
    this.password = make("input",
      { type: "password", autocomplete: "current-password", required: true });
    this.element = make("form", { class: "sign-in", hidden: true, "aria-label": "Sign in",
      onsubmit: (event) => {
        event.preventDefault();
        this.#send();
      } }, this.words, make("div", { class: "fields" }, make("label", {}, "User ", this.name),
      make("label", {}, "Password ", this.password)), make("div", { class: "buttons" },
      make("button", {}, "Sign in"), make("button",
        { type: "button", onclick: () => { this.element.hidden = true; } }, "Not now")));
    before.before(this.element);
  }

  /** Shows the form, with the reason: code 499 or 498. */
  show(code) {
    if (!this.element.hidden) return;
    this.element.hidden = false;
    this.words.textContent = code === 498 && tokenOf()
      ? "Your token has expired or is not valid. Sign in to go on; the page keeps its request."
      : "The server wants to know who you are. Sign in to go on; the page keeps its request.";
  }

  async #send() {
    const reply = await post(this.url, {
      f: "json", username: this.name.value, password: this.password.value, client: "requestip",
    }).catch((error) => ({ error }));
    if (!reply.token) {
      this.words.textContent = [reply.error?.message, ...(reply.error?.details ?? [])].join(" ");
      return;
    }
    setToken(reply.token);
    this.password.value = "";
    this.element.hidden = true;
    // A page that was opened with a token stays one when it is loaded again.
    const url = new URL(location.href);
    if (url.searchParams.has("token")) {
      url.searchParams.set("token", reply.token);
      history.replaceState(null, "", url.href);
    }
    this.done();
  }
}
