import { confirmResetPassword, confirmSignUp, resetPassword, signIn, signUp } from '@aws-amplify/auth';
import { Amplify } from '@aws-amplify/core';
import { expect, test } from 'vitest';

Amplify.configure({ Auth: { Cognito: { userPoolId: 'local_test', userPoolClientId: 'test' } } });

test.each([
  ['username is required to signIn', () => signIn({ username: '', password: 'x' })],
  ['password is required to signIn', () => signIn({ username: 'x', password: '' })],
  ['username is required to signUp', () => signUp({ username: '', password: 'x' })],
  ['username is required to confirmSignUp', () => confirmSignUp({ username: '', confirmationCode: 'x' })],
  ['code is required to confirmSignUp', () => confirmSignUp({ username: 'x', confirmationCode: '' })],
  ['username is required to resetPassword', () => resetPassword({ username: '' })],
  [
    'username is required to confirmResetPassword',
    () => confirmResetPassword({ username: '', newPassword: 'x', confirmationCode: 'x' }),
  ],
  [
    'newPassword is required to confirmResetPassword',
    () => confirmResetPassword({ username: 'x', newPassword: '', confirmationCode: 'x' }),
  ],
  [
    'confirmationCode is required to confirmResetPassword',
    () => confirmResetPassword({ username: 'x', newPassword: 'x', confirmationCode: '' }),
  ],
])("[I-11] an empty field is refused with '%s'", async (message, call) => {
  await expect(call()).rejects.toThrow(message);
});
