// The index of the search follows the catalogue: whoever changes a product leaves a note of it in the same transaction,
// and these notes are worked off right after.
import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { observeJob } from '#platform/jobs/observe-job.ts';
import { createRefresher } from '#platform/jobs/refresher.ts';
import type { Log } from '#platform/observability/log.ts';
import type { Searched } from '../../schema/product.record.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { indexKeys } from './index-keys.rules.ts';
import { noteMeanings } from './meaning/meaning.store.ts';
import { spellingVariants } from './query/spelling.rules.ts';
import {
  addPostings,
  addSpellings,
  type Change,
  findProductId,
  findSearched,
  hasChanges,
  inSavepoint,
  isRefused,
  queueEverything,
  recordIndexChange,
  removePostings,
  takeChanges,
  unknownSpellings,
} from './search-writes.store.ts';

type Db = Kysely<ApiTables>;
type Indexed = Pick<Database<ApiTables>, 'kysely' | 'kind'>;

/** How often the queue is looked at where no notification comes. */
const POLL_MS = 1_000;
/**
 * As many as a block of the index has: of a large import each row of it is then written once or twice. The embedded database
 * has one connection, on which pages wait for the end of a batch: there it takes more work in smaller ones.
 */
const BATCH = { postgres: 4_096, embedded: 512 };
/** So many are worked on before a visitor's request may come in between. */
const AT_ONCE = 32;

/** Works off the queue whenever the catalogue changes, one process at a time; answers how to stop. */
export async function updateSearchIndex(
  database: Indexed & Pick<Database<ApiTables>, 'listen'>,
  log: Log,
): Promise<() => Promise<void>> {
  const stop = new AbortController();
  let atWork: Promise<unknown> = Promise.resolve();
  async function look() {
    if (stop.signal.aborted) return;
    atWork = catchUp(database, { signal: stop.signal, onLeftOut }).catch((error) =>
      log.error({ part: 'api', error: (error as Error).stack }, 'the search index could not follow the catalogue'),
    );
    await atWork;
  }
  function onLeftOut({ product_id, error }: LeftOut) {
    log.error({ part: 'api', product_id, error: error.stack }, 'the search could not take a product into its index');
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

/** A product that the index could not take in as it is now; without an id where it is gone. */
export type LeftOut = { product_id: string | null; error: Error };

type Listeners = { onBatch?: (changes: number) => void; onLeftOut?: (product: LeftOut) => void };

/** Comes to its end when the index knows every product as it is; answers how many changes that took. */
export async function catchUp(
  { kysely, kind }: Indexed,
  { signal, onBatch, onLeftOut = fail }: Listeners & { signal?: AbortSignal } = {},
): Promise<number> {
  let changes = 0;
  while (!signal?.aborted && (await hasChanges(kysely))) {
    const done = await observeJob('follow the catalogue', () =>
      kysely.transaction().execute((transaction) => indexBatch(transaction, BATCH[kind])),
    );
    changes += done.changes;
    onBatch?.(done.changes);
    for (const product of done.leftOut) onLeftOut(product);
  }
  return changes;
}

/** Makes the index anew. Until it is done the search finds less; lists do not depend on it. */
export async function rebuildIndex(database: Indexed, listeners: Listeners = {}): Promise<number> {
  await database.kysely.transaction().execute(queueEverything);
  return catchUp(database, listeners);
}

function fail({ error }: LeftOut): never {
  throw error;
}

async function indexBatch(transaction: Db, most: number): Promise<{ changes: number; leftOut: LeftOut[] }> {
  const changes = await takeChanges(transaction, most);
  if (changes.length === 0) return { changes: 0, leftOut: [] };
  const leftOut = await indexWhatCanBe(transaction, changes);
  await recordIndexChange(transaction);
  return { changes: changes.length, leftOut };
}

/** Where some product cannot be taken in, it is looked for by halves: all others are to be found. */
async function indexWhatCanBe(transaction: Db, changes: Change[]): Promise<LeftOut[]> {
  try {
    await inSavepoint(transaction, () => index(transaction, changes));
    return [];
  } catch (error) {
    if (!isRefused(error)) throw error;
    const [change] = changes as [Change];
    if (changes.length === 1) return [{ product_id: await findProductId(transaction, change.position), error }];
    const half = Math.ceil(changes.length / 2);
    const first = await indexWhatCanBe(transaction, changes.slice(0, half));
    return [...first, ...(await indexWhatCanBe(transaction, changes.slice(half)))];
  }
}

async function index(transaction: Db, changes: Change[]) {
  const positions = [...new Set(changes.map((change) => change.position))];
  const products = await findSearched(transaction, positions);
  const { added, removed, spellings } = await compare(changes, products);
  await removePostings(transaction, removed);
  await addPostings(transaction, added);
  await noteMeanings(transaction, positions);
  const unknown = await unknownSpellings(transaction, [...spellings]);
  await addSpellings(
    transaction,
    unknown.map((spelling) => ({ spelling, variants: spellingVariants(spelling) })),
  );
}

/** Keys by which the products are found now, and those by which they were found and are no more. */
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
