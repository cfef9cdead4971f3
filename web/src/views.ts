// The page's views, one shown at a time, each with an address: #report, #items, #item=t0/ID, ...
import { h } from "./dom.js";

export interface View {
  id: string;
  title: string;
  /** Makes the view's content, when it is first shown. */
  build(): HTMLElement;
  /** Called whenever the view is shown, with what follows its id in the address. */
  shown?(rest: string): void;
}

interface Place { view: View; link: HTMLElement; holder: HTMLElement; built: boolean }

/** "#report/heros" -> ["report", "heros"]; "#report?sort=1" -> ["report", "?sort=1"]; "#item=t0/7" -> ["items", "item=t0/7"]. */
export function addressed(hash: string): [string, string] {
  const text = hash.replace(/^#/, "");
  if (text.startsWith("item=")) return ["items", text];
  const cut = text.search(/[/?]/);
  if (text[cut] === "?") return [text.slice(0, cut), text.slice(cut)];
  return cut < 0 ? [text, ""] : [text.slice(0, cut), text.slice(cut + 1)];
}

export class Views {
  readonly links = h("nav", { class: "views", "aria-label": "Views" });
  readonly main = h("main", { id: "main" });
  private readonly places: Place[];

  constructor(views: View[]) {
    this.places = views.map((view) => ({
      view, built: false,
      link: h("a", { href: `#${view.id}` }, view.title),
      holder: h("div", { class: `view view-${view.id}`, hidden: true }),
    }));
    this.links.append(...this.places.map((place) => place.link));
    this.main.append(...this.places.map((place) => place.holder));
  }

  start(): void {
    window.addEventListener("hashchange", () => this.follow());
    this.follow();
  }

  private follow(): void {
    const [id, rest] = addressed(location.hash);
    const place = this.places.find((one) => one.view.id === id) ?? this.places[0];
    if (!place) return;
    for (const one of this.places) {
      one.holder.hidden = one !== place;
      if (one === place) one.link.setAttribute("aria-current", "page");
      else one.link.removeAttribute("aria-current");
    }
    place.link.scrollIntoView({ block: "nearest", inline: "center" });
    if (!place.built) {
      place.built = true;
      place.holder.append(place.view.build());
    }
    place.view.shown?.(rest);
  }
}

/** Changes the address without a step in the browser's history. */
export function readdress(hash: string): void {
  try {
    history.replaceState(history.state, "", hash);
  } catch {
    location.replace(hash);
  }
}

const STEP = "sheet";

/** A step for what is laid over the page: Back closes it. A step that one left behind serves the next. */
export function step(): void {
  try {
    if (history.state !== STEP) history.pushState(STEP, "");
  } catch { /* without one, Back leaves the page */ }
}
