// The views of the bench, there where the page is served: sentences, and the tabs of the probes.
import type { Serve } from "../types.js";
import type { View } from "../views.js";
import { useToken } from "./ask.js";
import { corpusView } from "./corpus.js";
import { editsView } from "./edits.js";
import { itemView } from "./item.js";
import { searchView } from "./search.js";
import { sentencesView } from "./sentences.js";
import "../style/bench.css";

export function benchViews(serve: Serve): View[] {
  useToken(serve.token);
  return [sentencesView(), editsView(), searchView(), ...serve.views.map((tab) => ("groups" in tab ? corpusView(serve, tab) : itemView(tab)))];
}
