// Numbers and times as a reader sees them.

/** Minutes as text: "45 s", "4 min 30 s", "1 h 05 min". */
export function minutesText(minutes) {
  if (minutes == null) return "–";
  const seconds = Math.round(minutes * 60);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 600) {
    const rest = seconds % 60;
    return `${Math.floor(seconds / 60)} min${rest ? ` ${rest} s` : ""}`;
  }
  const whole = Math.round(seconds / 60);
  if (whole < 60) return `${whole} min`;
  return `${Math.floor(whole / 60)} h ${String(whole % 60).padStart(2, "0")} min`;
}

/** A length in a unit of the network as text: "350 m", "2.4 km". */
export function lengthText(length, unit) {
  if (length == null) return "–";
  if (unit === "esriNAUMiles") {
    return length < 0.1 ? `${Math.round(length * 5280)} ft` : `${length.toFixed(1)} mi`;
  }
  const factor = { esriNAUKilometers: 1000, esriNAUMeters: 1 }[unit];
  if (!factor) return length.toFixed(1);
  const meters = length * factor;
  if (meters < 1000) return `${Math.round(meters)} m`;
  return `${(meters / 1000).toFixed(meters < 10000 ? 2 : 1)} km`;
}

/** Milliseconds on local clocks as a time of day. */
export function clockText(milliseconds) {
  if (milliseconds == null) return "";
  return new Date(Number(milliseconds)).toISOString().slice(11, 16);
}

/** Milliseconds on local clocks as the value of an input of date and time; and back. */
export function inputText(milliseconds) {
  if (milliseconds == null || milliseconds === "") return "";
  const date = new Date(Number(milliseconds));
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 16);
}

export function inputMilliseconds(text) {
  const value = text ? Date.parse(`${text}Z`) : NaN;
  return Number.isNaN(value) ? null : value;
}

/** Milliseconds since 1970 in UTC as those on the clocks of a zone; nothing if it is unknown. */
export function onClocks(zone, milliseconds) {
  try {
    // Sweden writes dates and times as inputs do.
    const text = new Date(milliseconds).toLocaleString("sv", { timeZone: zone });
    return inputMilliseconds(text.replace(" ", "T"));
  } catch {
    return null;
  }
}

/** A place as text. */
export function placeText([x, y]) {
  return `${x.toFixed(5)}, ${y.toFixed(5)}`;
}

/** Makes an element: `make("button", { class: "x", onclick }, "text", child…)`. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value == null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child != null));
  return element;
}
