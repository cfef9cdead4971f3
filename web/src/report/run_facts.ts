// Facts about the run: program, settings, subjects, data sets, and notes for reading the figures.
import { data, h } from "../dom.js";
import { count, counted } from "../numbers.js";
import { tableCard } from "../table.js";
import type { Num, Report, Subject, Table, Task } from "../types.js";

const number = (value: number): Num => ({ v: value, text: count(value) });
const short = (digest: string) => digest.slice(0, 16);
const listed = (facts: Record<string, string | number>) =>
  Object.entries(facts).map(([name, value]) => `${name} ${typeof value === "number" ? count(value) : value}`).join(", ");

function subjectRow(subject: Subject): Table["rows"][number] {
  const noise = subject.noise_floor;
  return [subject.name, subject.spec, listed(subject.facts), number(subject.cut), number(subject.undefined_texts),
          noise === null ? "" : { v: noise, text: noise === 0 ? "0" : noise.toExponential(1).replace("-", "−") },
          subject.numerics + (subject.batch_dependent ? "; depends on the batch" : ""), short(subject.identity)];
}

function subjectTable(report: Report): Table {
  return {
    title: "Subjects", note: "What was measured. A digest, here its first 16 digits, covers every file and option that defines a subject.",
    header: ["name", "specification", "facts", "truncated texts", "texts without a vector", "noise floor", "numerics", "digest"],
    rows: report.subjects.map(subjectRow),
  };
}

function taskRow(task: Task): Table["rows"][number] {
  const items = task.partial ? `${count(task.items)} of ${count(task.whole)}` : count(task.items);
  const out = Object.entries(task.left_out).map(([why, n]) => `${count(n)} ${why}`).join("; ");
  return [task.dataset, task.title, task.probe, task.language, { v: task.items, text: items }, number(task.rows),
          out || "none", task.version, task.licence, short(task.digest)];
}

function taskTable(report: Report): Table {
  return {
    title: "Data sets", note: "",
    header: ["name", "what it is", "probe", "language", "items", "rows", "left out", "version", "licence", "digest"],
    rows: report.tasks.map(taskRow),
  };
}

function runTable(report: Report): Table {
  return {
    title: "Run files", note: "",
    header: ["file", "version", "seed", "replicates", "limit", "plan"],
    rows: report.runs.map((run) => [run.file, run.version, { v: run.seed, text: String(run.seed) }, number(run.replicates),
                                    run.limit || "none", short(run.plan)]),
  };
}

function summary(report: Report): string {
  const items = report.tasks.reduce((sum, task) => sum + task.items, 0);
  const [run] = report.runs;
  return [report.program, counted(report.subjects.length, "subject"), counted(report.tasks.length, "data set"),
          counted(items, "item"), run?.limit && `limit ${run.limit}`, run && `seed ${run.seed}`, run && `${count(run.replicates)} replicates`]
    .filter(Boolean).join(" · ");
}

export function runFacts(report: Report): HTMLElement {
  return h("section", { class: "run", id: "run" }, h("h2", null, "About this run"),
           h("p", { class: "lead" }, data(summary(report), 400)),
           report.notes.length > 0 && h("ul", { class: "notes" }, report.notes.map((note) => h("li", null, data(note, 600)))),
           h("details", null,
             h("summary", null, "All encoders, data sets and settings"),
             h("div", { class: "stack" }, tableCard(subjectTable(report)), tableCard(taskTable(report)),
               tableCard(runTable(report)))));
}
