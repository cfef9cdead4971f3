// Pages in files that go when the tests end. PAGE names the built page.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { pathToFileURL } from "node:url";

export const built = readFileSync(process.env.PAGE, "utf8");

const folder = mkdtempSync(join(tmpdir(), "sonde-page-test-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** The address of a new file of this name. */
export function written(name, html) {
  writeFileSync(join(folder, name), html);
  return pathToFileURL(join(folder, name)).href;
}
