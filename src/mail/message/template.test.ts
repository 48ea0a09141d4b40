import { expect, test } from 'vitest';
import { codeIn, renderMessage } from './template.ts';

const brand = { name: 'Hearth & Co', address: ['1 Example Street', '10115 Berlin'], origin: 'https://shop.example' };
const plain = { to: 'ada@example.com', subject: 'Hello', heading: 'Hello', paragraphs: ['One.', 'Two.'] };

test('every part of a message stands in the HTML and in the text', async () => {
  const { html, text } = await renderMessage(
    {
      ...plain,
      code: '482913',
      action: { label: 'Open', url: 'https://shop.example/open?a=1&b=2' },
      note: 'Nobody asked.',
    },
    brand,
  );
  expect(text).toBe(`Hello

One.

Two.

    482913

Open:
https://shop.example/open?a=1&b=2

Nobody asked.

Hearth & Co
1 Example Street, 10115 Berlin
https://shop.example
`);
  // As one text, so that it can be selected and copied.
  expect(html).toContain('>482913<');
  expect(html).toContain('href="https://shop.example/open?a=1&amp;b=2"');
  for (const part of ['>Hello</h1>', '>One.</p>', '>Two.</p>', '>Open</a>', '>Nobody asked.</p>', 'Hearth &amp; Co'])
    expect(html).toContain(part);
});

test('the code is found in the text part, and only there', async () => {
  const { text } = await renderMessage({ ...plain, code: '482913' }, brand);
  expect(codeIn(text)).toBe('482913');
  expect(codeIn(text.replaceAll('\n', '\r\n'))).toBe('482913');
  expect(codeIn((await renderMessage(plain, brand)).text)).toBe(null);
});

test('what a stranger has written stays text', async () => {
  const hostile = `"><script>alert('1')</script><img src=x onerror=alert(1)>&amp;</style>`;
  const { html } = await renderMessage(
    {
      to: 'ada@example.com',
      subject: hostile,
      heading: hostile,
      paragraphs: [hostile],
      code: hostile.replaceAll(' ', ''),
      action: { label: hostile, url: `https://shop.example/?q=${hostile}` },
      note: hostile,
    },
    { name: hostile, address: [hostile], origin: 'https://shop.example' },
  );
  expect(html).not.toMatch(/<script|<img/);
  expect(html.match(/<\/style>/g)).toHaveLength(1);
  expect(html).toContain('&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)');
});

test('an address of the shop at the end of a paragraph is a link, another is text', async () => {
  const own = `What you bought is in your library: ${brand.origin}/profile/library`;
  const { html } = await renderMessage({ ...plain, paragraphs: [own, `Look: ${brand.origin}.evil.example/x`] }, brand);
  expect(html).toContain(`<a class="ink" href="${brand.origin}/profile/library"`);
  expect(html).toContain(`Look: ${brand.origin}.evil.example/x</p>`);
});

test('lines of a paragraph stay lines', async () => {
  const { html, text } = await renderMessage({ ...plain, paragraphs: ['Dear all,\r\nhello.'] }, brand);
  expect(html).toContain('Dear all,<br>hello.</p>');
  expect(text).toContain('Dear all,\r\nhello.');
});

test('nothing is loaded from elsewhere, and both colour schemes are announced', async () => {
  const { html } = await renderMessage({ ...plain, code: '482913' }, brand);
  expect(html).not.toMatch(/<(img|link|script|iframe)|url\(|@import|src=/);
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).toContain('@media (prefers-color-scheme: dark)');
});
