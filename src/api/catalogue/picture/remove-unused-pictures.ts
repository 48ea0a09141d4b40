import { type JobName, jobOf, jobs } from '#contract/operations/jobs.ts';
import { runRegularly } from '#platform/jobs/run-regularly.ts';
import type { Log } from '#platform/observability/log.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { Db } from '../../schema/db.ts';
import { hashOfKey, pictureKey, picturePrefix } from './picture.rules.ts';
import {
  checkPictures,
  deleteUnusedPicture,
  isUnknownPicture,
  knownPictures,
  listUnusedPictures,
} from './picture.store.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** A draft may be put aside for some days, and what was taken out of it put back. */
const UNUSED_MS = jobs['remove unused pictures'].deletesAfterDays * DAY_MS;
const BATCH = 200;
/** A turn looks at so many at most: with more of them each is looked at less often. */
const BATCHES = 20;

type Deps = { db: Db; storage: Storage; now?: () => Date };

/** Removes pictures that nothing shows for a week. What cannot be removed now is tried again with the next turn. */
export async function removeUnusedPictures({ db, storage, now = () => new Date() }: Deps): Promise<number> {
  const time = now().getTime();
  const checkedBefore = new Date(time - DAY_MS);
  for (let batch = 0; batch < BATCHES; batch++)
    if ((await checkPictures(db, { before: checkedBefore, limit: BATCH })) < BATCH) break;
  const since = new Date(time - UNUSED_MS);
  let removed = 0;
  for (const hash of await listUnusedPictures(db, { since, limit: BATCH * BATCHES }))
    if (await removeUnused({ db, storage }, hash, since)) removed++;
  return removed;
}

/** The bytes go before the row is gone for others: who sends the same meanwhile waits, and stores it again. */
function removeUnused({ db, storage }: Deps, hash: string, since: Date): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    if (!(await deleteUnusedPicture(transaction, hash, since))) return false;
    await deleteBytes(storage, hash);
    return true;
  });
}

async function deleteBytes(storage: Storage, hash: string): Promise<void> {
  await storage.delete(pictureKey(hash, 'whole'));
  await storage.delete(pictureKey(hash, 'small'));
}

/** Removes what lies in the storage of pictures and has no row, such as after a restored backup; what has just come is left alone. */
export async function removeUnknownPictures({ db, storage, now = () => new Date() }: Deps): Promise<number> {
  const before = now().getTime() - DAY_MS;
  let removed = 0;
  let batch: Array<{ key: string; hash: string }> = [];
  async function empty() {
    const known = await knownPictures(db, [...new Set(batch.map(({ hash }) => hash))]);
    for (const { key, hash } of batch) {
      if (!known.has(hash) && (await removeUnknown({ db, storage }, key, hash))) removed++;
    }
    batch = [];
  }
  for await (const { key, changedAt } of storage.list(picturePrefix)) {
    const hash = hashOfKey(key);
    if (hash && changedAt.getTime() < before) batch.push({ key, hash });
    if (batch.length >= BATCH) await empty();
  }
  await empty();
  return removed;
}

/** A sender of the same picture waits meanwhile, and stores it again. */
function removeUnknown({ db, storage }: Deps, key: string, hash: string): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    if (!(await isUnknownPicture(transaction, hash))) return false;
    await storage.delete(key);
    return true;
  });
}

/** Both, now and then; answers how to stop. */
export function removePicturesRegularly(deps: { db: Db; storage: Storage; log: Log }): () => Promise<unknown> {
  const job = (name: JobName, work: (deps: Deps) => Promise<unknown>) =>
    runRegularly({
      db: deps.db,
      ...jobOf(name),
      work: async () => void (await work(deps)),
      onError: (error) => deps.log.warn({ part: 'api', error: String(error) }, `${name}: failed`),
    });
  const stops = [
    job('remove unused pictures', removeUnusedPictures),
    job('remove unknown pictures', removeUnknownPictures),
  ];
  return () => Promise.all(stops.map((stop) => stop()));
}
