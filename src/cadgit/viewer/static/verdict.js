// The verdict, check by check. Hovering a check, or moving the focus to it, shows its places on the model; a click keeps
// them shown.

import { byId, h } from "cadgit/dom";

const SIGNS = { pass: "✓", fail: "✗", warn: "!", "not checked": "–" };
const ORDER = ["fail", "not checked", "warn", "pass"];
/** Checks of what the STEP file holds: it counts faces in an order of its own, so only points can be shown. */
const OF_THE_FILE = /^(step\.|round-trip$)/;
/** The names of the check that was clicked, and of the one that the pointer or the focus is at. */
let kept = "";
let pointed = "";

function placesOf(check) {
  const places = check?.places ?? [];
  if (!check || !OF_THE_FILE.test(check.name)) return places;
  return places.map(({ entity, point }) => ({ point, entity: entity ? `${entity} of the STEP file` : "", elsewhere: true }));
}

/** Draw the checks; `onPlaces` is called with the places to show. */
export function showVerdict(checks, judging, onPlaces) {
  const box = byId("verdict");
  const key = JSON.stringify([checks, judging]);
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  const was = pointed;
  const named = document.activeElement?.closest?.("#verdict button")?.dataset.name;
  const sorted = [...checks].sort((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status));
  if (kept && !checks.some((check) => check.name === kept)) kept = "";
  const line = (check) => oneCheck(check, checks, onPlaces);
  const good = sorted.filter((check) => check.status === "pass");
  const open = box.querySelector("details")?.open ?? false;
  box.replaceChildren(
    ...(checks.length || judging ? [] : [h("p", { class: "dim" }, "not judged")]),
    h("ul", { class: "checks" }, sorted.filter((check) => check.status !== "pass").map(line)),
    good.length
      ? h("details", { open, class: "passes" },
        h("summary", {}, h("span", { class: "sign pass" }, "✓"), ` ${good.length} checks passed`),
        h("ul", { class: "checks" }, good.map(line)))
      : "",
    judging ? h("p", { class: "dim busy" }, "judging …") : "",
  );
  if (named) box.querySelector(`button[data-name="${CSS.escape(named)}"]`)?.focus();
  // Whoever points at a check goes on to see its places, however often it is drawn again.
  pointed = was;
  onPlaces(shownPlaces(checks));
}

function shownPlaces(checks) {
  const named = (name) => checks.find((check) => check.name === name);
  return placesOf(named(pointed) ?? named(kept));
}

function oneCheck(check, checks, onPlaces) {
  const places = placesOf(check);
  const point = (name) => {
    pointed = name;
    onPlaces(shownPlaces(checks));
  };
  const button = h("button", {
    type: "button",
    class: `check ${check.status.replace(" ", "-")}`,
    "data-name": check.name,
    "aria-pressed": String(kept === check.name),
    onmouseenter: () => point(check.name),
    onmouseleave: () => point(""),
    onfocus: () => point(check.name),
    onblur: () => point(""),
    onclick: () => {
      kept = kept === check.name ? "" : check.name;
      for (const other of document.querySelectorAll("#verdict button")) {
        other.setAttribute("aria-pressed", String(other.dataset.name === kept));
      }
    },
  },
  h("span", { class: `sign ${check.status.replace(" ", "-")}`, "aria-label": check.status }, SIGNS[check.status]),
  h("span", { class: "what" }, h("b", {}, check.name), " ", check.message),
  places.length ? h("span", { class: "places" }, places.slice(0, 4).map((place) => place.entity).filter(Boolean).join(", ")) : "");
  return h("li", {}, button);
}
