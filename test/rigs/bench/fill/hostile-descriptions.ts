// Descriptions of the greatest length: as sellers write them, and of nothing but signs.
import { LONGEST_DESCRIPTION } from '#api/catalogue/product-input/texts.rules.ts';

/** The text again and again, up to the greatest length. */
export function fill(text: string): string {
  return text.repeat(Math.ceil(LONGEST_DESCRIPTION / text.length)).slice(0, LONGEST_DESCRIPTION);
}

/** Some emphasis, code and a link in each paragraph, a list now and then. */
export const ordinaryDescription = fill(
  `A **fast** machine for _training_ and \`inference\`, with 80 GB of memory. It stays cool whatever the work is, and has been in
use for three years. See [the guide](https://example.com/guide) for what it can do, or <https://example.com>.

- **Memory:** 80 GB
- **Network:** 10 Gb/s
  1. in both directions

`,
).replace(/\n\n[^\n]*(\n[^\n]+)*$/, '');

/** Signs of Markdown, and what may stand between them. */
export const markdownSigns = [
  ...[
    '*',
    '_',
    '~',
    '`',
    '[',
    ']',
    '(',
    ')',
    '!',
    '<',
    '>',
    '\\',
    '#',
    '|',
    '-',
    '+',
    '1.',
    '0)',
    '&',
    '\n',
    ' ',
    'a',
    '.',
  ],
  ...['@', ':', '"', '\t', '=', 'é', '😀', '**', '__', '~~', '```', '    ', '\n\n', '](', '][', '![', '- ', 'www.'],
  ...['https://', 'x@y.z', '<a', '<!--', '[a]:', '|-|\n', '---\n', '> ', '- a\n', '1.__', '0.*', '`a`', '*a* '],
];

/** Descriptions of one sign, on lines of many lengths up to what is read of one: a line is read as a whole or not at all. */
export function hostileDescriptions(sign: string): string[] {
  const lines = [20, 200, 2_900].map((length) => fill(`${sign.repeat(Math.ceil(length / sign.length))}\n`));
  return [...lines, fill(`- - - ${sign}\n`), fill(`${'- - '.repeat(500)}\n${`${sign}\n`.repeat(500)}`)];
}
