// The index of the search follows the catalogue: whoever changes a product leaves a note of it in the same transaction,
// and these notes are worked off right after.
import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { observeJob } from '#platform/jobs/observe-job.ts';
import { createRefresher } from '#platform/jobs/refresher.ts';
import type { Log } from '#platform/observability/log.ts';
import type { ApiTables } from '../schema.ts';
import { indexKeys, type Searched } from './index-keys.rules.ts';
import {
  addPostings,
  addSpellings,
  type Change,
  findSearched,
  hasChanges,
  noteIndexChange,
  queueEverything,
  removePostings,
  takeChanges,
  unknownSpellings,
} from './search-index.store.ts';
import { spellingVariants } from './spelling.rules.ts';

type Db = Kysely<ApiTables>;

/** How often the queue is looked at where no notification comes. */
const POLL_MS = 1_000;
/** As many as a block of the index has: of a large import each row of it is then written once or twice. */
const BATCH = 4_096;
/** So many are worked on before a visitor's request may come in between. */
const AT_ONCE = 32;

/** Works off the queue whenever the catalogue changes, one process at a time; answers how to stop. */
export async function keepSearchIndex(
  database: Pick<Database<ApiTables>, 'kysely' | 'listen'>,
  log: Log,
): Promise<() => Promise<void>> {
  const stop = new AbortController();
  let atWork: Promise<unknown> = Promise.resolve();
  async function look() {
    if (stop.signal.aborted) return;
    atWork = catchUp(database.kysely, { signal: stop.signal }).catch((error) =>
      log.error({ part: 'api', error: (error as Error).stack }, 'the search index could not follow the catalogue'),
    );
    await atWork;
  }
  const { refresh, close } = createRefresher(look, POLL_MS);
  await database.listen('catalogue_change', () => void refresh());
  void refresh();
  return async () => {
    stop.abort();
    close();
    await atWork;
  };
}

/** Comes to its end when the index knows every product as it is; answers how many changes that took. */
export async function catchUp(
  db: Db,
  { signal, onBatch }: { signal?: AbortSignal; onBatch?: (changes: number) => void } = {},
): Promise<number> {
  let changes = 0;
  while (!signal?.aborted && (await hasChanges(db))) {
    const done = await observeJob('follow the catalogue', () => db.transaction().execute(indexBatch));
    changes += done;
    onBatch?.(done);
  }
  return changes;
}

/** Makes the index anew. Until it is done the search finds less; lists do not depend on it. */
export async function rebuildIndex(db: Db, onBatch: (changes: number) => void): Promise<number> {
  await db.transaction().execute(queueEverything);
  return catchUp(db, { onBatch });
}

async function indexBatch(transaction: Db): Promise<number> {
  const changes = await takeChanges(transaction, BATCH);
  if (changes.length === 0) return 0;
  const positions = [...new Set(changes.map((change) => change.position))];
  const products = await findSearched(transaction, positions);
  const { added, removed, spellings } = await compare(changes, products);
  await removePostings(transaction, removed);
  await addPostings(transaction, added);
  const unknown = await unknownSpellings(transaction, [...spellings]);
  await addSpellings(
    transaction,
    unknown.map((spelling) => ({ spelling, variants: spellingVariants(spelling) })),
  );
  await noteIndexChange(transaction);
  return changes.length;
}

/** What the products are found by now, and what they were found by and are no more. */
async function compare(changes: Change[], products: Array<Searched & { position: number }>) {
  const added = new Map<string, number[]>();
  const removed = new Map<string, number[]>();
  const spellings = new Set<string>();
  const now = new Map<number, Set<string>>();
  const before = changes.filter((change) => change.before !== null);
  const changed = new Set(before.map((change) => change.position));

  await forEachPolitely(products, (product) => {
    const found = indexKeys(product);
    for (const key of found.keys) note(added, key, product.position);
    for (const spelling of found.spellings) spellings.add(spelling);
    if (changed.has(product.position)) now.set(product.position, new Set(found.keys));
  });
  await forEachPolitely(before, (change) => {
    const kept = now.get(change.position);
    for (const key of change.before ? indexKeys(change.before).keys : [])
      if (!kept?.has(key)) note(removed, key, change.position);
  });
  return { added, removed, spellings };
}

function note(postings: Map<string, number[]>, key: string, position: number) {
  const known = postings.get(key);
  if (known) known.push(position);
  else postings.set(key, [position]);
}

async function forEachPolitely<T>(items: readonly T[], work: (item: T) => void) {
  for (const [index, item] of items.entries()) {
    work(item);
    if (index % AT_ONCE === AT_ONCE - 1) await setImmediate();
  }
}
