import { expect, test } from 'vitest';
import { emailMaximum, passwordMaximum } from '#contract/people/account-limits.ts';
import { password, username } from '#identity/protocol/input.ts';
import { checkConfirmation, checkLogin, checkRegistration, checkReset, checkResetRequest } from './account-checks.ts';

test('[A-02] the login asks for an e-mail address that can be one, and for a password', () => {
  expect(checkLogin({ email: ' ', password: '' })).toEqual({
    email: 'Email is required',
    password: 'Password is required',
  });
  expect(checkLogin({ email: 'mara@', password: 'x' })).toEqual({ email: 'Enter a Valid Email Address' });
  expect(checkLogin({ email: ' mara@example.com ', password: 'x' })).toEqual({});
});

test('[A-06] the registration asks for an e-mail address, a username and 8 characters of password', () => {
  expect(checkRegistration({ email: '', username: ' ', password: '' })).toEqual({
    email: 'Email is required',
    username: 'Username is required',
    password: 'Password is required',
  });
  expect(checkRegistration({ email: 'mara', username: 'm'.repeat(81), password: '1234567' })).toEqual({
    email: 'Enter a Valid Email Address',
    username: 'Username must be at most 80 characters',
    password: 'Password must be at least 8 characters',
  });
  expect(checkRegistration({ email: 'mara@example.com', username: 'Mara', password: '12345678' })).toEqual({});
});

test('what the account service would refuse as too long is said beside its field', () => {
  const emailOf = (length: number) => `${'m'.repeat(length - '@example.com'.length)}@example.com`;
  const longest = { email: emailOf(emailMaximum), username: 'Mara', password: 'p'.repeat(passwordMaximum) };
  expect(checkRegistration(longest)).toEqual({});
  expect([username.safeParse(longest.email).success, password.safeParse(longest.password).success]).toEqual([
    true,
    true,
  ]);
  const longer = { email: emailOf(emailMaximum + 1), username: 'Mara', password: `${longest.password}p` };
  const said = {
    email: 'Email must be at most 254 characters',
    password: 'Password must be at most 256 characters',
  };
  expect(checkRegistration(longer)).toEqual(said);
  expect(checkResetRequest(longer)).toEqual({ email: said.email });
  expect(checkReset({ code: '1', ...longer })).toEqual({ password: said.password });
  expect([username.safeParse(longer.email).success, password.safeParse(longer.password).success]).toEqual([
    false,
    false,
  ]);
});

test('[A-06] a confirmation code is asked for', () => {
  expect(checkConfirmation({ code: ' ' })).toEqual({ code: 'Confirmation Code is required' });
  expect(checkConfirmation({ code: '123456' })).toEqual({});
});

test('[A-11] the forgotten password asks for an address, then for a code and 8 characters', () => {
  expect(checkResetRequest({ email: '' })).toEqual({ email: 'Email is required' });
  expect(checkResetRequest({ email: 'mara@' })).toEqual({ email: 'Enter a valid email address' });
  expect(checkResetRequest({ email: 'mara@example.com' })).toEqual({});
  expect(checkReset({ code: '', password: '' })).toEqual({
    code: 'Confirmation Code is required',
    password: 'Password is required',
  });
  expect(checkReset({ code: '1', password: '1234567' })).toEqual({
    password: 'Password must be at least 8 characters',
  });
  expect(checkReset({ code: '1', password: '12345678' })).toEqual({});
});

test('[A-06] a character that takes more than one place counts as one', () => {
  expect(checkReset({ code: '1', password: '🔑🔑🔑🔑' })).toEqual({
    password: 'Password must be at least 8 characters',
  });
});
