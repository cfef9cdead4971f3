// The start of the pages of `sonde rate serve`: a rater's, or the organiser's.
import { useToken } from "../bench/ask.js";
import { take } from "../data.js";
import { h } from "../dom.js";
import { themeButton, watchScheme } from "../theme.js";
import { OrganiserPage } from "./organiser.js";
import { RatePage } from "./page.js";
import type { Organise, Rate } from "./types.js";
import "../style/base.css";
import "../style/rate.css";

function begin(title: string, token: string, main: HTMLElement): void {
  useToken(token);
  document.title = `${title} · sonde`;
  watchScheme();
  document.body.append(h("header", { class: "top" }, h("span", { class: "brand rate-brand" }, title), themeButton()), main);
}

function start(): void {
  const organise = take("organise") as Organise | null;
  if (organise) {
    const page = new OrganiserPage(organise);
    begin("Progress", organise.token, page.main);
    return void page.watch();
  }
  const rate = take("rate") as Rate | null;
  if (!rate) throw new Error("it has no questions");
  const page = new RatePage(rate);
  begin(rate.title, rate.token, page.main);
  void page.load(true);
}

try {
  start();
} catch (error) {
  document.body.append(h("p", { class: "broken" }, `This page can't be shown: ${(error as Error).message}`));
  throw error;
}
