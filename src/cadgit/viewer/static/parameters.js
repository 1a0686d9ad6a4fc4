// Parameters of the model: what is set here runs the same files with other values, and touches no file until that is
// asked for.

import { byId, copy, h, toast } from "cadgit/dom";

const REST = 120; // ms without a change after which the model runs
const PATIENCE = 3000; // ms for which what was asked for goes before what comes back

let chosen = {};
let about = "";
let timer = 0;
/** What was asked for and has not come back yet, as text; empty for nothing. */
let asked = "";
let until = 0;
/** By name: what brings a field to another value. */
let fields = new Map();

/** Draw the parameters of a candidate; `run(values)` and `write(values)` ask for what their names say. */
export function showParameters(page, source, { run, write }) {
  const box = byId("parameters");
  const settings = page?.settings ?? [];
  const sources = JSON.stringify([page?.candidate.part, settings.map(({ name, text }) => [name, text])]);
  const isOther = box.dataset.sources !== sources;
  // What is being set is ahead of what comes back, which must not pull a slider from under a hand.
  const back = JSON.stringify(settings.map(({ value }) => comparable(value)));
  if (!isOther && (timer || (asked && asked !== back && Date.now() < until))) return;
  asked = "";
  box.dataset.sources = sources;
  about = page?.candidate.part ?? "";
  chosen = Object.fromEntries(settings.filter((s) => s.overridden).map((s) => [s.name, s.value]));
  const usable = settings.filter((setting) => setting.settable ?? true);
  const key = JSON.stringify([about, settings.map(({ name, line, text, kind, unit, why_not }) => [name, line, text, kind, unit, why_not])]);
  if (box.dataset.key !== key) {
    box.dataset.key = key;
    draw(box, settings, usable, source, run, write);
  }
  for (const setting of usable) fields.get(setting.name)(setting);
}

function draw(box, settings, usable, source, run, write) {
  const fixed = settings.filter((setting) => setting.settable === false);
  const named = document.activeElement?.closest?.("#parameters input");
  fields = new Map();
  if (!usable.length) {
    box.replaceChildren(h("p", { class: "dim" }, "no top-level name is bound once to a literal, so there is nothing to set"));
    return;
  }
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      timer = 0;
      until = Date.now() + PATIENCE;
      asked = JSON.stringify(settings.map(({ name, text }) => comparable(chosen[name] ?? text)));
      if (!(await run({ ...chosen }))) asked = "";
    }, REST);
  };
  const buttons = h("p", { class: "buttons" },
    h("button", { type: "button", onclick: () => copy(commandLine()) }, "Copy -P line"),
    source.isLive ? h("button", { type: "button", id: "write", onclick: () => write({ ...chosen }) }, "Write into the file") : "",
    source.isLive ? h("button", { type: "button", id: "as-in-file", onclick: () => run({}) }, "As in the file") : "");
  box.replaceChildren(
    h("div", { class: "settings" }, usable.map((setting) => field(setting, source, later))),
    buttons,
    fixed.length ? h("details", {}, h("summary", {}, `${fixed.length} cannot be set`),
      h("ul", {}, fixed.map((s) => h("li", {}, h("b", {}, s.name), ` ${s.why_not}`)))) : "");
  if (named) box.querySelector(`input[name="${CSS.escape(named.name)}"][type="${named.type}"]`)?.focus();
}

function field(setting, source, later) {
  const { name, line, text, number, unit, kind } = setting;
  const row = h("div", { class: "setting" });
  const set = (wanted) => {
    if (wanted === "" || wanted === text) delete chosen[name];
    else chosen[name] = wanted;
    row.classList.toggle("set", name in chosen);
    later();
  };
  const input = h("input", {
    type: "text", name, id: `p-${name}`, spellcheck: "false", autocomplete: "off", disabled: !source.isLive,
    inputmode: number === undefined ? "text" : "decimal", "aria-label": name, onchange: () => set(input.value.trim()),
  });
  const change = (wanted) => set(input.value = wanted);
  const { element, show } = kind === "bool" ? tick(setting, source, change)
    : Number.isFinite(4 * setting.base) ? slider(setting, source, change)
      : { element: h("span", { class: "dim" }, unit && unit !== "MM" ? `with a unit: ${unit}` : kind), show() {} };
  row.append(h("label", { for: `p-${name}`, title: `line ${line}: ${name} = ${text}` }, name), input, element);
  fields.set(name, (now) => {
    row.classList.toggle("set", Boolean(now.overridden));
    if (document.activeElement !== input) input.value = now.value;
    show(now);
  });
  return row;
}

function tick({ name }, source, change) {
  const element = h("input", {
    type: "checkbox", name, "aria-label": name, disabled: !source.isLive, onchange: () => change(element.checked ? "True" : "False"),
  });
  return { element, show: ({ value }) => { element.checked = value === "True"; } };
}

function slider({ name, text, base, unit, kind }, source, change) {
  // The file's value is the middle of the way, so that the ends do not run away from one who pushes against them.
  const most = 2 * Math.max(Math.abs(base), kind === "int" ? 2 : 0) || 10;
  const least = base >= 0 ? 0 : -most;
  const whole = kind === "int" && Math.abs(base) < 20;
  const step = whole ? 1 : 10 ** Math.floor(Math.log10(most - least) - 2);
  const written = () => {
    const number = Number(Number(range.value).toPrecision(6));
    if (number === base) return text;
    const digits = String(number) + (kind === "float" && /^-?\d+$/.test(number) ? ".0" : "");
    return unit ? `${digits} * ${unit}` : digits;
  };
  const range = h("input", {
    type: "range", name, min: String(least), max: String(most), step: String(step), "aria-label": name, disabled: !source.isLive,
    oninput: () => change(written()),
  });
  return { element: range, show: ({ number }) => Number.isFinite(number) && reach(range, number) };
}

/** A value as it comes back: a number where it is one, and one spelling otherwise. */
const comparable = (text) => (text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text.replace(/\s/g, "").toUpperCase());

/** Move a slider to a value, also to one beyond its ends. */
function reach(range, value) {
  if (value < Number(range.min)) range.min = String(value);
  if (value > Number(range.max)) range.max = String(value);
  range.value = String(value);
}

const quoted = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`);

function commandLine() {
  const words = Object.entries(chosen).flatMap(([name, value]) => ["-P", quoted(`${name}=${value}`)]);
  if (!words.length) toast("nothing is set, so the line runs the file as it is");
  return ["cadgit", "run", about, ...words].join(" ");
}
