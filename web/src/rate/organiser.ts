// The organiser's page: people's progress, the agreement so far, and raters' remarks.
import { ask } from "../bench/ask.js";
import { data, h, replace, scrolled } from "../dom.js";
import { count, counted, fixed, intervalText } from "../numbers.js";
import { ago, timeLeft } from "./times.js";
import type { Agreement, Organise, Person, Progress, Remark } from "./types.js";

const REFRESH = 15_000; // milliseconds

const header = (names: string[]) => h("thead", null, h("tr", null, names.map((name) => h("th", { scope: "col" }, name))));

function status(person: Person, most: number): string {
  if (person.left_out) return `left out: failed more than ${counted(most, "check")}`;
  if (person.answered === person.turns) return "done";
  return person.answered === 0 ? "not started" : timeLeft(person.seconds_left) || "started";
}

function personRow(person: Person, most: number, now: number): HTMLElement {
  const bar = h("progress", { class: "rate-bar", max: Math.max(1, person.turns), value: person.answered, "aria-label": `Answers of ${person.name}` });
  return h("tr", null, h("th", { scope: "row" }, data(person.name, 60)),
           h("td", null, h("span", { class: "organiser-progress" }, bar, `${count(person.answered)} of ${count(person.turns)}`)),
           h("td", { class: "number" }, count(person.unjudged)),
           h("td", { class: "number" }, person.checks > 0 ? `${count(person.failed)} of ${count(person.checks)}` : "–"),
           h("td", null, person.last_at === null ? "–" : ago(person.last_at, now)), h("td", null, status(person, most)));
}

function people({ people, most_failed }: Progress, now: number): HTMLElement {
  return scrolled("People", h("table", { class: "results" },
    header(["Person", "Answered", "Can't judge", "Failed checks", "Last answer", "Status"]),
    h("tbody", null, people.map((person) => personRow(person, most_failed, now)))));
}

function agreement({ has_distances, items, value, low, high }: Agreement): HTMLElement[] {
  const rated = `${counted(items, "item")} with two or more ratings`;
  if (value === null) return [h("p", null, `Not known yet: it needs at least ten items with two or more ratings, and ratings that differ. There ${items === 1 ? "is" : "are"} ${rated}.`)];
  const interval = intervalText(low, high, false);
  return [
    h("p", { class: "organiser-value" }, h("strong", null, fixed(value)), interval && ` 95% interval ${interval}`),
    h("p", { class: "note" }, `Krippendorff's alpha${has_distances ? " of distances on the scale" : " of equal choices"}, from ${rated}: `,
      "1 if all agree, 0 as by chance. People who failed too many checks are left out."),
  ];
}

function remarks(all: Remark[]): HTMLElement {
  if (all.length === 0) return h("p", { class: "note" }, "No remarks yet.");
  return scrolled("Remarks", h("table", { class: "results" }, header(["Person", "Item", "Answer", "Remark"]),
    h("tbody", null, all.map((one) => h("tr", null, h("th", { scope: "row" }, data(one.rater, 60)), h("td", null, data(one.item, 60)),
      h("td", null, one.value === null ? "can't judge" : one.value), h("td", null, data(one.remark)))))));
}

export class OrganiserPage {
  readonly main = h("main", { id: "main", class: "organiser" });
  private readonly body = h("div", { class: "organiser-body" });
  private readonly says = h("p", { class: "rate-says", role: "alert" });

  constructor(organise: Organise) {
    this.main.append(h("h1", null, data(organise.title, 200)), this.says, this.body);
  }

  async watch(): Promise<void> {
    try {
      this.show(await ask<Progress>("GET", "/api/progress"));
      replace(this.says);
    } catch (error) {
      replace(this.says, data((error as Error).message));
    }
    setTimeout(() => void this.watch(), REFRESH);
  }

  private show(progress: Progress): void {
    const sum = (of: (person: Person) => number) => progress.people.reduce((all, person) => all + of(person), 0);
    const done = progress.people.filter((person) => person.answered === person.turns).length;
    replace(this.body,
      h("p", { class: "asks" }, `${count(sum((one) => one.answered))} of ${count(sum((one) => one.turns))} answers; ${count(done)} of ${count(progress.people.length)} people are done.`),
      h("section", null, h("h2", null, "People"), people(progress, Date.now() / 1000)),
      h("section", null, h("h2", null, "Agreement so far"), agreement(progress.agreement)),
      h("section", null, h("h2", null, "Remarks"), remarks(progress.remarks)),
      h("p", { class: "note" }, "This page is for the organiser alone and refreshes itself. ", h("code", null, "sonde rate export"), " writes all answers and ratings to files."));
  }
}
