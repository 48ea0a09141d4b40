// PostgreSQL that ends as in a crash while visitors are served, and is started again: the shop stays, tells whoever it cannot
// serve to come again, and goes on by itself.

import { chmodSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { admit, password } from './accounts.ts';
import { type Answer, ask, askAccounts, refusalOf, sleep } from './ask.ts';
import { openLedger } from './ledger.ts';
import { fill, makePlace, openShop, startServer, whyNoServer } from './place.ts';
import type { Random } from './random.ts';
import type { Endings } from './rounds/endings.ts';
import type { Finding } from './rounds/finding.ts';
import { lookAtAll } from './rounds/last-look.ts';
import { invite, untilSold } from './visitors.ts';

const SERVED_MS = 1_500;
const SETTLED_MS = 2_000;
const AWAY_MS = 3_000;
/** So many orders show that it works again. */
const SOLD = 5;
const WORKS_BY_MS = 60_000;
/** Longest wait of visitors who are asked to come again: no limit on waiting for the database is so short. */
const QUICK_MS = 5_000;
const PAGE = '/products/category/all';

export async function databaseAway(given: { random: Random; endings: Endings }): Promise<Finding> {
  const { random, endings } = given;
  const finding = { what: 'database away and back, PostgreSQL', rounds: 2 };
  const missing = whyNoServer();
  if (missing) return { ...finding, acknowledged: null, lost: null, doubled: null, faults: [], notRun: missing };
  const folder = await mkdtemp(join(tmpdir(), 'hearth-away-'));
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o711);
  endings.add(() => rm(folder, { recursive: true, force: true }));
  const server = await startServer(join(folder, 'postgres'), endings);
  const place = await makePlace({ name: 'database away', databaseUrl: server.url }, endings);
  const ledger = openLedger();
  const wares = await fill(place, 50);
  const shop = await openShop(place, endings);
  const customers = await admit(place, ledger, random, 4);
  const faults = new Set<string>();

  function onAnswer(answer: Answer, url: string) {
    const fault = refusalOf(answer, url);
    if (fault) faults.add(fault);
  }

  async function expectQuickRefusal(what: string, asking: () => Promise<Answer | null>) {
    const started = performance.now();
    const answer = await asking();
    const ms = Math.round(performance.now() - started);
    if (answer?.status !== 503 || !answer.headers.get('retry-after') || ms > QUICK_MS)
      faults.add(`${what} was answered with ${answer?.status} after ${ms} ms`);
  }

  const open = () => invite({ shop: place, ledger, wares, random, customers, onAnswer, stay: true });

  async function goOn() {
    await server.start();
    if (!(await untilSold(ledger, SOLD, WORKS_BY_MS)))
      faults.add(`with its database back the shop sold nothing in ${WORKS_BY_MS / 1_000} seconds`);
  }

  async function endWhileQuiet() {
    const before = open();
    await sleep(SERVED_MS);
    await before.leave();
    // The last sale changes the page once more.
    await sleep(SETTLED_MS);
    await ask(place.address + PAGE);
    await server.stop('immediate');
    const cached = await ask(place.address + PAGE);
    if (cached?.status !== 200) faults.add(`a cached page was answered with ${cached?.status}`);
    await expectQuickRefusal('a sign-up', () =>
      askAccounts(place.address, 'SignUp', { Username: 'away@example.com', Password: password }),
    );
    // A word that some product has: that nothing has another one is known without the database.
    await expectQuickRefusal('a page that was not cached', () => ask(`${place.address}/products/keyword/ware`));
    const ready = await ask(`${place.address}/api/health/ready`);
    if (ready?.status !== 503) faults.add(`a supervisor was answered with ${ready?.status}`);
    const again = open();
    await goOn();
    await again.leave();
  }

  async function endUnderLoad() {
    const visitors = open();
    await sleep(SERVED_MS);
    await server.stop('immediate');
    await sleep(AWAY_MS);
    await goOn();
    await visitors.leave();
  }

  await endWhileQuiet();
  await endUnderLoad();
  const { faults: found, ...counts } = await lookAtAll(place, ledger, () => shop.stop());
  return { ...finding, ...counts, faults: [...faults, ...found] };
}
