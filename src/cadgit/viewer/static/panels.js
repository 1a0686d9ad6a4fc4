// What stands beside the model and below it: measures, source, time line, remarks.

import { byId, h, isOther, number, signed, when } from "cadgit/dom";

const OUTCOMES = {
  pass: "passed", warn: "passed with warnings", fail: "did not pass", "not checked": "not all checked",
  done: "ran, not judged", failed: "does not run", "not run": "never ran", unreadable: "cannot be read",
};

export const said = (outcome) => OUTCOMES[outcome] ?? outcome;

export function showMeasures(page) {
  const box = byId("measures");
  const quantities = page?.quantities ?? [];
  if (!isOther(box, quantities, page?.before, page?.material, page?.record?.failure)) return;
  if (!quantities.length) {
    box.replaceChildren(h("p", { class: "dim" }, page?.record?.failure ? "it does not run, so there is nothing to measure" : "nothing to measure yet"));
    return;
  }
  const against = page.before ? `v${page.before.number}` : "";
  const head = h("tr", {}, h("th", {}, ""), h("th", {}, "now"), h("th", {}, `against ${against}`));
  const measured = quantities.filter((quantity) => quantity.unit);
  const counted = quantities.filter((quantity) => !quantity.unit);
  const material = page.material ? `, ${page.material}` : "";
  box.replaceChildren(
    h("table", {}, against ? h("thead", {}, head) : "",
      h("tbody", {}, measured.map((quantity) => measure(quantity, against, quantity.name === "mass" ? material : "")))),
    h("p", { class: "counts" }, counted.map(count)),
  );
}

/** How many of something, and how many more or fewer than before. */
function count({ name, now, before }) {
  const change = before === undefined || before === null || now === before ? "" : ` (${signed(now - before)})`;
  const shown = now === 1 ? name.replace(/ices$/, "ex").replace(/s$/, "") : name;
  return h("span", { class: change ? "changed" : "" }, `${number(now)} ${shown}${change} `);
}

function measure({ name, unit, now, before }, against, remark) {
  const change = now - before;
  let text = "";
  if (against && before !== undefined && before !== null) {
    const size = Math.max(Math.abs(now), Math.abs(before));
    if (size === 0 || Math.abs(change) <= 1e-9 * size) text = "=";
    else text = `${signed(change)} (${before ? signed((100 * change) / Math.abs(before), 3) + " %" : "new"})`;
  }
  return h("tr", { class: text && text !== "=" ? "changed" : "" },
    h("th", { scope: "row" }, name, remark), h("td", {}, number(now), h("small", {}, ` ${unit}`)),
    against ? h("td", {}, text) : "");
}

export function showSource(page) {
  const box = byId("source");
  const changes = page?.source ?? [];
  if (!isOther(box, changes, page?.before)) return;
  if (!page?.before) box.replaceChildren(h("p", { class: "dim" }, "there is no earlier version to compare with"));
  else if (!changes.length) box.replaceChildren(h("p", { class: "dim" }, `the same files as v${page.before.number}`));
  else {
    box.replaceChildren(...changes.flatMap((change) => [
      h("h3", {}, change.path, " ", h("small", {}, `${change.change} since v${page.before.number}`)),
      change.diff ? h("pre", {}, diff(change.diff)) : h("p", { class: "dim" }, "not text"),
    ]));
  }
}

function diff(text) {
  return text.split("\n").map((line) => {
    const kind = /^(\+\+\+|---|@@)/.test(line) ? "dim" : line[0] === "+" ? "added" : line[0] === "-" ? "removed" : "";
    return h("span", { class: kind }, line, "\n");
  });
}

/** The time line, newest first; `onPick` is called with the candidate that is clicked. */
export function showTimeLine(page, source, onPick) {
  const box = byId("time");
  const entries = page?.entries ?? [];
  const key = JSON.stringify([page?.candidate.id, entries.map((e) => [e.candidate.id, e.outcome, e.versions])]);
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  const named = document.activeElement?.closest?.("#time button")?.dataset.id;
  const known = Object.fromEntries((page?.versions ?? []).map((version) => [version.number, version]));
  box.replaceChildren(...entries.map((entry) => moment(entry, known, page, source, onPick)));
  if (named) box.querySelector(`button[data-id="${named}"]`)?.focus();
  const current = box.querySelector("[aria-current]");
  // Sideways only: a page of a phone must not jump to its end.
  if (current) box.scrollLeft = Math.max(0, current.offsetLeft - box.offsetLeft - box.clientWidth / 2);
}

function moment(entry, known, page, source, onPick) {
  const { candidate, outcome, reason, geometry, versions = [], volume_change: change } = entry;
  const isShown = candidate.id === page.candidate.id;
  const picture = geometry ? source.picture(candidate.id) : "";
  const tags = versions.map((number) =>
    h("b", { class: known[number]?.withdrawn ? "tag withdrawn" : "tag" }, `v${number}`));
  const title = [`#${candidate.number}, ${when(candidate.when)}: ${said(outcome)}`, reason].filter(Boolean).join("\n");
  return h("button", {
    type: "button", class: "moment", title, "data-id": candidate.id, "aria-current": isShown ? "true" : null,
    disabled: !source.isLive, onclick: () => onPick(candidate),
  },
  picture
    ? h("img", { src: picture, alt: "", loading: "lazy", width: 96, height: 72, onerror: (e) => e.target.replaceWith(blank("")) })
    : blank(outcome === "failed" ? "✗" : ""),
  h("span", { class: "line" }, h("span", { class: `dot ${outcome.replace(" ", "-")}`, role: "img", "aria-label": said(outcome) }),
    `#${candidate.number}`, tags),
  h("span", { class: "line dim" }, when(candidate.when), change ? ` ${signed(100 * change, 2)} %` : ""));
}

const blank = (text) => h("span", { class: "blank", "aria-hidden": "true" }, text);

/** Remarks of the turn and trouble that is none of the model's, above everything else. */
export function showNotices(state) {
  const box = byId("notices");
  const { live, trouble } = state;
  if (!isOther(box, trouble, live?.failed, live?.waiting, live?.notices, state.page?.record?.warnings)) return;
  const bad = [trouble, live?.failed].filter((error, at, all) => error && error.message !== all[at - 1]?.message);
  const lines = [
    ...bad.map((error) => h("p", { class: "bad" }, error.message, error.hint ? h("span", { class: "hint" }, error.hint) : "")),
    ...(live?.waiting?.length ? [h("p", {}, `waiting for ${live.waiting.join(", ")}`)] : []),
    ...(live?.notices ?? []).map((text) => h("p", {}, text)),
    ...(state.page?.record?.warnings ?? []).map((text) => h("p", {}, text)),
  ];
  box.replaceChildren(...lines);
  box.hidden = lines.length === 0;
}
