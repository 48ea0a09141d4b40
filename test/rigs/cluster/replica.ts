// Half of npm run cluster:test: a PostgreSQL with a streaming replica, two processes of the shop and nginx in front of them, under
// the load of visitors, while a process is killed, the replica stops and lags, and the primary is restarted.
// Ends with 1 when something was lost, or failed that should not. --keep leaves the folder with the logs.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { StartError } from '#platform/config/start-error.ts';
import { newSecretsKey } from '#platform/secrets.ts';
import { ask } from '../../database/postgres.ts';
import { freePort } from '../../processes/free-port.ts';
import { findNginx, startNginx } from '../../processes/nginx.ts';
import { benchPool, makeAccounts } from '../bench/sign-ins.ts';
import { type CatalogueChanges, change, changeRegularly, untilSeen } from './catalogue-changes.ts';
import { type Check, checkBooks, checkPhases, type Phase } from './checks.ts';
import { fillShop } from './fill-shop.ts';
import { createJournal, type Journal } from './journal.ts';
import { createDatabase, makePrimary, makeReplica, type PostgresServer } from './postgres-server.ts';
import { findPostgres } from './run-as.ts';
import { makeShopProcesses, type ShopProcesses } from './shop-processes.ts';
import { compareProcesses, type Speed } from './speed.ts';
import { printChecks, printSpeeds, printSummaries, printVisibility } from './tables.ts';
import { invite, openMailbox } from './visitors.ts';

const CUSTOMERS = 20;
/** The whole test, whatever happens. */
const LONGEST_MS = 5 * 60_000;

const { values: options } = parseArgs({ options: { keep: { type: 'boolean', default: false } } });
const started = performance.now();
const note = (text: string) =>
  process.stderr.write(`${((performance.now() - started) / 1_000).toFixed(0).padStart(4)} s  ${text}\n`);
const sleep = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1_000));
/** Processes and folders to end, the latest first. */
const endings: Array<() => Promise<unknown>> = [];

/**
 * So long the payment sandbox may keep the key of a request that did not get to its end, because its process was killed or the database went
 * away: the same order is told to come again.
 */
const KEY_SECONDS = 12;

/** Failures that visitors may meet in each phase; where nothing is said, every request is served. */
const phases = {
  steady: { name: 'undisturbed', disturbs: false },
  // Requests under way at the process that was killed: one of each visitor at most.
  killed: {
    name: 'a process is killed and starts again',
    disturbs: true,
    may: { changing: { told: true, failed: 4 } },
  },
  afterKill: { name: 'both processes again', disturbs: false },
  replicaAway: { name: 'the replica has stopped', disturbs: true },
  replicaLags: { name: 'the replica is back, and lags', disturbs: true },
  replicaBack: { name: 'the replica has caught up', disturbs: false },
  primaryAway: {
    name: 'the primary is restarted',
    disturbs: true,
    may: { reading: { told: true, failed: 0 }, changing: { told: true, failed: 0 } },
  },
  afterRestart: { name: 'the primary is back', disturbs: false },
} satisfies Record<string, Phase>;

try {
  if (!findNginx()) throw new StartError('nginx is needed on this machine: on Debian, apt install nginx-light.');
  findPostgres();
  const ended = await Promise.race([run(), interrupted(), sleep(LONGEST_MS / 1_000).then(() => 'it took too long')]);
  if (ended) throw new Error(`The test was given up: ${ended}.`);
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(error instanceof StartError ? `${error.message}\n` : `${(error as Error).stack}\n`);
} finally {
  for (const end of endings.reverse()) await end().catch((error) => note(`not ended: ${error.message}`));
  process.exit();
}

function interrupted(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve(signal));
  });
}

async function run(): Promise<undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-cluster-'));
  // PostgreSQL and nginx may run as other users, each in a folder of its own.
  await chmod(folder, 0o711);
  endings.push(() => (options.keep ? Promise.resolve(note(`Left in ${folder}`)) : rm(folder, { recursive: true })));

  note('Starting a primary and its replica');
  const primary = await makePrimary(join(folder, 'primary'));
  endings.push(() => primary.stop('immediate'));
  await primary.start();
  await createDatabase(primary);
  const secretsKey = newSecretsKey();
  const dataDir = join(folder, 'shop');
  const products = await fillShop(primary.url);
  const accounts = await makeAccounts({ DATABASE_URL: primary.url, SECRETS_KEY: secretsKey }, CUSTOMERS);
  const replica = await makeReplica(join(folder, 'replica'), primary);
  endings.push(() => replica.stop('immediate'));
  await replica.start();

  note('Starting two processes and nginx');
  const port = await freePort();
  const environment = {
    ...benchPool,
    DATABASE_URL: primary.url,
    DATABASE_READ_URL: replica.url,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    HOST: '127.0.0.1',
    TRUSTED_PROXIES: '1',
    DATA_DIR: dataDir,
    SECRETS_KEY: secretsKey,
    LOG_LEVEL: 'warn',
  };
  const shops = await makeShopProcesses(2, environment);
  endings.push(() => shops.stop());
  const begun = performance.now();
  await Promise.all([shops.start(0), shops.start(1)]);
  const proxy = await startNginx(join(folder, 'nginx'), { port, processes: shops.ports });
  endings.push(() => proxy.stop());

  const cluster = { primary, replica, shops };
  const journal = createJournal();
  journal.begin(phases.steady);
  const mailbox = openMailbox(dataDir);
  const visitors = invite({
    journal,
    shop: proxy.address,
    mailbox,
    customers: accounts.map(({ email }) => email),
    bought: products.bought,
    ...products.pages,
  });
  const changes = changeRegularly({ primary: primary.url, products: products.changed, processes: shops.open });
  await disturb(cluster, journal.begin, changes, products.pages.cachedPages);
  await changes.pause();
  await visitors.leave();

  note('Looking for what was acknowledged');
  journal.begin({ name: 'signing in to every new account', disturbs: false });
  const replicaReads = await readsOf(replica);
  const checks: Check[] = [
    ...checkPhases(journal, Object.values(phases)),
    {
      what: 'every change of the catalogue was seen by every process within 5 s',
      found: `${changes.latest.size} products changed, seen ${changes.seen.length} times, ${changes.missed.length} missed ${changes.missed.join(', ')}`,
      holds: changes.seen.length > 0 && changes.missed.length === 0,
    },
    {
      what: 'the replica was read again after it had been away',
      found: `${replicaReads} statements since then`,
      holds: replicaReads > 100,
    },
    ...(await checkBooks({
      journal,
      shop: proxy.address,
      primary: primary.url,
      processes: shops.open(),
      mailbox,
      acknowledged: visitors.acknowledged,
      prices: changes.latest,
      begun,
    })),
  ];

  note('Measuring');
  const silent = await measureSilentChanges(cluster, products.changed[0] as string);
  await proxy.stop();
  const speeds = await measureSpeeds({ folder, shops, environment, pages: products.pages.cachedPages });

  printSummaries(journal.summaries());
  printVisibility([
    { what: 'with the notification, under the load', times: changes.seen },
    { what: 'when the notification is lost', times: silent },
  ]);
  printSpeeds(speeds);
  printChecks(checks);
  console.log(`\n${cpus().length} processors; ${((performance.now() - started) / 1_000).toFixed(0)} s`);
  if (checks.every(({ holds }) => holds)) return;
  process.exitCode = 1;
  console.log(`\nLog of the processes:\n${shops.printed().slice(-20_000)}`);
}

type Cluster = { primary: PostgresServer; replica: PostgresServer; shops: ShopProcesses };

/** Lets happen what happens to clusters. */
async function disturb(
  { primary, replica, shops }: Cluster,
  begin: Journal['begin'],
  changes: CatalogueChanges,
  cachedPages: string[],
) {
  note('Undisturbed');
  await sleep(8);

  note('Killing a process');
  begin(phases.killed);
  await shops.kill(0);
  const killed = performance.now();
  await sleep(2.5);
  await shops.start(0);
  note('It is open again');
  await sleep(Math.max(0, KEY_SECONDS - (performance.now() - killed) / 1_000));
  begin(phases.afterKill);
  await sleep(5);

  note('Stopping the replica');
  begin(phases.replicaAway);
  await replica.stop('immediate');
  await sleep(5);
  await replica.start();
  note('The replica is back, and does not replay');
  begin(phases.replicaLags);
  await ask(replica.url, 'select pg_wal_replay_pause()');
  await sleep(6);
  await ask(replica.url, 'select pg_wal_replay_resume()');
  begin(phases.replicaBack);
  await sleep(8);

  note('Restarting the primary');
  await changes.pause();
  await Promise.all(shops.open().flatMap((address) => cachedPages.map((path) => warmCache(address + path))));
  begin(phases.primaryAway);
  await primary.stop('fast');
  await sleep(3);
  await primary.start();
  note('The primary is back');
  await sleep(KEY_SECONDS);
  begin(phases.afterRestart);
  changes.resume();
  await sleep(8);
}

/** Asked for until the process has it in memory under the version of now. */
async function warmCache(address: string) {
  await sleep(0.5);
  await (await fetch(address)).arrayBuffer();
}

/** How long changes take to show that no process is told of. */
async function measureSilentChanges({ primary, shops }: Cluster, product: string): Promise<number[]> {
  const times: number[] = [];
  for (let price = 5_001; price <= 5_004; price++) {
    await change(primary.url, product, price, true);
    const seen = await Promise.all(shops.open().map((address) => untilSeen(address, product, price)));
    times.push(...seen.filter((ms) => ms !== null));
  }
  return times;
}

/** Statements of the shop's database that a server has carried out since it was started. */
async function readsOf({ url }: PostgresServer): Promise<number> {
  const [row] = await ask<{ commits: string }>(
    url,
    `select xact_commit as commits from pg_stat_database where datname = current_database()`,
  );
  return Number(row?.commits ?? 0);
}

async function measureSpeeds(given: {
  folder: string;
  shops: ShopProcesses;
  environment: Record<string, string>;
  pages: string[];
}): Promise<Speed[]> {
  const { folder, pages } = given;
  const cached = await compareProcesses({ what: 'cached', folder, processes: given.shops.ports, pages });
  await given.shops.stop();
  const uncached = await makeShopProcesses(2, { ...given.environment, CACHE_MB: '0' });
  endings.push(() => uncached.stop());
  await Promise.all([uncached.start(0), uncached.start(1)]);
  return [cached, await compareProcesses({ what: 'not cached', folder, processes: uncached.ports, pages })];
}
