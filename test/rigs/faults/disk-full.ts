// A disk that is full while visitors are served, and has room again: whoever cannot be served is told to come again, and
// nothing that was acknowledged is lost.
import { join } from 'node:path';
import type { PostgresServer } from '../cluster/postgres-server.ts';
import { admit } from './accounts.ts';
import { type Answer, ask, refusalOf, sleep } from './ask.ts';
import { openLedger } from './ledger.ts';
import { fill, makePlace, openShop, type Place, startServer, whyNoServer } from './place.ts';
import type { Random } from './random.ts';
import type { Endings } from './rounds/endings.ts';
import type { Finding } from './rounds/finding.ts';
import { lookAtAll } from './rounds/last-look.ts';
import { giveBackLog, mountSmallDisk, type SmallDisk } from './small-disk.ts';
import { invite, untilSold } from './visitors.ts';

const DISK_MB = 180;
const BEFORE_MS = 2_000;
const FULL_MS = 6_000;
/** How long it takes at most to write what is left of a log, and to see that the database answers no more. */
const LOG_FULL_BY_MS = 90_000;
/** So many orders show that it works again. */
const SOLD = 5;
const WORKS_BY_MS = 60_000;
const PAGE = '/products/category/all';

type Kind = {
  what: string;
  /** The disk holds the embedded database, or that of a PostgreSQL. */
  database: 'embedded' | 'postgres';
  /** Goes on until there is no room for the database's log either, without which no database can go on. */
  untilLogIsFull: boolean;
};

export const fullDisks: Kind[] = [
  { what: 'disk full, embedded database', database: 'embedded', untilLogIsFull: false },
  { what: 'disk full until the log is, embedded database', database: 'embedded', untilLogIsFull: true },
  { what: 'disk full, PostgreSQL', database: 'postgres', untilLogIsFull: false },
  { what: 'disk full until the log is, PostgreSQL', database: 'postgres', untilLogIsFull: true },
];

export async function diskFull(kind: Kind, given: { random: Random; endings: Endings }): Promise<Finding> {
  const { random, endings } = given;
  const finding = { what: kind.what, rounds: 1, acknowledged: null, lost: null, doubled: null, faults: [] };
  const missing = kind.database === 'postgres' ? whyNoServer() : null;
  if (missing) return { ...finding, notRun: missing };
  const disk = await mountSmallDisk(DISK_MB, endings);
  if (!disk) return { ...finding, notRun: 'a disk cannot be mounted without being root' };
  const server = kind.database === 'postgres' ? await startServer(join(disk.folder, 'postgres'), endings) : null;
  const place = await makePlace(
    { name: kind.what, databaseUrl: server?.url ?? null, ...(!server && { folder: join(disk.folder, 'data') }) },
    endings,
  );
  return {
    ...finding,
    ...(await fillUnder(place, { disk, server, random, endings, untilLogIsFull: kind.untilLogIsFull })),
  };
}

async function fillUnder(
  place: Place,
  given: {
    disk: SmallDisk;
    server: PostgresServer | null;
    random: Random;
    endings: Endings;
    untilLogIsFull: boolean;
  },
): Promise<Pick<Finding, 'acknowledged' | 'lost' | 'doubled' | 'faults'>> {
  const { disk, server, random, endings } = given;
  const ledger = openLedger();
  const wares = await fill(place, 50);
  let shop = await openShop(place, endings);
  const customers = await admit(place, ledger, random, 4);
  const faults = new Set<string>();
  let refused = 0;

  function onAnswer(answer: Answer, url: string) {
    if (answer.status >= 500) refused++;
    const fault = refusalOf(answer, url);
    if (fault) faults.add(fault);
  }
  const hasAnyEnded = () => (server ? isDown(place) : hasEnded(place));
  const open = () => invite({ shop: place, ledger, wares, random, customers, onAnswer, stay: true });

  const before = open();
  await sleep(BEFORE_MS);
  await before.leave();
  await ask(place.address + PAGE);
  if (given.untilLogIsFull) giveBackLog(disk.folder, server ? 'postgres/data/pg_wal' : 'data/database/pg_wal');
  disk.fill();
  const cached = await ask(place.address + PAGE);
  if (cached?.status !== 200) faults.add(`a cached page was answered with ${cached?.status}`);
  const meanwhile = open();
  const fullUntil = Date.now() + (given.untilLogIsFull ? LOG_FULL_BY_MS : FULL_MS);
  while (Date.now() < fullUntil && !(given.untilLogIsFull && (await hasAnyEnded()))) await sleep(500);
  const shopHasEnded = await hasEnded(place);
  await meanwhile.leave();
  disk.free();
  if (refused === 0 && !shopHasEnded) faults.add('nobody noticed that the disk was full');
  if (shopHasEnded) {
    if (!/^The embedded database has ended: .*\. The shop ends too; start it again\.$/m.test(shop.printed()))
      faults.add(`the shop has ended, and says ${shop.printed().slice(-500)}`);
    await shop.kill();
    shop = await openShop(place, endings);
  }
  const serverHasEnded = server !== null && (await isDown(place));
  if (serverHasEnded) await server.start();
  if (given.untilLogIsFull && !shopHasEnded && !serverHasEnded) faults.add('the log did not become full');

  const again = open();
  if (!(await untilSold(ledger, SOLD, WORKS_BY_MS)))
    faults.add(`with room again nothing was sold within ${WORKS_BY_MS / 1_000} seconds`);
  await again.leave();

  const { faults: found, ...counts } = await lookAtAll(place, ledger, () => shop.stop());
  return { ...counts, faults: [...faults, ...found] };
}

async function hasEnded({ address }: Place): Promise<boolean> {
  return (await ask(`${address}/api/health/live`)) === null;
}

/** True if PostgreSQL has ended, as it does when it cannot write its log. */
async function isDown(place: Place): Promise<boolean> {
  return place.openDatabase().then(
    (database) => database.close().then(() => false),
    () => true,
  );
}
