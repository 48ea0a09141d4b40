// Two processes of a shop, as two users of one database.
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { emptyDatabase, openTestDatabase } from '../../../../../test/database/test-database.ts';
import { storeSeller } from '../../../../../test/factories/seller.ts';
import { insertUpload } from './upload.store.ts';
import { createUploadLocks } from './upload-lock.ts';

const upload = '0123456789abcdef';
let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await emptyDatabase(database);
  await storeSeller(database, { seller_id: 'ours' }, {});
  const expiresAt = new Date(Date.now() + 60_000);
  await insertUpload(database.kysely, { objectId: upload, sellerId: 'ours', size: 10, metadata: {}, expiresAt });
});

/** `asked` counts its statements. */
function openProcess() {
  const own = { asked: 0 };
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      own.asked++;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const kysely = database.kysely.withPlugin(counting);
  return { ...createUploadLocks({ kysely, listen: database.listen }), own };
}

test('[G-03] who waits in another process is told when an upload is free, and does not ask for it meanwhile', async () => {
  const one = openProcess();
  const other = openProcess();
  const { promise: wasAsked, resolve: letGo } = Promise.withResolvers<void>();
  const held = one.locker.newLock(upload) as ReturnType<typeof one.locker.newLock>;
  const waits = other.locker.newLock(upload) as ReturnType<typeof other.locker.newLock>;
  const never = new AbortController().signal;
  await held.lock(never, letGo);
  const taken = waits.lock(never, () => {});
  // Over the database: the holder renews its time much later.
  await wasAsked;
  expect(one.holderOf(upload)).not.toBeNull();
  await held.unlock();
  await taken;
  expect([one.holderOf(upload), other.holderOf(upload)]).toEqual([null, expect.any(String)]);
  // Asked for it, asked the holder to let go, and asked for it when it was free.
  expect(other.own.asked).toBe(3);
  await waits.unlock();
});

test('[G-03] few wait for an upload: the next is told to come again while the others still wait', async () => {
  const { locker } = openProcess();
  const never = new AbortController().signal;
  const locks = Array.from({ length: 5 }, () => locker.newLock(upload) as ReturnType<typeof locker.newLock>);
  const [held, ...waiting] = locks.slice(0, 4);
  const last = locks[4];
  await held?.lock(never, () => {});
  const taken = waiting.map((lock) => lock.lock(never, () => {}));
  await expect(last?.lock(never, () => {})).rejects.toMatchObject({ status_code: 423 });
  await held?.unlock();
  for (const _ of waiting) {
    const next = await Promise.race(taken.map((one, index) => one.then(() => index)));
    await waiting[next]?.unlock();
    taken[next] = new Promise(() => {});
  }
});
