// `npm run ledger -- reconcile`, as an operator types it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { post } from '#ledger/post.ts';
import type { Tables } from '#main/tables.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { makeLastingDatabase } from '../../../../test/database/lasting-database.ts';
import { runCommand } from '../../../../test/processes/run-command.ts';
import { capture } from '../wallet/posting/posting.rules.ts';

const keys = mkdtempSync(join(tmpdir(), 'hearth-reconcile-'));
let place: Awaited<ReturnType<typeof makeLastingDatabase>>;

beforeAll(async () => {
  place = await makeLastingDatabase();
}, 120_000);
afterAll(async () => {
  await place.drop();
  rmSync(keys, { recursive: true });
});

/** Opened for the time of the work alone: the embedded database has one process at a time. */
async function inDatabase<T>(work: (kysely: Database<Tables>['kysely']) => Promise<T>): Promise<T> {
  const database = await openDatabase<Tables>(place);
  try {
    return await work(database.kysely);
  } finally {
    await database.close();
  }
}

const run = () =>
  runCommand('ledger', ['reconcile'], {
    environment: { DATA_DIR: place.dataDir || keys, ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }) },
  });

test('[W-09] the command fetches, tells each open row with its difference, and its exit code says whether there is one', async () => {
  const nothing = await run();
  expect(nothing, nothing.err).toMatchObject({ code: 0 });
  expect(nothing.out).toMatch(/^Matched: 0\nOpen: 0, \$0\.00\n/);

  await inDatabase(async (kysely) => {
    await sql`insert into payments.balance_transaction (id, account, type, reporting_category, amount, fee, net, currency, source, available_on, created_at)
      values ('txn_fee', null, 'stripe_fee', 'fee', -200, 0, -200, 'usd', 'fee_1', now(), now()),
        ('txn_odd', null, 'adjustment', 'other_adjustment', -77, 0, -77, 'usd', 'adj_1', now(), now())`.execute(kysely);
    await inTransaction(kysely, async (transaction) =>
      post(transaction, capture({ order_id: 'GONE', payment_method: 'card' }, 1_250, new Date('2026-01-01'))),
    );
  });
  const { code, out } = await run();
  expect({ code, out }).toMatchObject({ code: 1 });
  expect(out).toMatch(/txn_odd {2}Adjustment {2}−\$0\.77 {2}unmatched, difference −\$0\.77/);
  expect(out).toMatch(/transfer \d+ {2}capture {2}\$12\.50 {2}missing at the provider {2}GONE/);
  expect(out).toContain('Matched: 1\nOpen: 1, −$0.77\nMissing at the provider for 3 days: 1, $12.50\n');
  expect(out).toContain('Balance: −$2.77 at the provider, $10.50 in the ledger, difference −$13.27');
  expect(out).toContain('  Missing at the provider: −$12.50\n');
});
