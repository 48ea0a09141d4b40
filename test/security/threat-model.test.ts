// docs/security.md promises that a test holds each line of its table. This one holds that the tests are there.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const document = readFileSync(join(root, 'docs/security.md'), 'utf8');
const [, threats = ''] = document.match(/## Threats\n([\s\S]*?)\n## /) ?? [];

const lines = threats
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (threat|---)/.test(line))
  .map((line) => {
    const [threat = '', done = '', held = ''] = line.slice(2, -2).split(' | ');
    return { threat: threat.trim(), done: done.trim(), tests: [...held.matchAll(/`([^`]+)` "([^"]+)"/g)], held };
  });

test('the table of threats is read', () => {
  expect(lines.length).toBeGreaterThan(30);
});

test.each(lines)('what is done against "$threat" is held by tests that are there', ({ done, tests, held }) => {
  expect(done).not.toBe('');
  expect(tests.length).toBeGreaterThan(0);
  // Nothing stands in the column that was not read as a test.
  expect(held.split('<br>')).toHaveLength(tests.length);
  for (const [, file = '', title = ''] of tests) {
    expect(existsSync(join(root, file)), `${file} is there`).toBe(true);
    expect(titlesIn(readFileSync(join(root, file), 'utf8')), `${file} has the test "${title}"`).toContain(title);
  }
});

test('what the document links to is there', () => {
  for (const [, target = ''] of document.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g))
    expect(existsSync(join(root, 'docs', target)), target).toBe(true);
});

/** Titles as they are written, also those of a table of cases. */
function titlesIn(source: string): string[] {
  return [...source.matchAll(/(?:\btest\(|\)\()\s*(['"`])((?:(?!\1)[^\\\n]|\\.)*)\1/g)].map(([, , title = '']) =>
    title.replace(/\\(.)/g, '$1'),
  );
}
