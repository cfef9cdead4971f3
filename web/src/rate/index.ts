// The raters' page: first the instructions, then an item a screen until none is left.
import { ask, useToken } from "../bench/ask.js";
import { data, h, replace, type Child } from "../dom.js";
import { themeButton, watchScheme } from "../theme.js";
import { Form } from "./form.js";
import type { Rate, RateState, Turn } from "./types.js";
import "../style/base.css";
import "../style/rate.css";

const STEP = "/api/rate";

function readRate(): Rate {
  const element = document.getElementById("rate");
  if (!element?.textContent) throw new Error("it has no questions");
  const rate = JSON.parse(element.textContent) as Rate;
  element.remove();
  return rate;
}

const sentences = (texts: { name: string; text: string }[]) =>
  h("dl", { class: "rate-texts" },
    texts.map(({ name, text }) => [h("dt", null, name), h("dd", null, data(text))]));

class RatePage {
  readonly main = h("main", { id: "main" });
  private readonly bar = h("progress", { class: "rate-bar", value: 0, max: 1, "aria-label": "How much is answered" });
  private readonly count = h("p", { class: "rate-count", role: "status" });
  private readonly screen = h("div", { class: "rate-screen" });
  private readonly says = h("p", { class: "rate-says", role: "alert" });
  private form: Form | null = null;
  private busy = false;

  constructor(private readonly rate: Rate) {
    this.main.append(h("div", { class: "rate-head" }, this.bar, this.count), this.screen, this.says);
    document.addEventListener("keydown", (event) => this.pressed(event));
  }

  /** What is to do, from the server; also after an answer that it refused. */
  async load(fresh: boolean): Promise<void> {
    try {
      const state = await ask<RateState>("GET", STEP);
      this.progress(state);
      if (fresh && state.next) this.showInstructions(state);
      else this.show(state);
    } catch (error) {
      this.fail((error as Error).message, () => this.load(fresh));
    }
  }

  private progress({ done, total }: RateState): void {
    this.bar.max = Math.max(total, 1);
    this.bar.value = done;
    this.count.textContent = `${done} of ${total}`;
  }

  private instructions(): Child {
    return [
      this.rate.instructions.map((paragraph) => h("p", null, paragraph)),
      this.rate.examples.map(({ texts, says }) =>
        h("section", { class: "card rate-example", "aria-label": "Example" }, sentences(texts), h("p", null, data(says)))),
    ];
  }

  private showInstructions(state: RateState): void {
    const begin = h("button", { class: "main-button", type: "button", onclick: () => this.show(state) },
                    state.done === 0 ? "Begin" : "Go on");
    replace(this.screen, h("h1", null, this.rate.title), this.instructions(),
            h("p", { class: "note" }, "Each answer is kept at once and can't be changed. You may close this page at any time and " +
              "go on later with the same address. Keys: the numbers choose, Enter goes on."), begin);
    begin.focus({ preventScroll: true });
  }

  private show(state: RateState): void {
    this.progress(state);
    replace(this.says);
    if (!state.next) return this.showEnd(state);
    const turn = state.next;
    this.form = new Form(turn, (value) => void this.answer(turn, value));
    replace(this.screen, h("h1", { class: "rate-question", tabindex: "-1" }, turn.question), sentences(turn.texts), this.form.element,
            h("details", { class: "rate-again" }, h("summary", null, "Instructions"), this.instructions()));
    this.screen.querySelector("h1")!.focus();
    scrollTo(0, 0);
  }

  private showEnd({ total }: RateState): void {
    this.form = null;
    replace(this.screen, h("h1", { tabindex: "-1" }, "Thank you"),
            h("p", null, `All ${total} are answered and kept. You can close this page.`));
    this.screen.querySelector("h1")!.focus();
  }

  // The server keeps an answer once: asked again after a break, it says what comes next.
  private async answer(turn: Turn, value: number): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.form?.lock(true);
    try {
      this.show(await ask<RateState>("POST", STEP, { turn: turn.turn, value }));
    } catch (error) {
      this.form?.lock(false);
      this.fail(`This answer is not kept. ${(error as Error).message}`, () => this.load(false), "Show what is next");
    } finally {
      this.busy = false;
    }
  }

  private fail(message: string, again: () => Promise<void>, words = "Try again"): void {
    replace(this.says, data(message), " ", h("button", { class: "quiet", type: "button", onclick: () => void again() }, words));
  }

  private pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey || this.busy) return;
    if (this.form?.choose(event.key)) event.preventDefault();
    else if (event.key === "Enter" && this.form && !(event.target as Element).closest("button, summary, a")) {
      event.preventDefault();
      this.form.send();
    }
  }
}

try {
  const rate = readRate();
  useToken(rate.token);
  document.title = `${rate.title} · sonde`;
  const page = new RatePage(rate);
  watchScheme();
  document.body.append(h("header", { class: "top" }, h("span", { class: "brand rate-brand" }, rate.title), themeButton()), page.main);
  void page.load(true);
} catch (error) {
  document.body.append(h("p", { class: "broken" }, `This page can't be shown: ${(error as Error).message}`));
  throw error;
}
