import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { guideParts } from '#contract/operations/system-status.ts';
import { headingId, renderGuide } from './operations-guide.ts';

const guide = renderGuide(readFileSync(join(import.meta.dirname, '../../../../docs/operations.md'), 'utf8'));

test.each(Object.entries(guideParts))('[B-13] the guide has the part that the line of %s leads to', (_, part) => {
  expect(guide).toContain(` id="${part}"`);
});

test('headings have the ids that GitHub gives them', () => {
  expect(headingId('Scale out')).toBe('scale-out');
  expect(headingId("The shop's own pages")).toBe('the-shops-own-pages');
});

test('links to other files are text, and links within and to the web stay', () => {
  const html = renderGuide('[a](other.md) [b](#there) [c](https://example.com)\n\n## There');
  expect(html).toContain('a <a href="#there">b</a> <a href="https://example.com">c</a>');
  expect(html).toContain('<h2 id="there"');
});
