// One process of the shop: opens the stores, builds the parts, joins them and listens.

import { flushCompileCache } from 'node:module';
import { createAddressTable } from '#contract/site-address.ts';
import { StartError } from '#platform/config/start-error.ts';
import { openHttpServer } from '#platform/http/http-server.ts';
import { allowRest } from '#platform/jobs/repeat.ts';
import { takeTurnsAskedFor } from '#platform/jobs/run-regularly.ts';
import { logConsole } from '#platform/observability/log-console.ts';
import { announceProcess } from '#platform/processes/presence.ts';
import { runsJobs, servesVisitors } from '#platform/processes/role.ts';
import { reportOpen } from '#platform/processes/worker.ts';
import { CLOSE_MS, createClosing } from './closing.ts';
import { type Config, readConfig, readEnvironment } from './config/config.ts';
import { limitWork } from './config/work-limits.ts';
import type { DemoLogin } from './demo/demo-accounts.ts';
import { openDemo } from './demo/open-demo.ts';
import { jobsLines, type OpenShop, openLines } from './open-lines.ts';
import { openStores, type Stores } from './open-stores.ts';
import { loadPages } from './pages.ts';
import { buildParts, type Parts } from './parts/build-parts.ts';
import { jobsSite } from './parts/jobs-site.ts';
import { joinParts } from './parts/join-parts.ts';
import { readShop, root, type Shop } from './shop.ts';
import { observeShop } from './shop-metrics.ts';
import { shopVersion } from './system-status.ts';

async function start(config: Config, development: boolean) {
  const http = await openHttpServer({ ...config, joinsAt: config.worker?.address ?? null });
  const shop = await readShop(config, http.address, development);
  const closing = createClosing(config.shutdownDelayMs);
  // The bundler's words are for whoever develops.
  if (!development) closing.add(logConsole(shop.log));
  const stores = await openStores(shop, closing);
  const pages = await loadPages(root, http.server, development);
  const parts = await buildParts(shop, stores, pages, closing);
  const addresses = createAddressTable(parts.api.addresses);
  const site = servesVisitors(config.role) ? joinParts(parts, addresses, stores, shop) : jobsSite(parts.api);
  const { byKind: admissions, limits } = limitWork(addresses);
  const stopObserving = observeShop(stores.telemetry?.meter ?? null, {
    ...stores,
    dataDir: config.dataDir,
    server: http.server,
    cache: site,
    admissions,
    log: shop.log,
  });
  closing.add(stopObserving);
  closing.add(announce(shop, stores, await shopVersion()));
  closing.add(() => http.close(CLOSE_MS, config.shutdownDelayMs));
  closing.add(() => pages.close?.());
  http.serve(site, limits);
  await http.listen();
  // First, so that it does not wait for the turns of all jobs; a demo that is filled starts them itself.
  const demo = await openDemo(shop, stores, parts, closing);
  await parts.work.start();
  if (runsJobs(config.role)) await takeTurnsAskedFor(stores.database);
  endWithDatabase(stores);
  // Before anybody hears that the shop is open: who hears it may tell it to end, and by then all that closes is known.
  closing.listen();
  // Jobs wait for news of other processes.
  if (servesVisitors(config.role)) allowRest();
  const opened = describeOpenShop(shop, parts, demo);
  reportOpen({
    lines: servesVisitors(config.role) ? openLines(opened) : jobsLines(opened, http.address),
    address: http.address,
  });
  // Where there is such a cache (npm start): a process that is killed writes none.
  flushCompileCache();
}

/** Where the state of the shop is looked at, this process is among the others. */
function announce({ config, log }: Shop, { database }: Stores, version: string) {
  const onError = (error: unknown) =>
    log.warn({ part: 'process', error: String(error) }, 'this process cannot say that it is there');
  return announceProcess({ db: database.kysely, role: config.role, version, onError });
}

function describeOpenShop(
  { config, store, origin, isTrial }: Shop,
  { outbox, board, sandbox }: Parts,
  demo: DemoLogin[],
): OpenShop {
  return {
    name: store.name,
    origin,
    isTrial,
    mails: outbox?.address ?? null,
    board,
    demo,
    chargesCards: sandbox === null,
    sendsMails: config.mail.smtpUrl !== null,
    hasPublicUrl: config.publicUrl !== null,
    hasPostgres: config.databaseUrl !== null,
  };
}

function endWithDatabase({ database }: Stores) {
  database.onLost((error) => {
    process.stderr.write(`The embedded database has ended: ${error.message}. The shop ends too; start it again.\n`);
    process.exit(1);
  });
}

try {
  await start(readConfig(readEnvironment()), process.argv.includes('--dev'));
} catch (error) {
  process.stderr.write(error instanceof StartError ? `${error.message}\n` : `${(error as Error).stack}\n`);
  process.exit(1);
}
