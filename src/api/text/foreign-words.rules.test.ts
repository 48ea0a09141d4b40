import { expect, test } from 'vitest';
import { foreignNameFault, impersonationFault, mailedName, mailedText, mailedTitle } from './foreign-words.rules.ts';

test.each([
  'Claim your refund at evil-pay.example',
  'evil.com',
  'Refunds (evil-pay.co.uk/x?y)',
  'https://10.0.0.1/pay',
  'www.evil',
  'help@evil.com',
  'evil\u200b.com',
  'evil。com',
  'ｅｖｉｌ．ｃｏｍ',
  'bücher.рф',
  'Call +1 (800) 555-0199',
  'Call 800 555 0199',
  'Anruf 0800 123 45 67',
])('%s leads somewhere else: it is no name, and no mail says it', (name) => {
  expect(foreignNameFault(name)).toMatch(/^\S.* looks like a (web or email address|phone number)\./);
  expect(mailedName(name, 'A shop')).toBe('A shop');
  const title = mailedTitle(name);
  expect(title).not.toBe(name);
  expect(foreignNameFault(title)).toBeNull();
});

test.each([
  'Alder Labs',
  'Jane D.',
  'J.R.R. Tolkien',
  'john.smith',
  'St.John',
  'Node.js',
  'llama.cpp v1.2.3',
  'RTX 4090 24 GB',
  'Sentinel-2 2015-2024 10 m',
  'GPT-4o 2024-11-26',
  '1,000,000 rows, 05-12-2024',
  'AT&T @ home',
  '東京データ',
  'دکتر ستاره',
  '👩\u200d🔬 Lab',
])('%s is a name', (name) => {
  expect(foreignNameFault(name)).toBeNull();
  expect(mailedName(name, 'A shop')).toBe(name);
  expect(mailedTitle(name)).toBe(name);
});

test('a text keeps its lines, and what leads elsewhere in it is not followed', () => {
  expect(mailedText('Sorry.\nSee https://evil.com/a or a@b.io, or call +49 89 123456.\nYours')).toBe(
    'Sorry.\nSee https[:]//evil[.]com/a or a[at]b[.]io, or call ….\nYours',
  );
});

test('a mail shows nothing invisible and no name without end', () => {
  expect(mailedName('A\u202Ecilbup\r\nBcc: x', 'A shop')).toBe('AcilbupBcc: x');
  expect(mailedName('\u202E', 'A shop')).toBe('A shop');
  expect(mailedTitle('a'.repeat(5_000))).toHaveLength(120);
});

test.each(['Hearth', 'Hearth Support', 'ʜᴇᴀʀᴛʜ refunds', 'Team H-e-a-r-t-h', 'He@rth staff', 'Refunds of Heаrth'])(
  '%s speaks for the marketplace',
  (name) => {
    expect(impersonationFault(name, 'Hearth')).toMatch(/looks as if it were of Hearth itself/);
  },
);

test.each(['Heart Labs', 'Hearthstone Models', 'Earth', 'Ada'])('%s does not', (name) => {
  expect(impersonationFault(name, 'Hearth')).toBeNull();
});
