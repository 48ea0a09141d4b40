// The ledger with a million entries: how fast all of it is replayed and compared, beside bare SQL that only sums it; and writers on the accounts
// of one seller beside as many on those of eight. On the PostgreSQL of TEST_DATABASE_URL: node test/rigs/bench/ledger.ts [--entries N] [--seconds N]
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { post } from '#ledger/post.ts';
import { verifyLedger } from '#ledger/verify.store.ts';
import { migrateAll, type Tables } from '#main/tables.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { orderHeld, sellerAvailable } from '../../../src/api/money/wallet/posting/accounts.rules.ts';
import { capture } from '../../../src/api/money/wallet/posting/posting.rules.ts';
import { dropDatabaseOn, makeDatabaseOn } from '../../database/postgres.ts';
import { fillLedger } from './fill/fill-ledger.ts';

const WRITERS = 8;
const SELLERS = 100;
const ROUNDS = 3;

export type LedgerMeasured = {
  entries: number;
  /** Speed of the fastest round. */
  entriesPerSecond: number;
  /** The time of bare SQL as a share of that of the replay. */
  ofBare: number;
  transfersPerSecond: { oneSeller: number; eightSellers: number };
};

export async function measureLedger(given: { entries: number; seconds: number }): Promise<LedgerMeasured> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error('Give TEST_DATABASE_URL: the address of a PostgreSQL');
  const made = await makeDatabaseOn(server, { purpose: 'bench' });
  const database = await openDatabase<Tables>({ databaseUrl: made.url, dataDir: '' });
  try {
    await migrateAll(database);
    await fillLedger(database, { entries: given.entries, sellers: SELLERS });
    let [replay, bare] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    let entries = 0;
    for (let round = 0; round < ROUNDS; round++) {
      bare = Math.min(bare, await timed(() => sumBare(database)));
      replay = Math.min(
        replay,
        await timed(async () => {
          const verified = await verifyLedger(database.kysely);
          if (verified.faults.length > 0) throw new Error(verified.faults.join('\n'));
          entries = verified.entries;
        }),
      );
    }
    const oneSeller = await write(database, { sellers: 1, seconds: given.seconds });
    const eightSellers = await write(database, { sellers: WRITERS, seconds: given.seconds });
    const { faults } = await verifyLedger(database.kysely);
    if (faults.length > 0) throw new Error(faults.join('\n'));
    return {
      entries,
      entriesPerSecond: entries / replay,
      ofBare: bare / replay,
      transfersPerSecond: { oneSeller, eightSellers },
    };
  } finally {
    await database.close();
    await dropDatabaseOn(server, made);
  }
}

/** The sums that have to be known, and nothing compared with them: of each transfer, and of each account after every entry. */
async function sumBare({ kysely }: Database<Tables>): Promise<void> {
  await sql`select count(*), sum(total) from (select sum(amount) as total from ledger.entry group by transfer_id) as transfers
    union all select count(*), sum(balance) from (
      select sum(amount) over (partition by account_id order by version rows unbounded preceding) as balance from ledger.entry
    ) as chained`.execute(kysely);
}

/** Eight at once, each with a transaction of two transfers: an order is paid, and its money comes to the seller. */
async function write(database: Database<Tables>, given: { sellers: number; seconds: number }): Promise<number> {
  const until = performance.now() + given.seconds * 1_000;
  let written = 0;
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      const available = sellerAvailable(`bench${given.sellers}-${writer % given.sellers}`);
      for (let turn = 0; performance.now() < until; turn++) {
        const order = { order_id: `B${given.sellers}-${writer}-${turn}`, payment_method: 'card' as const };
        const held = orderHeld(order.order_id);
        const at = new Date();
        await inTransaction(database.kysely, async (transaction) => {
          post(transaction, capture(order, 1_000, at));
          const key = `release ${order.order_id}`;
          const entries = [
            { account_id: held.account_id, amount: -1_000, about: order.order_id },
            { account_id: available.account_id, amount: 1_000, about: order.order_id },
          ];
          post(transaction, {
            accounts: [held, available],
            transfers: [{ key, kind: 'release', at, details: { order: order.order_id }, entries }],
          });
        });
        written += 2;
      }
    }),
  );
  return written / given.seconds;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1_000;
}

export function renderLedger({ entries, entriesPerSecond, ofBare, transfersPerSecond }: LedgerMeasured): string {
  const { oneSeller, eightSellers } = transfersPerSecond;
  return `Ledger: ${entries.toLocaleString('en-US')} entries are replayed and compared at ${Math.round(entriesPerSecond).toLocaleString('en-US')} a second, ${ofBare.toFixed(2)} of bare sums; ${WRITERS} writers make ${Math.round(oneSeller)} transfers a second of one seller, ${Math.round(eightSellers)} of eight: ${(oneSeller / eightSellers).toFixed(2)}`;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { entries: { type: 'string', default: '1000000' }, seconds: { type: 'string', default: '6' } },
  });
  console.log(renderLedger(await measureLedger({ entries: Number(values.entries), seconds: Number(values.seconds) })));
}
