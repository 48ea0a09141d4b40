// The vendor's server-side client, as it is: every way to sign in. SRP is done by test/clients/srp-client.ts, as the client has none.
import type { InitiateAuthCommandOutput } from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSdk } from '../../../test/clients/cognito-sdk.ts';
import { srpClient } from '../../../test/clients/srp-client.ts';
import { openTestDatabase } from '../../../test/database/test-database.ts';
import { emptyIdentity, password, setUser, startIdentity, type TestIdentity } from '../../../test/parts/identity.ts';

const email = 'ada@example.com';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let identity: TestIdentity;
let users: ReturnType<typeof openSdk>['users'];
let ClientId: string;
let userId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  identity = await startIdentity(database);
  users = openSdk(identity).users;
  ClientId = identity.pool.clientId;
});
beforeEach(async () => {
  await emptyIdentity(database);
  userId = await identity.register(email);
});
afterAll(async () => {
  await identity.close();
  await database.close();
});

type Challenge = Pick<Partial<InitiateAuthCommandOutput>, 'Session' | 'ChallengeParameters'>;

/** Answers PASSWORD_VERIFIER. Some clients do not send the session back. */
function provePassword(srp: ReturnType<typeof srpClient>, challenge: Challenge, given = password) {
  const { Session, ChallengeParameters = {} } = challenge;
  const { USERNAME = '', USER_ID_FOR_SRP = '' } = ChallengeParameters;
  return users.respondToAuthChallenge({
    ClientId,
    ChallengeName: 'PASSWORD_VERIFIER',
    Session,
    ChallengeResponses: {
      USERNAME,
      ...srp.sign(ChallengeParameters, { userId: USER_ID_FOR_SRP, password: given }),
    },
  });
}

const wrongPassword = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' };
const wrongCode = { name: 'CodeMismatchException' };
const signedIn = { AuthenticationResult: { TokenType: 'Bearer', RefreshToken: expect.any(String) } };

describe('USER_SRP_AUTH', () => {
  function begin(USERNAME = email) {
    const srp = srpClient({ poolName: identity.pool.name });
    const AuthParameters = { USERNAME, SRP_A: srp.A };
    return users
      .initiateAuth({ ClientId, AuthFlow: 'USER_SRP_AUTH', AuthParameters })
      .then((answer) => ({ srp, answer }));
  }

  test('[I-01] the password signs in without being sent', async () => {
    const { srp, answer } = await begin();
    expect(answer).toMatchObject({
      ChallengeName: 'PASSWORD_VERIFIER',
      ChallengeParameters: { USERNAME: userId, USER_ID_FOR_SRP: userId },
    });
    expect(await provePassword(srp, answer)).toMatchObject(signedIn);
  });

  test('[I-01] a client that does not send the session back signs in too', async () => {
    const { srp, answer } = await begin(email.toUpperCase());
    expect(await provePassword(srp, { ChallengeParameters: answer.ChallengeParameters })).toMatchObject(signedIn);
  });

  test('the user id signs in as well as the address', async () => {
    const { srp, answer } = await begin(userId);
    expect(await provePassword(srp, answer)).toMatchObject(signedIn);
  });

  test('[I-01] a wrong password and an unknown user are refused alike', async () => {
    const known = await begin();
    await expect(provePassword(known.srp, known.answer, 'wrong horse')).rejects.toMatchObject(wrongPassword);
    const unknown = await begin('nobody@example.com');
    await expect(provePassword(unknown.srp, unknown.answer)).rejects.toMatchObject(wrongPassword);
  });
});

describe('the state of the account', () => {
  async function withPassword() {
    const AuthParameters = { USERNAME: email, PASSWORD: password };
    return users.initiateAuth({ ClientId, AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters });
  }

  test('[I-08] an account that must set a new password does so at sign-in', async () => {
    await setUser(database, email, { status: 'FORCE_CHANGE_PASSWORD' });
    const { ChallengeName, Session, ChallengeParameters } = await withPassword();
    expect(ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
    expect(JSON.parse(ChallengeParameters?.userAttributes ?? '')).toEqual({ nickname: 'Ada', email });
    expect(ChallengeParameters?.requiredAttributes).toBe('[]');
    const answer = (responses: Record<string, string>) =>
      users.respondToAuthChallenge({
        ClientId,
        ChallengeName,
        Session,
        ChallengeResponses: { USERNAME: email, ...responses },
      });
    await expect(answer({ NEW_PASSWORD: 'short' })).rejects.toMatchObject({ name: 'InvalidPasswordException' });
    await expect(answer({})).rejects.toMatchObject({ name: 'InvalidPasswordException' });
    const { AuthenticationResult } = await answer({
      NEW_PASSWORD: 'battery staple',
      'userAttributes.nickname': 'Countess',
    });
    const user = await users.getUser({ AccessToken: AuthenticationResult?.AccessToken });
    expect(user.UserAttributes).toContainEqual({ Name: 'nickname', Value: 'Countess' });
    await identity.signIn(email, 'battery staple');
    await expect(withPassword()).rejects.toMatchObject(wrongPassword);
    await expect(answer({ NEW_PASSWORD: 'a third one' })).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  });

  test('[I-08] an account whose password must be reset says so, and signs in after the reset', async () => {
    await setUser(database, email, { status: 'RESET_REQUIRED' });
    await expect(withPassword()).rejects.toMatchObject({ name: 'PasswordResetRequiredException' });
    await users.forgotPassword({ ClientId, Username: email });
    const ConfirmationCode = identity.codeFor(email);
    await users.confirmForgotPassword({ ClientId, Username: email, ConfirmationCode, Password: 'battery staple' });
    await identity.signIn(email, 'battery staple');
  });
});

describe('CUSTOM_AUTH', () => {
  const answerTo = ({ Session }: Challenge, ANSWER: string) =>
    users.respondToAuthChallenge({
      ClientId,
      ChallengeName: 'CUSTOM_CHALLENGE',
      Session,
      ChallengeResponses: { USERNAME: email, ANSWER },
    });

  test('[I-01] a code by mail signs in without a password', async () => {
    const AuthParameters = { USERNAME: email, CHALLENGE_NAME: 'CUSTOM_CHALLENGE' };
    const begun = await users.initiateAuth({ ClientId, AuthFlow: 'CUSTOM_AUTH', AuthParameters });
    expect(begun).toMatchObject({
      ChallengeName: 'CUSTOM_CHALLENGE',
      ChallengeParameters: { USERNAME: userId, CODE_DELIVERY_DESTINATION: 'a***@e***' },
    });
    await expect(answerTo(begun, 'wrong')).rejects.toMatchObject(wrongCode);
    expect(await answerTo(begun, identity.codeFor(email))).toMatchObject(signedIn);
  });

  test('[I-01] with SRP_A the password comes first, and the code after it', async () => {
    const srp = srpClient({ poolName: identity.pool.name });
    const AuthParameters = { USERNAME: email, CHALLENGE_NAME: 'SRP_A', SRP_A: srp.A };
    const mails = identity.mails.length;
    const begun = await users.initiateAuth({ ClientId, AuthFlow: 'CUSTOM_AUTH', AuthParameters });
    expect(begun.ChallengeName).toBe('PASSWORD_VERIFIER');
    expect(identity.mails, 'no code before the password').toHaveLength(mails);
    const next = await provePassword(srp, begun);
    expect(next.ChallengeName).toBe('CUSTOM_CHALLENGE');
    expect(await answerTo(next, identity.codeFor(email))).toMatchObject(signedIn);
  });
});

describe('USER_AUTH', () => {
  type Given = Record<string, string>;
  const begin = (given: Given) =>
    users.initiateAuth({ ClientId, AuthFlow: 'USER_AUTH', AuthParameters: { USERNAME: email, ...given } });
  const choose = (Session: string | undefined, responses: Given) =>
    users.respondToAuthChallenge({
      ClientId,
      ChallengeName: 'SELECT_CHALLENGE',
      Session,
      ChallengeResponses: { USERNAME: email, ...responses },
    });
  const answerCode = ({ Session }: Challenge) =>
    users.respondToAuthChallenge({
      ClientId,
      ChallengeName: 'EMAIL_OTP',
      Session,
      ChallengeResponses: { USERNAME: email, EMAIL_OTP_CODE: identity.codeFor(email) },
    });

  test('the password, preferred', async () => {
    expect(await begin({ PREFERRED_CHALLENGE: 'PASSWORD', PASSWORD: password })).toMatchObject(signedIn);
    await expect(begin({ PREFERRED_CHALLENGE: 'PASSWORD', PASSWORD: 'wrong horse' })).rejects.toMatchObject(
      wrongPassword,
    );
  });

  test('the password by SRP, preferred', async () => {
    const srp = srpClient({ poolName: identity.pool.name });
    const begun = await begin({ PREFERRED_CHALLENGE: 'PASSWORD_SRP', SRP_A: srp.A });
    expect(await provePassword(srp, begun)).toMatchObject(signedIn);
  });

  test('a code by mail, preferred', async () => {
    const begun = await begin({ PREFERRED_CHALLENGE: 'EMAIL_OTP' });
    expect(begun.ChallengeName).toBe('EMAIL_OTP');
    expect(await answerCode(begun)).toMatchObject(signedIn);
  });

  test('a passkey, preferred: the browser is asked for one of this site', async () => {
    const begun = await begin({ PREFERRED_CHALLENGE: 'WEB_AUTHN' });
    expect(begun.ChallengeName).toBe('WEB_AUTHN');
    expect(JSON.parse(begun.ChallengeParameters?.CREDENTIAL_REQUEST_OPTIONS ?? '')).toMatchObject({
      rpId: new URL(identity.pool.origin).hostname,
      userVerification: 'required',
    });
  });

  test('a way that is not offered is refused', async () => {
    await expect(begin({ PREFERRED_CHALLENGE: 'SMS_OTP' })).rejects.toMatchObject({
      name: 'InvalidParameterException',
    });
  });

  test('without a preference the client is told what there is, and chooses', async () => {
    const offered = await begin({});
    expect(offered).toMatchObject({
      ChallengeName: 'SELECT_CHALLENGE',
      AvailableChallenges: ['PASSWORD_SRP', 'PASSWORD', 'WEB_AUTHN', 'EMAIL_OTP'],
    });
    expect(await choose(offered.Session, { ANSWER: 'PASSWORD', PASSWORD: password })).toMatchObject(signedIn);

    const srp = srpClient({ poolName: identity.pool.name });
    const bySrp = await choose((await begin({})).Session, { ANSWER: 'PASSWORD_SRP', SRP_A: srp.A });
    expect(await provePassword(srp, bySrp)).toMatchObject(signedIn);

    const byMail = await choose((await begin({})).Session, { ANSWER: 'EMAIL_OTP' });
    expect(await answerCode(byMail)).toMatchObject(signedIn);

    const byPasskey = await choose((await begin({})).Session, { ANSWER: 'WEB_AUTHN' });
    expect(byPasskey.ChallengeName).toBe('WEB_AUTHN');
  });

  test.each([{}, { ANSWER: 'SMS_OTP' }])('the choice %j is refused', async (responses: Given) => {
    const { Session } = await begin({});
    await expect(choose(Session, responses)).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });

  test('an unknown user is offered the same', async () => {
    const unknown = await begin({ USERNAME: 'nobody@example.com' });
    expect(unknown.AvailableChallenges).toEqual((await begin({})).AvailableChallenges);
    await expect(
      choose(unknown.Session, { USERNAME: 'nobody@example.com', ANSWER: 'PASSWORD', PASSWORD: password }),
    ).rejects.toMatchObject(wrongPassword);
  });
});
