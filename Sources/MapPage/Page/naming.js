// The street at a place.

import { post } from "./answer.js";

let isAsking = true;

/** Returns the street, or the address, at a place; nothing if the service does not say. */
export async function streetAt(layerURL, point) {
  if (!isAsking) return "";
  const url = `${layerURL.replace(/\/NAServer\/[^/]*$/i, "/GeocodeServer")}/reverseGeocode`;
  const fields = { f: "json", location: point.join(","), outSR: "4326" };
  const answer = await post(url, fields).catch(() => null);
  // A service without the search has none for the next place either.
  if (!answer || [403, 404].includes(answer.error?.code)) isAsking = false;
  return answer?.address?.Address || answer?.address?.Match_addr || "";
}
