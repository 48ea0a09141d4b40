import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test("the colours of the pages are those of the shop's tokens", () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  const tokens = read('../../storefront/tokens.css');
  const own = read('style.css').match(/^ {2}--[\w-]+: light-dark\(.*\);$/gm) ?? [];
  expect(own.length).toBeGreaterThan(15);
  for (const line of own) expect(tokens).toContain(line);
});
