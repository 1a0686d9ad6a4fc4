// The page as a whole: takes each state and hands it to the parts.

import { attempt, showButtons } from "cadgit/buttons";
import { byId, h, toast } from "cadgit/dom";
import { showFailure } from "cadgit/failure";
import { Inlined, Server } from "cadgit/live";
import { said, showMeasures, showNotices, showSource, showTimeLine } from "cadgit/panels";
import { showParameters } from "cadgit/parameters";
import { Stage } from "cadgit/stage";
import { showVerdict } from "cadgit/verdict";

const inlined = byId("data");
const source = inlined ? new Inlined(JSON.parse(inlined.textContent)) : new Server();
const stage = new Stage(byId("stage"), byId("viewer"), byId("marks"));
let state = null;
let connected = true;
/** What the model on the stage is of: its part, and its candidate's id with the name of its geometry. */
let onStage = { part: "", key: "" };
let wanted = "";
let isSlow = false;
const SLOW = 300; // ms after which a model that is still on its way is told of

const ghost = {
  isOn: false,
  shown: "",
  toggle() {
    this.isOn = !this.isOn;
    draw();
    return this.update();
  },
  /** Bring the ghost that belongs to the model on the stage, or take it away. */
  async update() {
    const page = state?.page;
    const key = this.isOn && page?.before && page.good && onStage.key ? `${onStage.key} ${page.before.id}` : "";
    if (key === this.shown) return;
    this.shown = key;
    if (!key) {
      stage.ghost(null);
      return;
    }
    await attempt(async () => {
      const model = await source.ghost(page.good.id, page.before, page.good_model);
      if (this.shown === key) stage.ghost(model);
    });
  },
};

function draw() {
  if (state === null) return;
  const { live, page } = state;
  const busy = live?.stage && !state.pinned;
  const judging = Boolean(busy) && live.stage === "verify";
  // While a verdict is on its way its checks come one by one; afterwards the record has them.
  const isFresh = !state.pinned && live?.ran === page?.candidate.id && (judging || live?.judged);
  const checks = (isFresh ? live.checks : page?.checks) ?? [];
  byId("name").textContent = page?.name ?? live?.part ?? "cadgit";
  document.title = page ? `${page.name}: ${busy ? live.stage : said(page.outcome)}` : "cadgit";
  showStatus(busy, page, live);
  showParts(live);
  showButtons(state, source, { ghost, follow: () => attempt(() => source.act("show", { candidate: "" })) });
  showNotices(state);
  showFailure(page);
  showVerdict(checks, judging, (places) => stage.highlight(places));
  showMeasures(page);
  showParameters(page, source, {
    run: (values) => attempt(() => source.act("rerun", { part: page.candidate.part, values })),
    write: (values) => attempt(async () => {
      if (!Object.keys(values).length) return toast("nothing is set that the file does not say");
      const { path } = await source.act("write", { candidate: page.candidate.id, values });
      toast(`written into ${path}`);
    }),
  });
  showSource(page);
  showTimeLine(page, source, (candidate) => attempt(() => source.act("show", { candidate: candidate.id })));
}

function showStatus(busy, page, live) {
  const box = byId("state");
  const doing = { read: "reading", run: "running", verify: "judging", promote: "promoting" };
  let text = "waiting for the first run";
  let kind = "busy";
  if (!connected) [text, kind] = ["the server is gone; looking for it …", "fail"];
  else if (busy) text = `${doing[live.stage] ?? live.stage} …`;
  else if (page) [text, kind] = [said(page.outcome), page.outcome.replace(" ", "-")];
  const seconds = page && !busy && live?.seconds && !state.pinned ? ` · ${live.seconds.toFixed(2)} s` : "";
  const version = page?.promoted_as?.find((one) => !one.withdrawn);
  box.className = kind;
  box.textContent = `${text}${connected ? seconds : ""}${version && connected && !busy ? ` · v${version.number}` : ""}`;
}

function showParts(live) {
  const box = byId("parts");
  box.hidden = (state.parts ?? []).length < 2;
  box.replaceChildren(...(state.parts ?? []).map((part) => h("option", { value: part, selected: part === live?.part }, part)));
  box.onchange = () => attempt(() => source.act("focus", { part: box.value }));
}

const keyOf = (page) => (page?.good ? `${page.good.id} ${page.good_model}` : "");

/** Show the model of what the state is about, or of the newest candidate that has one. */
async function updateModel() {
  const { page } = state;
  const key = keyOf(page);
  if (!key || key === wanted) {
    sayWhichModel();
    return ghost.update();
  }
  wanted = key;
  isSlow = false;
  sayWhichModel();
  const timer = setTimeout(() => {
    isSlow = true;
    sayWhichModel();
  }, SLOW);
  try {
    const model = await source.model(page.good.id, page.good_model);
    if (wanted !== key) return;
    stage.show(model);
    onStage = { part: page.candidate.part, key };
    ghost.shown = "";
    byId("stage").dataset.candidate = page.good.id;
    await ghost.update();
  } catch (error) {
    if (wanted === key) wanted = "";
    toast([error.message, error.hint].filter(Boolean).join("\n"), true);
  } finally {
    clearTimeout(timer);
    sayWhichModel();
  }
}

/** Say what the model on the stage is where it is not the newest; one of another part is not shown at all. */
function sayWhichModel() {
  const { page } = state;
  const key = keyOf(page);
  const isHere = onStage.key === key;
  const isEmpty = Boolean(page) && (!key || onStage.part !== page.candidate.part);
  let text = "";
  if (page && !key) text = `no model of ${page.candidate.part} has run yet`;
  else if (!isHere && wanted === key) text = isSlow ? "drawing the model …" : "";
  else if (!isHere) text = isEmpty ? "the model could not be drawn" : "an older model: the newest could not be drawn";
  else if (page && page.good.id !== page.candidate.id) text = `the model of #${page.good.number}, the last that ran`;
  byId("shown").hidden = !text;
  byId("shown").textContent = text;
  byId("stage").classList.toggle("empty", isEmpty);
}

byId("about").append("Keys on the model: 1–7 views, 0 fit, + and − zoom. The model is drawn by three-cad-viewer.");
source.follow(
  (next) => {
    state = next;
    connected = true;
    draw();
    updateModel();
  },
  (isConnected) => {
    connected = isConnected;
    document.body.classList.toggle("gone", !isConnected);
    draw();
  },
);
