// The colours of figures in light and dark. Categories have Okabe and Ito's with more from Tol's sets, which are
// distinct with any kind of colour vision.

export type Scheme = "light" | "dark";

export const CATEGORIES: Record<Scheme, string[]> = {
  light: ["#0072b2", "#d55e00", "#009e73", "#b8578f", "#56b4e9", "#e69f00",
          "#332288", "#882255", "#6b6b00", "#117733", "#c1443c", "#5f6670"],
  dark: ["#5aa9e6", "#f08a4b", "#3fc79a", "#e29ac3", "#9ad4f5", "#f2c14e",
         "#a79bf0", "#d9799f", "#c9c95a", "#6fc17a", "#f2827a", "#a9b0bb"],
};

// From the first to the last of more subjects than there are colours, such as the layers of a model.
const RAMP: Record<Scheme, [number[], number[], number[]]> = {
  light: [[20, 50, 140], [30, 140, 145], [200, 110, 20]],
  dark: [[110, 150, 255], [100, 210, 190], [245, 190, 90]],
};

/** The colour of one of `count` subjects. */
export function colourAt(of: Scheme, place: number, count: number): string {
  const colours = CATEGORIES[of];
  if (count <= colours.length) return colours[place]!;
  const [low, middle, high] = RAMP[of];
  const share = 2 * place / (count - 1);
  const [from, to, part] = share < 1 ? [low, middle, share] : [middle, high, share - 1];
  return "#" + from.map((one, i) => Math.round(one + part * (to[i]! - one)).toString(16).padStart(2, "0")).join("");
}

export const INK = {
  light: { text: "#1d2126", muted: "#5b626d", line: "#d9dbd8", grid: "#ececea", ground: "#ffffff" },
  dark: { text: "#e7e9ec", muted: "#a4abb6", line: "#3a404a", grid: "#282d35", ground: "#191c21" },
};
