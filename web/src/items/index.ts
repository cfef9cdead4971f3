// Every item: chosen and ordered on top, a list on the left, one item in full on the right.
import { hasItems, itemsOf } from "../data.js";
import { h, replace, whenIdle } from "../dom.js";
import { count, counted } from "../numbers.js";
import { clip, visible } from "../text.js";
import type { Report, Task } from "../types.js";
import { onStep, readdress, step, type View } from "../views.js";
import { addressedItem, choiceQuery, itemAddress, listAddress, placeOf, readChoice } from "./address.js";
import { controls, searchField, select } from "./controls.js";
import { itemDetail } from "./detail.js";
import { VirtualList } from "./list.js";
import { ItemTable, type Choice } from "./model.js";
import { itemRow, listLegend } from "./row.js";

class ItemsPage {
  readonly element: HTMLElement;
  private readonly tasks: Task[];
  private readonly tables = new Map<string, ItemTable | null>();
  private readonly bar = h("div", { class: "controls-rest" });
  private readonly taskHolder = h("div", { class: "controls-task" });
  private readonly found = h("p", { class: "found", role: "status" });
  private readonly detail = h("div", { class: "detail-holder", tabindex: -1 });
  private readonly split = h("div", { class: "split" });
  private readonly search: HTMLElement;
  private readonly list: VirtualList;
  private task: Task | null = null;
  private table: ItemTable | null = null;
  private choice: Choice = { search: "", labels: {}, first: 0, second: null, outcome: "all", order: "given", question: null };
  private places: Uint32Array = new Uint32Array();
  private item = -1;

  constructor(private readonly report: Report) {
    this.tasks = report.tasks.filter((task) => hasItems(task.id));
    this.list = new VirtualList("Items", {
      row: (place, width) => itemRow(this.table!, this.places[place]!, this.choice, width),
      chosen: (place) => this.choose(place, true),
      opened: () => this.openDetail(),
    });
    this.search = searchField((text) => this.change({ search: text }));
    const close = () => {
      this.split.classList.remove("open");
      this.list.element.focus();
    };
    const back = h("button", { class: "quiet back", type: "button", onclick: () => { if (onStep()) history.back(); else close(); } }, "‹ Back to the list");
    window.addEventListener("popstate", () => { if (!onStep() && this.isOver) close(); });
    this.split.append(this.list.element, h("div", { class: "detail-pane" }, back, this.detail));
    const form = h("form", { class: "controls", onsubmit: (event: Event) => event.preventDefault() }, this.taskHolder, this.search);
    const more = h("button", { class: "quiet more", type: "button", "aria-expanded": "false", onclick: () => {
      more.setAttribute("aria-expanded", String(form.classList.toggle("open")));
    } }, "Order and filters");
    form.append(more, this.bar);
    this.element = h("div", { class: "items" }, h("h1", { class: "unseen" }, "Items"),
                     form, this.found, this.split);
    if (this.tasks.length === 0) replace(this.found, "The report has no items.");
  }

  /** Goes where the address says: an item, a task with a choice, or where one was before. */
  go(rest: string): void {
    const wanted = addressedItem(rest);
    const cut = rest.indexOf("?");
    const [id, query] = wanted ? [wanted.task, wanted.query] : cut < 0 ? [rest, ""] : [rest.slice(0, cut), rest.slice(cut + 1)];
    const task = this.tasks.find((one) => one.id === id) ?? this.task ?? this.tasks[0];
    if (!task) return;
    if (task !== this.task || query !== this.query) this.open(task, query);
    if (!wanted || !this.table) return;
    const item = placeOf(this.table.items.ids, wanted.id);
    if (item < 0) {
      replace(this.found, "This data set has no such item: ", clip(visible(wanted.id), 80));
      return;
    }
    if (item !== this.item) {
      if (!this.places.includes(item)) this.clear();
      this.choose(this.places.indexOf(item), false);
    }
    this.split.classList.add("open");
  }

  /** Whether an item covers the list, as on a phone. */
  private get isOver(): boolean {
    return this.split.classList.contains("open") && getComputedStyle(this.list.element).visibility === "hidden";
  }

  private open(task: Task, query: string): void {
    this.task = task;
    if (!this.tables.has(task.id)) {
      const items = itemsOf(task.id);
      this.tables.set(task.id, items && new ItemTable(items));
    }
    this.table = this.tables.get(task.id) ?? null;
    this.split.classList.remove("open");
    const table = this.table;
    if (!table) return;
    this.choice = readChoice(query, this.initial(table), table);
    table.ask(this.choice.question);
    this.search.querySelector("input")!.value = this.choice.search;
    replace(this.taskHolder, select("Data set", this.tasks.map((one) => ({ value: one.id, text: clip(visible(one.dataset), 60) })),
                                    task.id, (id) => { this.item = -1; readdress(listAddress(id, "")); this.go(id); }));
    this.item = -1;
    this.renew();
    whenIdle(() => table.searchable());
  }

  // The encoders stay as they were chosen, if the data set has them.
  private initial(table: ItemTable): Choice {
    const { first } = this.choice;
    return { ...table.initial, ...(table.subjects.includes(first) && { first }) };
  }

  private get query(): string {
    return this.table ? choiceQuery(this.choice, this.table.initial) : "";
  }

  private change(change: Partial<Choice>): void {
    this.choice = { ...this.choice, ...change };
    this.table!.ask(this.choice.question);
    if (this.choice.second === null) {
      if (this.choice.order === "moved") this.choice.order = "worst";
      if (this.choice.outcome.startsWith("only")) this.choice.outcome = "all";
    }
    this.renew(change.order === undefined && change.first === undefined && change.question === undefined, change.search === undefined);
    readdress(listAddress(this.task!.id, this.query));
  }

  private clear(): void {
    this.choice = { ...this.choice, search: "", labels: {}, outcome: "all" };
    this.search.querySelector("input")!.value = "";
    this.renew();
  }

  // `keep`: the item that is shown stays, if it is still in the list.
  private renew(keep = true, withControls = true): void {
    const table = this.table!;
    this.places = table.chosen(this.choice);
    if (withControls) this.renewControls(table);
    const [n, all] = [this.places.length, table.count];
    if (n === 0) {
      const clear = h("button", { class: "quiet", type: "button", onclick: () => { this.clear(); readdress(listAddress(this.task!.id, this.query)); } }, "Clear filters");
      replace(this.found, "No items match. ", clear);
    } else replace(this.found, h("span", null, n === all ? counted(all, "item") : `${count(n)} of ${counted(all, "item")}`), ...listLegend(this.report, table, this.choice));
    const kept = keep && this.item >= 0 ? this.places.indexOf(this.item) : -1;
    const place = kept >= 0 ? kept : n > 0 ? 0 : -1;
    this.item = this.places[place] ?? -1;
    this.list.show(n, place);
    if (place >= 0) this.showDetail();
    else replace(this.detail);
  }

  // Rebuilt with other choices in them. The one in use retains the focus.
  private renewControls(table: ItemTable): void {
    const menus = () => [...this.bar.querySelectorAll("select")];
    const focused = menus().indexOf(document.activeElement as HTMLSelectElement);
    replace(this.bar, controls(this.report, table, this.choice, (change) => this.change(change)));
    if (focused >= 0) menus()[focused]?.focus();
  }

  private choose(place: number, byReader: boolean): void {
    this.item = this.places[place]!;
    this.list.select(place);
    this.showDetail();
    if (!byReader) return;
    readdress(itemAddress(this.task!.id, this.table!.items.ids[this.item] ?? "", this.query));
  }

  private openDetail(): void {
    this.split.classList.add("open");
    if (!this.isOver) return;
    step();
    this.detail.focus();
  }

  private showDetail(): void {
    replace(this.detail, itemDetail(this.report, this.task!, this.table!, this.item, this.choice));
    this.detail.scrollTop = 0;
  }
}

export function itemsView(report: Report): View {
  let page: ItemsPage;
  return {
    id: "items",
    title: "Items",
    build: () => (page = new ItemsPage(report)).element,
    shown: (rest) => page.go(rest),
  };
}
