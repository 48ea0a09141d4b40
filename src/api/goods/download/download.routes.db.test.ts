// Downloads over real connections: who gets which bytes, which connections are cut, and what is kept of it.
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DownloadLink } from '#contract/goods/download.ts';
import type { GoodsOfOne } from '#contract/goods/goods.ts';
import { createLog } from '#platform/observability/log.ts';
import { createSecrets } from '#platform/secrets.ts';
import { openFolderStorage } from '#platform/storage/folder-storage.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { emptyDatabase, emptyTables, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aLine, anOrder } from '../../../../test/factories/order.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { storeGift, storeRelease } from '../../../../test/factories/release.ts';
import { addressOf, storeSeller } from '../../../../test/factories/seller.ts';
import { startApi } from '../../../../test/parts/api.ts';
import { expectBroken, servePart } from '../../../../test/parts/serve-part.ts';
import { insertOrder } from '../../ordering/order/order.store.ts';
import { grantOrder } from '../entitlement/entitlement.store.ts';
import { downloadsOfLine } from './download.store.ts';
import { transfersAtOnce } from './download-limits.rules.ts';
import { writeToken } from './download-token.ts';

const clock = { ahead: 0 };
const now = () => new Date(Date.now() + clock.ahead);
const DAY = 24 * 60 * 60_000;
const secrets = createSecrets([new Uint8Array(32).fill(5)]);

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Awaited<ReturnType<typeof startApi>>;
let served: Awaited<ReturnType<typeof servePart>>;
let folder: string;
let storage: Storage;
let ann: Awaited<ReturnType<typeof api.signIn>>;
const logged: string[] = [];

const small = Buffer.from('id,text\n1,hello\n');
const large = randomBytes(700_000);
const files = { 'train.csv': small, 'data/large.bin': large, 'data/empty': '', 'häßlich (1).txt': 'x' };

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  clock.ahead = 0;
  logged.length = 0;
  await emptyDatabase(database);
  await emptyTables(database, ['platform.rate_limit']);
  folder = await mkdtemp(join(tmpdir(), 'hearth-downloads-'));
  storage = openFolderStorage(folder);
  const log = createLog('error', { write: (line: string) => void logged.push(line) });
  api = await startApi(database, { storage, now, log, sendMail: async () => {} });
  served = await servePart(api);
  ann = await signIn('ann');
});
afterEach(async () => {
  await served.close();
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

const signIn = (account: string) => api.signIn({ email: addressOf(account), nickname: account }, { sub: account });

/** A product with a release, and what an account has of it. */
async function bought(
  given: { account?: string; goods?: GoodsOfOne; published?: boolean; files?: Record<string, Buffer | string> } = {},
) {
  const release = await storeRelease(
    { database, storage },
    { product_id: 'voices', files: given.files ?? files, published: given.published ?? true },
  );
  const goods = given.goods ?? { files: { release: release.release_id, updates: 'none' as const } };
  const entitlementId = await storeGift(
    { database },
    { account_id: given.account ?? 'ann', product_id: 'voices', goods },
  );
  return { ...release, entitlementId };
}

async function linksOf(entitlementId: string, release_id: string, path?: string): Promise<DownloadLink[]> {
  const { status, body } = await ann.post(`/library/${entitlementId}/download`, { release_id, ...(path && { path }) });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.links;
}

const at = (url: string) => served.address + new URL(url).pathname;
const linkTo = async (made: { entitlementId: string; release_id: string }, path: string) =>
  at((await linksOf(made.entitlementId, made.release_id, path))[0]?.url ?? '');

async function bytesOf(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

async function history(entitlementId: string) {
  return (await ann.get(`/library/${entitlementId}/download`)).body;
}

/** A paid order of it, whose line grants it. */
async function ordered(release_id: string, order_id = 'D6WH9EAKFEMP') {
  const { lines: _lines, refunds: _refunds, billing: _billing, ...row } = anOrder({ order_id, account_id: 'ann' });
  const goods: GoodsOfOne = { files: { release: release_id, updates: 'none' } };
  await insertOrder(database.kysely, { ...row, updated_at: row.created_at }, [aLine({ product_id: 'voices', goods })]);
  await grantOrder(database.kysely, order_id, new Date());
  return `${order_id}-0`;
}

describe('[G-08] signed addresses', () => {
  test('of all files of a release, and of one: the bytes, their hash and their name', async () => {
    const made = await bought();
    const links = await linksOf(made.entitlementId, made.release_id);
    expect(links.map(({ path }) => path).sort()).toEqual(Object.keys(files).sort());
    for (const { path, url, size_bytes, sha256, expires_at } of links) {
      const { status, bytes, headers } = await bytesOf(at(url));
      expect(status).toBe(200);
      expect(bytes.equals(Buffer.from(files[path as keyof typeof files]))).toBe(true);
      expect(size_bytes).toBe(bytes.length);
      expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
      expect(headers.get('etag')).toBe(`"${sha256}"`);
      expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(5 * 60_000);
    }
    const [one] = await linksOf(made.entitlementId, made.release_id, 'häßlich (1).txt');
    const { headers } = await bytesOf(at(one?.url ?? ''));
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="h__lich (1).txt"; filename*=UTF-8''h%C3%A4%C3%9Flich%20%281%29.txt`,
    );
  });

  test('[G-15] nothing of it runs: as a file to keep, of a type that no page takes, without a cookie', async () => {
    const page = '<script>alert(1)</script>';
    const release = await storeRelease(
      { database, storage },
      { product_id: 'voices', files: { 'a.html': page }, mediaTypes: { 'a.html': 'text/html' } },
    );
    const goods = { files: { release: release.release_id, updates: 'none' as const } };
    const entitlementId = await storeGift({ database }, { account_id: 'ann', product_id: 'voices', goods });
    const { headers } = await bytesOf(await linkTo({ ...release, entitlementId }, 'a.html'), {
      'accept-encoding': 'gzip, br',
    });
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="a.html"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store, no-transform',
      'content-length': String(page.length),
      'accept-ranges': 'bytes',
    });
    expect(headers.has('set-cookie')).toBe(false);
    expect(headers.has('content-encoding')).toBe(false);
  });

  const free = { files: { updates: 'free' as const } };
  test.each<[string, () => Promise<{ entitlementId: string; release_id: string; path?: string }>]>([
    ["another account's entitlement", () => bought({ account: 'bob' })],
    ['a release that was never published', () => bought({ goods: free, published: false })],
    ['no files among the goods', () => bought({ goods: { keys: { source: 'list' } } })],
    ['a path that is not there', async () => ({ ...(await bought()), path: 'other.csv' })],
    ['a path outside', async () => ({ ...(await bought()), path: '../../secrets.key' })],
    ['a path from the root', async () => ({ ...(await bought()), path: '/etc/passwd' })],
    ['a path with a folder of none', async () => ({ ...(await bought()), path: 'data/../train.csv' })],
    ['a path with a backslash', async () => ({ ...(await bought()), path: 'data\\large.bin' })],
    ['a path with a zero', async () => ({ ...(await bought()), path: 'train.csv\0.png' })],
    ['a path in other letters', async () => ({ ...(await bought()), path: 'TRAIN.csv' })],
    ['an entitlement that is not there', async () => ({ ...(await bought()), entitlementId: 'none' })],
    ['a release that is not there', async () => ({ ...(await bought()), release_id: 'none' })],
    [
      "another product's release",
      async () => {
        const { release_id } = await storeRelease({ database, storage }, { product_id: 'other', files });
        return { ...(await bought()), release_id };
      },
    ],
    [
      'a release of a variant that was not bought',
      async () => {
        const team = { product_id: 'voices', files, edition: '[["Seats","5"]]' };
        return { ...(await bought()), release_id: (await storeRelease({ database, storage }, team)).release_id };
      },
    ],
    [
      'a later release that was not promised',
      async () => {
        const later = await storeRelease({ database, storage }, { product_id: 'voices', number: 2, files });
        return { ...(await bought()), release_id: later.release_id };
      },
    ],
    [
      'a file that the scanner has refused',
      async () => {
        const made = await bought();
        await database.kysely.updateTable('api.goods_object').set({ scan: 'refused' }).execute();
        return { ...made, path: 'train.csv' };
      },
    ],
  ])('are not made for %s', async (_what, prepare) => {
    const { entitlementId, release_id, path } = await prepare();
    const answer = await ann.post(`/library/${entitlementId}/download`, { release_id, ...(path && { path }) });
    expect(answer.status).toBe(404);
    expect(answer.body.message).toBe('There is no such file for you. Open your library, and download it from there.');
  });

  test('later releases that were promised, and the old one', async () => {
    const { entitlementId, release_id } = await bought({ goods: free });
    const later = await storeRelease({ database, storage }, { product_id: 'voices', number: 2, files: { a: 'new' } });
    expect((await bytesOf(await linkTo({ entitlementId, ...later }, 'a'))).bytes.toString()).toBe('new');
    expect((await bytesOf(await linkTo({ entitlementId, release_id }, 'train.csv'))).bytes).toEqual(small);
  });

  test('are refused to who is not signed in, and what is no question is told', async () => {
    const { entitlementId, release_id } = await bought();
    expect((await api.post(`/library/${entitlementId}/download`, { release_id })).status).toBe(401);
    expect((await ann.post(`/library/${entitlementId}/download`, { release_id, path: '' })).status).toBe(400);
    expect((await ann.post(`/library/${entitlementId}/download`, {})).status).toBe(400);
  });

  describe('are good for nothing, in the same words,', () => {
    const answerOf = async (url: string, method = 'GET') => {
      const response = await fetch(url, { method });
      const text = await response.text();
      const { request_id: _id, ...body } = text ? JSON.parse(text) : {};
      const { 'x-request-id': _request, date: _date, ...headers } = Object.fromEntries(response.headers);
      return { status: response.status, body, headers };
    };
    const unknown = () => answerOf(`${served.address}/api/download/AAAA/train.csv`);

    test('which a browser shows on a page', async () => {
      const url = `${served.address}/api/download/AAAA/train.csv`;
      const answer = await fetch(url, { headers: { accept: 'text/html,*/*;q=0.8' } });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(await answer.text()).toContain(
        'There is no such file for you. Open your library, and download it from there.',
      );
    });

    test('after a few minutes', async () => {
      const made = await bought();
      const url = await linkTo(made, 'train.csv');
      clock.ahead = 5 * 60_000 - 5_000;
      expect((await answerOf(url, 'HEAD')).status).toBe(200);
      clock.ahead = 5 * 60_000 + 1_000;
      expect(await answerOf(url)).toEqual(await unknown());
      expect((await answerOf(url)).status).toBe(404);
      expect((await answerOf(url, 'HEAD')).status).toBe(404);
    });

    test('when the money goes back, while it is looked at, and when it was withdrawn', async () => {
      const { release_id } = await storeRelease({ database, storage }, { product_id: 'voices', files });
      const entitlementId = await ordered(release_id);
      const url = await linkTo({ entitlementId, release_id }, 'train.csv');
      const { kysely } = database;
      const set = (order: object) => kysely.updateTable('api.order').set(order).execute();
      expect((await fetch(url)).status).toBe(200);
      await set({ status: 'in_review', resume_status: 'paid', review_reason: 'dispute' });
      expect(await answerOf(url)).toEqual(await unknown());
      await set({ status: 'paid', resume_status: null, review_reason: null });
      expect((await fetch(url)).status).toBe(200);
      // A line is decided to go back before the money has arrived.
      await kysely.updateTable('api.order_line').set({ refunded_cents: 498_000 }).execute();
      expect(await answerOf(url)).toEqual(await unknown());
      const again = await ann.post(`/library/${entitlementId}/download`, { release_id });
      expect(again.status).toBe(404);
      await kysely.updateTable('api.order_line').set({ refunded_cents: 0 }).execute();
      await kysely.updateTable('api.entitlement').set({ withdrawn_at: new Date() }).execute();
      expect(await answerOf(url)).toEqual(await unknown());
    });

    test('under another name, and sealed for something else', async () => {
      const made = await bought();
      const url = await linkTo(made, 'data/large.bin');
      expect(await answerOf(url.replace('large.bin', 'other.bin'))).toEqual(await unknown());
      const said = JSON.stringify([made.entitlementId, 'ann', made.release_id, 'train.csv', Date.now() + 60_000]);
      const elsewhere = secrets.seal(said, 'another purpose').toString('base64url');
      expect(await answerOf(`${served.address}/api/download/${elsewhere}/train.csv`)).toEqual(await unknown());
      const nonsense = secrets.seal('{}', 'download address').toString('base64url');
      expect((await answerOf(`${served.address}/api/download/${nonsense}/train.csv`)).status).toBe(404);
    });

    test('for another account, whatever the entitlement', async () => {
      const { entitlementId, release_id: releaseId } = await bought();
      const until = new Date(Date.now() + 60_000);
      const token = (accountId: string) =>
        writeToken(secrets, { entitlementId, accountId, releaseId, path: 'train.csv', until });
      expect((await answerOf(`${served.address}/api/download/${token('ann')}/train.csv`, 'HEAD')).status).toBe(200);
      expect(await answerOf(`${served.address}/api/download/${token('bob')}/train.csv`)).toEqual(await unknown());
    });

    test('with any bit of them changed, any letter taken away or added', async () => {
      const made = await bought();
      const url = await linkTo(made, 'train.csv');
      const token = new URL(url).pathname.split('/')[3] ?? '';
      const refused = await unknown();
      const other = fc.oneof(
        fc.tuple(fc.nat(token.length * 8 - 1)).map(([bit]) => {
          const bytes = Buffer.from(token, 'base64url');
          const index = Math.min(bit >> 3, bytes.length - 1);
          bytes[index] = (bytes[index] ?? 0) ^ (1 << (bit & 7));
          return bytes.toString('base64url');
        }),
        fc
          .tuple(fc.nat(token.length - 1), fc.constantFrom(...'ABCDEFGHabcdefgh0123456789-_'))
          .map(([index, letter]) => token.slice(0, index) + letter + token.slice(index + 1)),
        fc.nat(token.length - 1).map((length) => token.slice(0, length + 1)),
        fc.constantFrom('A', '=', '.', '%00', '~').map((end) => token + end),
      );
      await fc.assert(
        fc.asyncProperty(
          other.filter((text) => text !== token),
          async (text) => {
            expect(await answerOf(`${served.address}/api/download/${text}/train.csv`)).toEqual(refused);
          },
        ),
        { numRuns: 150 },
      );
      expect((await answerOf(url, 'HEAD')).status).toBe(200);
    });
  });
});

describe('[G-08] ranges and conditions', () => {
  test('a HEAD says what a GET would, without a byte', async () => {
    const url = await linkTo(await bought(), 'data/large.bin');
    const head = await fetch(url, { method: 'HEAD', headers: { range: 'bytes=5-9' } });
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe(String(large.length));
    expect((await head.arrayBuffer()).byteLength).toBe(0);
    const whole = await bytesOf(url);
    for (const name of ['etag', 'last-modified', 'content-type', 'content-disposition', 'accept-ranges'])
      expect(whole.headers.get(name), name).toBe(head.headers.get(name));
  });

  test('parts, conditions and what cannot be', async () => {
    const url = await linkTo(await bought(), 'data/large.bin');
    const { headers } = await bytesOf(url);
    const etag = headers.get('etag') ?? '';
    const date = headers.get('last-modified') ?? '';
    const size = large.length;
    const part = async (asked: Record<string, string>, first: number, last: number) => {
      const got = await bytesOf(url, asked);
      expect(got.status, JSON.stringify(asked)).toBe(206);
      expect(got.headers.get('content-range')).toBe(`bytes ${first}-${last}/${size}`);
      expect(got.headers.get('content-length')).toBe(String(last - first + 1));
      expect(got.bytes.equals(large.subarray(first, last + 1))).toBe(true);
    };
    await part({ range: 'bytes=0-0' }, 0, 0);
    await part({ range: 'bytes=-1' }, size - 1, size - 1);
    await part({ range: 'bytes=100000-' }, 100_000, size - 1);
    await part({ range: 'bytes=65535-65536' }, 65_535, 65_536);
    await part({ range: 'bytes=5-', 'if-range': etag }, 5, size - 1);
    await part({ range: 'bytes=5-', 'if-range': date }, 5, size - 1);
    for (const asked of [
      { range: 'bytes=5-', 'if-range': '"another"' },
      { range: 'bytes=0-1,5-6' },
      { range: 'bytes=5-2' },
    ]) {
      const got = await bytesOf(url, asked);
      expect(got.status).toBe(200);
      expect(got.bytes.equals(large)).toBe(true);
    }
    const beyond = await bytesOf(url, { range: `bytes=${size}-` });
    expect([beyond.status, beyond.headers.get('content-range'), beyond.bytes.length]).toEqual([
      416,
      `bytes */${size}`,
      0,
    ]);
    const unchanged = await bytesOf(url, { 'if-none-match': etag });
    expect([unchanged.status, unchanged.bytes.length, unchanged.headers.get('etag')]).toEqual([304, 0, etag]);
    expect((await bytesOf(url, { 'if-match': '"another"' })).status).toBe(412);
  });

  test('an empty file is sent, and had', async () => {
    const made = await bought();
    const url = await linkTo(made, 'data/empty');
    const got = await bytesOf(url);
    expect([got.status, got.headers.get('content-length'), got.bytes.length]).toEqual([200, '0', 0]);
    await expect.poll(() => history(made.entitlementId)).toMatchObject([{ path: 'data/empty', size_bytes: 0 }]);
    await expect.poll(async () => (await history(made.entitlementId))[0].completed_at).not.toBeNull();
  });

  /** Reads on from where it stands until the connection is cut, by us, after some bytes. */
  function readSome(url: string, from: number, cutAfter: number, etag: string): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      let length = 0;
      const headers = from > 0 ? { range: `bytes=${from}-`, 'if-range': etag } : {};
      const asking = get(url, { headers, agent: false }, (answer: IncomingMessage) => {
        if (answer.statusCode !== (from > 0 ? 206 : 200)) return reject(new Error(`answered ${answer.statusCode}`));
        answer.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          length += chunk.length;
          // An answer that came whole has not been cut: it would be chance if the server had seen its end by then.
          if (length >= cutAfter && length < Number(answer.headers['content-length'])) asking.destroy();
        });
        answer.on('close', () => resolve(Buffer.concat(chunks)));
        answer.on('error', () => {});
      });
      asking.on('error', (error: NodeJS.ErrnoException) => (length === 0 ? reject(error) : undefined));
    });
  }

  test('a transfer that is cut hundreds of times goes on each time, and is one download', async () => {
    const content = randomBytes(300_000);
    const made = await bought({ files: { 'cut.bin': content } });
    const url = await linkTo(made, 'cut.bin');
    const etag = (await fetch(url, { method: 'HEAD' })).headers.get('etag') ?? '';
    let had = Buffer.alloc(0);
    let cuts = 0;
    // Each time only a little of what came is kept, as after a crash: so there are many times.
    for (; had.length < content.length; cuts++) {
      const step = 1 + Math.floor(Math.random() * 1_400);
      const some = await readSome(url, had.length, step, etag);
      had = Buffer.concat([had, some.subarray(0, had.length + some.length >= content.length ? undefined : step)]);
      if (cuts % 100 === 0) await emptyTables(database, ['platform.rate_limit']);
    }
    expect(cuts).toBeGreaterThan(200);
    expect(had.equals(content)).toBe(true);
    await expect.poll(async () => (await history(made.entitlementId))[0]?.completed_at).not.toBeNull();
    expect(await history(made.entitlementId)).toHaveLength(1);
  }, 120_000);

  test('many at once, whole and in parts', async () => {
    const made = await bought();
    const url = await linkTo(made, 'data/large.bin');
    const all = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        index % 2 ? bytesOf(url, { range: `bytes=${index * 1_000}-` }) : bytesOf(url),
      ),
    );
    for (const [index, { bytes }] of all.entries())
      expect(bytes.equals(index % 2 ? large.subarray(index * 1_000) : large)).toBe(true);
    await expect.poll(async () => (await history(made.entitlementId))[0]?.completed_at).not.toBeNull();
    expect(await history(made.entitlementId)).toHaveLength(1);
  });
});

describe('[G-08] limits by account', () => {
  /** Asks, and reads nothing of the answer. */
  function hold(url: string): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const asking = request(url, { agent: false }, resolve);
      asking.on('error', reject);
      asking.end();
    });
  }

  test('so many transfers at once, and links in a minute; who has to wait is told how long', async () => {
    const made = await bought({ files: { 'huge.bin': Buffer.alloc(24_000_000), 'small.bin': 'x' } });
    const url = await linkTo(made, 'huge.bin');
    const held = await Promise.all(Array.from({ length: transfersAtOnce }, () => hold(url)));
    expect(held.map(({ statusCode }) => statusCode)).toEqual(held.map(() => 200));
    const refused = await fetch(url);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
    // Somebody else is not kept from it.
    const goods = { files: { release: made.release_id, updates: 'none' as const } };
    const entitlementId = await storeGift({ database }, { account_id: 'bob', product_id: 'voices', goods });
    const answer = await (await signIn('bob')).post(`/library/${entitlementId}/download`, {
      release_id: made.release_id,
      path: 'small.bin',
    });
    expect((await bytesOf(at(answer.body.links[0].url))).status).toBe(200);
    for (const response of held) response.destroy();
    await expect.poll(async () => (await fetch(url, { headers: { range: 'bytes=0-0' } })).status).toBe(206);

    let last = 200;
    for (let index = 0; index < 70 && last === 200; index++)
      last = (await ann.post(`/library/${made.entitlementId}/download`, { release_id: made.release_id })).status;
    expect(last).toBe(429);
  }, 60_000);
});

describe('[G-08] bytes that are not those the shop knows', () => {
  const pathOf = (objectId: string | undefined) => join(folder, 'goods', objectId ?? '');

  test('missing, longer, shorter, or others of the same length: nothing of them goes out, and the operator is told', async () => {
    const made = await bought({ files: { a: 'aaaa', b: 'bbbb', c: 'cccc', d: 'dddd', e: 'eeee' } });
    const links = Object.fromEntries(
      (await linksOf(made.entitlementId, made.release_id)).map((link) => [link.path, at(link.url)]),
    );
    await rm(pathOf(made.objects.a));
    await writeFile(pathOf(made.objects.b), 'bbbbb');
    await truncate(pathOf(made.objects.c), 2);
    expect((await bytesOf(links.d ?? '')).bytes.toString()).toBe('dddd');
    await writeFile(pathOf(made.objects.d), 'DDDD');
    await utimes(pathOf(made.objects.d), new Date(), new Date(Date.now() - 5_000));
    for (const path of ['a', 'b', 'c', 'd']) {
      for (const range of [{}, { range: 'bytes=0-1' }]) {
        const answer = await bytesOf(links[path] ?? '', range as Record<string, string>);
        expect(answer.status, path).toBe(503);
        expect(JSON.parse(answer.bytes.toString()).message).toMatch(/^This file cannot be sent at the moment/);
        expect(answer.headers.get('retry-after')).toBe('300');
      }
      expect(
        logged.some((line) => line.includes(made.objects[path] ?? '?')),
        path,
      ).toBe(true);
    }
    expect((await fetch(links.a ?? '', { method: 'HEAD' })).status).toBe(503);
    expect((await bytesOf(links.e ?? '')).bytes.toString()).toBe('eeee');
    // The right bytes, put back at another time, are read once and sent again.
    await writeFile(pathOf(made.objects.d), 'dddd');
    expect((await bytesOf(links.d ?? '')).bytes.toString()).toBe('dddd');
  });

  test('a file that shrinks while it is sent breaks the connection', async () => {
    const made = await bought({ files: { 'huge.bin': Buffer.alloc(40_000_000, 'x') } });
    const url = await linkTo(made, 'huge.bin');
    const broken = new Promise<{ length: number; whole: boolean }>((resolve) => {
      get(url, { agent: false }, (answer) => {
        let length = 0;
        answer.pause();
        void truncate(pathOf(made.objects['huge.bin']), 20_000_000).then(() => answer.resume());
        answer.on('data', (chunk: Buffer) => {
          length += chunk.length;
        });
        answer.on('error', () => {});
        answer.on('close', () => resolve({ length, whole: answer.complete }));
      });
    });
    const { length, whole } = await broken;
    expect(whole).toBe(false);
    expect(length).toBeLessThan(40_000_000);
    await expect.poll(() => logged.some((line) => line.includes('fewer bytes'))).toBe(true);
    expectBroken(1);
  });
});

describe('[G-08] what is kept of downloads', () => {
  test('the buyer reads what, when and from where; each day of a file is one', async () => {
    const made = await bought();
    const url = await linkTo(made, 'train.csv');
    await bytesOf(url, { 'user-agent': 'curl/8.5.0' });
    // It is noted after its last byte: the row says who was first.
    await expect.poll(async () => (await history(made.entitlementId)).length).toBe(1);
    await bytesOf(url, { range: 'bytes=0-3' });
    await bytesOf(await linkTo(made, 'data/large.bin'), { range: 'bytes=0-99' });
    await expect.poll(async () => (await history(made.entitlementId))[0]?.sent_bytes).toBe(100);
    const rows = await history(made.entitlementId);
    expect(rows).toMatchObject([
      { door: 'link', path: 'data/large.bin', completed_at: null, sent_bytes: 100, size_bytes: large.length },
      {
        door: 'link',
        path: 'train.csv',
        sent_bytes: small.length,
        agent: 'curl/8.5.0',
        network: '127.0.0.0/24',
        version: '1.0.0',
      },
    ]);
    expect(rows[1].completed_at).not.toBeNull();
    const first = await ann.get(`/library/${made.entitlementId}/download?limit=1`);
    expect(first.body).toHaveLength(1);
    const next = /<\/api([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    expect((await ann.get(next)).body).toMatchObject([{ path: 'train.csv' }]);
    clock.ahead = DAY + 60_000;
    await bytesOf(await linkTo(made, 'train.csv'));
    await expect.poll(async () => (await history(made.entitlementId)).length).toBe(3);
    expect((await (await signIn('bob')).get(`/library/${made.entitlementId}/download`)).status).toBe(404);
    expect((await api.get(`/library/${made.entitlementId}/download`)).status).toBe(401);
  });

  test('the seller reads numbers, and no name; a HEAD, a 304 and a refusal are no downloads', async () => {
    await storeSeller(database, { seller_id: 'ours' }, { eva: 'editor' });
    await storeSeller(database, { seller_id: 'theirs' }, { eve: 'owner' });
    const { release_id } = await storeRelease(
      { database, storage },
      { product_id: 'voices', seller_id: 'ours', files },
    );
    const goods = { files: { release: release_id, updates: 'none' as const } };
    const entitlementId = await storeGift({ database }, { account_id: 'ann', product_id: 'voices', goods });
    const url = await linkTo({ entitlementId, release_id }, 'train.csv');
    const { headers } = await bytesOf(url);
    await fetch(url, { method: 'HEAD' });
    await bytesOf(url, { 'if-none-match': headers.get('etag') ?? '' });
    await bytesOf(url, { range: 'bytes=9999-' });
    await bytesOf(await linkTo({ entitlementId, release_id }, 'data/large.bin'), { range: 'bytes=5-9' });
    const eva = await signIn('eva');
    const counts = async () => (await eva.get('/seller/ours/listing/voices/download')).body;
    await expect.poll(async () => (await counts()).releases[0]?.files.length).toBe(2);
    await expect.poll(async () => (await counts()).releases[0]?.completed).toBe(1);
    const body = await counts();
    expect(body).toMatchObject({
      more: false,
      releases: [
        {
          release_id,
          version: '1.0.0',
          completed: 1,
          files: [
            { path: 'data/large.bin', started: 1, completed: 0, free: 0 },
            { path: 'train.csv', started: 1, completed: 1, free: 0 },
          ],
        },
      ],
    });
    expect(JSON.stringify(body)).not.toMatch(/ann|127\.0/);
    const eve = await signIn('eve');
    expect((await eve.get('/seller/ours/listing/voices/download')).status).toBe(404);
    expect((await eve.get('/seller/theirs/listing/voices/download')).body).toEqual({ releases: [], more: false });
  });

  test('[G-14] of a line of an order is known what was had before the money goes back', async () => {
    const { release_id } = await storeRelease({ database, storage }, { product_id: 'voices', files });
    const entitlementId = await ordered(release_id);
    const of = () => downloadsOfLine(database.kysely, 'D6WH9EAKFEMP', 0);
    expect(await of()).toEqual({
      order_id: 'D6WH9EAKFEMP',
      line: 0,
      started: 0,
      completed: 0,
      files: 4,
      last_at: null,
    });
    await bytesOf(await linkTo({ entitlementId, release_id }, 'train.csv'));
    await bytesOf(await linkTo({ entitlementId, release_id }, 'data/large.bin'), { range: 'bytes=0-5' });
    await expect.poll(of).toMatchObject({ started: 2, completed: 1, files: 4, last_at: expect.any(Date) });
    expect(await downloadsOfLine(database.kysely, 'D6WH9EAKFEMP', 1)).toBeNull();
  });

  test('who leaves takes along whose they were and where they went', async () => {
    const made = await bought();
    await ann.get('/user/ann@example.com');
    await bytesOf(await linkTo(made, 'train.csv'));
    await expect.poll(async () => (await history(made.entitlementId))[0]?.completed_at).not.toBeNull();
    expect((await ann.delete(`/user/${addressOf('ann')}`)).status).toBe(204);
    const row = await database.kysely.selectFrom('api.download').selectAll().executeTakeFirstOrThrow();
    expect([row.account_id, row.network, row.agent]).toEqual([null, '', '']);
  });
});

describe('[G-07] files that everybody may have', () => {
  const free = ['sample/rows.csv', 'häßlich (1).txt'];
  const given = { ...files, 'sample/rows.csv': 'a,b\n' };
  const place = (path: string) =>
    `${served.address}/api/product/voices/free-file/${path.split('/').map(encodeURIComponent).join('/')}`;

  async function offered(goods: (id: string) => object, published = true) {
    const { release_id } = await storeRelease(
      { database, storage },
      { product_id: 'voices', files: given, free, published },
    );
    await database.kysely
      .insertInto('api.product')
      .values(aProduct({ product_id: 'voices', goods: JSON.stringify(goods(release_id)) }))
      .execute();
    return release_id;
  }

  test('of what is sold now, without an account, with ranges, and counted apart', async () => {
    const release_id = await offered((release) => ({ files: { release, updates: 'none' } }));
    expect((await bytesOf(place('sample/rows.csv'))).bytes.toString()).toBe('a,b\n');
    expect((await bytesOf(place('häßlich (1).txt'))).status).toBe(200);
    expect((await bytesOf(place('sample/rows.csv'), { range: 'bytes=2-' })).status).toBe(206);
    expect((await fetch(place('sample/rows.csv'), { method: 'HEAD' })).headers.get('content-length')).toBe('4');
    const rows = () =>
      database.kysely.selectFrom('api.download').selectAll().where('path', '=', 'sample/rows.csv').execute();
    await expect.poll(async () => (await rows())[0]?.completed_at).toBeInstanceOf(Date);
    expect(await rows()).toMatchObject([
      { door: 'free', entitlement_id: null, account_id: null, release_id, network: '127.0.0.0/24' },
    ]);
  });

  test('of a variant with goods of its own', async () => {
    const selected_options = [{ name: 'Seats', value: '5' }];
    await offered((release) => ({ variants: [{ selected_options, files: { release, updates: 'none' } }] }));
    expect((await bytesOf(place('sample/rows.csv'))).status).toBe(200);
  });

  test.each([
    ['what is not marked', 'train.csv'],
    ['what is not there', 'sample/none.csv'],
    ['a folder', 'sample'],
    ['nothing', ''],
    ['a path outside', 'sample/..%2Frows.csv'],
  ])('none of %s', async (_what, path) => {
    await offered((release) => ({ files: { release, updates: 'none' } }));
    expect((await bytesOf(`${served.address}/api/product/voices/free-file/${path}`)).status).toBe(404);
  });

  test('none of a release that is not sold now, nor was published, nor of a product that is hidden', async () => {
    await offered(() => ({ files: { updates: 'none' } }));
    expect((await bytesOf(place('sample/rows.csv'))).status).toBe(404);
    await emptyDatabase(database);
    await offered((release) => ({ files: { release, updates: 'none' } }), false);
    expect((await bytesOf(place('sample/rows.csv'))).status).toBe(404);
    await emptyDatabase(database);
    await offered((release) => ({ files: { release, updates: 'none' } }));
    expect((await bytesOf(place('sample/rows.csv'))).status).toBe(200);
    await database.kysely
      .updateTable('api.product')
      .set({ listed: false } as never)
      .execute();
    expect((await bytesOf(place('sample/rows.csv'))).status).toBe(404);
  });
});
