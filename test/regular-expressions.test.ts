// No regular expression of the shop takes more than a step for each character: one stranger's long text would otherwise stop it.
// Judged is what stands in the sources and what they put together of it; Markdown and others take theirs from there too.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expressionsOf } from './regular-expressions/expressions-of.ts';
import { superLinear } from './regular-expressions/super-linear.ts';

const root = new URL('..', import.meta.url).pathname;
const ALL_MS = 300_000;

test(
  'every regular expression of the shop takes linear time',
  async () => {
    const files = globSync(['{src,packages}/**/*.{ts,tsx,js}', 'scripts/**/*.{ts,mjs}'], { cwd: root }).filter(
      (file) => !/\.test\.tsx?$/.test(file),
    );
    const found = files.flatMap((file) =>
      expressionsOf(readFileSync(`${root}${file}`, 'utf8'), { tsx: file.endsWith('x') }).map((one) => ({
        ...one,
        file,
      })),
    );
    // One that finds none has looked in the wrong place.
    expect(found.length).toBeGreaterThan(500);
    const faults: string[] = [];
    for (const one of new Map(found.map((one) => [`/${one.source}/${one.flags}`, one])).values()) {
      const fault = await superLinear(one);
      if (fault) faults.push(`${one.file}: /${one.source}/${one.flags} ${fault}`);
    }
    expect(faults).toEqual([]);
  },
  ALL_MS,
);

test.each([
  ['exponential', '/^(a+)+$/'],
  ['exponential, by two ways to read the same', '/^(a|b|ab)*c/'],
  ['exponential, by spaces that may be none', String.raw`/^\S+(\s*,\s*\S+)*$/`],
  ['quadratic, begun anew at every character', String.raw`/\/+$/`],
  ['quadratic, spaces before an end', String.raw`/\s+$/`],
  ['quadratic, in one of two ways', '/^-+|-+$/g'],
  ['quadratic, from every beginning to the end', String.raw`/<a>(.*?)<\/a>/s`],
  ['quadratic, of two that share characters', '/^a*a*$/'],
  ['cubic', String.raw`/^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i`],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a source.
  ['quadratic, put together', 'new RegExp(`${slash}+$`)'],
  ['quadratic, from the source of another', "RegExp(spaces.source + '$')"],
  ['quadratic, if what follows is no end', '/a+(?=b)/'],
  ['quadratic, only by what is looked for ahead', '/x(?=.*y)/'],
])('what is %s is seen', async (_what, written) => {
  const source = `const slash = '/';\nconst spaces = /(\\s+)/;\nexport const planted = ${written};\n`;
  const planted = expressionsOf(source).at(-1);
  expect(planted && (await superLinear(planted))).toMatch(/^takes (exponential|\d\w+ degree polynomial)/);
});

test.each([
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a source.
  ['is put together of what comes from elsewhere', '(word: string) => new RegExp(`^${word}$`)', /put together/],
  ['looks ahead within what is repeated', '/^(?:a(?=a*b))*$/', /looks around/],
  ['looks behind at more than a few characters', '/(?<=a+)b/', /looks behind/],
  ['refers back', String.raw`/(\w+)\1/`, /refers back/],
])('what %s is refused: nobody can prove it', async (_what, written, why) => {
  const planted = expressionsOf(`export const planted = ${written};`).at(-1);
  expect(planted && (await superLinear(planted))).toMatch(why);
});

test.each([
  '/a+$/y',
  String.raw`/^\/(?![/\\])[^\\]*$/`,
  '/[^/](?:.*[^/])?/s',
  '/^(?:[a-z]{0,61}[a-z])?$/',
  String.raw`/\d+/g`,
])('%s takes linear time', async (written) => {
  const planted = expressionsOf(`export const planted = ${written};`).at(-1);
  expect(planted && (await superLinear(planted))).toBeNull();
});
