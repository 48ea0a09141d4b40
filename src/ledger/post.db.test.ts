// Both databases: its rules are triggers and constraints of the database.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#platform/database/after-commit.ts';
import { emptyLedger, onPostgres, openTestDatabase } from '../../test/database/test-database.ts';
import { balanceBefore, findBalances, findTransfersAbout, listEntries, sumByKind } from './entry.store.ts';
import { post } from './post.ts';
import type { Posting } from './posting.rules.ts';
import { insertTransfers, lockAccounts } from './posting.store.ts';
import { type Account, type NewTransfer, WrongTransfer } from './transfer.rules.ts';
import { verifyLedger } from './verify.store.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(() => emptyLedger(database));
afterAll(() => database.close());

const account = (account_id: string, may: Partial<Account> = {}): Account => ({
  account_id,
  kind: 'test',
  currency: 'usd',
  may_be_negative: false,
  may_be_positive: true,
  ...may,
});
const outside = account('external:card', { may_be_negative: true });
const held = account('held');
const noon = new Date('2026-03-01T12:00:00Z');

let made = 0;
function moving(amount: number, given: Partial<NewTransfer> & { from?: Account; to?: Account } = {}): NewTransfer {
  const { from = outside, to = held, ...transfer } = given;
  return {
    key: `transfer ${++made}`,
    kind: 'capture',
    details: {},
    at: noon,
    entries: [
      { account_id: from.account_id, amount: -amount },
      { account_id: to.account_id, amount },
    ],
    ...transfer,
  };
}

function write(...postings: Posting[]): Promise<void> {
  return inTransaction(database.kysely, async (transaction) => {
    for (const posting of postings) post(transaction, posting);
  });
}

const balances = async () =>
  Object.fromEntries(await findBalances(database.kysely, ['external:card', 'held', 'other']));

describe('[W-01] what is written', () => {
  test('moves balances, which equal their replay', async () => {
    await write({
      accounts: [outside, held],
      transfers: [moving(500), moving(250, { kind: 'gift', details: { why: 'kind' } })],
    });
    expect(await balances()).toEqual({ 'external:card': -750, held: 750 });
    const [newest, oldest] = await listEntries(database.kysely, 'held', { limit: 10 });
    expect(newest).toMatchObject({
      version: 2,
      amount: 250,
      balance: 750,
      kind: 'gift',
      details: { why: 'kind' },
      at: noon,
    });
    expect(oldest).toMatchObject({ version: 1, amount: 500, balance: 500, kind: 'capture' });
    expect(await verifyLedger(database.kysely)).toEqual({
      accounts: 2,
      transfers: 2,
      entries: 4,
      faults: [],
      found: 0,
    });
  });

  test('is written once, however often its key comes, and together with its transaction or not at all', async () => {
    const once = moving(500);
    await write({ accounts: [outside, held], transfers: [once] });
    await write({ accounts: [outside, held], transfers: [once, moving(1)] });
    expect(await balances()).toEqual({ 'external:card': -501, held: 501 });
    const failing = inTransaction(database.kysely, async (transaction) => {
      post(transaction, { accounts: [outside, held], transfers: [moving(7)] });
      throw new Error('the order could not be sold');
    });
    await expect(failing).rejects.toThrow('could not be sold');
    expect(await balances()).toEqual({ 'external:card': -501, held: 501 });
  });

  test('may follow from balances, as they are after the postings before it', async () => {
    const other = account('other');
    await write(
      { accounts: [outside, held], transfers: [moving(500)] },
      {
        accounts: [held, other],
        transfers: (balanceOf) => [moving(Math.min(balanceOf('held'), 800), { from: held, to: other, kind: 'all' })],
      },
    );
    expect(await balances()).toEqual({ 'external:card': -500, held: 0, other: 500 });
  });

  test('is read by month, by kind and by what it is about, and a clock that goes back turns nothing around', async () => {
    const at = (time: string) => new Date(time);
    const about = (order: string): NewTransfer['entries'] => [
      { account_id: 'external:card', amount: -100, about: order },
      { account_id: 'held', amount: 100, about: order, item: 'a product' },
    ];
    await write({
      accounts: [outside, held],
      transfers: [
        moving(100, { at: at('2026-01-31T23:59:59Z'), entries: about('O1') }),
        moving(100, { at: at('2026-02-01T00:00:00Z'), entries: about('O2'), kind: 'release' }),
        moving(100, { at: at('2026-01-15T00:00:00Z'), entries: about('O2') }),
      ],
    });
    const february = { from: at('2026-02-01T00:00:00Z'), until: at('2026-03-01T00:00:00Z') };
    expect(await balanceBefore(database.kysely, 'held', february.from)).toBe(100);
    expect(
      (await listEntries(database.kysely, 'held', { ...february, limit: 10 })).map(({ version }) => version),
    ).toEqual([3, 2]);
    expect(await sumByKind(database.kysely, 'held', february)).toEqual([
      { kind: 'capture', entries: 1, amount: 100 },
      { kind: 'release', entries: 1, amount: 100 },
    ]);
    expect((await findTransfersAbout(database.kysely, 'O2')).map(({ kind }) => kind)).toEqual(['release', 'capture']);
    expect(await listEntries(database.kysely, 'held', { item: 'another', limit: 10 })).toEqual([]);
  });
});

describe('[W-01] what is refused, and leaves nothing behind', () => {
  const refused = async (posting: Posting) => {
    const error = await write(posting).then(
      () => null,
      (thrown: Error) => thrown,
    );
    expect(await verifyLedger(database.kysely)).toEqual({
      accounts: 0,
      transfers: 0,
      entries: 0,
      faults: [],
      found: 0,
    });
    return error;
  };
  const entries = (...amounts: number[]) =>
    amounts.map((amount, index) => ({ account_id: index ? 'held' : 'external:card', amount }));

  test.each([
    ['an amount that is lost', entries(-500, 499)],
    ['a fraction of a cent', entries(-0.5, 0.5)],
    ['more than a number can count', entries(-(2 ** 53), 2 ** 53)],
    ['no number', entries(Number.NaN, Number.NaN)],
  ])('%s', async (_, wrong) => {
    expect(await refused({ accounts: [outside, held], transfers: [moving(1, { entries: wrong })] })).toBeInstanceOf(
      WrongTransfer,
    );
  });

  test('a balance beyond what its account may hold, also for a moment', async () => {
    const back = { accounts: [outside, held], transfers: [moving(-1), moving(5)] };
    expect((await refused(back))?.message).toContain('beyond what it may hold');
    const debt = account('debt', { may_be_negative: true, may_be_positive: false });
    expect((await refused({ accounts: [outside, debt], transfers: [moving(1, { to: debt })] }))?.message).toContain(
      'beyond',
    );
    const most = moving(2 ** 53 - 1);
    expect((await refused({ accounts: [outside, held], transfers: [most, moving(1)] }))?.message).toMatch(
      /safe_integer/,
    );
  });

  test('two currencies in one transfer', async () => {
    const euros = account('euros', { currency: 'eur' });
    expect((await refused({ accounts: [outside, euros], transfers: [moving(5, { to: euros })] }))?.message).toContain(
      'one currency',
    );
  });

  test('an account that nobody has opened', async () => {
    expect(await refused({ accounts: [outside], transfers: [moving(5)] })).not.toBeNull();
  });

  test('whatever moves nothing is not written', async () => {
    expect(await refused({ accounts: [outside, held], transfers: [moving(0)] })).toBeNull();
  });

  test.each([
    ['update ledger.entry set amount = 1'],
    ['delete from ledger.entry'],
    ['truncate ledger.entry'],
    [`update ledger.transfer set details = '{}'`],
    ['delete from ledger.transfer'],
    ['update ledger.account set balance = 0'],
    ['delete from ledger.account'],
    [
      `insert into ledger.account (account_id, kind, currency, may_be_negative, may_be_positive, balance) values ('mint', 'test', 'usd', false, true, 5)`,
    ],
    [
      `insert into ledger.entry select account_id, version + 1, transfer_id, 5, balance + 5, at, kind from ledger.entry where account_id = 'held'`,
    ],
    [
      `insert into ledger.entry select account_id, version + 1, transfer_id, 5, balance, at, kind from ledger.entry where account_id = 'held'
      union all select account_id, version + 1, transfer_id, -5, balance, at, kind from ledger.entry where account_id = 'external:card'`,
    ],
  ])('by the database, whoever asks: %s', async (statement) => {
    await write({ accounts: [outside, held], transfers: [moving(500)] });
    await expect(sql.raw(statement).execute(database.kysely)).rejects.toThrow();
    expect(await balances()).toEqual({ 'external:card': -500, held: 500 });
    expect((await verifyLedger(database.kysely)).faults).toEqual([]);
  });
});

test('what was changed behind the back of the ledger is found', async () => {
  await write({ accounts: [outside, held], transfers: [moving(500), moving(20)] });
  await inTransaction(database.kysely, async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction);
    await sql`update ledger.entry set amount = 400 where account_id = 'held' and version = 1`.execute(transaction);
  });
  const { faults } = await verifyLedger(database.kysely);
  expect(faults).toHaveLength(4);
  expect(faults.join('\n')).toMatch(/transfer \d+ sums to -100/);
  expect(faults.join('\n')).toContain('entry 1 of held has balance 500 instead of 400');
  expect(faults.join('\n')).toContain('account held keeps 520 at 2 instead of 420 at 2');
  // Read in parts that end in the middle of an account, with something in between.
  let pauses = 0;
  const inParts = await verifyLedger(database.kysely, { rows: 1, pause: async () => void pauses++ });
  expect(inParts.faults.sort()).toEqual(faults.sort());
  expect(inParts.found).toBe(4);
  expect(pauses).toBeGreaterThan(6);
});

onPostgres(
  '[W-16] eight writers on the same accounts, in whatever order they name them, never wait for each other',
  async () => {
    const shops = ['a', 'b', 'c'].map((name) => account(`seller:${name}:available`));
    const ways = [
      [0, 1],
      [1, 2],
      [2, 0],
      [1, 0],
    ] as const;
    await write({ accounts: [outside, ...shops], transfers: shops.map((shop) => moving(1_000, { to: shop })) });
    const writer = async (nth: number) => {
      for (let turn = 0; turn < 25; turn++) {
        const [from, to] = (ways[(nth + turn) % ways.length] ?? [0, 1]).map((index) => shops[index] as Account) as [
          Account,
          Account,
        ];
        await write({
          accounts: [from, to, account(`new:${turn % 5}`)],
          transfers: (balanceOf) => [
            moving(Math.min(balanceOf(from.account_id), 3), { from, to, key: `${nth} ${turn}` }),
          ],
        });
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, nth) => writer(nth)));
    const { faults } = await verifyLedger(database.kysely);
    expect(faults).toEqual([]);
    const after = await findBalances(
      database.kysely,
      shops.map(({ account_id }) => account_id),
    );
    expect([...after.values()].reduce((sum, balance) => sum + balance, 0)).toBe(3_000);
  },
);

test('a posting reads rows by their keys, however large the ledger is and whatever was thought of its size', async () => {
  const accounts = Array.from({ length: 400 }, (_, number) => account(`buyer:${number}`));
  for (let round = 0; round < 10; round++)
    await write({ accounts: [outside, ...accounts], transfers: accounts.map((to) => moving(100, { to })) });
  await sql`analyze ledger.entry, ledger.account, ledger.transfer`.execute(database.kysely);
  const scans = await database.kysely.transaction().execute(async (transaction) => {
    // Counts of what the connection did before may not be with the others yet.
    const count = async () => {
      const { rows } = await sql`select relname, seq_scan from pg_stat_xact_user_tables
        where schemaname = 'ledger' order by relname`.execute(transaction);
      return rows;
    };
    const asked = [outside, ...accounts.slice(0, 2)];
    const before = await count();
    await lockAccounts(transaction, asked);
    await insertTransfers(
      transaction,
      asked,
      accounts.slice(0, 2).map((to) => moving(100, { to })),
    );
    return { before, after: await count() };
  });
  expect(scans.after).toEqual(scans.before);
});
