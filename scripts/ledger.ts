// npm run ledger -- COMMAND: what an operator does with the ledger.
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import type { Kysely } from 'kysely';
import { providerFault } from '#api/money/reconciliation/balance-provider.ts';
import type { Reconciling } from '#api/money/reconciliation/fetch-transactions.ts';
import { readReconciliation } from '#api/money/reconciliation/read-reconciliation.ts';
import { reconcileProvider } from '#api/money/reconciliation/reconcile-provider.ts';
import { checkLedger } from '#api/money/wallet/check-ledger.ts';
import { exportJournal } from '#api/money/wallet/statement/export-journal.ts';
import type { Looking } from '#api/operations/integrity-check/integrity-check.rules.ts';
import { checkByCommand } from '#api/operations/integrity-check/record-command.ts';
import { bookOldOrders } from '#api/ordering/checkout/earnings/book-order.ts';
import type { JournalRange } from '#ledger/journal.rules.ts';
import type { Config } from '#main/config/config.ts';
import { readStore } from '#main/config/store-file.ts';
import { openPayments } from '#main/parts/payment-service.ts';
import type { Tables } from '#main/tables.ts';
import { StartError } from '#platform/config/start-error.ts';
import type { Database } from '#platform/database/database.ts';
import { createLog } from '#platform/observability/log.ts';
import { openSecrets } from '#platform/secrets.ts';
import { runCommand, withShop } from './database/shop-database.ts';
import { openLines, summaryLines } from './ledger/reconciliation-text.ts';

const USAGE = `npm run ledger -- COMMAND

  verify                                  replays every entry, and compares orders and sellers with them; exit code 1: something differs
  export [--from DATE] [--until DATE] [FILE]   plain-text accounting, as hledger reads it; without FILE to standard output
  reconcile                               fetches what the payment provider has moved, and lists what does not match; exit code 1: something is open
  book                                    writes orders of before the ledger into it, which the shop does by itself too

  --from DATE    from that day on, such as 2026-01-01 (UTC)      --until DATE   before that day`;

type Given = { file: string | null; range: JournalRange };
type Db = Kysely<Tables>;
type Shop = { database: Database<Tables>; config: Config };

const commands: Record<string, (db: Db, given: Given, shop: Shop) => Promise<number>> = {
  async verify(db) {
    const check = (looking: Looking) => checkLedger(db, looking);
    const onDifference = (fault: string) => console.log(fault);
    const { differences, message, seconds } = await checkByCommand(db, { name: 'ledger', check, onDifference });
    const outcome = differences === 0 ? 'Everything agrees' : `${differences} faults`;
    console.log(`${outcome}: ${message.slice(0, -1)}; ${seconds.toFixed(1)} seconds.`);
    return differences === 0 ? 0 : 1;
  },

  async export(db, { file, range }) {
    const text = Readable.from(exportJournal(db, range));
    await (file === null ? toStandardOutput(text) : toFile(text, file));
    return 0;
  },

  async reconcile(_db, _given, shop) {
    const { db, ...service } = await openReconciling(shop);
    try {
      while (!(await reconcileProvider({ db, ...service })));
    } catch (error) {
      const fault = providerFault(error);
      throw fault === null ? error : new StartError(`${fault} What was fetched before is kept.`);
    }
    const reconciliation = await readReconciliation({ db, ...service });
    for await (const line of openLines(db)) console.log(line);
    for (const line of summaryLines(reconciliation)) console.log(line);
    return reconciliation.open.count + reconciliation.missing.count === 0 ? 0 : 1;
  },

  async book(db) {
    const booked = await bookOldOrders({ db, log: createLog('info') });
    console.log(`${count(booked, 'order')} of before the ledger written into it.`);
    return 0;
  },
};

await runCommand(USAGE, async (args) => {
  const { command, ...given } = readArguments(args);
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (!run) throw new StartError(USAGE);
  return withShop((database, config) => run(database.kysely, given, { database, config }));
});

async function openReconciling({ database, config }: Shop): Promise<Reconciling> {
  const store = await readStore(config.storeFile);
  const origin = config.publicUrl ?? `http://localhost:${config.port}`;
  const log = createLog(config.logLevel);
  // Sandbox events are refused here: the shop gets them when it is open.
  const deliver = () => new Response(null, { status: 503 });
  const { balance } = openPayments({ config, store, origin, log }, { database, secrets: openSecrets(config) }, deliver);
  return { db: database.kysely, provider: balance, log, now: () => new Date() };
}

function readArguments(args: string[]): { command: string } & Given {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { from: { type: 'string' }, until: { type: 'string' } },
    });
    const [command = '', file = null, ...more] = positionals;
    if (more.length > 0 || (file !== null && command !== 'export')) throw new Error('Too many arguments');
    return { command, file, range: { from: day(values.from, '--from'), until: day(values.until, '--until') } };
  } catch (error) {
    throw new StartError(`${(error as Error).message}. Usage: ${USAGE}`);
  }
}

function day(text: string | undefined, name: string): Date | null {
  if (text === undefined) return null;
  const date = new Date(`${text}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text)
    throw new Error(`${name} must be a date such as 2027-01-31`);
  return date;
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`;
}

async function toStandardOutput(text: Readable): Promise<void> {
  try {
    await pipeline(text, process.stdout, { end: false });
  } catch (error) {
    // `| head` has read enough.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}

/** Writes beside the file and renames at the end, so that one cut short never looks like a whole one. For its owner alone. */
async function toFile(text: Readable, path: string): Promise<void> {
  const unfinished = `${path}.part`;
  try {
    await pipeline(text, createWriteStream(unfinished, { mode: 0o600 }));
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    const { code, message } = error as NodeJS.ErrnoException;
    throw code?.startsWith('E') ? new StartError(`The ledger cannot be written to ${path}: ${message}.`) : error;
  }
}
