// npm run releases:test -- REVISION: a release and the one before it, REVISION, serve from one database. The one before serves, this one
// migrates under it, and then visitors read, search, register, sign in and buy at both. Ends with 1 when one of them failed. Needs
// TEST_DATABASE_URL and the registry: REVISION gets a work tree, with the packages of then. --folder FOLDER keeps that for the next time.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { schemas } from '#main/tables.ts';
import { StartError } from '#platform/config/start-error.ts';
import { newSecretsKey } from '#platform/secrets.ts';
import { shopFlags } from '../../../scripts/bootstrap.mjs';
import { ask, dropDatabaseOn, makeDatabaseOn } from '../../database/postgres.ts';
import { freePort } from '../../processes/free-port.ts';
import { startProcess } from '../../processes/server-process.ts';
import { limitsOfMany } from '../../processes/shop-process.ts';
import { startMeasuredShop } from '../bench/measured-process.ts';
import { prepareWorkTree } from '../bench/revisions/work-tree.ts';
import { benchPool, makeAccounts } from '../bench/sign-ins.ts';
import { type Check, checkPhases, type Phase } from './checks.ts';
import { fillShop } from './fill-shop.ts';
import { createJournal } from './journal.ts';
import { printChecks, printSummaries } from './tables.ts';
import { invite, openMailbox, signIn } from './visitors.ts';

const SECONDS = 15;
const CUSTOMERS = 4;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { folder: { type: 'string' } },
});
const note = (text: string) => process.stderr.write(`${text}\n`);
const sleep = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1_000));
const endings: Array<() => Promise<unknown>> = [];

/** Busy machines, and tables that a migration changes, ask visitors to come again. */
const busy = { told: true, failed: 0 };
const may = { cached: busy, reading: busy, changing: busy };
const alone = { name: 'the release before alone, and migrations under it', disturbs: true, may } satisfies Phase;
const names = ['at the release before', 'at this release'];

try {
  await run();
} catch (error) {
  process.exitCode = 1;
  note(error instanceof StartError ? error.message : String((error as Error).stack));
} finally {
  for (const end of endings.reverse()) await end().catch((error) => note(`not ended: ${error.message}`));
  process.exit();
}

async function run() {
  const [revision] = positionals;
  const server = process.env.TEST_DATABASE_URL;
  if (!server || !revision) throw new StartError('Usage: TEST_DATABASE_URL=... npm run releases:test -- REVISION');
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'hearth-releases-')));
  await mkdir(folder, { recursive: true });
  if (!options.folder) endings.push(() => rm(folder, { recursive: true, force: true }));
  note(`Preparing ${revision}`);
  const tree = prepareWorkTree(revision, folder);

  const database = await makeDatabaseOn(server, { purpose: 'releases' });
  endings.push(() => dropDatabaseOn(server, database, { force: true }));
  const dataDir = await mkdtemp(join(tmpdir(), 'hearth-releases-data-'));
  endings.push(() => rm(dataDir, { recursive: true, force: true }));
  const secretsKey = newSecretsKey();
  const ports = [await freePort(), await freePort()];
  const shops = ports.map((port) => `http://127.0.0.1:${port}`);
  const environment = {
    ...benchPool,
    ...limitsOfMany,
    NODE_ENV: 'production',
    DEMO_CATALOGUE: 'off',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SECRETS_KEY: secretsKey,
    HOST: '127.0.0.1',
    PUBLIC_URL: shops[0] as string,
    TRUSTED_PROXIES: '1',
    LOG_LEVEL: 'warn',
  };

  note('Starting it, with visitors who read');
  const before = await startProcess([...shopFlags, join(tree, 'src/main/start.ts')], {
    environment: { PATH: process.env.PATH, ...environment, PORT: String(ports[0]) },
    cwd: existsSync(tree) ? tree : undefined,
  }).opened;
  endings.push(() => before.stop());
  const journals = [createJournal(), createJournal()];
  const mailbox = openMailbox(dataDir);
  const home = { cachedPages: ['/', '/products/category/data'], otherPages: ['/api/product', '/products/keyword/gpu'] };
  journals[0]?.begin(alone);
  const readers = invite({
    journal: journals[0] as (typeof journals)[0],
    shop: shops[0] as string,
    mailbox,
    customers: [],
    bought: [],
    ...home,
  });
  await sleep(3);
  const migrations = await countMigrations(database.url);
  note('Migrating under it');
  const products = await fillShop(database.url);
  note(`${(await countMigrations(database.url)) - migrations} migrations were made`);
  const accounts = await makeAccounts({ DATABASE_URL: database.url, SECRETS_KEY: secretsKey }, CUSTOMERS);
  await readers.leave();

  note('Starting this one beside it, with visitors at both');
  const after = await startMeasuredShop({ ...environment, PORT: String(ports[1]) });
  endings.push(() => after.stop());
  const both = shops.map((shop, index) => {
    const journal = journals[index] as (typeof journals)[0];
    journal.begin({ name: names[index] as string, disturbs: false });
    return invite({
      journal,
      shop,
      mailbox,
      customers: accounts.slice(index * 2, index * 2 + 2).map(({ email }) => email),
      bought: products.bought,
      ...products.pages,
    });
  });
  await sleep(SECONDS);
  await Promise.all(both.map((visitors) => visitors.leave()));

  const checks: Check[] = [];
  for (const [index, journal] of journals.entries()) {
    checks.push(
      ...checkPhases(journal, [
        ...(index === 0 ? [alone] : []),
        { name: names[index] as string, disturbs: false, may },
      ]),
    );
    const { orders, accounts: registered } = both[index]?.acknowledged ?? { orders: [], accounts: [] };
    // An account of one is an account of the other.
    const other = shops[1 - index] as string;
    let signedIn = 0;
    for (const email of registered) if (await signIn(createJournal(), other, email)) signedIn++;
    checks.push({
      what: `${names[index]}: orders are paid, and its accounts are known to the other`,
      found: `${orders.length} orders; ${registered.length} accounts, ${signedIn} signed in at the other`,
      holds: orders.length > 0 && registered.length > 0 && signedIn === registered.length,
    });
  }
  for (const journal of journals) printSummaries(journal.summaries());
  printChecks(checks);
  if (checks.every(({ holds }) => holds)) return;
  process.exitCode = 1;
  console.log(`\nLogs:\n${before.printed().slice(-5_000)}\n${after.printed().slice(-5_000)}`);
}

async function countMigrations(url: string): Promise<number> {
  const counts = schemas.map((schema) => `(select count(*) from ${schema}.migration)`);
  const [row] = await ask<{ count: number }>(url, `select (${counts.join(' + ')})::int as count`);
  return row?.count ?? 0;
}
