// How often something may be tried: by account, by code, by address. The clock stands still but where a test lets it run.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../test/database/test-database.ts';
import { emptyIdentity, password, startIdentity, type TestIdentity } from '../../test/parts/identity.ts';
import { byAddress } from './limits.ts';

const email = 'ada@example.com';
const HOUR = 3_600;
/** Tests that use up the limit of an address make a thousand requests. */
const LONG = 60_000;

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

/** What the one trusted proxy says of the asker. */
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

describe('codes', () => {
  const signUp = (Username = email) => call('SignUp', { Username, Password: password });
  const confirm = async (ConfirmationCode: string) =>
    (await call('ConfirmSignUp', { Username: email, ConfirmationCode })).body.__type ?? 'done';
  const reset = async (ConfirmationCode: string) =>
    (await call('ConfirmForgotPassword', { Username: email, ConfirmationCode, Password: 'battery staple' })).body
      .__type ?? 'done';
  const code = () => identity.codeFor(email);
  /** Of six digits, and not the one that was sent. */
  const wrongCode = () => String((Number(code()) + 1) % 1_000_000).padStart(6, '0');

  test('have six digits', async () => {
    await signUp();
    expect(code()).toMatch(/^\d{6}$/);
  });

  test('are good for five tries', async () => {
    await signUp();
    for (let time = 0; time < 5; time++) expect(await confirm(wrongCode())).toBe('CodeMismatchException');
    expect(await confirm(code()), 'the right one comes too late').toBe('LimitExceededException');
    await call('ResendConfirmationCode', { Username: email });
    expect(await confirm(code())).toBe('done');
  });

  test('are good for five tries, also when twenty are made at once', async () => {
    await signUp();
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(wrongCode())));
    expect(answers.filter((answer) => answer === 'CodeMismatchException')).toHaveLength(5);
    expect(answers.filter((answer) => answer === 'LimitExceededException')).toHaveLength(15);
  });

  test.each([
    ['confirm an address', 'ResendConfirmationCode', confirm],
    ['set a password', 'ForgotPassword', reset],
  ])('to %s may be wrong fifty times a day, over all that were sent', async (_what, action, give) => {
    await signUp();
    const ask = () => call(action, { Username: email });
    for (let sent = 0; sent < 10; sent++) {
      if (sent % 4 === 0) identity.wait(HOUR + 1);
      await ask();
      for (let time = 0; time < 5; time++) expect(await give(wrongCode())).toBe('CodeMismatchException');
    }
    await ask();
    expect(await give(code()), 'the right one too').toBe('LimitExceededException');
    identity.wait(24 * HOUR);
    await ask();
    expect(await give(code())).toBe('done');
  });

  test('are good once, also at once', async () => {
    await identity.register(email);
    await call('ForgotPassword', { Username: email });
    const sent = code();
    const answers = await Promise.all(Array.from({ length: 4 }, () => reset(sent)));
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(await reset(sent)).toBe('ExpiredCodeException');
  });

  test('may be typed with spaces around them', async () => {
    await signUp();
    expect(await confirm(` ${code()} `)).toBe('done');
  });

  test('to confirm an address end after a day', async () => {
    await signUp();
    identity.wait(24 * HOUR + 1);
    expect(await confirm(code())).toBe('ExpiredCodeException');
    await call('ResendConfirmationCode', { Username: email });
    identity.wait(24 * HOUR - 1);
    expect(await confirm(code())).toBe('done');
  });

  test('to set a new password end after an hour', async () => {
    await identity.register(email);
    await call('ForgotPassword', { Username: email });
    identity.wait(HOUR + 1);
    expect(await reset(code())).toBe('ExpiredCodeException');
    await call('ForgotPassword', { Username: email });
    identity.wait(HOUR - 1);
    expect(await reset(code())).toBe('done');
  });

  test('are replaced by the next one', async () => {
    await identity.register(email);
    await call('ForgotPassword', { Username: email });
    const first = code();
    await call('ForgotPassword', { Username: email });
    if (first !== code()) expect(await reset(first)).toBe('CodeMismatchException');
    expect(await reset(code())).toBe('done');
  });

  test('for one purpose are none for another', async () => {
    await signUp();
    expect(await reset(code())).toBe('ExpiredCodeException');
    await confirm(code());
    await call('ForgotPassword', { Username: email });
    expect(await confirm(code())).toBe('ExpiredCodeException');
  });

  test.each(['a known', 'an unknown'])('are sent to %s address five times an hour at most', async (which) => {
    if (which === 'a known') await identity.register(email);
    const mails = identity.mails.length;
    const ask = async () => (await call('ForgotPassword', { Username: email })).body.__type ?? 'done';
    const sent = () => identity.mails.length - mails;
    // A refusal would keep the owner from the mails that a stranger has asked for.
    expect(await Promise.all(Array.from({ length: 8 }, ask))).toEqual(Array(8).fill('done'));
    expect(sent()).toBe(which === 'a known' ? 5 : 0);
    identity.wait(HOUR - 1);
    expect(await ask()).toBe('done');
    expect(sent()).toBe(which === 'a known' ? 5 : 0);
    identity.wait(2);
    expect(await ask()).toBe('done');
    expect(sent()).toBe(which === 'a known' ? 6 : 0);
  });
});

describe('an address', () => {
  const tooMany = 'TooManyRequestsException';
  const many = <T>(count: number, ask: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, index) => ask(index)));

  /** The cheapest way to begin a sign-in: what there is to choose from. */
  const begin = async (headers = from()) => {
    const input = { AuthFlow: 'USER_AUTH', AuthParameters: { USERNAME: 'nobody@example.com' } };
    return (await call('InitiateAuth', input, headers)).body;
  };

  test('begins so many sign-ins a minute, and gets back what succeeds', { timeout: LONG }, async () => {
    await identity.register(email);
    const answers = await many(byAddress.signIns.points - 1, () => begin());
    expect(new Set(answers.map(({ ChallengeName }) => ChallengeName))).toEqual(new Set(['SELECT_CHALLENGE']));
    for (let time = 0; time < 3; time++) expect(await tryPassword(password)).toBe('done');
    const { Session } = await begin();
    expect((await begin()).__type).toBe(tooMany);
    expect(await tryPassword(password)).toBe('Too many requests, please wait a minute.');
    const ChallengeResponses = { USERNAME: email, ANSWER: 'PASSWORD_SRP', SRP_A: '5' };
    const choice = { ChallengeName: 'SELECT_CHALLENGE', Session, ChallengeResponses };
    expect((await call('RespondToAuthChallenge', choice)).body.__type, 'a choice begins one too').toBe(tooMany);
    expect((await begin(from(address, '198.51.100.1, '))).__type, 'what the asker claims is not believed').toBe(
      tooMany,
    );
    expect((await begin(from(200))).__type).toBeUndefined();
  });

  test('fails so many proofs a minute, over all accounts', { timeout: LONG }, async () => {
    await identity.register(email);
    const guess = async (index: number) =>
      (await call('GetTokensFromRefreshToken', { RefreshToken: `guess${index}` })).body.__type;
    const refused = await many(byAddress.failedProofs.points - 10, guess);
    expect(new Set(refused)).toEqual(new Set(['NotAuthorizedException']));
    const wrongs = await many(10, (index) => tryPassword('wrong horse', `user${index}@example.com`));
    expect(new Set(wrongs)).toEqual(new Set([wrong]));
    expect(await tryPassword(password)).toBe('Too many requests, please wait a minute.');
    const guesses: Array<[string, object]> = [
      ['GetTokensFromRefreshToken', { RefreshToken: 'guessed' }],
      ['ConfirmSignUp', { Username: email, ConfirmationCode: '123456' }],
      ['ConfirmForgotPassword', { Username: email, ConfirmationCode: '123456', Password: password }],
    ];
    for (const [action, input] of guesses) expect((await call(action, input)).body.__type, action).toBe(tooMany);
    expect(await tryPassword(password, email, from(201))).toBe('done');
  });

  test('has so many mails sent in ten minutes', { timeout: LONG }, async () => {
    const ask = async (index: number) =>
      (await call('ForgotPassword', { Username: `user${index}@example.com` })).body.__type ?? 'done';
    expect(new Set(await many(byAddress.mails.points, ask))).toEqual(new Set(['done']));
    expect(await ask(byAddress.mails.points)).toBe('LimitExceededException');
    expect((await call('SignUp', { Username: email, Password: password })).body.__type).toBe('LimitExceededException');
  });

  test('is given so many identities for guests in ten minutes', async () => {
    const open = await startIdentity(database, { guestAccess: true });
    const ask = async () => {
      const input = { IdentityPoolId: open.pool.identityPoolId };
      return (await open.call('AWSCognitoIdentityService.GetId', input)).body.__type ?? 'done';
    };
    expect(new Set(await many(byAddress.guests.points, ask))).toEqual(new Set(['done']));
    expect(await ask()).toBe(tooMany);
    await open.close();
  });
});
