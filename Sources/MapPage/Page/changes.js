// What the changes that a server suggests do, in words.

import { inputText } from "./words.js";

/** What a change does. `day` are milliseconds of the day whose times need no date. */
export function changeText({ removeBarriers, parameter, value, stops }, day) {
  if (removeBarriers) {
    const names = removeBarriers.map((b) => b.name || `number ${b.objectId}`);
    return `Leave out ${names.join(", ")}`;
  }
  if (parameter) return parameterText(parameter, value, day);
  const [stop] = stops ?? [];
  if (!stop) return "Apply";
  return `${stop.name}: ${Object.entries(stop.attributes)
    .map(([name, its]) => attributeText(name, its, day)).join(", ")}`;
}

function parameterText(name, value, day) {
  if (name === "startTime") {
    return value == null ? "Leave out the departure" : `Depart at ${whenText(value, day)}`;
  }
  if (name === "useTraffic") return value === true ? "Use traffic" : "Leave out traffic";
  if (name === "travelMode" && typeof value === "string") return `Take ${value}`;
  const thing = {
    travelMode: "the travel mode", locateSettings: "how places find their street",
  }[name] ?? name;
  return value === Object(value) ? `Change ${thing}` : `Set ${thing} to ${value ?? "nothing"}`;
}

function attributeText(name, value, day) {
  const [, end, second] = /^TimeWindow(Start|End)(\d*)$/.exec(name) ?? [];
  const thing = end ? `the ${end.toLowerCase()} of its ${second ? `window ${second}` : "window"}`
    : { CurbApproach: "the side of the street", Bearing: "the bearing" }[name] ?? name;
  if (value == null || (name === "CurbApproach" && value === 0)) return `leave out ${thing}`;
  if (end) return `move ${thing} to ${whenText(value, day)}`;
  return `set ${thing} to ${value === Object(value) ? "another value" : value}`;
}

// A time, with its date if that is another than the day's.
function whenText(value, day) {
  const [text, today] = [value, day].map((time) => inputText(time).split("T"));
  return text[0] === today[0] ? text[1] ?? String(value) : text.join(" ");
}
