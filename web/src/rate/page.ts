// The raters' page: first the instructions, then one item per screen until none is left.
import { ask } from "../bench/ask.js";
import { data, h, replace, type Child } from "../dom.js";
import { count } from "../numbers.js";
import { Form } from "./form.js";
import { timeLeft } from "./times.js";
import type { AnsweredTurn, Judgement, Rate, RateState, Turn } from "./types.js";

const STEP = "/api/rate";
const FINGERS = window.matchMedia("(pointer: coarse)");

const sentences = (texts: { name: string; text: string }[]) =>
  h("dl", { class: "rate-texts" },
    texts.map(({ name, text }) => [h("dt", null, name), h("dd", null, data(text))]));

const body = (turn: Turn, { value, remark }: Judgement, change: boolean) => ({
  turn: turn.turn, ...(value === null ? { cannot_judge: true } : { value }), ...(remark && { remark }), ...(change && { change }),
});

export class RatePage {
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

  /** Shows the next question, also after an answer that the server refused. */
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

  private progress({ done, total, seconds_left }: RateState): void {
    this.bar.max = Math.max(total, 1);
    this.bar.value = done;
    const left = done < total ? timeLeft(seconds_left) : "";
    this.count.textContent = `${count(done)} of ${count(total)}${left && ` · ${left}`}`;
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
                    state.done === 0 ? "Begin" : "Continue");
    replace(this.screen, h("h1", null, this.rate.title), this.instructions(),
            h("p", { class: "note" }, "Your answers are saved as you go. You can change the last one, and you can close this page and continue later with the same link.",
              !FINGERS.matches && " Number keys choose, C is for “I can't judge this”, Enter goes to the next item."), begin);
    begin.focus({ preventScroll: true });
  }

  private show(state: RateState): void {
    this.progress(state);
    replace(this.says);
    const turn = state.next;
    if (!turn) {
      this.showEnd(state);
      return;
    }
    this.ask(turn, new Form(turn, (judgement) => void this.answer(turn, judgement, false)), this.undo(state));
  }

  /** The last answer again, to be changed. */
  private showLast(last: AnsweredTurn, state: RateState): void {
    replace(this.says);
    const keep = h("button", { class: "quiet", type: "button", onclick: () => this.show(state) }, "Keep the answer");
    this.ask(last, new Form(last, (judgement) => void this.answer(last, judgement, true), last.answer), keep);
  }

  private ask(turn: Turn, form: Form, beside: Child): void {
    this.form = form;
    replace(this.screen, h("div", { class: "rate-top" }, h("h1", { class: "rate-question", tabindex: "-1" }, turn.question), beside),
            sentences(turn.texts), form.element,
            h("details", { class: "rate-again" }, h("summary", null, "Instructions"), this.instructions()));
    this.screen.querySelector("h1")!.focus();
    scrollTo(0, 0);
  }

  private undo(state: RateState): Child {
    const { last } = state;
    return last && h("button", { class: "quiet rate-undo", type: "button", onclick: () => this.showLast(last, state) }, "Change last answer");
  }

  private showEnd(state: RateState): void {
    this.form = null;
    replace(this.screen, h("h1", { tabindex: "-1" }, "Thank you"),
            h("p", null, `All ${count(state.total)} answers are saved. You can close this page.`), this.undo(state));
    this.screen.querySelector("h1")!.focus();
  }

  // The server stores an answer once. If it is repeated after a broken connection, it sends the
  // next turn.
  private async answer(turn: Turn, judgement: Judgement, change: boolean): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.form?.lock(true);
    try {
      this.show(await ask<RateState>("POST", STEP, body(turn, judgement, change)));
    } catch (error) {
      this.form?.lock(false);
      this.fail(`Your answer was not saved. ${(error as Error).message}`, () => this.load(false), "Show the next item");
    } finally {
      this.busy = false;
    }
  }

  private fail(message: string, again: () => Promise<void>, words = "Try again"): void {
    replace(this.says, data(message), " ", h("button", { class: "quiet", type: "button", onclick: () => void again() }, words));
  }

  private pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey || this.busy) return;
    if ((event.target as Element).closest("textarea")) return;
    if (this.form?.choose(event.key)) event.preventDefault();
    else if (event.key === "Enter" && this.form && !(event.target as Element).closest("button, summary, a")) {
      event.preventDefault();
      this.form.send();
    }
  }
}
