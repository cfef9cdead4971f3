// Fetches what the page is made of, unless it is there. What only its tests need is in tests/web.
import { spawnSync } from "node:child_process";
import { existsSync, statSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const installed = join(here, "node_modules/.package-lock.json");
const changed = (file) => statSync(join(here, file)).mtimeMs;

if (!existsSync(installed) || statSync(installed).mtimeMs < changed("package-lock.json")) {
  const words = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status } = spawnSync("npm", words, { cwd: here, stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) {
    console.error("web: npm could not fetch the page's packages; is the network there?");
    process.exit(1);
  }
}
const now = new Date();
utimesSync(installed, now, now); // newer than what it is made from, for ninja
