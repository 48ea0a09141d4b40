// README.md and the sandbox agree.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testAccounts } from './pages/test-accounts.ts';
import { moreTestCards, testCards } from './pages/test-cards.ts';
import { payoutTestAccounts } from './payout/test-bank-accounts.ts';

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');

test('the README lists every test card and test account, and no other', () => {
  const lines = readme.match(/^- `\d[\d ]+` .+$/gm) ?? [];
  const taken = [...testCards, ...moreTestCards.flatMap(({ cards }) => cards), ...testAccounts, ...payoutTestAccounts];
  expect(lines).toEqual(taken.map(({ number, does }) => `- \`${number}\` ${does}`));
});

test('the README lists every setting of the sandbox alone', () => {
  const [, names = ''] = readFileSync(join(import.meta.dirname, 'serve.ts'), 'utf8').match(/const \{([^}]+)\}/) ?? [];
  const settings = names.match(/^ {2}[A-Z_]+/gm)?.map((name) => name.trim()) ?? [];
  expect(settings.length).toBeGreaterThan(5);
  const [, section = ''] = readme.match(/## Settings\n([\s\S]*?)\n## /) ?? [];
  expect([...section.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name).sort()).toEqual(settings.sort());
});
