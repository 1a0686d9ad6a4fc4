// Small helpers: elements, numbers, the clipboard. Texts become text nodes, so that nothing in them is HTML.

/** An element; `props` are attributes, listeners (onclick), or properties of the element (value, disabled …). */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && typeof value !== "string") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

export const byId = (id) => document.getElementById(id);

const drawn = new WeakMap();

/** Whether a box shows something else by now. While it does not it stays as it is, as every check of a verdict brings a
 * state: with what is selected, scrolled and unfolded in it, and a button that is just pressed. */
export function isOther(box, ...shown) {
  const key = JSON.stringify(shown);
  if (drawn.get(box) === key) return false;
  drawn.set(box, key);
  return true;
}

/** A number as people write it: up to `digits` significant ones, without an exponent where it can be avoided. */
export function number(value, digits = 6) {
  if (value === null || value === undefined || !Number.isFinite(value)) return "?";
  const rounded = Number(value.toPrecision(digits));
  const size = Math.abs(rounded);
  if (size !== 0 && (size >= 1e12 || size < 1e-6)) return rounded.toExponential();
  return rounded.toLocaleString("en", { maximumFractionDigits: 9, useGrouping: size >= 1e4 }).replaceAll(",", " ");
}

/** With a sign: +1.5, −0.2. */
export function signed(value, digits = 4) {
  return (value < 0 ? "−" : "+") + number(Math.abs(value), digits);
}

/** Hours and minutes, or the date where it was not today. */
export function when(iso) {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return "";
  const today = new Date().toDateString() === time.toDateString();
  const shape = today ? { hour: "2-digit", minute: "2-digit" } : { day: "numeric", month: "short" };
  return time.toLocaleString("en-GB", shape);
}

let fading = 0;

/** A sentence that goes away by itself; an error stays until the next one, or a click. */
export function toast(text, isError = false) {
  const box = byId("toast");
  clearTimeout(fading);
  box.textContent = text;
  box.classList.toggle("error", isError);
  box.hidden = !text;
  box.onclick = () => toast("");
  if (text && !isError) fading = setTimeout(() => toast(""), 5000);
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`copied: ${text}`);
  } catch {
    prompt("Copy:", text);
  }
}
