// Prints what CHANGELOG.md says of a version: release-notes.ts VERSION. Ends with 1 when it says nothing, or when the
// package is of another version.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const version = process.argv[2] ?? '';
const { version: ofPackage } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
const notes = notesOf(await readFile(join(root, 'CHANGELOG.md'), 'utf8'), version);

if (version !== ofPackage) fail(`package.json is of version ${ofPackage}, not ${version || 'none'}.`);
else if (!notes) fail(`CHANGELOG.md has no section "## [${version}]" with anything in it.`);
else console.log(notes);

/** The text under the heading of a version, up to the next one; null when there is none. */
function notesOf(changelog: string, wanted: string): string | null {
  const sections = changelog.split(/^## /m);
  const section = sections.find((text) => text.startsWith(`[${wanted}]`));
  return section?.slice(section.indexOf('\n')).trim() || null;
}

function fail(sentence: string) {
  console.error(sentence);
  process.exitCode = 1;
}
