// Makes the pages: each one file with its styles, its program and the licences of what it is made of.
//   node build.mjs [FILE]      default: ../build/web/page.html; the raters' page is rate.html beside it
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const LARGEST = 1_300_000; // bytes
const MARKERS = ["<!--sonde:csp-->", "<!--sonde:data-->"];
const here = dirname(fileURLToPath(import.meta.url));
const out = resolve(process.argv[2] ?? join(here, "../build/web/page.html"));

function refuse(problem) {
  console.error(`web: ${problem}`);
  process.exit(1);
}

async function bundle(entry) {
  const result = await build({
    entryPoints: [join(here, entry)], bundle: true, minify: true, format: "iife", target: "es2022",
    charset: "utf8", legalComments: "none", metafile: true, write: false, outdir: "out", logLevel: "warning",
    absWorkingDir: here,
  });
  const text = (suffix) => result.outputFiles.find((file) => file.path.endsWith(suffix)).text;
  return { script: text(".js"), style: text(".css"), inputs: Object.keys(result.metafile.inputs) };
}

/** The folders of the packages that ended up in the bundle. */
function packagesOf(inputs) {
  const found = inputs.map((input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1]).filter(Boolean);
  return [...new Set(found)].sort().map((folder) => join(here, folder));
}

/** Each licence's text once, below the packages that it is of. */
function licences(folders) {
  const byText = new Map();
  for (const folder of folders) {
    const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const text = file ? readFileSync(join(folder, file), "utf8").trim() : `Licence: ${license}`;
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version}`]);
  }
  return [...byText].map(([text, names]) => `${names.join(", ")}\n\n${text}`).join("\n\n---\n\n")
    .replaceAll("--", "- -").replaceAll(/<(?=[!/a-z])/gi, "< ");
}

const notice = (texts) => texts === "" ? "" : `<!-- The page contains, each under its licence:\n\n${texts}\n-->\n`;

// "</script" would end the program; "<!--" before "<script" would keep it from ending.
function checked(script) {
  if (/<\/script/i.test(script)) refuse("the program contains the end of its own element");
  if (script.includes("<!--")) refuse("the program contains the beginning of a comment");
  return script;
}

function policy(script) {
  const hash = createHash("sha256").update(script).digest("base64");
  return `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-${hash}'; ` +
    `style-src 'unsafe-inline'; img-src data: blob:; connect-src 'none'; base-uri 'none'; form-action 'none'">`;
}

if (!existsSync(join(here, "node_modules"))) refuse("run npm ci in web/ first");
async function make(entry, file) {
  const { script, style, inputs } = await bundle(entry);
  const template = readFileSync(join(here, "src/page.html"), "utf8");
  const page = template
    .replace("/*style*/", () => style.trim())
    .replace("/*script*/", () => checked(script))
    .replace(MARKERS[0], () => policy(script)) + notice(licences(packagesOf(inputs)));
  const markers = page.split(MARKERS[1]).length - 1;
  if (markers !== 1) refuse(`${MARKERS[1]} is there ${markers} times`);
  const size = Buffer.byteLength(page);
  if (size > LARGEST) refuse(`the page has ${size} bytes, more than ${LARGEST}`);
  writeFileSync(file + ".part", page);
  renameSync(file + ".part", file);
  console.log(`web: ${basename(file)}, ${size} bytes`);
}

mkdirSync(dirname(out), { recursive: true });
await make("src/main.ts", out);
await make("src/rate/main.ts", join(dirname(out), "rate.html"));
