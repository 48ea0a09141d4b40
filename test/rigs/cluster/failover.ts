// Half of npm run cluster:test: three machines with PostgreSQL under Patroni, HAProxy before them, two processes that serve visitors, of
// which one goes through PgBouncer in transaction mode, one that runs jobs, and nginx. Under the load of visitors the primary dies, is cut
// off, has a full disk, and etcd goes away. Started by cluster.ts in namespaces of its own; its argument is a folder for it.
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { newSecretsKey } from '#platform/secrets.ts';
import { freePort } from '../../processes/free-port.ts';
import { startNginx } from '../../processes/nginx.ts';
import { startPgbouncer } from '../../processes/pgbouncer.ts';
import { benchPool, makeAccounts } from '../bench/sign-ins.ts';
import { type CatalogueChanges, changeRegularly } from './catalogue-changes.ts';
import { type Check, checkBooks, checkPhases, type Phase } from './checks.ts';
import { type CutOffWriter, findLostCutOff, prepareCutOff, writeCutOff } from './cut-off-writer.ts';
import { fillShop } from './fill-shop.ts';
import { createJournal, type Journal } from './journal.ts';
import { type PatroniCluster, startPatroniCluster } from './patroni/patroni-cluster.ts';
import type { PatroniNode } from './patroni/patroni-node.ts';
import { until } from './patroni/started.ts';
import { makeShopProcesses } from './shop-processes.ts';
import { type Failover, printChecks, printFailovers, printSummaries } from './tables.ts';
import { invite, openMailbox } from './visitors.ts';
import { areAnswered, backAfter, findLost, startWriter, type Writer } from './writers.ts';

const CUSTOMERS = 20;
const PROCESSES = 3;
/** The whole trial, whatever happens. */
const LONGEST_MS = 6 * 60_000;
/** Writes are to come back by then. */
const BACK_BY_MS = 15_000;
const CONNECTIONS_OF_POOLER = 20;

const folder = process.argv[2] as string;
const started = performance.now();
const note = (text: string) =>
  process.stderr.write(`${((performance.now() - started) / 1_000).toFixed(0).padStart(4)} s  ${text}\n`);
const sleep = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1_000));

/** Answers while nobody can write, and while those who have waited all come at once: come again. */
const away = { reading: { told: true, failed: 0 }, changing: { told: true, failed: 0 } };
const busy = { changing: { told: true, failed: 0 } };
const phases = {
  steady: { name: 'undisturbed', disturbs: false },
  dead: { name: 'the primary dies', disturbs: true, may: away },
  deadBack: { name: 'it comes back as a standby', disturbs: true, may: busy },
  cut: { name: 'the primary is cut off', disturbs: true, may: away },
  cutBack: { name: 'it is mended and follows', disturbs: true, may: busy },
  full: { name: "the primary's disk is full", disturbs: true, may: away },
  fullBack: { name: 'its disk has room again', disturbs: true, may: busy },
  etcd: { name: 'etcd is away for 10 s', disturbs: true },
  end: { name: 'undisturbed in the end', disturbs: false },
} satisfies Record<string, Phase>;

try {
  const ended = await Promise.race([run(), sleep(LONGEST_MS / 1_000).then(() => 'it took too long')]);
  if (ended) throw new Error(`The trial was given up: ${ended}.`);
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`${(error as Error).stack}\n`);
} finally {
  // Everything else ends with the namespaces.
  process.exit();
}

async function run(): Promise<undefined> {
  note('Starting etcd, three machines under Patroni, HAProxy and PgBouncer');
  const cluster = await startPatroniCluster(folder);
  const pooler = await startPgbouncer(join(folder, 'pgbouncer'), {
    url: cluster.primaryUrl,
    connections: CONNECTIONS_OF_POOLER,
  });
  const secretsKey = newSecretsKey();
  const products = await fillShop(cluster.primaryUrl);
  await prepareCutOff(cluster.primaryUrl);
  const accounts = await makeAccounts({ DATABASE_URL: cluster.primaryUrl, SECRETS_KEY: secretsKey }, CUSTOMERS);
  const emails = accounts.map(({ email }) => email);

  note('Starting the shop and nginx');
  const port = await freePort();
  const dataDir = join(folder, 'shop');
  const environment = {
    ...benchPool,
    DATABASE_URL: cluster.primaryUrl,
    DATABASE_READ_URL: cluster.replicaUrl,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    HOST: '127.0.0.1',
    TRUSTED_PROXIES: '1',
    DATA_DIR: dataDir,
    SECRETS_KEY: secretsKey,
    LOG_LEVEL: 'warn',
  };
  const shops = await makeShopProcesses(PROCESSES, environment, [
    { ROLE: 'web', DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: cluster.primaryUrl },
    { ROLE: 'web' },
    { ROLE: 'jobs' },
  ]);
  const begun = performance.now();
  await Promise.all(shops.ports.map((_, index) => shops.start(index)));
  const web = shops.open().slice(0, 2);
  const proxy = await startNginx(join(folder, 'nginx'), { port, processes: shops.ports.slice(0, 2) });

  const journal = createJournal();
  journal.begin(phases.steady);
  const mailbox = openMailbox(dataDir);
  const visitors = invite({
    journal,
    shop: proxy.address,
    mailbox,
    customers: emails,
    bought: products.bought,
    ...products.pages,
  });
  const writers = await Promise.all(
    ['through PgBouncer', 'direct'].map((name, index) =>
      startWriter({
        name,
        address: web[index] as string,
        emails: emails.slice(index * 10, index * 10 + 10),
        products: products.saved,
      }),
    ),
  );
  const changes = changeRegularly({
    primary: cluster.primaryUrl,
    products: products.changed,
    processes: () => web,
  });
  const { failovers, cutOff } = await disturb({ cluster, journal, writers, changes });
  await changes.pause();
  await visitors.leave();
  await Promise.all(writers.map((writer) => writer.leave()));

  await writeFile(join(folder, 'shop.log'), shops.printed());

  note('Looking for what was acknowledged');
  journal.begin({ name: 'signing in to every new account', disturbs: false });
  const lost = await findLost(cluster.primaryUrl, writers);
  const lostCutOff = await findLostCutOff(cluster.primaryUrl, cutOff);
  const checks: Check[] = [
    ...checkPhases(journal, Object.values(phases)),
    ...failovers.map(({ name, back }) => ({
      what: `${name}: writes are back within ${BACK_BY_MS / 1_000} s`,
      found: back.map((ms, index) => `${(ms / 1_000).toFixed(1)} s ${writers[index]?.name}`).join(', '),
      holds: back.every((ms) => ms <= BACK_BY_MS),
    })),
    {
      what: 'every write that was acknowledged to the writers is there',
      found: `${writers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)} acknowledged, ${lost.length} lost`,
      holds: lost.length === 0,
    },
    {
      what: 'the primary that was cut off acknowledged nothing that is lost',
      found: `${cutOff.tries()} tried there, ${cutOff.acknowledged.length} acknowledged, ${lostCutOff.length} lost`,
      holds: lostCutOff.length === 0 && cutOff.tries() > 5,
    },
    {
      what: 'every change of the catalogue was seen by every process within 5 s',
      found: `${changes.latest.size} products changed, seen ${changes.seen.length} times, ${changes.missed.length} missed ${changes.missed.join(', ')}`,
      holds: changes.seen.length > 0 && changes.missed.length === 0,
    },
    ...(await checkBooks({
      journal,
      shop: proxy.address,
      primary: cluster.primaryUrl,
      processes: web,
      listeners: PROCESSES,
      mailbox,
      acknowledged: visitors.acknowledged,
      prices: changes.latest,
      begun,
    })),
  ];
  printSummaries(journal.summaries());
  printFailovers(failovers, { writers, lost, journal });
  printChecks(checks);
  console.log(`\n${cpus().length} processors; ${((performance.now() - started) / 1_000).toFixed(0)} s`);
  if (checks.every(({ holds }) => holds)) return;
  process.exitCode = 1;
  for (const writer of writers) console.log(writer.name, Object.fromEntries(writer.refused));
  console.log(`\nLog of the processes:\n${shops.printed().slice(-5_000)}`);
}

type Trial = { cluster: PatroniCluster; journal: Journal; writers: Writer[]; changes: CatalogueChanges };

/** Lets happen what happens to clusters. */
async function disturb({ cluster, journal, writers, changes }: Trial) {
  const failovers: Failover[] = [];

  /** Changes by the rig itself wait while nobody can write. */
  async function during(phase: Phase, happen: () => Promise<unknown> | unknown, seconds: number) {
    note(phase.name);
    await changes.pause();
    journal.begin(phase);
    const from = performance.now();
    await happen();
    await sleep(1.5);
    await until('writes are back', 60_000, () => areAnswered(writers));
    await sleep(seconds);
    const to = performance.now();
    failovers.push({ name: phase.name, from, to, back: writers.map((writer) => backAfter(writer, from, to)) });
    changes.resume();
  }

  /** The primary, and what it is after the disturbance. */
  const primary = async (): Promise<PatroniNode> => {
    await cluster.untilWhole();
    return (await cluster.find('primary')) as PatroniNode;
  };
  async function follows(phase: Phase, mend: () => void) {
    note(phase.name);
    journal.begin(phase);
    const from = performance.now();
    mend();
    await cluster.untilWhole();
    note(`The cluster is whole again after ${((performance.now() - from) / 1_000).toFixed(1)} s`);
    await sleep(3);
  }

  note(phases.steady.name);
  await sleep(8);

  let node = await primary();
  await during(phases.dead, node.killAll, 3);
  await follows(phases.deadBack, node.start);

  node = await primary();
  let cutOff: CutOffWriter | null = null;
  await during(
    phases.cut,
    () => {
      node.cut();
      cutOff = writeCutOff(node);
    },
    6,
  );
  await (cutOff as unknown as CutOffWriter).leave();
  await follows(phases.cutBack, node.mend);

  node = await primary();
  const full = node.name;
  await during(
    phases.full,
    async () => {
      await node.fillDisk();
      // As long as its log has room it still takes what fits.
      await until('another machine is the primary', 60_000, async () => {
        const now = await cluster.find('primary');
        return now !== null && now.name !== full;
      });
    },
    5,
  );
  await follows(phases.fullBack, node.freeDisk);

  await during(
    phases.etcd,
    async () => {
      await cluster.etcd.stop();
      await sleep(10);
      cluster.etcd.start();
    },
    4,
  );
  await cluster.untilWhole();
  note(phases.end.name);
  journal.begin(phases.end);
  await sleep(8);
  return { failovers, cutOff: cutOff as unknown as CutOffWriter };
}
