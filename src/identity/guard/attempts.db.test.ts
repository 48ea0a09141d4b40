// How often an account may be tried. The clock stands still but where a test lets it run.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/database/test-database.ts';
import { emptyIdentity, password, startIdentity, type TestIdentity } from '../../../test/parts/identity.ts';

const email = 'ada@example.com';
const HOUR = 3_600;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let identity: TestIdentity;
let address: number;

beforeAll(async () => {
  database = await openTestDatabase();
  identity = await startIdentity(database);
  address = 0;
});
beforeEach(async () => {
  await emptyIdentity(database);
  identity.stopClock();
  // Every test asks from an address of its own: what an address used up counts for the whole file.
  address++;
});
afterAll(async () => {
  await identity.close();
  await database.close();
});

/** Headers of the one trusted proxy about the requester. */
const from = (last = address, claimed = '') => ({ 'x-forwarded-for': `${claimed}203.0.113.${last}` });
const call = (action: string, input: object, headers = from()) => identity.call(action, input, headers);

async function tryPassword(PASSWORD: string, USERNAME = email, headers = from()) {
  const AuthParameters = { USERNAME, PASSWORD };
  const { status, body } = await call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters }, headers);
  return status === 200 ? 'done' : body.message;
}

const wrong = 'Incorrect username or password.';
const blocked = 'Password attempts exceeded';

describe('wrong passwords', () => {
  beforeEach(async () => {
    await identity.register(email);
  });

  async function fail(times: number, username = email) {
    for (let time = 0; time < times; time++) expect(await tryPassword('wrong horse', username)).toBe(wrong);
  }

  test('after five in a row the account waits, twice as long each time, a quarter of an hour at most', async () => {
    await fail(5);
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
      identity.wait(seconds - 0.1);
      expect(await tryPassword(password), `${seconds} s have not passed`).toBe(blocked);
      identity.wait(0.1);
      expect(await tryPassword('wrong horse'), `${seconds} s have passed`).toBe(wrong);
    }
    identity.wait(900);
    expect(await tryPassword(password)).toBe('done');
  });

  test('a sign-in makes them forgotten', async () => {
    await fail(4);
    expect(await tryPassword(password)).toBe('done');
    await fail(5);
    expect(await tryPassword(password)).toBe(blocked);
  });

  test('a day makes them forgotten too', async () => {
    await fail(4);
    identity.wait(24 * HOUR + 1);
    await fail(5);
  });

  test('a request that is refused meanwhile does not make it longer', async () => {
    await fail(5);
    for (let time = 0; time < 5; time++) expect(await tryPassword('wrong horse')).toBe(blocked);
    identity.wait(1);
    expect(await tryPassword(password)).toBe('done');
  });

  test('twenty at once are five tries', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => tryPassword('wrong horse')));
    expect(answers.filter((answer) => answer === wrong)).toHaveLength(5);
    expect(answers.filter((answer) => answer === blocked)).toHaveLength(15);
  });

  test('twenty right ones at once all sign in', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => tryPassword(password)));
    expect(answers).toEqual(Array(20).fill('done'));
  });

  test('a wrong one among right ones is one failure', async () => {
    await fail(3);
    const right = () => tryPassword(password);
    const answers = await Promise.all([right(), tryPassword('wrong horse'), right(), right()]);
    expect(answers).toEqual(['done', wrong, 'done', 'done']);
  });

  test('of one account do not touch another', async () => {
    await identity.register('eve@example.com');
    await fail(5);
    expect(await tryPassword(password, 'eve@example.com')).toBe('done');
  });

  test('are counted for an unknown address too', async () => {
    await fail(5, 'nobody@example.com');
    expect(await tryPassword('wrong horse', 'Nobody@Example.com')).toBe(blocked);
  });

  test('are counted whoever asks for the change of the password', async () => {
    const { AccessToken } = await identity.signIn(email);
    const change = { AccessToken, PreviousPassword: 'wrong horse', ProposedPassword: 'battery staple' };
    for (let time = 0; time < 5; time++) expect((await call('ChangePassword', change)).body.message).toBe(wrong);
    expect((await call('ChangePassword', { ...change, PreviousPassword: password })).body.message).toBe(blocked);
  });

  test('a new password by mail lets its owner in at once', async () => {
    await fail(5);
    await call('ForgotPassword', { Username: email });
    const ConfirmationCode = identity.codeFor(email);
    await call('ConfirmForgotPassword', { Username: email, ConfirmationCode, Password: 'battery staple' });
    expect(await tryPassword('battery staple')).toBe('done');
  });
});

describe('wrong second factors', () => {
  async function withAuthenticator() {
    await identity.register(email);
    const { AccessToken } = await identity.signIn(email);
    const { SecretCode } = (await call('AssociateSoftwareToken', { AccessToken })).body;
    await call('VerifySoftwareToken', { AccessToken, UserCode: identity.totpCode(SecretCode) });
    await call('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings: { Enabled: true } });
    identity.wait(30);
    return SecretCode;
  }

  async function begin() {
    const AuthParameters = { USERNAME: email, PASSWORD: password };
    return (await call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters })).body;
  }

  async function answer(Session: string | undefined, SOFTWARE_TOKEN_MFA_CODE: string) {
    const ChallengeResponses = { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE };
    const given = { ChallengeName: 'SOFTWARE_TOKEN_MFA', Session, ChallengeResponses };
    return (await call('RespondToAuthChallenge', given)).body;
  }

  test('count as wrong passwords do, and the right password does not take them back', async () => {
    const secret = await withAuthenticator();
    for (let time = 0; time < 5; time++)
      expect((await answer((await begin()).Session, '000000x')).__type).toBe('CodeMismatchException');
    expect((await begin()).message).toBe(blocked);
    identity.wait(1);
    const { Session } = await begin();
    expect((await answer(Session, '000000x')).__type).toBe('CodeMismatchException');
    expect((await answer(Session, identity.totpCode(secret))).message).toBe(blocked);
    identity.wait(2);
    expect((await answer(Session, identity.totpCode(secret))).AuthenticationResult).toBeDefined();
  });

  test('in digits of another script are wrong too', async () => {
    await withAuthenticator();
    expect((await answer((await begin()).Session, '١٢٣٤٥٦')).__type).toBe('CodeMismatchException');
  });

  test('twenty at once are five tries', async () => {
    await withAuthenticator();
    const { Session } = await begin();
    const answers = await Promise.all(Array.from({ length: 20 }, () => answer(Session, '000000x')));
    expect(answers.filter(({ __type }) => __type === 'CodeMismatchException')).toHaveLength(5);
  });
});

test('codes that anybody asks for do not keep the second factor from its owner', async () => {
  await identity.register(email);
  const { AccessToken } = await identity.signIn(email);
  await call('SetUserMFAPreference', { AccessToken, EmailMfaSettings: { Enabled: true } });
  const AuthParameters = { USERNAME: email, PASSWORD: password };
  const { body } = await call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters });
  const EMAIL_OTP_CODE = identity.codeFor(email);
  for (let time = 0; time < 6; time++)
    await call('InitiateAuth', { AuthFlow: 'CUSTOM_AUTH', AuthParameters: { USERNAME: email } });
  const answer = await call('RespondToAuthChallenge', {
    ChallengeName: 'EMAIL_OTP',
    Session: body.Session,
    ChallengeResponses: { USERNAME: email, EMAIL_OTP_CODE },
  });
  expect(answer.body.AuthenticationResult).toBeDefined();
  expect((await call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters })).body.ChallengeName).toBe(
    'EMAIL_OTP',
  );
});
