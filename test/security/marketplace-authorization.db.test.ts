// Access to every route of sellers and of the staff: buyers, everybody in a shop, another shop, each role of the staff.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { emptyDatabase, openTestDatabase } from '../database/test-database.ts';
import { addressOf } from '../factories/seller.ts';
import { type Buying, startBuying } from '../parts/buying.ts';
import { statusFor } from './routes/answers-of.ts';
import { marketplaceRoutes } from './routes/marketplace-routes.ts';
import { type Caller, callers, makeMarketplace, type RouteRow } from './routes/selling/marketplace.ts';

/** The embedded database keeps what was deleted and reads past it: after some thousand rows each question takes seconds. */
const TESTS_OF_A_DATABASE = 12;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;
let tests = 0;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  tests += 1;
  if (tests % TESTS_OF_A_DATABASE === 0) {
    await database.close();
    database = await openTestDatabase();
  }
  await emptyDatabase(database);
  shop = await startBuying(database);
});
afterEach(() => shop.close());
afterAll(() => database.close());

async function clientOf(caller: Caller) {
  if (caller === 'anonymous') return shop.api;
  const account = caller === 'invalid' ? 'owner' : caller;
  const now = Math.floor(Date.now() / 1_000);
  const claims =
    caller === 'invalid' ? { iat: now - 7_200, exp: now - 3_600 } : { auth_time: now, amr: ['pwd', 'mfa'] };
  return shop.api.signIn({ email: addressOf(account), nickname: account }, { sub: account, ...claims });
}

test.each(marketplaceRoutes.map((row) => [row.route, row] as const))(
  '[B-02] %s answers every caller as its table says',
  async (route, row) => {
    const [method = ''] = route.split(' ');
    let isFresh = false;
    let asked: Awaited<ReturnType<RouteRow['request']>> = { path: '' };
    // Refused callers change nothing, nor do readers: everybody else finds everything as it was made.
    const reads = method === 'GET' || method === 'HEAD';
    for (const caller of callers.toSorted((a, b) => statusFor(row, b) - statusFor(row, a))) {
      const expected = statusFor(row, caller);
      if (!isFresh || (expected < 400 && !reads)) {
        await emptyDatabase(database);
        asked = await row.request(await makeMarketplace(database, shop));
        isFresh = true;
      }
      const client = await clientOf(caller);
      const isFile = asked.body instanceof Uint8Array;
      const headers: Record<string, string> = {
        ...asked.headers,
        ...(asked.body !== undefined && !isFile && { 'content-type': 'application/json' }),
      };
      const body = isFile
        ? (asked.body as Uint8Array<ArrayBuffer>)
        : asked.body === undefined
          ? undefined
          : JSON.stringify(asked.body);
      const { status, body: answer } = await client.send(method, asked.path, headers, body);
      expect(status, `${caller}: ${JSON.stringify(answer)}`).toBe(expected);
    }
  },
);
