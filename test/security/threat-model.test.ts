// docs/security promises that a test holds what is done about each threat. This one holds that the tests are there.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'docs/security');
const documents = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));

/** A chapter is read by its shape: a heading, what is done, and a list of tests. */
const threats = documents
  .filter(({ name }) => name !== 'README.md')
  .flatMap(({ text }) => text.split(/^## /m).slice(1))
  .map((section) => {
    const [threat = '', rest = ''] = section.split(/\n([\s\S]*)/);
    const [done = '', held = ''] = rest.split('Held by:');
    // A line that was too long goes on in the next, two spaces further in.
    const lines = held.replaceAll('\n  ', ' ').split('\n').filter(Boolean);
    return { threat, done: done.trim(), lines, tests: lines.map((line) => line.match(/^- `([^`]+)` "([^"]+)"$/)) };
  });

test('the chapters are read', () => {
  expect(threats.length).toBeGreaterThan(30);
});

test('the index counts the threats of each chapter', () => {
  const index = documents.find(({ name }) => name === 'README.md')?.text ?? '';
  const counted = [...index.matchAll(/^- \[[^\]]+\]\((\S+\.md)\)\n {2}- threats: (\d+)$/gm)].map(([, name, count]) => [
    name,
    Number(count),
  ]);
  const written = documents
    .filter(({ name }) => name !== 'README.md')
    .map(({ name, text }) => [name, text.split(/^## /m).length - 1]);
  expect(Object.fromEntries(counted)).toEqual(Object.fromEntries(written));
});

test.each(threats)('what is done against "$threat" is held by tests that are there', ({ done, lines, tests }) => {
  expect(done).not.toBe('');
  expect(lines).not.toEqual([]);
  for (const [at, found] of tests.entries()) {
    expect(found, `is read as a test: ${lines[at]}`).not.toBeNull();
    const [, file = '', title = ''] = found ?? [];
    expect(existsSync(join(root, file)), `${file} is there`).toBe(true);
    expect(titlesIn(readFileSync(join(root, file), 'utf8')), `${file} has the test "${title}"`).toContain(title);
  }
});

test.each(documents)('what $name links to is there', ({ text }) => {
  for (const [, target = ''] of text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g))
    if (!/^https?:/.test(target)) expect(existsSync(join(folder, target)), target).toBe(true);
});

/** Titles as they are written, also those of a table of cases. */
function titlesIn(source: string): string[] {
  return [...source.matchAll(/(?:\btest\(|\)\()\s*(['"`])((?:(?!\1)[^\\\n]|\\.)*)\1/g)].map(([, , title = '']) =>
    title.replace(/\\(.)/g, '$1'),
  );
}
