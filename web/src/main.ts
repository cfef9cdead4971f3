// The page's start: the report's views and, if the page is served, the bench's.
import { benchViews } from "./bench/index.js";
import { readReport, readServe } from "./data.js";
import { h } from "./dom.js";
import { itemsView } from "./items/index.js";
import { compareView } from "./report/compare.js";
import { reportView } from "./report/index.js";
import { clip, visible } from "./text.js";
import { themeButton, useSubjects, watchScheme } from "./theme.js";
import { Views, type View } from "./views.js";
import "./style/base.css";
import "./style/report.css";
import "./style/items.css";

const KNOWN = "sonde.report/1";

function start(): void {
  const report = readReport();
  const serve = readServe();
  if (report && report.schema !== KNOWN) throw new Error(`the report is "${report.schema}"; this page reads "${KNOWN}"`);
  const views: View[] = [
    ...(report ? [reportView(report), ...(report.subjects.length > 1 ? [compareView(report)] : []), itemsView(report)] : []),
    ...(serve ? benchViews(serve) : []),
  ];
  useSubjects(report ? report.subjects.map((subject) => subject.name) : serve?.encoders.map((encoder) => encoder.name) ?? []);
  if (report) document.title = `${clip(visible(report.title), 100)} · sonde`;
  const all = new Views(views);
  watchScheme();
  document.body.append(
    h("a", { class: "skip", href: "#main", onclick: skip }, "Skip to the content"),
    h("header", { class: "top" }, h("span", { class: "brand" }, "sonde"), all.links, themeButton()), all.main);
  all.start();
}

// The address selects the view, so that the link can't use it.
function skip(event: Event): void {
  event.preventDefault();
  const main = document.getElementById("main")!;
  main.tabIndex = -1;
  main.focus();
}

try {
  start();
} catch (error) {
  document.body.append(h("p", { class: "broken" }, `This page can't be shown: ${(error as Error).message}`));
  throw error;
}
