import { expect, test } from 'vitest';
import { accountFault } from './account-fault.ts';

const fault = (name: string, message = '') => accountFault({ name, message });

test('[A-04] a wrong password and an unknown user are the same to whoever signs in', () => {
  const same = { kind: 'credentials', message: 'Username or password is incorrect' };
  expect(fault('NotAuthorizedException', 'Incorrect username or password.')).toEqual(same);
  expect(fault('UserNotFoundException', 'User does not exist.')).toEqual(same);
});

test.each([
  ['LimitExceededException', 'Attempt limit exceeded, please try after some time.'],
  ['TooManyRequestsException', 'Rate exceeded'],
  ['NotAuthorizedException', 'Password attempts exceeded'],
])('too many attempts (%s) ask to wait', (name, message) => {
  expect(fault(name, message)).toMatchObject({ kind: 'wait', message: expect.stringContaining('wait') });
});

test('[I-14] signing in while signed in is said as the library says it', () => {
  const message = 'There is already a signed in user.';
  expect(fault('UserAlreadyAuthenticatedException', message)).toEqual({ kind: 'signed-in', message });
});

test('what is wrong with a code or a new password stands beside it', () => {
  expect(fault('CodeMismatchException')).toMatchObject({ kind: 'code', message: expect.stringContaining('not right') });
  expect(fault('ExpiredCodeException')).toMatchObject({ kind: 'code', message: expect.stringContaining('new one') });
  expect(
    fault('InvalidPasswordException', 'Password did not conform with policy: Password must have numeric characters'),
  ).toEqual({ kind: 'password', message: 'Password must have numeric characters' });
});

test('a session that ran out, a confirmed user and a known address are told apart', () => {
  expect(fault('NotAuthorizedException', 'Invalid session for the user, session is expired.').kind).toBe(
    'session-over',
  );
  expect(fault('NotAuthorizedException', 'User cannot be confirmed. Current status is CONFIRMED').kind).toBe(
    'confirmed',
  );
  expect(fault('UsernameExistsException', 'User already exists').kind).toBe('exists');
});

test('without a network that is what is said, also when the library itself did not arrive', () => {
  const network = { kind: 'other', message: expect.stringContaining('network') };
  expect(fault('NetworkError', 'A network error has occurred.')).toMatchObject(network);
  expect(fault('TypeError', 'Failed to fetch dynamically imported module: http://shop/accounts.js')).toMatchObject(
    network,
  );
});

test.each([[undefined], [null], ['text'], [new Error('secret details')]])(
  'anything else (%s) is said without its details',
  (error) => {
    expect(accountFault(error)).toMatchObject({
      kind: 'other',
      message: expect.stringContaining('Something went wrong'),
    });
  },
);
