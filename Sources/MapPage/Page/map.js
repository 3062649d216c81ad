const page = document.body.dataset;
if (globalThis.maplibregl) {
  const bounds = page.bounds.split(",").map(Number);
  new maplibregl.Map({ container: "map", style: page.style, bounds });
} else {
  document.getElementById("missing").hidden = false;
}
