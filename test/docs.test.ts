// Documents are read in a terminal and in a diff as well: no line of them is longer than a hundred characters.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const MOST = 100;
const documents = globSync(
  ['{README,CONTRIBUTING,SECURITY,CHANGELOG}.md', 'docs/**/*.md', '{packages,examples}/*/README.md', 'test/*.md'],
  { cwd: root },
);

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
  expect(tooLong(readFileSync(join(root, name), 'utf8'))).toEqual([]);
});

test('a long line is seen in a paragraph, a list and a table, and not in a block of code', () => {
  const words = 'word '.repeat(21).trim();
  expect(tooLong(`${words}\n\n- ${words}\n\n| ${words} |\n\n\`\`\`\n${words}\n\`\`\`\n\n${words}`)).toHaveLength(4);
  expect(tooLong(`(https://example.com/${'a'.repeat(100)})`)).toEqual([]);
});
