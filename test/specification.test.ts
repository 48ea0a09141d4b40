// The specification and the tests name each other: a promise without a test, and a test of no promise, fail here.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { titlesOfTests } from './test-titles.ts';

const root = join(import.meta.dirname, '..');
const folder = 'docs/specification';

type Statement = { number: string; mark: string | null; text: string; where: string };

/** `- **[L-08]** (setting) What the shop does.` */
const statementLine = /^- \*\*\[([A-Z]-\d\d)\]\*\* (?:\(([^)]*)\) )?(.+)$/;
const marks = ['setting', 'ours', 'library'];

/** A statement that is longer than a line goes on below, two spaces further in. */
function continued(lines: string[], index: number): string[] {
  const next = lines.slice(index + 1);
  const end = next.findIndex((line) => !line.startsWith('  '));
  return next.slice(0, end < 0 ? next.length : end).map((line) => line.trim());
}

function statementsIn(name: string): Statement[] {
  const lines = readFileSync(join(root, folder, name), 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    const [, number, mark = null, begun] = line.match(statementLine) ?? [];
    const text = begun && [begun, ...continued(lines, index)].join(' ');
    return number && text ? [{ number, mark, text, where: `${folder}/${name}:${index + 1}` }] : [];
  });
}

const files = readdirSync(join(root, folder)).filter((name) => name !== 'README.md');
const statements = files.flatMap(statementsIn);
const defined = new Set(statements.map(({ number }) => number));

/** Files that vitest and Playwright run. */
const testFiles = ['src', 'packages', 'test'].flatMap((place) =>
  readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$|\.e2e\.ts$/.test(name))
    .map((name) => join(place, name)),
);
const titles = testFiles.flatMap((file) => {
  const source = readFileSync(join(root, file), 'utf8');
  return titlesOfTests(source, { tsx: file.endsWith('x') }).map((title) => ({
    file,
    title,
    numbers: numbersIn(title),
  }));
});

function numbersIn(title: string): string[] {
  return [...title.matchAll(/\[([A-Za-z]+-\d+)\]/g)].map(([, number = '']) => number);
}

test('every statement of the specification has a test', () => {
  const proved = new Set(titles.flatMap(({ numbers }) => numbers));
  const unproved = statements.filter(({ number }) => !proved.has(number));
  expect(statements.length).toBeGreaterThan(100);
  expect(unproved.map(({ number, text, where }) => `${where} [${number}] ${text}`)).toEqual([]);
});

test('every number in the title of a test is one of the specification', () => {
  const unknown = titles.filter(({ numbers }) => numbers.some((number) => !defined.has(number)));
  expect(titles.length).toBeGreaterThan(1_000);
  expect(unknown.map(({ file, title }) => `${file}: ${title}`)).toEqual([]);
});

test('no number of the specification is given twice', () => {
  const again = statements.filter(({ number }, index) =>
    statements.slice(0, index).some((earlier) => earlier.number === number),
  );
  expect(again.map(({ number, where }) => `${where} [${number}]`)).toEqual([]);
});

test('a statement is one list line below the heading of its group, with a mark that is explained or none', () => {
  const badly: string[] = [];
  const index = readFileSync(join(root, folder, 'README.md'), 'utf8');
  for (const name of files) {
    if (!index.includes(`[${name}](${name})`)) badly.push(`${folder}/README.md does not name ${name}`);
    let group = '';
    const lines = readFileSync(join(root, folder, name), 'utf8').split('\n');
    for (const [at, line] of lines.entries()) {
      group = line.match(/^## ([A-Z]): /)?.[1] ?? group;
      const [, number, mark] = line.match(statementLine) ?? [];
      const isWrong = number ? number[0] !== group || (mark && !marks.includes(mark)) : /^\s*-|\[[A-Z]-\d/.test(line);
      if (isWrong) badly.push(`${folder}/${name}:${at + 1} ${line}`);
    }
  }
  for (const mark of marks) if (!index.includes(`\`(${mark})\``)) badly.push(`${mark} is not explained`);
  expect(badly).toEqual([]);
});

test('titles are those of tests that run: no comment, no other text, nothing that is skipped or only announced', () => {
  const source = `
    // test('in a comment', () => {});
    const text = "test('in a text', () => {})";
    test('plain', () => {});
    test.each([1, 2])(\`of \${rows} %s\`, async (row) => expect(row).toBe(row));
    describe('a group', () => {
      it('in it', { timeout: 5 }, named);
      test.skip('skipped', () => {});
      test.runIf(isLinux)('here and there', () => {});
      test('switched off', { skip: true }, () => {});
    });
    test.describe('a group of the browser', () => {
      test.skip(isPhone, 'why');
      test('skipped with its group', () => {});
    });
    describe.skip('a skipped group', () => test('in a skipped group', () => {}));
    test('that skips itself', (context) => context.skip());
    test('with steps', () => test.step('a step', () => {}));
    test.todo('to do');
    test.fixme('to be repaired', () => {});
    test('announced');
    pattern.test('matched');
  `;
  expect(titlesOfTests(source)).toEqual(['plain', 'of ... %s', 'a group in it', 'with steps']);
});
