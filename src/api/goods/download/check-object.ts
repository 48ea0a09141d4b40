// Integrity check of stored bytes against the shop's records. A size is compared each time; a hash, where the storage dates the bytes
// otherwise than when they last had theirs: somebody has written there, or has copied a backup back. Then they are read once, whole, before
// any of them goes out. So also what is sent by others (nginx, the bucket), in parts or from the middle on is what was signed.
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { releaseSlot } from '#platform/http/door/slot.ts';
import { createKeyedLock } from '#platform/keyed-lock.ts';
import type { Log } from '#platform/observability/log.ts';
import type { Found } from '#platform/storage/storage.ts';
import type { Db } from '../../schema/db.ts';
import { findStoredAt, recordStoredAt } from './download.store.ts';
import { goodsKey, type SentFrom, type SentObject } from './goods-key.ts';

/** 'checking': they are being read, which takes longer than a request should wait. */
export type Checked = 'as known' | 'changed' | 'checking';

/** `found` is what `head` of the storage says of the object now. */
export type CheckObject = (storage: SentFrom, object: SentObject, found: Found) => Promise<Checked>;

const REMEMBERED = 10_000;
const WAIT_MS = 10_000;

export function createCheckObject({
  db,
  log,
  waitMs = WAIT_MS,
}: {
  db: Db;
  log: Pick<Log, 'error'>;
  waitMs?: number;
}): CheckObject {
  const verdicts = new LRUCache<string, 'as known' | 'changed'>({ max: REMEMBERED });
  const checks = new Map<string, Promise<'as known' | 'changed'>>();
  // Reading is work for the disk and the processor: one object after another.
  const inTurn = createKeyedLock();

  async function check(storage: SentFrom, object: SentObject, at: Date): Promise<'as known' | 'changed'> {
    const stored = await findStoredAt(db, object.object_id);
    if (stored?.getTime() === at.getTime()) return 'as known';
    const sha256 = await inTurn('hash', () => hashOf(storage, goodsKey(object.object_id)));
    if (sha256 !== object.sha256) return 'changed';
    await recordStoredAt(db, object.object_id, at);
    return 'as known';
  }

  return async function checkObject(storage, object, { changedAt }) {
    const key = `${object.object_id} ${object.sha256} ${changedAt.getTime()}`;
    const known = verdicts.get(key);
    if (known) return known;
    let checking = checks.get(key);
    if (!checking) {
      checking = check(storage, object, changedAt);
      checks.set(key, checking);
      checking
        .then((verdict) => verdicts.set(key, verdict))
        .catch((error) => log.error({ part: 'api', object: object.object_id, error: String(error) }))
        .finally(() => checks.delete(key));
    }
    // Requests that wait for the disk hold no place among the work.
    releaseSlot();
    return within(checking, waitMs);
  };
}

async function within<T>(work: Promise<T>, ms: number): Promise<T | 'checking'> {
  const { promise: late, resolve } = Promise.withResolvers<'checking'>();
  const timer = setTimeout(resolve, ms, 'checking');
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function hashOf(storage: SentFrom, key: string): Promise<string | null> {
  const found = await storage.get(key);
  if (!found) return null;
  const hash = createHash('sha256');
  for await (const chunk of found.body) hash.update(chunk);
  return hash.digest('hex');
}
