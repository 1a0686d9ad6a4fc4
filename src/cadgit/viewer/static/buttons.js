// What can be done with the candidate that is shown: promote, restore, export, copy its REF; and the ghost's switch.

import { byId, copy, h, isOther, toast } from "cadgit/dom";

const FORMATS = { step: "", stl: "", "3mf": "", glb: "", brep: "", dxf: " (flat pattern)" };
const SKETCH_FORMATS = { step: "", dxf: "", svg: "", brep: "" };

/** Draw the buttons; `ghost` has `isOn` and `toggle()`, `follow` shows again what is saved. */
export function showButtons(state, source, { ghost, follow }) {
  const { page } = state;
  const box = byId("buttons");
  const { candidate, name, ref, outcome, model, before, good, promoted_as: versions } = page ?? {};
  const kind = page?.record?.geometry?.kind;
  if (!isOther(box, [candidate, name, ref, outcome, model, before, good, versions, kind], state.pinned, ghost.isOn)) return;
  const named = document.activeElement?.closest?.("#buttons [id]")?.id;
  const runs = Boolean(model);
  const stands = versions?.some((version) => !version.withdrawn);
  box.replaceChildren(
    ghostSwitch(page, ghost),
    ...(source.isLive ? [
      state.pinned ? h("button", { type: "button", id: "follow", class: "primary", onclick: follow }, "Show what is saved") : "",
      h("button", { type: "button", id: "promote", disabled: !runs || stands, onclick: () => promote(page, source),
        title: stands ? "it is a version already" : "Make it a version: tag, provenance note, STEP file" }, "Promote"),
      h("button", { type: "button", id: "restore", disabled: !candidate, onclick: () => restore(page, source),
        title: "Write its files back to the working tree" }, "Restore"),
      exporting(page, runs, source),
    ] : []),
    h("button", { type: "button", id: "copy", disabled: !candidate, onclick: () => copy(page.ref), title: page?.ref ?? "" }, "Copy REF"),
  );
  if (named) byId(named)?.focus();
}

function ghostSwitch(page, ghost) {
  return h("button", {
    type: "button", id: "ghost", role: "switch", "aria-checked": String(ghost.isOn), disabled: !page?.before || !page?.good,
    onclick: () => ghost.toggle(),
    title: page?.before ? `Edges of v${page.before.number}; added volumes green, removed ones red` : "there is no earlier version",
  }, "Ghost");
}

function exporting(page, runs, source) {
  const formats = page?.record?.geometry?.kind === "sketch" ? SKETCH_FORMATS : FORMATS;
  const choice = h("select", { id: "export", "aria-label": "Export", disabled: !runs, onchange: async () => {
    const format = choice.value;
    choice.value = "";
    await attempt(async () => {
      const unverified = !["pass", "warn"].includes(page.outcome);
      if (unverified && !confirm("It did not pass, or was not judged. Export it all the same?")) return;
      const response = await source.act("export", { candidate: page.candidate.id, format, unverified });
      const [, name] = /filename\*=UTF-8''(.+)$/.exec(response.headers.get("content-disposition") ?? "") ?? [];
      const link = h("a", { href: URL.createObjectURL(await response.blob()), download: decodeURIComponent(name ?? `export.${format}`) });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60000);
      toast(`exported ${link.download}`);
    });
  } }, h("option", { value: "" }, "Export …"),
  Object.entries(formats).map(([format, what]) => h("option", { value: format }, `.${format}${what}`)));
  return choice;
}

function promote(page, source) {
  ask(`Promote ${page.name}?`, [
    h("label", { for: "message" }, "Message for the version (may be empty)"),
    h("textarea", { id: "message", rows: 3 }),
  ], "Promote", async () => {
    toast("promoting: the model runs once more in a new interpreter …");
    const done = await source.act("promote", { candidate: page.candidate.id, message: byId("message").value });
    toast(done.already ? `${done.version} stands already` : `promoted as ${done.version}`);
  });
}

function restore(page, source) {
  ask(`Write the files of ${page.name} back to the working tree?`, [
    h("p", {}, "What they replace is kept as a candidate on the line overwritten; `cadgit undo` takes it back."),
  ], "Restore", async () => {
    const done = await source.act("restore", { candidate: page.candidate.id });
    const kept = done.kept ? `; what was there is kept as ${done.kept}` : "";
    toast(done.written.length ? `restored ${done.written.join(", ")}${kept}` : "the files are the same already");
  });
}

function ask(question, fields, verb, act) {
  const dialog = byId("dialog");
  const form = h("form", { method: "dialog", onsubmit: (event) => {
    event.preventDefault();
    const answer = attempt(act);
    dialog.close();
    return answer;
  } },
  h("h2", {}, question), ...fields,
  h("p", { class: "buttons" }, h("button", { type: "submit", class: "primary", id: "yes" }, verb),
    h("button", { type: "button", onclick: () => dialog.close() }, "Cancel")));
  dialog.replaceChildren(form);
  dialog.showModal();
}

/** Do something that may be refused, and say so; returns whether it was done. */
export async function attempt(act) {
  try {
    await act();
    return true;
  } catch (error) {
    toast([error.message, error.hint].filter(Boolean).join("\n"), true);
    return false;
  }
}
