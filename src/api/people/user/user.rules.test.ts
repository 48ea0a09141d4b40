import { expect, test } from 'vitest';
import { newUser } from './user.rules.ts';

test('[A-07] whoever is new is a buyer with a placeholder phone, known by the address in lower case', () => {
  expect(newUser({ email: 'Jane@Example.com', nickname: 'Jane' }, null, null)).toEqual({
    user_id: 'jane@example.com',
    username: 'Jane',
    profile_pic: '',
    user_type: 'buyer',
    phone: '0000000000',
    addresses: [],
    account: null,
  });
});

test('the record of a known account says which one it belongs to', () => {
  const account = { userId: 'a-sub', since: new Date(0) };
  expect(newUser({ email: 'jane@example.com', nickname: 'Jane' }, account, null).account).toEqual(account);
});

test.each([
  [' Jane\n', 'Jane'],
  ['a\u202eb\0c', 'abc'],
  ['x'.repeat(200), 'x'.repeat(80)],
  ['😀'.repeat(41), '😀'.repeat(40)],
  [`x${'😀'.repeat(40)}`, `x${'😀'.repeat(39)}`],
  ['', 'Customer'],
  ['\n', 'Customer'],
  ['Hearth Support', 'Customer'],
  ['Неаrth', 'Customer'],
  ['Hearther', 'Hearther'],
])('the nickname %j becomes the username %j', (nickname, username) => {
  expect(newUser({ email: 'jane@example.com', nickname }, null, 'Hearth').username).toBe(username);
});
