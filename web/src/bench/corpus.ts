// Two kinds of variants of many sentences: a job that is watched, and may be cancelled.
import { h, replace } from "../dom.js";
import { count } from "../numbers.js";
import type { CorpusTab, Serve } from "../types.js";
import type { View } from "../views.js";
import { ask, type Job } from "./ask.js";
import { corpusForm } from "./corpus_form.js";
import { corpusResult } from "./corpus_result.js";
import { AddressedInputs } from "./addressed_inputs.js";
import { Asker, benchView, form, heading, mainButton, type Built } from "./parts.js";

const LOOK = 250; // milliseconds between looks at a job

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

class Watched {
  readonly bar = h("progress", { max: 1, value: 0, hidden: true, "aria-label": "Progress" });
  readonly cancel = h("button", { class: "quiet", type: "button", hidden: true, onclick: () => void this.stop() }, "Cancel");
  private job = "";

  constructor(private readonly path: string, private readonly asker: Asker, private readonly start: HTMLButtonElement) {}

  /** Asks, and waits for what is found; nothing where it was cancelled. */
  async follow(question: unknown): Promise<{ job: string; found: Job } | null> {
    this.busy(true);
    try {
      this.job = (await ask<{ job: string }>("POST", `/api/${this.path}`, question)).job;
      const found = await this.finished();
      if (found.state === "cancelled") this.asker.say("Cancelled.");
      if (found.state === "failed") throw new Error(found.error ?? "It failed.");
      return found.state === "done" ? { job: this.job, found } : null;
    } finally {
      this.busy(false);
    }
  }

  private async finished(): Promise<Job> {
    for (;;) {
      const now = await ask<Job>("GET", `/api/jobs/${this.job}`);
      if (now.state !== "working") return now;
      this.bar.max = Math.max(1, now.total);
      this.bar.value = now.done;
      this.asker.say(now.total ? `${count(now.done)} of ${count(now.total)} pairs` : "Reading sentences …");
      await pause(LOOK);
    }
  }

  private async stop(): Promise<void> {
    this.asker.say("Cancelling …");
    await ask("DELETE", `/api/jobs/${this.job}`).catch((error: Error) => this.asker.fail(error.message));
  }

  private busy(works: boolean): void {
    this.bar.hidden = this.cancel.hidden = !works;
    this.bar.value = 0;
    this.start.disabled = works;
  }
}

function build(serve: Serve, tab: CorpusTab): Built {
  const result = h("div");
  const asker = new Asker(result);
  const button = mainButton("Compare");
  const watched = new Watched(tab.path, asker, button);
  const asked = corpusForm(serve, tab, (why) => asker.fail(why));
  const inputs = new AddressedInputs(tab.probe, asked.inputs);
  const measure = () => {
    if (button.disabled) return;
    asker.say("");
    inputs.write();
    watched.follow(asked.question()).then((answer) => {
      if (!answer) return;
      asker.say("");
      replace(result, corpusResult(tab, answer.job, answer.found.result!));
    }, (error: Error) => asker.fail(error.message));
  };
  const element = h("div", { class: "bench" },
           heading(tab.title, tab.asks),
           form(measure, asked.parts, h("div", { class: "form-foot" }, button, watched.cancel, watched.bar, asker.status)), result);
  return { element, inputs, measure: () => {} }; // a job takes a while: it is started by hand
}

export const corpusView = (serve: Serve, tab: CorpusTab): View => benchView(tab.probe, tab.title, () => build(serve, tab));
