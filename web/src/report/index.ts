// The report: the answer and the matrix first, then the run, then a section per probe.
import { data, h } from "../dom.js";
import { figureCard } from "../figure.js";
import { isPanels } from "../fitted.js";
import { foldedTable } from "../table.js";
import type { Figure, Report, Section } from "../types.js";
import type { View } from "../views.js";
import { MatrixView } from "./matrix.js";
import { runFacts } from "./run_facts.js";

const MOST_BESIDE = 5; // subjects whose figures fit half of the page

const sectionId = (section: Section, i: number) => `${section.kind.replace(/[^a-z0-9]+/gi, "-")}-${i}`;

// Two stand side by side; what has panels, or nobody beside it, takes the whole width.
function figureCards(figures: Figure[], subjects: number): HTMLElement[] {
  let beside = 0;
  return figures.map((figure, i) => {
    const card = figureCard(figure).element;
    if (subjects > MOST_BESIDE) card.classList.add("alone");
    else if (isPanels(figure.spec)) beside = 0;
    else if (beside++ % 2 === 0 && (i + 1 === figures.length || isPanels(figures[i + 1]!.spec))) card.classList.add("alone");
    return card;
  });
}

function sectionElement(report: Report, section: Section, i: number): HTMLElement {
  const figures = section.figures.flatMap((id) => report.figures.filter((figure) => figure.id === id));
  return h("section", { class: "probe", id: sectionId(section, i) },
           h("h2", { tabindex: -1 }, data(section.title, 200)),
           h("p", { class: "asks" }, data(section.asks)),
           section.paper && h("p", { class: "note paper" }, data(section.paper)),
           h("div", { class: "stack" },
             figures.length > 0 && h("div", { class: "figures" }, figureCards(figures, report.subjects.length)),
             section.tables.map(foldedTable)));
}

function contents(report: Report): HTMLElement {
  const link = (id: string, title: string) => h("li", null, h("a", { href: `#report/${id}` }, data(title, 60)));
  return h("nav", { class: "contents", "aria-label": "Parts of the report" },
           h("ul", null, report.subjects.length > 1 && link("verdicts", "Summary"), link("run", "About this run"),
             report.sections.map((section, i) => link(sectionId(section, i), section.title))));
}

function build(report: Report, matrix: MatrixView): HTMLElement {
  return h("div", { class: "report" },
           h("h1", null, data(report.title, 300)), matrix.element, contents(report), runFacts(report),
           report.sections.map((section, i) => sectionElement(report, section, i)));
}

export function reportView(report: Report): View {
  let matrix: MatrixView | null = null;
  return {
    id: "report",
    title: "Report",
    build: () => build(report, (matrix = new MatrixView(report))),
    shown: (rest) => {
      if (rest.startsWith("?")) matrix?.follow(rest.slice(1));
      else if (rest) document.getElementById(rest)?.scrollIntoView();
    },
  };
}
