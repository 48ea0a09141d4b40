// Sign-ins and accounts that end at the account service end at the shop's own API, in every process, without a question for each request.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setEnabled } from '#identity/accounts/administration.ts';
import { deleteAccount } from '#identity/accounts/delete-account.ts';
import { tidy } from '#identity/tidy.ts';
import { createLog, type Log } from '#platform/observability/log.ts';
import { onPostgres, openTestDatabase } from '../../../test/database/test-database.ts';
import { emptyIdentity, password, setUser, startIdentity, type TestIdentity } from '../../../test/parts/identity.ts';
import { createAuthenticate } from './authenticate.ts';
import { followRevocations, type Revocations } from './revocations.ts';

const email = 'ada@example.com';
const silent = createLog('silent');
const operator = { kind: 'operator' as const, name: 'test' };

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let identity: TestIdentity;
let userId: string;
const followers: Revocations[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  identity = await startIdentity(database);
});
beforeEach(async () => {
  await emptyIdentity(database);
  await database.kysely.deleteFrom('identity.revocation').execute();
  userId = await identity.register(email);
});
afterEach(() => {
  for (const follower of followers.splice(0)) follower.close();
});
afterAll(async () => {
  await identity.close();
  await database.close();
});

type Options = Partial<Parameters<typeof followRevocations>[0]>;

/** The API's side of one process. `pollMs` so long that only what a test does counts, unless it is about asking. */
function aProcess(given: Options = {}) {
  const revocations = followRevocations({
    fetchRevocations: identity.forShop.fetch,
    log: silent,
    pollMs: 3_600_000,
    ...given,
  });
  followers.push(revocations);
  const authenticate = createAuthenticate({
    issuer: identity.pool.issuer,
    audience: identity.pool.clientId,
    fetchKeys: identity.fetch,
    isRevoked: revocations.isRevoked,
  });
  return {
    refresh: revocations.refresh,
    /** Owner of a token, or the status that it is refused with. */
    async judge({ IdToken }: { IdToken: string }): Promise<string | number> {
      const request = new Request('http://shop.test/api/cart', { headers: { authorization: `Bearer ${IdToken}` } });
      return authenticate(request).then(
        (customer) => customer?.email ?? 'nobody',
        (refusal) => refusal.status,
      );
    },
  };
}

const call = (action: string, input: object) => identity.call(action, input);

const endings: [string, (AccessToken: string, RefreshToken: string) => Promise<unknown>][] = [
  ['signing out everywhere', (AccessToken) => call('GlobalSignOut', { AccessToken })],
  ['signing out of this browser', (_, Token) => call('RevokeToken', { Token })],
  ['an account that its owner deletes', (AccessToken) => call('DeleteUser', { AccessToken })],
  ['an account that an operator deletes', () => deleteAccount(database.kysely, operator, userId)],
  ['an account that an operator disables', () => setEnabled(database.kysely, operator, userId, false)],
  ['an account that is disabled in the table', () => setUser(database, email, { enabled: false })],
  [
    'a new password by mail',
    async () => {
      await call('ForgotPassword', { Username: email });
      const ConfirmationCode = identity.codeFor(email);
      await call('ConfirmForgotPassword', { Username: email, ConfirmationCode, Password: 'battery staple' });
    },
  ],
];

describe('an ID token ends with', () => {
  test.each(endings)('%s, in every process, also one that has believed it before', async (_what, end) => {
    const processes = [aProcess(), aProcess()];
    const tokens = await identity.signIn(email);
    for (const { judge } of processes) expect(await judge(tokens)).toBe(email);
    await end(tokens.AccessToken, tokens.RefreshToken);
    for (const { judge, refresh } of processes) {
      await refresh();
      expect(await judge(tokens)).toBe(401);
    }
    expect(await aProcess().judge(tokens), 'a process that starts now').toBe(401);
  });

  test('every renewed token of the same sign-in', async () => {
    const { judge, refresh } = aProcess();
    const { RefreshToken, AccessToken } = await identity.signIn(email);
    const { body } = await call('GetTokensFromRefreshToken', { RefreshToken });
    const renewed = body.AuthenticationResult as { IdToken: string };
    expect(await judge(renewed)).toBe(email);
    await call('GlobalSignOut', { AccessToken });
    await refresh();
    expect(await judge(renewed)).toBe(401);
  });
});

test('a new password leaves the browser that set it signed in, and ends the others', async () => {
  const { judge, refresh } = aProcess();
  const [mine, other] = [await identity.signIn(email), await identity.signIn(email)];
  const change = { PreviousPassword: password, ProposedPassword: 'battery staple' };
  await call('ChangePassword', { AccessToken: mine.AccessToken, ...change });
  await refresh();
  expect(await judge(other)).toBe(401);
  expect(await judge(mine)).toBe(email);
});

test('whoever signs in again afterwards is believed, also with an account that was enabled again', async () => {
  const { judge, refresh } = aProcess();
  const before = await identity.signIn(email);
  await setEnabled(database.kysely, operator, userId, false);
  await refresh();
  expect(await judge(before)).toBe(401);
  await setEnabled(database.kysely, operator, userId, true);
  identity.wait(2);
  expect(await judge(await identity.signIn(email))).toBe(email);
  expect(await judge(before)).toBe(401);
});

test('nobody asks for a request: the list is asked for now and then', async () => {
  let asked = 0;
  const { judge } = aProcess({
    fetchRevocations(request) {
      asked++;
      return identity.forShop.fetch(request);
    },
  });
  const tokens = await identity.signIn(email);
  for (let time = 0; time < 50; time++) expect(await judge(tokens)).toBe(email);
  expect(asked).toBe(1);
});

test('a process that is not told of a change finds it by asking', async () => {
  const { judge } = aProcess({ pollMs: 50 });
  const tokens = await identity.signIn(email);
  expect(await judge(tokens)).toBe(email);
  await call('GlobalSignOut', { AccessToken: tokens.AccessToken });
  await expect.poll(() => judge(tokens)).toBe(401);
});

test('every change is told at once to who listens for it', async () => {
  const { judge, refresh } = aProcess();
  await database.listen('identity_revocation', () => void refresh());
  const tokens = await identity.signIn(email);
  expect(await judge(tokens)).toBe(email);
  await call('GlobalSignOut', { AccessToken: tokens.AccessToken });
  await expect.poll(() => judge(tokens)).toBe(401);
});

onPostgres('a sign-in that ends in a long transaction is not missed by who asks in between', async () => {
  const { judge, refresh } = aProcess();
  const [first, second] = [await identity.signIn(email), await identity.signIn(email)];
  expect(await judge(first)).toBe(email);
  await database.kysely.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('identity.session')
      .set({ revoked_at: new Date() })
      .where('revoked_at', 'is', null)
      .where('user_id', '=', userId)
      .where('session_id', 'in', (eb) =>
        eb.selectFrom('identity.session').select('session_id').orderBy('auth_time').limit(1),
      )
      .execute();
    // Later, and committed sooner.
    await call('RevokeToken', { Token: second.RefreshToken });
    await refresh();
    expect(await judge(second)).toBe(401);
    expect(await judge(first)).toBe(email);
  });
  await refresh();
  expect(await judge(first)).toBe(401);
});

describe('while the account service does not answer', () => {
  const lines: object[] = [];
  const log: Log = { ...silent, warn: (line: object) => lines.push(line) } as unknown as Log;

  test('the last list is believed for a while, then nobody is: 503 signs nobody out, and it is said once in the log', async () => {
    lines.length = 0;
    let isAway = false;
    const fetchRevocations = (request: Request) =>
      isAway ? new Response('', { status: 503 }) : identity.forShop.fetch(request);
    const patient = aProcess({ fetchRevocations, log });
    const impatient = aProcess({ fetchRevocations, believedMs: 0.001 });
    const tokens = await identity.signIn(email);
    expect(await patient.judge(tokens)).toBe(email);
    isAway = true;
    for (let time = 0; time < 3; time++) await patient.refresh();
    expect(await patient.judge(tokens)).toBe(email);
    expect(lines).toHaveLength(1);
    expect(await impatient.judge(tokens)).toBe(503);
    expect(await aProcess({ fetchRevocations }).judge(tokens), 'a process that has never had a list').toBe(503);
  });
});

describe('what follows the end of an account', () => {
  test('is told of deleted and disabled ones, also by a process that starts later, and of no others', async () => {
    const reported: string[][] = [];
    const onAccountEnded = (userIds: string[]) => void reported.push(userIds);
    const { refresh } = aProcess({ onAccountEnded });
    await refresh();
    const tokens = await identity.signIn(email);
    await call('GlobalSignOut', { AccessToken: tokens.AccessToken });
    await refresh();
    expect(reported).toEqual([]);

    const other = await identity.register('eve@example.com');
    await setEnabled(database.kysely, operator, other, false);
    await refresh();
    await refresh();
    expect(reported).toEqual([[other]]);
    await setEnabled(database.kysely, operator, other, true);
    await deleteAccount(database.kysely, operator, userId);
    // The next start may be weeks later; sign-ins are forgotten by then.
    await tidy(database.kysely, new Date(Date.now() + 29 * 24 * 3_600_000));
    const later: string[][] = [];
    await aProcess({ onAccountEnded: (userIds) => void later.push(userIds) }).refresh();
    expect(later).toEqual([[userId]]);
  });

  test('of a deletion is told apart: a disabled account may come back', async () => {
    const deleted: string[][] = [];
    const onAccountDeleted = (userIds: string[]) => void deleted.push(userIds);
    const { refresh } = aProcess({ onAccountDeleted });
    await setEnabled(database.kysely, operator, userId, false);
    await refresh();
    expect(deleted).toEqual([]);
    await deleteAccount(database.kysely, operator, userId);
    await refresh();
    await refresh();
    expect(deleted).toEqual([[userId]]);
    const later: string[][] = [];
    await aProcess({ onAccountDeleted: (userIds) => void later.push(userIds) }).refresh();
    expect(later).toEqual([[userId]]);
  });

  test('is told again when it fails', async () => {
    const reported: string[][] = [];
    const { refresh } = aProcess({
      async onAccountEnded(userIds) {
        reported.push(userIds);
        if (reported.length === 1) throw new Error('the database is away');
      },
    });
    await deleteAccount(database.kysely, operator, userId);
    for (let time = 0; time < 3; time++) await refresh();
    expect(reported).toEqual([[userId], [userId]]);
  });
});

test('nobody else is told: the list has no address on the network', async () => {
  for (const path of ['/identity/revocations', `/identity/${identity.pool.id}/revocations`, '/revocations'])
    expect((await fetch(identity.address + path)).status, path).toBe(404);
});
