import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, expect, test } from 'vitest';
import { markdownLength } from '#contract/text/markdown-signs.ts';
import {
  fill,
  hostileDescriptions,
  markdownSigns,
  ordinaryDescription,
} from '../../../test/rigs/bench/fill/hostile-descriptions.ts';
import { MarkdownText } from './markdown-text.tsx';

const html = (text: string) => renderToStaticMarkup(<MarkdownText text={text} />);

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

const ours = (text: string) => renderToStaticMarkup(<MarkdownText text={text} by="shop" />);

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
  for (const address of ['javascript:alert(1)', '//elsewhere.example', 'data:text/html,x'])
    expect(ours(`[a](${address})`), address).not.toContain('href');
  expect(ours('[a](/\\elsewhere.example)')).toContain('href="/%5Celsewhere.example"');
});

const counting = new Worker(new URL('../../../test/parts/markdown-work.worker.ts', import.meta.url));
afterAll(() => counting.terminate());

async function workOf(text: string): Promise<number> {
  counting.postMessage(text);
  const [count] = await once(counting, 'message');
  return count;
}

const MOST_TIMES = 10;

test.each([
  ...['1.__', '0.*', '&**a', '**a]', 'a*_', '*_', '**_a', '__a__', 'a_b_', '@*\\``0.', '_1.', '1)1)*', '~\t\\```'],
  ...['[', '![', '[[a]]', '[a](', '[a](b "', '[a]: b\n', '[a][', '](', '<', '<a ', '<a>', '`', '``a', '!``\\[', '\\``'],
  ...[
    'a~~',
    '~a ~~',
    '```~\\',
    '> ',
    '>~a+ ',
    '- ',
    '1) ',
    '  - a\n',
    '- a\n\n',
    '1. a\n   ',
    '#<\n',
    '---\n',
    '~~~\n',
  ],
  ...['www.', 'www.!', 'https://a.b/(', 'http://!', 'a@', 'a@b.c', ':', '|a|\n', '|', '\n', '\t', ' ', ' \n', '\\\n'],
])('a text of nothing but %j costs at most ten times an ordinary one', async (sign) => {
  const usual = await workOf(ordinaryDescription);
  for (const text of hostileDescriptions(sign)) expect((await workOf(text)) / usual).toBeLessThan(MOST_TIMES);
});

test('so does a text of any signs, however they follow one another', async () => {
  const usual = await workOf(ordinaryDescription);
  const pieces = fc.array(fc.constantFrom(...markdownSigns), { minLength: 1, maxLength: 8 });
  const text = fc.array(fc.tuple(pieces, fc.constantFrom(1, 50, 5_000)), { minLength: 1, maxLength: 4 }).map((runs) =>
    // In lines that are read: a longer one is text.
    fill(runs.map(([some, times]) => some.join('').repeat(times).slice(0, 2_900)).join('\n')),
  );
  await fc.assert(
    fc.asyncProperty(text, async (given) => {
      expect((await workOf(given)) / usual).toBeLessThan(MOST_TIMES);
    }),
    { numRuns: 200 },
  );
});

test('an ordinary text, of the greatest length too, keeps all of its signs', () => {
  expect(markdownLength(ordinaryDescription)).toBe(ordinaryDescription.length);
  expect(html(ordinaryDescription).includes('**')).toBe(false);
  expect(html(ordinaryDescription).match(/<strong>/g)?.length).toBeGreaterThan(150);
});

test('what costs too much is shown as it was written, and what stood before it as it is meant', () => {
  const shown = html(`A **bold** beginning\n\n${fill('1.__')}`);
  expect(shown).toContain('A <strong>bold</strong> beginning');
  expect(shown).toContain('1.__1.__1.__');
  expect(html(`**a**\n\n${fill('- b\n')}`)).toMatch(/<strong>a<\/strong>.*<li>b<\/li>.*- b\n- b\n/s);
});

/** Each as CommonMark's own examples have it, where they are part of the subset. */
test.each([
  ['a *b* c', '<p>a <em>b</em> c</p>'],
  ['***a***', '<p><em><strong>a</strong></em></p>'],
  ['**a *b* c**', '<p><strong>a <em>b</em> c</strong></p>'],
  ['*a **b***', '<p><em>a <strong>b</strong></em></p>'],
  ['a_b_c', '<p>a_b_c</p>'],
  ['*a `*` b*', '<p><em>a <code>*</code> b</em></p>'],
  ['2 * 3 * 4', '<p>2 * 3 * 4</p>'],
  ['**a', '<p>**a</p>'],
  ['~~a~~ ~b~', '<p><del>a</del> ~b~</p>'],
  ['\\*a\\* \\\\', '<p>*a* \\</p>'],
  ['`` a`b ``', '<p><code>a`b</code></p>'],
  ['a  \nb\\\nc\nd', '<p>a<br/>b<br/>c\nd</p>'],
  ['[a *b*](https://c "d")', '<p>[LINK https://c]a <em>b</em></a></p>'],
  ['*[a*](https://b)', '<p>*[LINK https://b]a*</a></p>'],
  ['[a [b](https://c) d](/e)', '<p>[a [LINK https://c]b</a> d](/e)</p>'],
  ['![a](https://b) c', '<p>![LINK https://b]a</a> c</p>'],
  ['[a][1] [1]\n\n[1]: https://b', '<p>[LINK https://b]a</a> [LINK https://b]1</a></p>'],
  [
    'see https://a.b/c_d(e). (https://f)',
    '<p>see [LINK https://a.b/c_d(e)]https://a.b/c_d(e)</a>. ([LINK https://f]https://f</a>)</p>',
  ],
  [
    '<https://a> www.b.c a_b@c.de',
    '<p>[LINK https://a]https://a</a> [LINK http://www.b.c]www.b.c</a> [LINK mailto:a_b@c.de]a_b@c.de</a></p>',
  ],
  ['[https://a](https://b)', '<p>[LINK https://b]https://a</a></p>'],
  ['- a\n- b\n\n  c', '<ul><li><p>a</p></li><li><p>b</p><p>c</p></li></ul>'],
  ['- a\n  1. b\n  2. c\n- d', '<ul><li>a<ol start="1"><li>b</li><li>c</li></ol></li><li>d</li></ul>'],
  ['3) a\n4) b', '<ol start="3"><li>a</li><li>b</li></ol>'],
  ['a\n- b\n* c', '<p>a</p><ul><li>b</li></ul><ul><li>c</li></ul>'],
  ['in\n1986. a', '<p>in\n1986. a</p>'],
  ['- a\nb', '<ul><li>a\nb</li></ul>'],
  ['> a\nb\n\nc', '<blockquote class="border-l-2 pl-4"><p>a\nb</p></blockquote><p>c</p>'],
  [
    '> - a\n>   b\n> > c',
    '<blockquote class="border-l-2 pl-4"><ul><li>a\nb</li></ul><blockquote class="border-l-2 pl-4"><p>c</p></blockquote></blockquote>',
  ],
  ['```js\n*a*\n\n  b\n```\nc', '<pre><code class="bg-transparent! p-0!">*a*\n\n  b</code></pre><p>c</p>'],
  ['- a\n  ```\n  b\n  ```', '<ul><li>a<pre><code class="bg-transparent! p-0!">b</code></pre></li></ul>'],
  ['    a\n\n    b\nc', '<pre><code class="bg-transparent! p-0!">a\n\nb</code></pre><p>c</p>'],
  ['a\n---\n***\n# b #', '<p><strong>a</strong></p><hr/><p><strong>b</strong></p>'],
  ['a\r\n\r\nb', '<p>a</p><p>b</p>'],
  ['#a', '<p>#a</p>'],
])('%j is read as %s', (text, expected) => {
  const shown = html(text)
    .replace(/<div [^>]*>|<\/div>/g, '')
    .replace(/<a href="([^"]*)"[^>]*>/g, '[LINK $1]');
  expect(shown).toBe(expected);
});
