// All that a cell of the matrix rests on, in a dialog.
import { data, h } from "../dom.js";
import { count, fixed, intervalText, percent, valueText } from "../numbers.js";
import { shortName } from "../text.js";
import type { Cell, Evidence, Report } from "../types.js";
import { bar, levelWord, STATES } from "./level.js";

function leftOut(evidence: Evidence): string {
  const reasons = Object.entries(evidence.why);
  const why = reasons.length === 1 ? reasons[0]![0] : reasons.map(([reason, n]) => `${count(n)} ${reason}`).join("; ");
  return evidence.left_out === 0 ? "none left out" : `${count(evidence.left_out)} left out${why && ` (${why})`}`;
}

function scale(evidence: Evidence): string {
  const say = (value: number) => (evidence.share ? `${percent(value)} %` : fixed(value, Number.isInteger(value) ? 0 : 2));
  const best = `best ${say(evidence.best)}`;
  return evidence.chance === null ? best : `chance ${say(evidence.chance)}, ${best}`;
}

function evidenceElement(report: Report, evidence: Evidence): HTMLElement {
  const task = report.tasks.find((one) => one.id === evidence.task);
  const interval = intervalText(evidence.low, evidence.high, evidence.share);
  const slice = evidence.slice && evidence.slice !== "all" ? ` · ${evidence.slice}` : "";
  return h("li", { class: "evidence" },
           h("p", { class: "evidence-says" }, data(evidence.says)),
           h("div", { class: "evidence-line" },
             h("strong", { class: "evidence-value" }, valueText(evidence.value, evidence.share)),
             interval && h("span", { class: "evidence-interval" }, interval),
             levelWord(evidence.level)),
           bar(evidence),
           h("p", { class: "note" }, scale(evidence), " · ", `${count(evidence.n)} items`, " · ", leftOut(evidence)),
           h("p", { class: "note" }, data(`${task?.dataset ?? evidence.task}${slice} · ${evidence.result}`, 300),
             task && [" · ", h("a", { href: `#items/${task.id}`, class: "evidence-link" }, "its items")]));
}

const dialog = h("dialog", { class: "sheet", "aria-labelledby": "sheet-title" });

function close(event: Event): void {
  const target = event.target as HTMLElement;
  if (target === dialog || target.closest(".evidence-link, .close")) dialog.close();
}

export function showEvidence(report: Report, cell: Cell): void {
  const subject = report.subjects[cell.subject]!;
  const capability = report.capabilities[cell.capability]!;
  const body = cell.state === "value" || cell.evidence.length > 0
    ? h("ul", { class: "evidences" }, cell.evidence.map((one) => evidenceElement(report, one)))
    : null;
  const state = cell.state === "value" ? null
    : h("p", { class: "state" }, STATES[cell.state], cell.why && ": ", data(cell.why));
  dialog.replaceChildren(
    h("div", { class: "sheet-body" },
      h("header", { class: "sheet-head" },
        h("div", null, h("p", { class: "kicker" }, data(shortName(subject.name))),
          h("h2", { id: "sheet-title" }, data(capability.title))),
        h("button", { class: "icon close", type: "button", "aria-label": "Close" }, "×")),
      h("p", { class: "asks" }, data(capability.asks)), state, body));
  if (!dialog.isConnected) {
    document.body.append(dialog);
    dialog.addEventListener("click", close);
  }
  dialog.showModal();
  dialog.scrollTop = 0;
}
