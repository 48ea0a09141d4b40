import { isStorageKey, type Storage } from '#platform/storage/storage.ts';

/** Facts that the shop knows of stored bytes. */
export type SentObject = { object_id: string; size_bytes: number; sha256: string };

/** Where the bytes of an object lie in the storage. */
export function goodsKey(objectId: string): string {
  const key = `goods/${objectId}`;
  if (!isStorageKey(key)) throw new Error(`${JSON.stringify(objectId)} is no id of an object`);
  return key;
}

/** The methods of a storage that sending needs. */
export type SentFrom = Pick<Storage, 'get' | 'head' | 'presign'>;
