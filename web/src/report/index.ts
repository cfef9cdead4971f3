// The report: the answer and the matrix first, then the run, then a section per probe.
import { data, folded, h } from "../dom.js";
import { count, counted } from "../numbers.js";
import { figureCard, type Drawn } from "../figure.js";
import { isPanels } from "../fitted.js";
import { foldedTable } from "../table.js";
import type { Figure, Report, Section } from "../types.js";
import type { View } from "../views.js";
import { MatrixView } from "./matrix.js";
import { runFacts } from "./run_facts.js";

const MOST_BESIDE = 5; // subjects whose figures fit half of the page

const sectionId = (section: Section, i: number) => `${section.kind.replace(/[^a-z0-9]+/gi, "-")}-${i}`;

/** "Margins: heros-en" -> the title and the data set, which stands beside it in grey. */
function tagged(report: Report, figure: Figure): Drawn {
  const tag = report.tasks.map((task) => task.dataset).find((dataset) => figure.title.endsWith(`: ${dataset}`));
  return tag ? { ...figure, title: figure.title.slice(0, -tag.length - 2), tag } : figure;
}

// Two share a row. A figure with panels, or without a neighbour, takes the whole width.
function figureCards(subjects: number, drawn: Drawn[]): HTMLElement[] {
  let beside = 0;
  return drawn.map((figure, i) => {
    const card = figureCard(figure).element;
    if (subjects > MOST_BESIDE) card.classList.add("alone");
    else if (isPanels(figure.spec)) beside = 0;
    else if (beside++ % 2 === 0 && (i + 1 === drawn.length || isPanels(drawn[i + 1]!.spec))) card.classList.add("alone");
    return card;
  });
}

/** The figures of all data sets and of the first one; those of each further data set are folded away. */
function figureGroups(report: Report, figures: Figure[]): HTMLElement[] {
  const drawn = figures.map((figure) => tagged(report, figure));
  const groups = new Map<string, Drawn[]>();
  for (const figure of drawn) {
    const tag = figure.tag ?? "";
    groups.set(tag, [...(groups.get(tag) ?? []), figure]);
  }
  const [first, ...others] = [...groups].filter(([tag]) => tag !== "");
  const open = [...(groups.get("") ?? []), ...(first?.[1] ?? [])];
  const cards = (all: Drawn[]) => h("div", { class: "figures" }, figureCards(report.subjects.length, all));
  return [...(open.length > 0 ? [cards(open)] : []),
          ...others.map(([tag, all]) => folded("more-figures", ["Figures of ", data(tag, 60)], () => cards(all)))];
}

function sectionElement(report: Report, section: Section, i: number): HTMLElement {
  const figures = section.figures.flatMap((id) => report.figures.filter((figure) => figure.id === id));
  return h("section", { class: "probe", id: sectionId(section, i) },
           h("h2", { tabindex: -1 }, data(section.title, 200)),
           h("p", { class: "asks" }, data(section.asks)),
           section.paper && h("p", { class: "note paper" }, data(section.paper)),
           h("div", { class: "stack" }, figureGroups(report, figures),
             section.constant.length > 0 && h("p", { class: "note" }, "Not drawn, since the value is the same everywhere: ",
               section.constant.map(({ title, value }, k) => [k > 0 && "; ", data(title, 200), ` (${value})`]), "."),
             section.tables.map(foldedTable)));
}

function contents(report: Report): HTMLElement {
  const link = (id: string, title: string) => h("li", null, h("a", { href: `#report/${id}` }, data(title, 60)));
  return h("nav", { class: "contents", "aria-label": "Parts of the report" },
           h("ul", null, (report.subjects.length > 1 || report.matrices.some((one) => one.answer.details)) && link("verdicts", "Summary"), link("run", "About this run"),
             report.sections.map((section, i) => link(sectionId(section, i), section.title))));
}

/** What was measured, in a line. */
function measured(report: Report): string {
  const sampled = report.tasks.filter((task) => task.partial);
  const most = sampled.reduce((all, task) => Math.max(all, task.items), 0);
  const baselines = report.matrices[0]?.baselines.filter((is) => is).length ?? 0;
  const encoders = report.subjects.length - baselines;
  return [encoders > 0 && counted(encoders, "encoder"), baselines > 0 && counted(baselines, "baseline"), counted(report.tasks.length, "data set"),
          sampled.length > 0 && `samples of at most ${count(most)} items`].filter(Boolean).join(" · ");
}

function build(report: Report, matrix: MatrixView): HTMLElement {
  return h("div", { class: "report" },
           h("h1", null, data(report.title, 300)), h("p", { class: "kicker of-report" }, measured(report)), matrix.element, contents(report), runFacts(report),
           report.sections.map((section, i) => sectionElement(report, section, i)));
}

export function reportView(report: Report): View {
  let matrix: MatrixView | null = null;
  return {
    id: "report",
    title: "Report",
    build: () => build(report, (matrix = new MatrixView(report))),
    shown: (rest) => {
      if (rest === "") matrix?.restore();
      else if (rest.startsWith("?")) matrix?.follow(rest.slice(1));
      else document.getElementById(rest)?.scrollIntoView();
    },
  };
}
