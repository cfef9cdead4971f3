// The views of the bench, there where the page is served.
import type { Serve } from "../types.js";
import type { View } from "../views.js";
import { useToken } from "./ask.js";
import { curvesView } from "./curves.js";
import { editsView } from "./edits.js";
import { sentencesView } from "./sentences.js";
import { setsView } from "./sets.js";
import { tripletsView } from "./triplets.js";
import "../style/bench.css";

export function benchViews(serve: Serve): View[] {
  useToken(serve.token);
  return [sentencesView(), editsView(), curvesView(serve), setsView(), tripletsView()];
}
