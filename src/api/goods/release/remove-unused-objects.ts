// Removal of what nobody needs: uploads that nobody goes on with, objects that no release has, bytes that the database does not know.
import { type JobName, jobOf } from '#contract/operations/jobs.ts';
import { runRegularly } from '#platform/jobs/run-regularly.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { Db } from '../../schema/db.ts';
import { goodsKey, goodsPrefix, KEPT_MS, objectOfKey } from './goods-limits.rules.ts';
import { deleteUnused, knownObjects, listUnused, markUnused } from './object.store.ts';
import { type Settling, settleWaiting } from './upload/settle-object.ts';
import { deleteUpload, findUpload, listExpired, releaseLock, takeLock } from './upload/upload.store.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const BATCH = 200;
const LOCK = { holder: 'removed', seconds: 60 };

type Deps = { db: Db; storage: Storage; now?: () => Date };

/** Those that somebody writes to in this moment are left for the next turn. Answers how many went. */
export async function removeExpiredUploads({ db, storage, now = () => new Date() }: Deps): Promise<number> {
  let removed = 0;
  for (const objectId of await listExpired(db, now(), BATCH)) {
    if ((await takeLock(db, objectId, LOCK)) !== 'taken') continue;
    try {
      const upload = await findUpload(db, objectId);
      // All of it has come meanwhile.
      if (!upload || upload.received_at) continue;
      await storage.growing.remove(goodsKey(objectId), upload.growth);
      await deleteUpload(db, objectId);
      removed++;
    } finally {
      await releaseLock(db, objectId, LOCK.holder);
    }
  }
  return removed;
}

/**
 * Objects that nothing has for a week. The row goes first, so that nobody takes it over meanwhile, and no transaction waits for the storage: bytes that
 * it does not let go of are nobody's then, and go with those.
 */
export async function removeUnusedObjects({ db, storage, now = () => new Date() }: Deps): Promise<number> {
  await markUnused(db);
  let removed = 0;
  for (const objectId of await listUnused(db, { before: new Date(now().getTime() - KEPT_MS), limit: BATCH })) {
    if (!(await deleteUnused(db, objectId))) continue;
    removed++;
    await storage.growing.remove(goodsKey(objectId), {});
  }
  return removed;
}

/** Objects under goods/ that the database does not know, older than a day: newer ones may be about to be known. */
export async function* listUnknownObjects({
  db,
  storage,
  now = () => new Date(),
}: Deps): AsyncGenerator<{ key: string; size: number }> {
  const before = now().getTime() - DAY_MS;
  let batch: Array<{ key: string; size: number }> = [];
  async function unknown() {
    const of = batch.map(({ key }) => objectOfKey(key));
    const { objects, uploads } = await knownObjects(db, [...new Set(of.map((object) => object?.objectId ?? ''))]);
    // Parts of a complete object are not needed: a process that was killed has left them.
    const isKnown = (object: (typeof of)[number]) =>
      object != null && (object.isPart ? uploads : objects).has(object.objectId);
    const found = batch.filter((_, at) => !isKnown(of[at] ?? null));
    batch = [];
    return found;
  }
  for await (const { key, size, changedAt } of storage.list(goodsPrefix)) {
    if (changedAt.getTime() < before) batch.push({ key, size });
    if (batch.length >= BATCH) yield* await unknown();
  }
  yield* await unknown();
}

export async function removeUnknownObjects(deps: Deps): Promise<number> {
  let removed = 0;
  for await (const { key } of listUnknownObjects(deps)) {
    await deps.storage.delete(key);
    removed++;
  }
  return removed;
}

/** All of it now and then, and the hashing and scanning that waits; answers how to stop. */
export function removeUnusedObjectsRegularly(settling: Settling): () => Promise<unknown> {
  const job = (name: JobName, work: () => Promise<unknown>) =>
    runRegularly({
      db: settling.db,
      ...jobOf(name),
      work: async () => void (await work()),
      onError: (error) => settling.log.warn({ part: 'api', error: String(error) }, `${name}: failed`),
    });
  const stops = [
    job('settle objects', () => settleWaiting(settling)),
    job('remove expired uploads', () => removeExpiredUploads(settling)),
    job('remove unused objects', () => removeUnusedObjects(settling)),
    job('remove unknown objects', () => removeUnknownObjects(settling)),
  ];
  return () => Promise.all(stops.map((stop) => stop()));
}
