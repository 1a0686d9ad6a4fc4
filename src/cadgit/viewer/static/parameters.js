// Parameters of the model: what is set here runs the same files with other values, and touches no file until that is
// asked for.

import { byId, copy, h, toast } from "cadgit/dom";

const REST = 120; // ms without a change after which the model runs

let chosen = {};
let about = "";
let timer = 0;

/** Draw the parameters of a candidate; `run(values)` and `write(values)` ask for what their names say. */
export function showParameters(page, source, { run, write }) {
  const box = byId("parameters");
  const settings = page?.settings ?? [];
  const key = JSON.stringify([page?.candidate.part, settings]);
  if (box.dataset.key === key || timer) return;
  box.dataset.key = key;
  about = page?.candidate.part ?? "";
  chosen = Object.fromEntries(settings.filter((s) => s.overridden).map((s) => [s.name, s.value]));
  const usable = settings.filter((setting) => setting.settable ?? true);
  const fixed = settings.filter((setting) => setting.settable === false);
  const named = document.activeElement?.closest?.("#parameters input");
  const focus = named && [named.name, named.type];
  if (!usable.length) {
    box.replaceChildren(h("p", { class: "dim" }, "no top-level name is bound once to a literal, so there is nothing to set"));
    return;
  }
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = 0;
      run({ ...chosen });
    }, REST);
  };
  const buttons = h("p", { class: "buttons" },
    h("button", { type: "button", onclick: () => copy(commandLine()) }, "Copy -P line"),
    source.isLive ? h("button", { type: "button", id: "write", onclick: () => write({ ...chosen }) }, "Write into the file") : "",
    source.isLive ? h("button", { type: "button", onclick: () => run({}) }, "As in the file") : "");
  box.replaceChildren(
    h("div", { class: "settings" }, usable.map((setting) => field(setting, source, later))),
    buttons,
    fixed.length ? h("details", {}, h("summary", {}, `${fixed.length} cannot be set`),
      h("ul", {}, fixed.map((s) => h("li", {}, h("b", {}, s.name), ` ${s.why_not}`)))) : "");
  if (focus) box.querySelector(`input[name="${CSS.escape(focus[0])}"][type="${focus[1]}"]`)?.focus();
}

function field(setting, source, later) {
  const { name, text, value, number, unit, kind } = setting;
  const row = h("div", { class: `setting${setting.overridden ? " set" : ""}` });
  const input = h("input", {
    type: "text", name, value, id: `p-${name}`, spellcheck: "false", autocomplete: "off", disabled: !source.isLive,
    inputmode: number === undefined ? "text" : "decimal", "aria-label": name,
    onchange: () => set(input.value.trim()),
  });
  const set = (wanted) => {
    if (wanted === "" || wanted === text) delete chosen[name];
    else chosen[name] = wanted;
    row.classList.toggle("set", name in chosen);
    later();
  };
  row.append(h("label", { for: `p-${name}`, title: `line ${setting.line}: ${name} = ${text}` }, name), input);
  if (number !== undefined && number !== null) row.append(slider(setting, source, input, set));
  else row.append(h("span", { class: "dim" }, unit ? `with a unit: ${unit}` : kind));
  return row;
}

function slider({ name, text, number, kind }, source, input, set) {
  // The file's value is the middle of the way, so that the ends do not run away from one who pushes against them.
  const base = Number.isFinite(Number(text)) ? Number(text) : number;
  const reach = 2 * Math.max(Math.abs(base), kind === "int" ? 2 : 0) || 10;
  const [low, high] = base >= 0 && number >= 0 ? [0, Math.max(reach, number)] : [Math.min(-reach, number), Math.max(reach, number)];
  const step = kind === "int" && Number.isInteger(base) && Math.abs(base) < 20 ? 1 : 10 ** Math.floor(Math.log10(high - low) - 2);
  const range = h("input", {
    type: "range", name, min: String(low), max: String(high), step: String(step), "aria-label": name, disabled: !source.isLive,
    oninput: () => {
      input.value = String(Number(Number(range.value).toPrecision(6)));
      set(input.value);
    },
  });
  range.value = String(number);
  input.addEventListener("change", () => {
    if (Number.isFinite(Number(input.value))) range.value = input.value;
  });
  return range;
}

const quoted = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`);

function commandLine() {
  const words = Object.entries(chosen).flatMap(([name, value]) => ["-P", quoted(`${name}=${value}`)]);
  if (!words.length) toast("nothing is set, so the line runs the file as it is");
  return ["cadgit", "run", about, ...words].join(" ");
}
