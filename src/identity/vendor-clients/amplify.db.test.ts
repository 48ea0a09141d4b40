// The vendor's client for browsers, as it is: signing up and in, and the account.
import {
  autoSignIn,
  confirmResetPassword,
  confirmSignIn,
  confirmSignUp,
  deleteUser,
  fetchDevices,
  fetchMFAPreference,
  fetchUserAttributes,
  forgetDevice,
  getCurrentUser,
  rememberDevice,
  resendSignUpCode,
  resetPassword,
  setUpTOTP,
  signIn,
  signOut,
  signUp,
  updateMFAPreference,
  updatePassword,
  updateUserAttributes,
  verifyTOTPSetup,
} from 'aws-amplify/auth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { configureAmplify } from '../../../test/clients/amplify.ts';
import { openTestDatabase } from '../../../test/database/test-database.ts';
import { emptyIdentity, password, setUser, startIdentity, type TestIdentity } from '../../../test/parts/identity.ts';

const email = 'ada@example.com';
const TOTP_SECONDS = 30;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let identity: TestIdentity;

beforeAll(async () => {
  database = await openTestDatabase();
  identity = await startIdentity(database);
});
beforeEach(async () => {
  configureAmplify(identity);
  await emptyIdentity(database);
});
afterEach(() => signOut());
afterAll(async () => {
  await identity.close();
  await database.close();
});

const codeFor = () => identity.codeFor(email);
const done = { isSignedIn: true, nextStep: { signInStep: 'DONE' } };
const asks = (signInStep: string) => ({ isSignedIn: false, nextStep: { signInStep } });
const wrongPassword = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' };

function signUpAda(options: { autoSignIn?: boolean } = {}) {
  return signUp({ username: email, password, options: { userAttributes: { email, nickname: 'Ada' }, ...options } });
}

/** An authenticator app, for the user who is signed in. Answers its secret. */
async function useAuthenticator(): Promise<string> {
  const { sharedSecret } = await setUpTOTP();
  await verifyTOTPSetup({ code: identity.totpCode(sharedSecret) });
  await updateMFAPreference({ totp: 'ENABLED' });
  return sharedSecret;
}

describe('sign-up', () => {
  test('[I-02] [I-08] sign-up, confirmation, sign-in by SRP', async () => {
    const made = await signUpAda();
    expect(made).toMatchObject({ isSignUpComplete: false, nextStep: { signUpStep: 'CONFIRM_SIGN_UP' } });
    await resendSignUpCode({ username: email });
    await expect(confirmSignUp({ username: email, confirmationCode: 'wrong' })).rejects.toMatchObject({
      name: 'CodeMismatchException',
    });
    expect(await confirmSignUp({ username: email, confirmationCode: codeFor() })).toMatchObject({
      isSignUpComplete: true,
      nextStep: { signUpStep: 'DONE' },
    });
    await expect(signIn({ username: email, password: 'wrong horse' })).rejects.toMatchObject(wrongPassword);
    expect(await signIn({ username: email, password })).toEqual(done);
    expect(await getCurrentUser()).toMatchObject({ userId: made.userId, signInDetails: { loginId: email } });
    expect(await fetchUserAttributes()).toEqual({
      sub: made.userId,
      email,
      email_verified: 'true',
      nickname: 'Ada',
    });
  });

  test('[I-10] with autoSignIn the confirmed user is signed in without typing the password again', async () => {
    await signUpAda({ autoSignIn: true });
    expect(await confirmSignUp({ username: email, confirmationCode: codeFor() })).toMatchObject({
      nextStep: { signUpStep: 'COMPLETE_AUTO_SIGN_IN' },
    });
    expect(await autoSignIn()).toEqual(done);
    expect((await fetchUserAttributes()).nickname).toBe('Ada');
  });

  test('[I-10] after three minutes the password is asked for', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await signUpAda({ autoSignIn: true });
    vi.advanceTimersByTime(3 * 60_000);
    vi.useRealTimers();
    expect(await confirmSignUp({ username: email, confirmationCode: codeFor() })).toMatchObject({
      nextStep: { signUpStep: 'DONE' },
    });
    await expect(autoSignIn()).rejects.toMatchObject({ name: 'AutoSignInException' });
  });

  test('[I-08] who signs in before confirming is led to the confirmation', async () => {
    await signUpAda();
    expect(await signIn({ username: email, password })).toMatchObject(asks('CONFIRM_SIGN_UP'));
    await confirmSignUp({ username: email, confirmationCode: codeFor() });
    expect(await signIn({ username: email, password })).toEqual(done);
  });
});

describe('[I-11] empty fields', () => {
  test.each([
    [() => signIn({ username: '', password }), 'username is required to signIn'],
    [() => signIn({ username: email, password: '' }), 'password is required to signIn'],
    [() => signUp({ username: '', password }), 'username is required to signUp'],
    [() => confirmSignUp({ username: '', confirmationCode: '1' }), 'username is required to confirmSignUp'],
    [() => confirmSignUp({ username: email, confirmationCode: '' }), 'code is required to confirmSignUp'],
    [() => resetPassword({ username: '' }), 'username is required to resetPassword'],
    [
      () => confirmResetPassword({ username: '', newPassword: password, confirmationCode: '1' }),
      'username is required to confirmResetPassword',
    ],
    [
      () => confirmResetPassword({ username: email, newPassword: '', confirmationCode: '1' }),
      'newPassword is required to confirmResetPassword',
    ],
    [
      () => confirmResetPassword({ username: email, newPassword: password, confirmationCode: '' }),
      'confirmationCode is required to confirmResetPassword',
    ],
  ] as Array<[() => Promise<unknown>, string]>)('%s', async (ask, message) => {
    await expect(ask()).rejects.toMatchObject({ message });
  });

  test('sign-up without a password is refused by the service', async () => {
    await expect(signUp({ username: email, password: '' })).rejects.toMatchObject({
      name: 'InvalidParameterException',
    });
  });
});

describe('sign-in', () => {
  beforeEach(async () => {
    await identity.register(email);
  });

  test('[I-14] signing in while signed in fails', async () => {
    await signIn({ username: email, password });
    await expect(signIn({ username: email, password })).rejects.toMatchObject({
      name: 'UserAlreadyAuthenticatedException',
      message: 'There is already a signed in user.',
    });
    await signOut();
    expect(await signIn({ username: email, password })).toEqual(done);
  });

  test('[I-08] a password that must be reset leads to the reset', async () => {
    await setUser(database, email, { status: 'RESET_REQUIRED' });
    expect(await signIn({ username: email, password })).toMatchObject(asks('RESET_PASSWORD'));
    expect(await resetPassword({ username: email })).toMatchObject({
      isPasswordReset: false,
      nextStep: {
        resetPasswordStep: 'CONFIRM_RESET_PASSWORD_WITH_CODE',
        codeDeliveryDetails: { deliveryMedium: 'EMAIL', destination: 'a***@e***' },
      },
    });
    await confirmResetPassword({ username: email, newPassword: 'battery staple', confirmationCode: codeFor() });
    expect(await signIn({ username: email, password: 'battery staple' })).toEqual(done);
  });

  test('[I-08] a new password where one is required', async () => {
    await setUser(database, email, { status: 'FORCE_CHANGE_PASSWORD' });
    expect(await signIn({ username: email, password })).toMatchObject(
      asks('CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED'),
    );
    const options = { userAttributes: { nickname: 'Countess' } };
    expect(await confirmSignIn({ challengeResponse: 'battery staple', options })).toEqual(done);
    expect((await fetchUserAttributes()).nickname).toBe('Countess');
  });

  test('[I-05] [I-08] an authenticator app is set up, and asked for at sign-in', async () => {
    await signIn({ username: email, password });
    const secret = await useAuthenticator();
    expect(await fetchMFAPreference()).toEqual({ enabled: ['TOTP'] });
    await signOut();
    identity.wait(TOTP_SECONDS);
    expect(await signIn({ username: email, password })).toMatchObject(asks('CONFIRM_SIGN_IN_WITH_TOTP_CODE'));
    await expect(confirmSignIn({ challengeResponse: 'wrong' })).rejects.toMatchObject({
      name: 'CodeMismatchException',
    });
    expect(await confirmSignIn({ challengeResponse: identity.totpCode(secret) })).toEqual(done);
  });

  test('[I-08] a code by mail as the second factor, and the choice between two', async () => {
    await signIn({ username: email, password });
    await updateMFAPreference({ email: 'ENABLED' });
    await signOut();
    expect(await signIn({ username: email, password })).toMatchObject({
      nextStep: {
        signInStep: 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE',
        codeDeliveryDetails: { deliveryMedium: 'EMAIL', destination: 'a***@e***' },
      },
    });
    expect(await confirmSignIn({ challengeResponse: codeFor() })).toEqual(done);

    await useAuthenticator();
    await signOut();
    expect(await signIn({ username: email, password })).toMatchObject({
      nextStep: { signInStep: 'CONTINUE_SIGN_IN_WITH_MFA_SELECTION', allowedMFATypes: ['TOTP', 'EMAIL'] },
    });
    expect(await confirmSignIn({ challengeResponse: 'EMAIL' })).toMatchObject(asks('CONFIRM_SIGN_IN_WITH_EMAIL_CODE'));
    expect(await confirmSignIn({ challengeResponse: codeFor() })).toEqual(done);

    await updateMFAPreference({ totp: 'PREFERRED' });
    expect(await fetchMFAPreference()).toEqual({ enabled: ['TOTP', 'EMAIL'], preferred: 'TOTP' });
    await signOut();
    expect(await signIn({ username: email, password })).toMatchObject(asks('CONFIRM_SIGN_IN_WITH_TOTP_CODE'));
  });

  test('[I-08] who needs a second factor and has none sets one up while signing in', async () => {
    const strict = await startIdentity(database, { secondFactorRequired: true });
    configureAmplify(strict);
    const asked = await signIn({ username: email, password });
    if (asked.nextStep.signInStep !== 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP') throw new Error(asked.nextStep.signInStep);
    const { sharedSecret, getSetupUri } = asked.nextStep.totpSetupDetails;
    expect(getSetupUri('Hearth', email).href).toContain(sharedSecret);
    expect(await confirmSignIn({ challengeResponse: strict.totpCode(sharedSecret) })).toEqual(done);
    await signOut();
    await strict.close();
  });

  test('[I-08] a custom challenge, alone and after the password', async () => {
    const alone = await signIn({ username: email, options: { authFlowType: 'CUSTOM_WITHOUT_SRP' } });
    expect(alone).toMatchObject(asks('CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE'));
    expect(await confirmSignIn({ challengeResponse: codeFor() })).toEqual(done);
    await signOut();
    const both = await signIn({ username: email, password, options: { authFlowType: 'CUSTOM_WITH_SRP' } });
    expect(both).toMatchObject(asks('CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE'));
    expect(await confirmSignIn({ challengeResponse: codeFor() })).toEqual(done);
  });

  test.each(['USER_SRP_AUTH', 'USER_PASSWORD_AUTH'] as const)('[I-01] the flow %s', async (authFlowType) => {
    const options = { authFlowType };
    await expect(signIn({ username: email, password: 'wrong horse', options })).rejects.toMatchObject(wrongPassword);
    expect(await signIn({ username: email, password, options })).toEqual(done);
  });

  describe('USER_AUTH', () => {
    test.each(['PASSWORD', 'PASSWORD_SRP'] as const)('prefers %s', async (preferredChallenge) => {
      const options = { authFlowType: 'USER_AUTH' as const, preferredChallenge };
      expect(await signIn({ username: email, password, options })).toEqual(done);
    });

    test('prefers a code by mail', async () => {
      const options = { authFlowType: 'USER_AUTH' as const, preferredChallenge: 'EMAIL_OTP' as const };
      expect(await signIn({ username: email, options })).toMatchObject(asks('CONFIRM_SIGN_IN_WITH_EMAIL_CODE'));
      expect(await confirmSignIn({ challengeResponse: codeFor() })).toEqual(done);
    });

    test.each(['PASSWORD', 'PASSWORD_SRP', 'EMAIL_OTP'])('offers the choice, and %s is chosen', async (choice) => {
      const offered = await signIn({ username: email, options: { authFlowType: 'USER_AUTH' } });
      expect(offered).toMatchObject({
        nextStep: {
          signInStep: 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION',
          availableChallenges: ['PASSWORD_SRP', 'PASSWORD', 'WEB_AUTHN', 'EMAIL_OTP'],
        },
      });
      const byMail = choice === 'EMAIL_OTP';
      expect(await confirmSignIn({ challengeResponse: choice })).toMatchObject(
        asks(byMail ? 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE' : 'CONFIRM_SIGN_IN_WITH_PASSWORD'),
      );
      expect(await confirmSignIn({ challengeResponse: byMail ? codeFor() : password })).toEqual(done);
    });
  });
});

describe('the account', () => {
  beforeEach(async () => {
    await identity.register(email);
    await signIn({ username: email, password });
  });

  test('[I-03] the password is changed, and set again when it was forgotten', async () => {
    await expect(updatePassword({ oldPassword: 'wrong horse', newPassword: 'battery staple' })).rejects.toMatchObject(
      wrongPassword,
    );
    await updatePassword({ oldPassword: password, newPassword: 'battery staple' });
    await signOut();
    await resetPassword({ username: email });
    const forgotten = { username: email, newPassword: 'a third password', confirmationCode: codeFor() };
    await expect(confirmResetPassword({ ...forgotten, newPassword: 'short' })).rejects.toMatchObject({
      name: 'InvalidPasswordException',
    });
    await confirmResetPassword(forgotten);
    await expect(signIn({ username: email, password: 'battery staple' })).rejects.toMatchObject(wrongPassword);
    expect(await signIn({ username: email, password: 'a third password' })).toEqual(done);
  });

  test('attributes are changed', async () => {
    expect(await updateUserAttributes({ userAttributes: { nickname: 'Countess 🧮' } })).toEqual({
      nickname: { isUpdated: true, nextStep: { updateAttributeStep: 'DONE' } },
    });
    expect((await fetchUserAttributes()).nickname).toBe('Countess 🧮');
  });

  test('[I-05] a remembered device signs in without the second factor, until it is forgotten', async () => {
    const [device, ...others] = await fetchDevices();
    expect(others).toEqual([]);
    expect(device).toMatchObject({ id: expect.any(String), createDate: expect.any(Date) });
    const secret = await useAuthenticator();
    await rememberDevice();
    await signOut();
    expect(await signIn({ username: email, password })).toEqual(done);
    expect(await fetchDevices()).toHaveLength(1);
    await forgetDevice();
    expect(await fetchDevices()).toEqual([]);
    await signOut();
    identity.wait(TOTP_SECONDS);
    expect(await signIn({ username: email, password })).toMatchObject(asks('CONFIRM_SIGN_IN_WITH_TOTP_CODE'));
    expect(await confirmSignIn({ challengeResponse: identity.totpCode(secret) })).toEqual(done);
    expect(await fetchDevices()).toHaveLength(1);
  });

  test('a device that was forgotten from elsewhere does not keep its owner out', async () => {
    const [device] = await fetchDevices();
    await rememberDevice();
    await signOut();
    const { AccessToken } = await identity.signIn(email);
    await identity.call('ForgetDevice', { AccessToken, DeviceKey: device?.id });
    expect(await signIn({ username: email, password })).toEqual(done);
    expect((await fetchDevices()).map(({ id }) => id)).not.toContain(device?.id);
  });

  test('[I-04] signing out everywhere ends every other sign-in', async () => {
    const elsewhere = await identity.signIn(email);
    await signOut({ global: true });
    await expect(getCurrentUser()).rejects.toMatchObject({ name: 'UserUnAuthenticatedException' });
    expect((await identity.call('GetUser', { AccessToken: elsewhere.AccessToken })).body.message).toBe(
      'Access Token has been revoked',
    );
  });

  test('a deleted account is gone', async () => {
    await deleteUser();
    await expect(getCurrentUser()).rejects.toMatchObject({
      name: 'UserUnAuthenticatedException',
      message: 'User needs to be authenticated to call this API.',
    });
    await expect(signIn({ username: email, password })).rejects.toMatchObject(wrongPassword);
  });
});
