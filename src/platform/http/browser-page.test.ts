import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { browserPage } from './browser-page.ts';

const page = { title: 'One moment', message: 'The header <b> has 9 characters.', again: null, requestId: 'request-1' };

test("the page has the shop's colours", () => {
  const tokens = readFileSync(join(import.meta.dirname, '../../ui/tokens.css'), 'utf8');
  const used = browserPage(page).match(/--[\w-]+: light-dark\([^)]+\);/g) ?? [];
  expect(used.length).toBeGreaterThan(5);
  for (const line of used) expect(tokens).toContain(`  ${line}\n`);
});

test('what somebody sent is a text on it; it opens again by itself where that is of use', () => {
  expect(browserPage(page)).toContain('The header &lt;b&gt; has 9 characters.</p>');
  expect(browserPage(page)).not.toMatch(/refresh|Try again|by itself/);
  expect(browserPage({ ...page, again: 4 })).toMatch(/refresh" content="5"[\s\S]+in 5 seconds\.[\s\S]+Try again/);
});
