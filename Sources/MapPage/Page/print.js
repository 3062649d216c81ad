// The map on paper: the whole route in the light style, with numbers, whatever the screen shows.

import { Canvas } from "./canvas.js";
import { make } from "./words.js";

const mostMilliseconds = 10000;

/**
 * Draws the map of the screen anew for paper, with all these places and in a style. Returns the URL
 * of a picture.
 */
export async function sheetOf(canvas, points, style) {
  const element = make("div", { class: "paper", "aria-hidden": "true" });
  document.body.append(element);
  let paper = null;
  try {
    paper = new Canvas(element, {
      style, options: { interactive: false, pixelRatio: 1.5, fadeDuration: 0 },
      calls: { view() {}, padding: () => ({}) },
    });
    paper.data = new Map(canvas.data);
    for (const passing of ["step", "draft"]) paper.data.delete(passing);
    paper.extras.push(...canvas.extras);
    paper.fit(points, false);
    const idle = new Promise((done) => paper.map.once("idle", done));
    const isDrawn = await Promise.race([paper.ready.then(() => idle).then(() => true),
      new Promise((done) => setTimeout(done, mostMilliseconds))]);
    return pictureOf(paper.map, canvas.markers, isDrawn ? {} : { routes: shownBy(canvas) });
  } finally {
    paper?.map.remove();
    element.remove();
  }
}

/**
 * The same at once, for browsers that print unasked: with the streets that are loaded, and without
 * streets if the screen is dark.
 */
export function hastySheetOf(canvas, points, isDark) {
  const { map } = canvas;
  const [center, zoom] = [map.getCenter(), map.getZoom()];
  canvas.isHasty = true;
  try {
    canvas.fit(points, false);
    return pictureOf(map, canvas.markers, { isBlank: isDark, routes: shownBy(canvas) });
  } finally {
    map.jumpTo({ center, zoom });
    canvas.isHasty = false;
  }
}

function shownBy({ routes, chosen }) {
  return routes.filter(({ id, color }) => color || id === chosen);
}

// What a map has drawn, with the markers, and with routes that it may not have drawn.
function pictureOf(map, markers, { isBlank = false, routes = [] } = {}) {
  map.redraw();
  const drawn = map.getCanvas();
  const sheet = make("canvas", { width: drawn.width, height: drawn.height });
  const context = sheet.getContext("2d");
  const ratio = drawn.width / drawn.clientWidth;
  context.fillStyle = "#f4f2ee";
  context.fillRect(0, 0, drawn.width, drawn.height);
  if (!isBlank) context.drawImage(drawn, 0, 0);
  context.scale(ratio, ratio);
  Object.assign(context, { lineJoin: "round", lineCap: "round", textAlign: "center",
    textBaseline: "middle", font: "700 13px sans-serif" });
  const at = (place) => map.project(place);
  for (const { lines, color = null } of routes) {
    for (const [width, style] of [[9, "#ffffff"], [5.5, color ?? "#1d5fd1"]]) {
      Object.assign(context, { lineWidth: width, strokeStyle: style });
      for (const line of lines) {
        context.beginPath();
        for (const { x, y } of line.map(at)) context.lineTo(x, y);
        context.stroke();
      }
    }
  }
  for (const { marker, mark } of markers.values()) {
    if (/pin|sign|rank/.test(mark.kind)) drawMark(context, at(marker.getLngLat()), marker, mark);
  }
  return sheet.toDataURL("image/png");
}

// Draws a marker in its own colors.
function drawMark(context, { x, y }, marker, mark) {
  const element = marker.getElement();
  const look = getComputedStyle(element);
  context.beginPath();
  context.arc(x, y, element.offsetWidth / 2 - 1, 0, 2 * Math.PI);
  Object.assign(context, { fillStyle: look.backgroundColor, strokeStyle: look.borderColor,
    lineWidth: parseFloat(look.borderWidth) });
  context.fill();
  context.stroke();
  context.fillStyle = look.color;
  context.fillText(mark.text ?? "", x, y);
}
