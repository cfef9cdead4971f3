// Elements without a framework. Every string becomes a text node or an attribute, never markup.
import { clip, visible } from "./text.js";

export type Child = Node | string | number | null | undefined | false | readonly Child[];
export type Attributes = Record<string, unknown>;

const SVG = "http://www.w3.org/2000/svg";

function append(parent: Node, child: Child): void {
  if (child === null || child === undefined || child === false) return;
  if (Array.isArray(child)) child.forEach((one: Child) => append(parent, one));
  else if (child instanceof Node) parent.appendChild(child);
  else parent.appendChild(document.createTextNode(visible(String(child))));
}

function setStyle(element: HTMLElement | SVGElement, style: Record<string, string | number>) {
  for (const [name, value] of Object.entries(style)) element.style.setProperty(name, String(value));
}

function set(element: HTMLElement | SVGElement, name: string, value: unknown): void {
  if (value === null || value === undefined || value === false) return;
  if (typeof value === "function") {
    element.addEventListener(name.slice(2), value as EventListener); // onclick -> click
  } else if (name === "style") {
    setStyle(element, value as Record<string, string | number>);
  } else {
    element.setAttribute(name, value === true ? "" : visible(String(value)));
  }
}

function fill<E extends HTMLElement | SVGElement>(element: E, attributes: Attributes | null, children: Child[]): E {
  for (const [name, value] of Object.entries(attributes ?? {})) set(element, name, value);
  append(element, children);
  return element;
}

/** h("p", { class: "note", onclick: act }, "text", element, [more]). */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K, attributes: Attributes | null = null, ...children: Child[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children);
}

export function svg(tag: string, attributes: Attributes | null = null, ...children: Child[]): SVGElement {
  return fill(document.createElementNS(SVG, tag) as SVGElement, attributes, children);
}

export function replace(element: Element, ...children: Child[]): void {
  element.textContent = "";
  append(element, children);
}

/** Text from data: isolated, so that its direction stays its own. Very long text is shown on demand. */
export function data(text: string, limit = 2000): HTMLElement {
  // Longer than it was, if characters are hidden.
  const written = visible(text.slice(0, limit + 1));
  const short = clip(written, limit);
  const kind = /\S{30}/.test(short) ? "data unbroken" : "data";
  const shown = h("bdi", { class: kind }, short);
  if (short === written && text.length <= limit) return shown;
  const more = h("button", {
    class: "quiet", type: "button",
    onclick: () => { shown.textContent = visible(text); more.remove(); },
  }, `show all ${text.length.toLocaleString("en")} characters`);
  return h("span", { class: "long" }, shown, " ", more);
}

/** Details with content that is made when they are first opened, which printing does too. */
export function folded(kind: string, summary: Child, make: () => Child): HTMLElement {
  let isMade = false;
  const element = h("details", { class: kind, ontoggle: () => {
    if (!isMade) append(element, make());
    isMade = true;
  } }, h("summary", null, summary));
  return element;
}

/** A region that scrolls sideways, also by keyboard, with its name for screen readers. It fades where it goes on. */
export function scrolled(name: string, ...children: Child[]): HTMLElement {
  const region = h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": name }, ...children);
  const look = () => region.classList.toggle("goes-on", region.scrollLeft + region.clientWidth < region.scrollWidth - 1);
  region.addEventListener("scroll", look);
  new ResizeObserver(look).observe(region);
  return region;
}

/** Once the browser has nothing better to do. */
export function whenIdle(act: () => void): void {
  if ("requestIdleCallback" in window) window.requestIdleCallback(act, { timeout: 3000 });
  else setTimeout(act, 200);
}
