import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
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
