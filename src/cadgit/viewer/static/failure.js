// A run that failed: what happened and where, over the last good model.

import { byId, h, isOther } from "cadgit/dom";

export function showFailure(page) {
  const box = byId("failure");
  const failure = page?.record?.failure;
  box.hidden = !failure;
  if (!isOther(box, page?.record)) return;
  if (!failure) {
    box.replaceChildren();
    return;
  }
  const frames = failure.frames ?? [];
  const { output } = page.record;
  const printed = [output?.head, output?.tail].filter(Boolean).join("").trim();
  box.replaceChildren(
    h("p", { class: "message" }, h("b", {}, failure.reason), " ", failure.message),
    ...frames.slice(0, 3).map((frame) =>
      h("p", { class: "frame" }, h("span", { class: "where" }, where(frame, failure.message)),
      frame.source ? h("code", {}, frame.source.trim()) : "")),
    failure.hint ? h("p", { class: "hint" }, failure.hint) : "",
    printed ? h("details", {}, h("summary", {}, "what it printed"), h("pre", {}, printed)) : "",
  );
}

/** Where a frame is; nothing where the message says that already. */
function where({ file, line, function: name }, message) {
  const inside = name && name !== "<module>" ? ` in ${name}` : "";
  return message.startsWith(`${file}:${line}:`) && !inside ? "" : `${file}:${line}${inside}`;
}
