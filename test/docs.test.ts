// Documents are read in a terminal and in a diff as well: no line is longer than a hundred characters, and every link leads somewhere.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { headingId } from '../src/api/operations/system-status/operations-guide.ts';

const root = join(import.meta.dirname, '..');
const MOST = 100;
const documents = globSync(
  ['{README,CONTRIBUTING,SECURITY,CHANGELOG}.md', 'docs/**/*.md', '{packages,examples}/*/README.md', 'test/*.md'],
  { cwd: root },
);

const read = (name: string) => readFileSync(join(root, name), 'utf8');

/** Lines that could be broken and are too long, as 'NUMBER: LINE'. A block of code is as it has to be typed, and an address has no spaces. */
function tooLong(text: string): string[] {
  let isCode = false;
  return text.split('\n').flatMap((line, index) => {
    if (/^\s*```/.test(line)) isCode = !isCode;
    const isOneWord = /^\s*(?:[-*] |\d+\. )?\S+$/.test(line);
    return line.length > MOST && !isCode && !isOneWord ? [`${index + 1}: ${line}`] : [];
  });
}

test.each(documents)('%s has no line of more than 100 characters', (name) => {
  expect(tooLong(read(name))).toEqual([]);
});

test('a long line is seen in a paragraph, a list and a table, and not in a block of code', () => {
  const words = 'word '.repeat(21).trim();
  expect(tooLong(`${words}\n\n- ${words}\n\n| ${words} |\n\n\`\`\`\n${words}\n\`\`\`\n\n${words}`)).toHaveLength(4);
  expect(tooLong(`(https://example.com/${'a'.repeat(100)})`)).toEqual([]);
});

/** Links of a document to files that are not there, or to headings that they do not have. */
function deadLinks(name: string): string[] {
  const links = read(name).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g);
  return [...links].flatMap(([link, path = '', part]) => {
    const file = path === '' ? name : join(dirname(name), path);
    if (!existsSync(join(root, file))) return [link];
    return part && file.endsWith('.md') && !idsOf(file).includes(part) ? [link] : [];
  });
}

function idsOf(name: string): string[] {
  return [...read(name).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => headingId(heading));
}

test.each(documents)('every link of %s leads to a file and a heading that are there', (name) => {
  expect(deadLinks(name)).toEqual([]);
});
