// The door for tools made for the Hugging Face Hub, listening at a port of its own over a test database and a real storage, and what is sold in it.
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GoodsOfOne } from '#contract/goods/goods.ts';
import { isOwnStep } from '#contract/site-address.ts';
import type { Tables } from '#main/tables.ts';
import type { Database } from '#platform/database/database.ts';
import { openHttpServer } from '#platform/http/http-server.ts';
import { createLog, type Log } from '#platform/observability/log.ts';
import { openFolderStorage } from '#platform/storage/folder-storage.ts';
import { createCheckObject } from '../../src/api/goods/download/check-object.ts';
import { createSendFile, type SendersBeside } from '../../src/api/goods/download/send-file.ts';
import { createTransfers } from '../../src/api/goods/download/transfers.ts';
import { grantOrder } from '../../src/api/goods/entitlement/entitlement.store.ts';
import { createHub, type HubDeps } from '../../src/api/goods/hub/hub.ts';
import { makeToken } from '../../src/api/goods/hub/library-tokens.ts';
import { aLine, anOrder } from '../factories/order.ts';

export type HubShop = Awaited<ReturnType<typeof startHub>>;

export async function startHub(
  database: Database<Tables>,
  given: Partial<Pick<HubDeps, 'now' | 'storage' | 'requestsOfToken'>> & {
    log?: Log;
    /** Other senders of bytes. */
    beside?: SendersBeside;
  } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-hub-'));
  const storage = given.storage ?? openFolderStorage(folder);
  const server = await openHttpServer({ port: 0, host: '127.0.0.1', trustedProxies: 0 });
  const { address } = server;
  const log = given.log ?? createLog('silent');
  const db = database.kysely;
  const now = given.now ?? (() => new Date());
  const sendFile = createSendFile({
    ...{ log, storage, checkObject: createCheckObject({ db, log }) },
    ...(given.beside && { beside: given.beside }),
  });
  const transfers = createTransfers({ database, storage, sendFile, log, now });
  const hub = createHub({
    database,
    sendFile,
    transfers,
    shop: { name: 'Hearth', origin: address },
    isOwnStep,
    ...given,
    storage,
    log,
  });
  server.serve({ sendCached: () => false, fetch: (request, peer) => hub.fetch(request, peer) });

  return {
    address,
    server: server.server,
    storage,
    /** Records of files that went out, oldest first. */
    async downloads() {
      await transfers.settled();
      return db.selectFrom('api.download').selectAll().orderBy('started_at').orderBy('path').execute();
    },
    async token(accountId: string, expiresAt: Date | null = null): Promise<{ id: string; text: string }> {
      const wanted = { name: 'Laptop', expires_at: expiresAt?.toISOString() ?? null };
      const made = await makeToken(db, accountId, wanted, new Date());
      return { id: made?.stored.token_id ?? '', text: made?.token ?? '' };
    },

    /** A complete release that is published; the contents of its files by their paths. */
    async release(wanted: {
      product_id: string;
      version: string;
      number: number;
      files: Record<string, string | Uint8Array>;
      /** Which of them everybody may have. */
      free?: readonly string[];
      edition?: string;
      published?: boolean;
    }) {
      const { product_id, version, number, files, free = [], edition = '', published = true } = wanted;
      const release_id = `${product_id.replace(/\W/g, '')}-${edition.length}-${version}`;
      const commit_sha = createHash('sha1').update(release_id).digest('hex');
      const at = new Date(`2026-01-0${number}T12:00:00Z`);
      await db
        .insertInto('api.release')
        .values({
          ...{ release_id, product_id, edition, number, version, commit_sha, state: 'complete', created_at: at },
          ...{ manifest: JSON.stringify({ signed: version }), completed_at: at, published_at: published ? at : null },
        })
        .execute();
      for (const [path, content] of Object.entries(files)) {
        const object_id = randomUUID().replaceAll('-', '');
        const { size, sha256 } = await storage.put(`goods/${object_id}`, Buffer.from(content));
        const sized = { object_id, size_bytes: size, sha256 };
        await db
          .insertInto('api.goods_object')
          .values({ ...sized, state: 'complete', scan: 'off', completed_at: at })
          .execute();
        await db
          .insertInto('api.release_file')
          .values({
            ...{ ...sized, release_id, path, path_folded: path.toLowerCase() },
            sample: free.includes(path) ? 'file' : 'none',
          })
          .execute();
      }
      return { release_id, commit_sha };
    },

    /** A paid order of one product; what it promises is granted. Answers its id. */
    async buy(
      accountId: string,
      bought: {
        product_id: string;
        goods: GoodsOfOne;
        edition?: string;
        seller_id?: string | null;
        at?: Date;
        license?: string;
      },
    ): Promise<string> {
      const order_id = randomUUID().slice(0, 12);
      const { lines: _lines, refunds: _refunds, ...order } = anOrder({ order_id, account_id: accountId });
      await db
        .insertInto('api.order')
        .values({ ...order, updated_at: order.created_at, billing: null })
        .execute();
      const { at = new Date(), goods, ...changed } = bought;
      const {
        selected_options,
        license_texts,
        goods: _goods,
        seller: _seller,
        seller_suspended: _suspended,
        access_ends_at: _ends,
        delivered_at: _at,
        ...line
      } = aLine({ product_name: 'Kitchen Voices', ...changed });
      await db
        .insertInto('api.order_line')
        .values({
          ...{ ...line, order_id, goods: JSON.stringify(goods) },
          selected_options: JSON.stringify(selected_options),
          license_texts: JSON.stringify(license_texts),
        })
        .execute();
      await grantOrder(db, order_id, at);
      return order_id;
    },

    async close() {
      server.server.closeAllConnections();
      await server.close(1_000);
      await transfers.settled();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
