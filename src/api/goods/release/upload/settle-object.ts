// Work on an object once all its bytes have come: it becomes one of the storage, is hashed, and scanned.
import { createHash } from 'node:crypto';
import type { Log } from '#platform/observability/log.ts';
import { Lost, WrongSize } from '#platform/storage/growing-files.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { Db } from '../../../schema/db.ts';
import { recordStoredAt } from '../../download/download.store.ts';
import { goodsKey } from '../goods-limits.rules.ts';
import { completeObject, delayWork, listWaiting, type ObjectAtWork, recordScan, takeObject } from '../object.store.ts';
import type { HashStates } from './hash-states.ts';
import { type Scanner, scanObject } from './scan-object.ts';
import { endUpload } from './upload.store.ts';

/** Nobody else works with an object for so long; renewed while it is worked on. */
const LEASE_SECONDS = 60;
const RENEW_MS = 20_000;
const FIRST_RETRY_SECONDS = 30;
const LONGEST_RETRY_SECONDS = 3_600;
const BATCH = 20;

export type Settling = {
  db: Db;
  storage: Storage;
  hashes: HashStates;
  /** Null: nothing is scanned. */
  scanner: Scanner | null;
  log: Log;
};

/** Does what is to be done with it, if nobody else does. What fails is tried again later by the job. */
export async function settleObject(settling: Settling, objectId: string): Promise<void> {
  const { db, log } = settling;
  // Complete first, scanned then: each is kept when it is done.
  for (;;) {
    const object = await takeObject(db, objectId, LEASE_SECONDS);
    if (!object) return;
    const renewing = setInterval(() => delayWork(db, objectId, LEASE_SECONDS).catch(() => {}), RENEW_MS).unref();
    try {
      if (object.state === 'uploading') await finish(settling, object);
      else if (!(await scan(settling, object))) return;
    } catch (error) {
      log.warn({ part: 'api', object: objectId, error: String(error) }, 'an object could not be completed yet');
      return await delayWork(db, objectId, retrySeconds(object.work_attempts));
    } finally {
      clearInterval(renewing);
    }
  }
}

async function finish({ db, storage, hashes, scanner, log }: Settling, object: ObjectAtWork): Promise<void> {
  const { object_id: objectId, size_bytes: size, growth } = object;
  const key = goodsKey(objectId);
  try {
    await storage.growing.finish({ key, state: growth ?? {}, size });
    const sha256 = hashes.finish(objectId, size) ?? (await hashOf(storage, key, size));
    await completeObject(db, objectId, { sha256, isScanned: scanner !== null });
    // Or its first download would read it once more.
    const stored = await storage.head(key);
    if (stored) await recordStoredAt(db, objectId, stored.changedAt);
  } catch (error) {
    if (!(error instanceof WrongSize || error instanceof Lost)) throw error;
    log.error({ part: 'api', object: objectId, error: error.message }, 'the storage has not what it was given');
    // Bytes that it does have are of no use; where they cannot be removed now, they go with what nobody has.
    await storage.growing.remove(key, growth ?? {}).catch(() => {});
    await recordScan(db, objectId, {
      scan: 'refused',
      note: 'The storage of the shop has not kept all of it. Take it out and send it again.',
    });
    await endUpload(db, objectId);
  }
}

/** Reads it from the storage, in pieces. Throws a WrongSize where that has more or less than it should. */
export async function hashOf(storage: Storage, key: string, size: number): Promise<string> {
  const stored = await storage.get(key);
  if (!stored) throw new WrongSize(`the storage has no ${key}`);
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of stored.body) {
    hash.update(piece);
    bytes += piece.length;
  }
  if (bytes !== size) throw new WrongSize(`the storage has ${bytes} bytes of ${key}, and should have ${size}`);
  return hash.digest('hex');
}

/** Answers whether anything is known now. */
async function scan({ db, storage, scanner, log }: Settling, object: ObjectAtWork): Promise<boolean> {
  const { object_id: objectId } = object;
  if (!scanner) {
    await recordScan(db, objectId, { scan: 'off' });
    return true;
  }
  const scanned = await scanObject(storage, goodsKey(objectId), scanner);
  if (scanned.result === 'again') {
    log.warn({ part: 'api', object: objectId, why: scanned.why }, 'an object could not be scanned yet');
    await delayWork(db, objectId, retrySeconds(object.work_attempts));
    return false;
  }
  await recordScan(db, objectId, { scan: scanned.result, ...(scanned.result === 'refused' && { note: scanned.note }) });
  return true;
}

function retrySeconds(attempts: number): number {
  return Math.min(FIRST_RETRY_SECONDS * 2 ** Math.max(0, attempts - 1), LONGEST_RETRY_SECONDS);
}

/** Everything that waits now; answers how many objects these were. */
export async function settleWaiting(settling: Settling): Promise<number> {
  const waiting = await listWaiting(settling.db, BATCH);
  for (const objectId of waiting) await settleObject(settling, objectId);
  return waiting.length;
}
