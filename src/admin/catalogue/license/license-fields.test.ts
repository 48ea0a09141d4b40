import { expect, test } from 'vitest';
import { checkFields, mergeFields, noFields, textOf, toFacts, toFields } from './license-fields.ts';

const license = {
  license_id: 'LicenseRef-Our-Terms',
  name: 'Our Terms',
  text: 'One\r\nTwo',
  facts: { commercial_use: true, attribution: false, user_cap: 700, naming_duty: 'Built with us' },
};

test('facts come back as they went, and what is not stated stays so', () => {
  expect(toFacts(toFields(license))).toEqual(license.facts);
  expect(toFacts(toFields({ ...license, facts: { user_cap: false, naming_duty: false } }))).toEqual({
    user_cap: false,
    naming_duty: false,
  });
  expect(toFacts(noFields)).toEqual({});
});

test('a text that nobody has touched is sent as its author has written it', () => {
  const shown = toFields(license).text;
  expect(shown).toBe('One\nTwo');
  expect(textOf(shown, '', license.text)).toBe('One\r\nTwo');
  expect(textOf('One\nTwo.', license.text)).toBe('One\nTwo.');
});

test('what cannot be saved is said under its field', () => {
  expect(checkFields(toFields(license))).toEqual({});
  expect(Object.keys(checkFields(noFields)).sort()).toEqual(['license_id', 'name', 'text']);
  const more = { ...toFields(license), user_cap_most: '0', naming_duty_words: ' ' };
  expect(Object.keys(checkFields(more)).sort()).toEqual(['naming_duty_words', 'user_cap_most']);
  // Not asked for where there is none.
  expect(checkFields({ ...more, user_cap: 'no', naming_duty: '' })).toEqual({});
});

test('what somebody else has changed is told, and what was typed here stays', () => {
  const before = toFields(license);
  const typed = { ...before, text: 'Mine', name: 'Mine' };
  const now = { ...before, name: 'Theirs', training: 'yes' };
  const { fields, changes } = mergeFields(typed, before, now);
  expect(fields).toEqual({ ...typed, training: 'yes' });
  expect(changes).toEqual([
    { name: 'training', before: '', after: 'yes', isMine: false },
    { name: 'name', before: 'Our Terms', after: 'Theirs', isMine: true },
  ]);
});
