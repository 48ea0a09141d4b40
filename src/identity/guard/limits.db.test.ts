// Limits of one address. The clock stands still but where a test lets it run.
import { beforeEach, describe, expect, test } from 'vitest';
import { password, startIdentity } from '../../../test/parts/identity.ts';
import { email, serveIdentity } from '../../../test/parts/serve-identity.ts';
import { byAddress, createLimits } from './limits.ts';

/** Tests that use up the limit of an address make a thousand requests. */
const LONG = 60_000;

const service = serveIdentity();
let address = 0;

beforeEach(() => {
  service.identity.stopClock();
  // Every test asks from an address of its own: what an address used up counts for the whole file.
  address++;
});

/** Headers of the one trusted proxy about the requester. */
const from = (last = address, claimed = '') => ({ 'x-forwarded-for': `${claimed}203.0.113.${last}` });
const call = (action: string, input: object, headers = from()) => service.identity.call(action, input, headers);

async function tryPassword(PASSWORD: string, USERNAME = email, headers = from()) {
  const AuthParameters = { USERNAME, PASSWORD };
  const { status, body } = await call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters }, headers);
  return status === 200 ? 'done' : body.message;
}

const wrong = 'Incorrect username or password.';

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
    await service.identity.register(email);
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
    await service.identity.register(email);
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

  test('has as many mails sent as the operator says', async () => {
    const { mail } = createLimits(service.database, { mailsPerNetwork: 2 });
    await mail('203.0.113.200');
    await mail('203.0.113.200');
    await expect(mail('203.0.113.200')).rejects.toMatchObject({ type: 'LimitExceededException' });
    await mail('203.0.113.201');
  });

  test('is given so many identities for guests in ten minutes', async () => {
    const open = await startIdentity(service.database, { guestAccess: true });
    const ask = async () => {
      const input = { IdentityPoolId: open.pool.identityPoolId };
      return (await open.call('AWSCognitoIdentityService.GetId', input)).body.__type ?? 'done';
    };
    expect(new Set(await many(byAddress.guests.points, ask))).toEqual(new Set(['done']));
    expect(await ask()).toBe(tooMany);
    await open.close();
  });
});
