// A list of any length of which only the rows in view exist. Rows have one height. A scale between
// the bar and the list respects a browser's limit on the height of an element.
import { h } from "../dom.js";

const TALLEST = 8_000_000; // pixels
const SPARE = 4; // rows beyond the edges

export interface ListRows {
  /** The content of a row, by its place in the list; `width` is the list's. */
  row(place: number, width: number): HTMLElement;
  chosen(place: number): void;
  /** It shall be seen in full, where the list takes all the room. */
  opened(): void;
}

export class VirtualList {
  readonly element: HTMLElement;
  private readonly spacer = h("div", { class: "list-spacer", role: "presentation" });
  private count = 0;
  private height = 100;
  private selected = -1;
  private readonly made = new Map<number, HTMLElement>();
  private waiting = false;

  constructor(label: string, private readonly rows: ListRows) {
    this.element = h("div", {
      class: "list", role: "listbox", tabindex: 0, "aria-label": label,
      onscroll: () => this.later(),
      onkeydown: (event: Event) => this.key(event as KeyboardEvent),
      onclick: (event: Event) => this.click(event),
    }, this.spacer);
    new ResizeObserver(() => this.resized()).observe(this.element);
  }

  show(count: number, selected: number): void {
    this.count = count;
    this.selected = selected;
    this.element.scrollTop = 0;
    this.renew();
  }

  select(place: number): void {
    this.selected = place;
    this.bringIntoView(place);
    this.renew();
  }

  private get whole(): number {
    return this.count * this.height;
  }

  private get scale(): number {
    const room = this.element.clientHeight;
    return this.whole <= TALLEST ? 1 : (this.whole - room) / (TALLEST - room);
  }

  private resized(): void {
    const style = getComputedStyle(this.element).getPropertyValue("--row");
    const before = this.height;
    this.height = Number.parseFloat(style) || 100;
    this.renew();
    if (before === this.height || this.selected < 0) return;
    this.bringIntoView(this.selected); // it was chosen before its place was known
    this.draw();
  }

  private renew(): void {
    this.spacer.style.height = `${Math.min(this.whole, TALLEST)}px`;
    for (const row of this.made.values()) row.remove();
    this.made.clear();
    this.draw();
  }

  private later(): void {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.draw();
    });
  }

  private draw(): void {
    const { clientHeight: room, clientWidth: width, scrollTop: top } = this.element; // before anything changes
    if (room === 0) return;
    const listTop = top * this.scale;
    const begin = Math.max(0, Math.floor(listTop / this.height) - SPARE);
    const end = Math.min(this.count, Math.ceil((listTop + room) / this.height) + SPARE);
    for (const [place, row] of this.made)
      if (place < begin || place >= end) {
        row.remove();
        this.made.delete(place);
      }
    for (let place = begin; place < end; place++) {
      let row = this.made.get(place);
      if (!row) {
        row = this.make(place, width);
        this.made.set(place, row);
        this.spacer.append(row);
      }
      row.style.transform = `translateY(${place * this.height - listTop + top}px)`;
    }
    const active = this.made.get(this.selected);
    if (active) this.element.setAttribute("aria-activedescendant", active.id);
    else this.element.removeAttribute("aria-activedescendant");
  }

  private make(place: number, width: number): HTMLElement {
    const row = this.rows.row(place, width);
    row.id = `list-row-${place}`;
    row.classList.add("list-row");
    row.dataset["place"] = String(place);
    row.setAttribute("role", "option");
    row.setAttribute("aria-posinset", String(place + 1));
    row.setAttribute("aria-setsize", String(this.count));
    row.setAttribute("aria-selected", String(place === this.selected));
    return row;
  }

  private bringIntoView(place: number): void {
    const room = this.element.clientHeight;
    const listTop = this.element.scrollTop * this.scale;
    const [from, to] = [place * this.height, (place + 1) * this.height];
    if (from >= listTop && to <= listTop + room) return;
    this.element.scrollTop = Math.max(0, (from < listTop ? from : to - room)) / this.scale;
  }

  private click(event: Event): void {
    const row = (event.target as HTMLElement).closest<HTMLElement>(".list-row");
    if (!row) return;
    this.rows.chosen(Number(row.dataset["place"]));
    this.rows.opened();
  }

  private key(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.height) - 1);
    const steps: Record<string, number> = {
      ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -this.count, End: this.count,
    };
    if (event.key === "Enter" && this.selected >= 0) this.rows.opened();
    const step = steps[event.key];
    if (step === undefined || this.count === 0) return;
    event.preventDefault();
    this.rows.chosen(Math.min(this.count - 1, Math.max(0, this.selected + step)));
  }
}
