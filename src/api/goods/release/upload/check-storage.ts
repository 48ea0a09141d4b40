// Check that the storage has what the database says it has, and nothing else.
import type { Storage } from '#platform/storage/storage.ts';
import type { Db } from '../../../schema/db.ts';
import { goodsKey } from '../goods-limits.rules.ts';
import { listObjects } from '../object.store.ts';
import { listUnknownObjects } from '../remove-unused-objects.ts';
import { hashOf } from './settle-object.ts';

const PAGE = 200;

export type Finding =
  | { fault: 'missing'; key: string }
  | { fault: 'size'; key: string; size: number; expected: number }
  | { fault: 'changed'; key: string }
  /** Nobody knows it, for a day at least. No harm, but for the room that it takes. */
  | { fault: 'unknown'; key: string; size: number };

type Deps = { db: Db; storage: Storage; now?: () => Date };

/**
 * Finds what is wrong, in the order of the objects; with `hash` all bytes are read. `onChecked` is told of each object that was looked at; between two pages
 * of them there is `pause`.
 */
export async function* checkStorage(
  deps: Deps,
  { hash, onChecked, pause }: { hash: boolean; onChecked?: () => void; pause?: () => Promise<void> },
): AsyncGenerator<Finding> {
  const { db, storage } = deps;
  for (let after = ''; ; ) {
    const objects = await listObjects(db, after, PAGE);
    for (const object of objects) {
      if (object.state !== 'complete') continue;
      onChecked?.();
      const finding = await checkOne(storage, object, hash);
      if (finding) yield finding;
    }
    const last = objects.at(-1);
    if (!last) break;
    after = last.object_id;
    await pause?.();
  }
  for await (const { key, size } of listUnknownObjects(deps)) yield { fault: 'unknown', key, size };
}

async function checkOne(
  storage: Storage,
  { object_id, size_bytes: expected, sha256 }: { object_id: string; size_bytes: number; sha256: string | null },
  hash: boolean,
): Promise<Finding | null> {
  const key = goodsKey(object_id);
  const found = await storage.head(key);
  if (!found) return { fault: 'missing', key };
  if (found.size !== expected) return { fault: 'size', key, size: found.size, expected };
  if (hash && (await hashOf(storage, key, expected)) !== sha256) return { fault: 'changed', key };
  return null;
}
