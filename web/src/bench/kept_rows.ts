// Items to keep: in this page's memory, until they are saved as a data set of the probe.
import { data, h, replace, scrolled } from "../dom.js";
import { counted } from "../numbers.js";
import { saveFile } from "../save.js";

export const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

export class KeptRows {
  readonly element = h("section", { class: "card", hidden: true });
  private readonly rows: string[][] = [];
  private saved = true;

  constructor(private readonly probe: string, private readonly columns: string[]) {
    window.addEventListener("beforeunload", (event) => { if (!this.saved) event.preventDefault(); });
  }

  add(row: string[]): void {
    this.rows.push(row);
    this.changed();
  }

  private changed(): void {
    this.saved = this.rows.length === 0;
    this.draw();
  }

  private draw(): void {
    this.element.hidden = this.rows.length === 0;
    const remove = (i: number) => h("button", {
      class: "quiet", type: "button", "aria-label": `Remove row ${i + 1}`,
      onclick: () => { this.rows.splice(i, 1); this.changed(); },
    }, "Remove");
    const file = this.file();
    replace(this.element,
            h("header", { class: "card-head" }, h("h2", null, counted(this.rows.length, "item")),
              h("button", { class: "quiet save-rows", type: "button", onclick: () => this.save() }, "Save as TSV")),
            h("p", { class: "note" }, "Only in this tab until you download it. ", h("code", null, `sonde run --probe ${this.probe} --data ${file}`), " measures the file."),
            scrolled("Saved rows",
              h("table", { class: "results kept-rows" },
                h("thead", null, h("tr", null, this.columns.map((name) => h("th", { scope: "col" }, name)),
                  h("th", { scope: "col" }, h("span", { class: "unseen" }, "Remove")))),
                h("tbody", null, this.rows.map((row, i) =>
                  h("tr", null, row.map((text) => h("td", null, data(text, 300))), h("td", null, remove(i))))))));
  }

  private file(): string { return `${this.probe}.tsv`; }

  private save(): void {
    saveFile(this.file(), [this.columns, ...this.rows.map((row) => row.map(oneLine))].map((row) => row.join("\t") + "\n").join(""),
             "text/tab-separated-values");
    this.saved = true;
  }
}
