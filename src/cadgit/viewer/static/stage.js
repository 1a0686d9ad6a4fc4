// The model: three-cad-viewer, and what it does not do itself: keeping the view from save to save, showing places of
// checks, and the ghost of a version. What it relies on inside of three-cad-viewer is tested in tests/viewer.

import { Display, Viewer, decodeInstancedFormat } from "three-cad-viewer";
import { h } from "cadgit/dom";

const RENDER = {
  ambientIntensity: 1.0,
  directIntensity: 1.1,
  metalness: 0.2,
  roughness: 0.6,
  edgeColor: "#4a5058",
  defaultOpacity: 0.35,
  normalLen: 0,
};
const VIEW = { ortho: true, up: "Z", control: "orbit", axes: false, axes0: false, grid: [false, false, false] };
/** A model whose size changed by more than this factor is fitted into the view again. */
const OTHER_SIZE = 2;
const TREE_WIDTH = 220;
/** The toolbar and its gap to the canvas, until they can be measured. */
const CHROME = 50;
const VIEWS = { 1: "iso", 2: "front", 3: "rear", 4: "left", 5: "right", 6: "top", 7: "bottom" };

export class Stage {
  constructor(element, container, marks) {
    this.element = element;
    element.stage = this; // for whoever looks at the page from its console, or from a test
    this.container = container;
    this.marks = marks;
    this.viewer = null;
    this.model = null;
    this.places = [];
    this.flagged = [];
    this.ghostPath = "";
    new ResizeObserver(() => this.resize()).observe(element);
    element.addEventListener("keydown", (event) => this.key(event));
  }

  get size() {
    const canvas = this.container.querySelector(".tcv_cad_view");
    const above = canvas ? canvas.getBoundingClientRect().top - this.element.getBoundingClientRect().top : CHROME;
    return {
      cadWidth: Math.max(120, this.element.clientWidth - 16),
      height: Math.max(120, this.element.clientHeight - Math.max(above, 0) - 6),
      treeWidth: TREE_WIDTH,
    };
  }

  /** Show a model; whoever looks at it sees it from where the last one was seen. */
  show(model) {
    const kept = this.viewer?.ready ? this.remember() : null;
    this.flagged = [];
    this.ghostPath = "";
    if (this.viewer === null) this.create();
    else this.viewer.clear();
    this.model = model;
    this.viewer.render({ shapes: model.shapes, instances: model.instances }, RENDER, { ...VIEW, ...kept?.options });
    this.viewer.display.glassMode(true);
    this.viewer.onAfterRender = () => this.placeMarks();
    this.ids = new Map([...this.viewer.nestedGroup.registry.entries()].map((info) => [info.path, info.id]));
    if (kept) this.recall(kept);
    this.highlight(this.places);
    this.resize();
  }

  create() {
    const options = {
      ...this.size,
      theme: "browser",
      glass: true,
      tools: true,
      pinning: false,
      newTreeBehavior: true,
      measureTools: true,
      selectTool: false,
      explodeTool: true,
      zscaleTool: false,
      zebraTool: false,
      studioTool: false,
      externalMeasurementBackend: false,
    };
    this.container.replaceChildren();
    const display = new Display(this.container, options);
    this.viewer = new Viewer(display, options, () => {}, null);
  }

  remember() {
    const viewer = this.viewer;
    const options = { tab: viewer.state.get("activeTab") };
    for (const index of [0, 1, 2]) {
      const slider = viewer.getClipSlider(index);
      // A plane that was left where nothing is cut must cut nothing of a larger model either.
      if (slider < (viewer.gridSize / 2) * 0.999) {
        options[`clipSlider${index}`] = slider;
        options[`clipNormal${index}`] = viewer.getClipNormal(index);
      }
    }
    options.clipIntersection = viewer.getClipIntersection();
    options.clipPlaneHelpers = viewer.getClipPlaneHelpers();
    options.clipObjectColors = viewer.getObjectColorCaps();
    for (const [option, value] of [["axes", viewer.getAxes()], ["grid", viewer.getGrids()], ["ortho", viewer.getOrtho()],
      ["transparent", viewer.getTransparent()], ["blackEdges", viewer.getBlackEdges()]]) options[option] = value;
    return {
      options,
      states: structuredClone(viewer.getStates()),
      radius: viewer.bb_radius,
      position: viewer.getCameraPosition(),
      quaternion: viewer.getCameraQuaternion(),
      target: viewer.controls.getTarget().toArray(),
      zoom: viewer.getCameraZoom(),
    };
  }

  recall(kept) {
    const viewer = this.viewer;
    const ratio = viewer.bb_radius / kept.radius;
    const fits = ratio < OTHER_SIZE && ratio > 1 / OTHER_SIZE;
    const target = fits ? kept.target : viewer.bbox.center();
    // The direction is what one looks along; the distance has to suit the model, and the zoom keeps a mm as long as it was.
    const away = kept.position.map((value, axis) => value - kept.target[axis]);
    const length = Math.hypot(...away) || 1;
    const distance = viewer.camera.camera_distance;
    const position = away.map((value, axis) => target[axis] + (value / length) * distance);
    viewer.setCameraLocationSettings(position, kept.quaternion, target, fits ? kept.zoom * ratio : 1);
    const now = viewer.getStates();
    const states = Object.fromEntries(Object.entries(kept.states).filter(([path]) => path in now));
    if (Object.keys(states).length) viewer.setStates(states);
  }

  resize() {
    if (!this.viewer?.ready) return;
    const { cadWidth, height, treeWidth } = this.size;
    this.element.dataset.width = String(cadWidth);
    if (cadWidth === this.viewer.cadWidth && height === this.viewer.height) return;
    this.viewer.resizeCadView(cadWidth, treeWidth, height, true);
  }

  key(event) {
    if (event.target !== this.element || event.ctrlKey || event.metaKey || event.altKey || !this.viewer?.ready) return;
    if (event.key in VIEWS) this.viewer.setView(VIEWS[event.key]);
    else if (event.key === "0") this.viewer.resize();
    else if (event.key === "+" || event.key === "=") this.viewer.setCameraZoom(this.viewer.getCameraZoom() * 1.25);
    else if (event.key === "-") this.viewer.setCameraZoom(this.viewer.getCameraZoom() / 1.25);
    else return;
    event.preventDefault();
  }

  /** Show places of a verdict: their faces or edges, by the numbers that everything uses, and their points. */
  highlight(places) {
    this.places = places;
    if (!this.viewer?.ready) return;
    const control = this.viewer.nestedGroup.highlight;
    for (const id of this.flagged) control.setSelected(id, false);
    this.flagged = places.flatMap((place) => (place.elsewhere ? [] : this.named(place.entity)));
    for (const id of this.flagged) control.setSelected(id, true);
    this.element.dataset.flagged = String(this.flagged.length);
    this.marks.replaceChildren(...places.filter((place) => place.point).map((place) => {
      const mark = h("span", { class: "mark" }, h("b", {}, place.entity || "here"));
      mark.point = place.point;
      return mark;
    }));
    this.viewer.update(true);
  }

  /** The components of all that a place names (``solid 2 'pin'``); a label may hold any words. */
  named(entity) {
    const words = (entity ?? "").replace(/'[^']*'/g, "");
    return [...words.matchAll(/\b(face|edge|solid)[ :](\d+)\b/g)].flatMap(([, kind, number]) => this.components(kind, number));
  }

  components(kind, number) {
    if (kind === "solid") return (this.model.solids[number] ?? []).flatMap((face) => this.components("face", face));
    const found = [];
    for (const [path, numbers] of Object.entries(this.model[`${kind}s`])) {
      const index = numbers.indexOf(Number(number));
      const id = index < 0 ? undefined : this.ids.get(`${path}/${kind}s/${kind}s_${index}`);
      if (id !== undefined) found.push(id);
    }
    return found;
  }

  placeMarks() {
    if (!this.marks.children.length || !this.viewer?.ready) return;
    const canvas = this.viewer.getCanvas().getBoundingClientRect();
    const stage = this.element.getBoundingClientRect();
    for (const mark of this.marks.children) {
      const [x, y] = this.project(mark.point);
      mark.style.left = `${canvas.left - stage.left + ((x + 1) / 2) * canvas.width}px`;
      mark.style.top = `${canvas.top - stage.top + ((1 - y) / 2) * canvas.height}px`;
    }
  }

  /** Where a point of the model is on the canvas, from −1 to 1. */
  project(point) {
    const camera = this.viewer.camera.getCamera();
    camera.updateMatrixWorld();
    const times = (m, [x, y, z, w]) => [0, 1, 2, 3].map((i) => m[i] * x + m[i + 4] * y + m[i + 8] * z + m[i + 12] * w);
    const seen = times(camera.matrixWorldInverse.elements, [...point, 1]);
    const [x, y, , w] = times(camera.projectionMatrix.elements, seen);
    return [x / w, y / w];
  }

  /** Lay the ghost of a version over the model; null takes it away. */
  ghost(model) {
    if (!this.viewer?.ready) return;
    const viewer = this.viewer;
    if (this.ghostPath) viewer.removePart(this.ghostPath, { skipBounds: true });
    const own = Object.values(viewer.nestedGroup.groups).filter((group) => group.front);
    this.ghostPath = "";
    if (model !== null) {
      const tree = decodeInstancedFormat(structuredClone({ shapes: model.shapes, instances: model.instances }));
      this.ghostPath = viewer.addPart(this.model.shapes.id, tree, { skipBounds: true });
      for (const [path, group] of Object.entries(viewer.nestedGroup.groups)) {
        if (!path.startsWith(`${this.ghostPath}/`) || !group.front) continue;
        // What changed lies in the model's own faces: of two in one place the ghost's is seen.
        Object.assign(group.front.material, { polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -2 });
      }
    }
    const translucent = model !== null && model.shapes.parts.length > 1;
    for (const group of own) group.setTransparent(translucent || viewer.getTransparent());
    this.element.dataset.ghost = String(model !== null);
    viewer.update(true);
  }
}
