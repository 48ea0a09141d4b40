import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { mayExceedMarkdownWork } from '#contract/markdown-work.ts';
import { Markdown } from './markdown.tsx';

const html = (text: string) => renderToStaticMarkup(<Markdown text={text} />);

test('[D-06] the small subset becomes elements', () => {
  expect(html('One **bold** `code`\n\n- a\n- b')).toContain(
    '<p>One <strong>bold</strong> <code>code</code></p><ul><li>a</li><li>b</li></ul>',
  );
});

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'a <b onclick="x">b</b>',
  '</textarea><svg/onload=alert(2)>',
])('markup in a description is shown as text: %s', (text) => {
  expect(html(text)).not.toMatch(/<(script|img|b|svg|textarea)\b/);
  expect(html(text)).toContain('&lt;');
});

test('links lead to http, https and mail addresses only', () => {
  expect(html('[a](https://example.com)')).toContain('href="https://example.com"');
  for (const address of ['javascript:alert(1)', 'JaVaScRiPt:x', 'data:text/html,x', '/relative', 'vbscript:x']) {
    expect(html(`[a](${address})`), address).not.toContain('href');
  }
});

test.each(['>', '- ', '[', '**a ', '`', '  - a\n', '![', '*_'])('a text of nothing but %s is drawn', (sign) => {
  expect(html(sign.repeat(Math.floor(20_000 / sign.length)))).toContain('<div');
});

const ours = (text: string) => renderToStaticMarkup(<Markdown text={text} by="shop" />);

test('what the shop writes has headings below that of its page, tables, and links to its other pages', () => {
  expect(ours('# A\n\n## B\n\n### C')).toMatch(/<h2[^>]*>A<\/h2><h2[^>]*>B<\/h2><h3[^>]*>C<\/h3>/);
  expect(ours('| a | b |\n| --- | --- |\n| **c** | d |')).toMatch(
    /<th [^>]*>a<\/th>.*<td [^>]*><strong>c<\/strong><\/td>/,
  );
  expect(ours('[a](/refunds)')).toContain('<a href="/refunds">a</a>');
  expect(ours('[a](https://example.com)')).toContain('rel="noopener" target="_blank"');
});

test('what sellers write has none of that', () => {
  expect(html('# A\n\n| a |\n| --- |\n| b |')).not.toMatch(/<h\d|<table/);
});

test('what the shop writes holds no markup and no scripts either', () => {
  expect(ours('<script>alert(1)</script> a <b>c</b>')).not.toMatch(/<(script|b)\b/);
  for (const address of ['javascript:alert(1)', '//elsewhere.example', '/\\elsewhere.example', 'data:text/html,x'])
    expect(ours(`[a](${address})`), address).not.toContain('href');
});

const longest = 20_000;
const fill = (sign: string) => sign.repeat(Math.ceil(longest / sign.length)).slice(0, longest);

/** Of the kind that sellers write: some emphasis, code and a link in each paragraph, a list now and then. */
const ordinary = fill(
  `A **fast** machine for _training_ and \`inference\`, with 80 GB of memory. It stays cool whatever the work is, and has been in
use for three years. See [the guide](https://example.com/guide) for what it can do, or <https://example.com>.

- **Memory:** 80 GB
- **Network:** 10 Gb/s
  1. in both directions

`,
).replace(/\n\n[^\n]*(\n[^\n]+)*$/, '');

/** How many characters regular expressions move over while a text is drawn: what the work is made of. */
function workOf(text: string): number {
  let work = 0;
  const { exec } = RegExp.prototype;
  function counting(this: RegExp, given: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const found = exec.call(this, given);
    work += 1 + (found ? Math.max(0, found.index - from) + found[0].length : this.global ? given.length - from : 0);
    return found;
  }
  // Not a spy, which keeps every call.
  RegExp.prototype.exec = counting;
  try {
    html(text);
  } finally {
    RegExp.prototype.exec = exec;
  }
  return work;
}

test.each([
  '1.__',
  '&**a',
  '**a]',
  'a*_',
  '*_',
  '**_a',
  '__a__',
  'a_b_',
  '[',
  '![',
  '[[a]]',
  '[a](',
  '<',
  '<a ',
  '`',
  '``a',
  '!``\\[',
  '\\``',
  'a~~',
  '~a ~~',
  '> ',
  '>~a+ ',
  '- ',
  '1) ',
  '  - a\n',
  '- a\n\n',
  '1. a\n   ',
  '#<\n',
  'www.',
  'https://a.b/(',
  'a@',
  '|a|\n',
  '[a]: b\n',
])('a text of nothing but %j costs little more than an ordinary one', (sign) => {
  const usual = workOf(ordinary);
  for (const text of [fill(sign), fill(`- - - ${sign}`), `${'- - '.repeat(500)}${fill(`${sign}\n`)}`.slice(0, longest)])
    expect(workOf(text) / usual).toBeLessThan(40);
});

test('an ordinary text, of the greatest length too, keeps all of its signs', () => {
  expect(mayExceedMarkdownWork(ordinary)).toBe(false);
  expect(html(ordinary).includes('**')).toBe(false);
  expect(html(ordinary).match(/<strong>/g)?.length).toBeGreaterThan(150);
});

test('what costs too much is shown as it was written, and what stood before it as it is meant', () => {
  const shown = html(`A **bold** beginning\n\n${fill('1.__')}`);
  expect(shown).toContain('A <strong>bold</strong> beginning');
  expect(shown).toContain('1.__1.__1.__');
  expect(mayExceedMarkdownWork(fill('1.__'))).toBe(true);
});
