import { expect, test } from 'vitest';
import { alternativesOf, readLicense } from './license-expression.rules.ts';

test.each([
  ['MIT', 'MIT'],
  ['mit', 'MIT'],
  ['MIT License', 'MIT'],
  ['apache-2.0', 'Apache-2.0'],
  [' cc-by-nc-sa-4.0 ', 'CC-BY-NC-SA-4.0'],
  ['gpl-3.0', 'GPL-3.0-only'],
  ['mit or (apache-2.0 and cc0)', 'MIT OR (Apache-2.0 AND CC0-1.0)'],
  ['GPL-2.0-or-later with Classpath-exception-2.0', 'GPL-2.0-or-later WITH Classpath-exception-2.0'],
  ['apache-2.0+', 'Apache-2.0+'],
  ['openrail++', 'LicenseRef-CreativeML-OpenRAIL-PlusPlus-M'],
  ['llama3.1', 'LicenseRef-Llama-3.1'],
  ['gemma', 'LicenseRef-Gemma'],
  ['licenseref-Our-Terms', 'LicenseRef-Our-Terms'],
  ['', ''],
])('[V-05] %j is the license %j', (text, license) => {
  expect(readLicense(text)).toEqual({ ok: true, license });
});

test.each([
  'other',
  'bsd',
  'MIT OR',
  'MIT Apache-2.0',
  '(MIT',
  'Commercial, with attribution',
  'LicenseRef-',
  'DocumentRef-a:LicenseRef-b',
])('[V-05] %j is no license', (text) => {
  const read = readLicense(text);
  expect(read).toMatchObject({ ok: false, fault: { code: 'license_unknown', params: { license: text } } });
});

test('[V-05] an expression leaves choices; what is joined by AND holds together', () => {
  expect(alternativesOf('MIT OR Apache-2.0 AND GPL-2.0-only WITH Classpath-exception-2.0')).toEqual([
    [{ license_id: 'MIT', note: '' }],
    [
      { license_id: 'Apache-2.0', note: '' },
      { license_id: 'GPL-2.0-only', note: 'with the exception Classpath-exception-2.0' },
    ],
  ]);
  expect(alternativesOf('EUPL-1.2+')).toEqual([[{ license_id: 'EUPL-1.2', note: 'or a later version' }]]);
});

test('choices that multiply are refused before they are made', () => {
  const pair = '(MIT OR ISC)';
  expect(alternativesOf(Array(4).fill(pair).join(' AND '))).toHaveLength(16);
  expect(alternativesOf(Array(40).fill(pair).join(' AND '))).toBeNull();
  expect(readLicense(Array(5).fill(pair).join(' AND '))).toEqual({
    ok: false,
    fault: { code: 'license_too_many_choices', params: { most: 16 } },
  });
});
