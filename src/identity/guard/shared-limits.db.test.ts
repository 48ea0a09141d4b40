// Two processes with one database, as a proxy spreads requests over them.
import { afterAll, beforeAll, expect } from 'vitest';
import { onPostgres, openTestDatabase } from '../../../test/database/test-database.ts';
import { password, startIdentity, type TestIdentity } from '../../../test/parts/identity.ts';
import { byAddress } from './limits.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let processes: [TestIdentity, TestIdentity];

beforeAll(async () => {
  database = await openTestDatabase();
  processes = [await startIdentity(database), await startIdentity(database)];
});
afterAll(async () => {
  for (const identity of processes) await identity.close();
  await database.close();
});

const from = (last: number) => ({ 'x-forwarded-for': `203.0.113.${last}` });

/** Answers to so many requests at once, sent to both processes by turns. */
function spread(count: number, ask: (identity: TestIdentity, index: number) => Promise<string>) {
  return Promise.all(Array.from({ length: count }, (_, index) => ask(processes[(index % 2) as 0 | 1], index)));
}

const begin = async (identity: TestIdentity, headers: Record<string, string>) => {
  const input = { AuthFlow: 'USER_AUTH', AuthParameters: { USERNAME: 'nobody@example.com' } };
  return (await identity.call('InitiateAuth', input, headers)).body.__type ?? 'done';
};

onPostgres(
  'an address that has used up its sign-ins at two processes is refused by both',
  { timeout: 60_000 },
  async () => {
    const answers = await spread(byAddress.signIns.points, (identity) => begin(identity, from(1)));
    expect(new Set(answers)).toEqual(new Set(['done']));
    for (const identity of processes) {
      expect(await begin(identity, from(1))).toBe('TooManyRequestsException');
      expect(await begin(identity, from(2)), 'another address').toBe('done');
    }
  },
);

onPostgres('a sign-in that succeeds is given back, whichever process it was begun at', async () => {
  await processes[0].register('ada@example.com');
  const counted = () =>
    database.counters
      ?.query("select points from platform.rate_limit where key = 'sign-ins:203.0.113.3'")
      .then(({ rows }) => rows[0]?.points);
  await begin(processes[0], from(3));
  expect(await counted()).toBe(1);
  const AuthParameters = { USERNAME: 'ada@example.com', PASSWORD: password };
  for (const identity of processes) {
    const { status } = await identity.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters }, from(3));
    expect(status).toBe(200);
  }
  await expect.poll(counted).toBe(1);
});

onPostgres('guesses at two processes are counted together', { timeout: 60_000 }, async () => {
  const guess = async (identity: TestIdentity, index: number) => {
    const input = { RefreshToken: `guess${index}` };
    return (await identity.call('GetTokensFromRefreshToken', input, from(4))).body.__type ?? 'done';
  };
  const answers = await spread(byAddress.failedProofs.points, guess);
  expect(new Set(answers)).toEqual(new Set(['NotAuthorizedException']));
  // Each process learns the other one's count with the next wrong guess of its own.
  await spread(2, guess);
  expect(await spread(4, guess)).toEqual(Array(4).fill('TooManyRequestsException'));
});
