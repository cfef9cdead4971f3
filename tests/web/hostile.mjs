// 200 strings that should never be more than text.
const MARKUP = [
  "<script>window.hostile = 1</script>", "</script><script>window.hostile = 1</script>", "<img src=x onerror='window.hostile=1'>",
  "<svg onload=window.hostile=1>", "\"><img src=x onerror=window.hostile=1>", "'><svg/onload=window.hostile=1>",
  "<iframe src='javascript:parent.hostile=1'>", "<a href='javascript:window.hostile=1'>press</a>", "javascript:window.hostile=1",
  "<style>*{display:none}</style>", "<base href='http://example.invalid/'>", "<meta http-equiv=refresh content='0;url=http://example.invalid'>",
  "<link rel=stylesheet href=http://example.invalid/x.css>", "<!--", "-->", "<!--<script>", "]]>", "<![CDATA[", "&lt;b&gt;", "&#60;script&#62;",
  "<b>bold</b>", "<math><mi>x", "<template><p>", "<details open ontoggle=window.hostile=1>", "<form action=http://example.invalid><input name=x>",
];
const TEMPLATES = [
  "{{constructor.constructor('window.hostile=1')()}}", "${window.hostile=1}", "#{7*7}", "<%= 7*7 %>", "{%raw%}", "datum.x", "datum['x']",
  "eval('window.hostile=1')", "'+alert(1)+'", "\\u003cscript\\u003e", "__proto__", "constructor", "toString", "hasOwnProperty", "prototype",
  "%s%s%n", "../../etc/passwd", "file:///etc/passwd", "http://example.invalid/x.png", "data:text/html,<script>window.hostile=1</script>",
];
const FORMULAS = [
  "=1+1", "=HYPERLINK(\"http://example.invalid\",\"press\")", "+1+1", "-1+1", "@SUM(A1)", "\t=1+1", "\r=1+1", "=cmd|' /C calc'!A0",
  "-2+3+cmd|' /C calc'!A0", "@", "=", "+", "-",
];
const DIRECTIONS = [
  "\u202egnp.exe", "abc\u202edef\u202cghi", "\u2066left\u2069", "\u2067right\u2069", "\u2068first", "\u061cmark", "\u200eltr\u200f",
  "\u202a\u202b\u202d", "user\u2028next line", "two\u2029paragraphs", "zero\u200bwidth", "\ufeffbom", "שלום עולם", "مرحبا بالعالم",
];
const CONTROLS = ["nul\u0000l", "bell\u0007", "escape\u001b[31mred", "del\u007f", "c1\u0085", "tab\there", "line\nbreak", "\ud800 half a pair", "a\udc00"];
const LONG = ["w".repeat(100_000), "ж".repeat(100_000), "a ".repeat(50_000), "\u202e".repeat(5_000), "🙂".repeat(20_000), "<b>".repeat(30_000)];
const OTHER = ["", " ", "🏳️‍🌈", "e\u0301\u0301\u0301\u0301\u0301", "|a|b|", "a & b", "50 % \\ $x$ _y_ ^z^ ~", "\\input{/etc/passwd}", "\\write18{ls}",
               "`code`", "[link](javascript:window.hostile=1)", "![x](http://example.invalid/x.png)", "# heading", "a\\|b"];

const KNOWN = [...MARKUP, ...TEMPLATES, ...FORMULAS, ...DIRECTIONS, ...CONTROLS, ...LONG, ...OTHER];
const MIXED = Array.from({ length: 200 - KNOWN.length }, (_, i) =>
  `${KNOWN[i % MARKUP.length]} ${KNOWN[(7 * i + 31) % (KNOWN.length - LONG.length - OTHER.length)]} ${i}`);
export const HOSTILE = [...KNOWN, ...MIXED];

/** The same value with hostile strings for its own, each in its turn; `keep` names what stays. */
export function poisoned(value, keep, next = turns()) {
  if (typeof value === "string") return next();
  if (Array.isArray(value)) return value.map((part) => poisoned(part, keep, next));
  if (value && typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, keep.has(key) ? part : poisoned(part, keep, next)]));
  return value;
}

export function turns() {
  let at = 0;
  return () => HOSTILE[at++ % HOSTILE.length];
}
