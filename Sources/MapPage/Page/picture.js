// The picture on a layer's own answer page, for browsers that cannot draw the map.

import { fetchAs } from "./answer.js";
import { make } from "./words.js";

/** Shows the picture of an answer in an element, with that page's style. */
export async function showPicture(element, layerURL, fields, words) {
  const body = new URLSearchParams({ ...fields, f: "html" });
  const page = await fetchAs(`${layerURL}/solve`, { method: "POST", body })
    .then((reply) => reply.text()).catch(() => "");
  const [, open, content] = /(<svg [^>]*viewBox[^>]*>)([^]*?<\/svg>)/.exec(page) ?? [];
  if (!open) return;
  const style = [...page.matchAll(/<style[^>]*>([^]*?)<\/style>/g)].map((found) => found[1]);
  const named = open.includes("xmlns=") ? open
    : open.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ');
  const file = new Blob([named, `<style><![CDATA[${style.join("\n")}]]></style>`, content],
    { type: "image/svg+xml" });
  const old = element.querySelector("img");
  if (old) URL.revokeObjectURL(old.src);
  element.replaceChildren(make("img", { src: URL.createObjectURL(file), alt: words }));
}
