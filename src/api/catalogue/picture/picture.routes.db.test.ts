// Pictures of sellers: which are taken, what is kept of them, who sees them, and when they go.

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashOfPicture, largestPicture, smallPicture } from '#contract/catalogue/picture.ts';
import { createLog } from '#platform/observability/log.ts';
import { openFolderStorage } from '#platform/storage/folder-storage.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { arrangeStates } from '../../../../test/database/guard-states.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aPhoto, aPicture, type PictureKind } from '../../../../test/factories/picture.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { addressOf, aListing, storeSeller } from '../../../../test/factories/seller.ts';
import { startApi } from '../../../../test/parts/api.ts';
import { dailyBytes, dailyPictures } from './picture.rules.ts';
import { createPictureFiles } from './picture-files.ts';
import { removeUnknownPictures, removeUnusedPictures } from './remove-unused-pictures.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Awaited<ReturnType<typeof startApi>>;
let editor: Awaited<ReturnType<typeof api.signIn>>;
let folder: string;
let storage: Storage;
let sellerId: string;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await emptyDatabase(database);
  folder = await mkdtemp(join(tmpdir(), 'hearth-pictures-'));
  storage = openFolderStorage(folder);
  api = await startApi(database, { storage });
  // Another one each time: what a shop has sent in a day is counted.
  sellerId = await storeSeller(database, { seller_id: `seller-${randomUUID()}` }, { eva: 'editor' });
  editor = await api.signIn({ email: addressOf('eva'), nickname: 'eva' }, { sub: 'eva' });
});
afterEach(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

const send = (bytes: Uint8Array<ArrayBuffer>, type = 'image/png') =>
  editor.send('POST', `/seller/${sellerId}/picture`, { 'content-type': type }, bytes);

async function savePicture(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<{ address: string; width: number; height: number }> {
  const { status, body } = await send(bytes);
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

/** To the last byte: until then the file is open. */
async function look(address: string, init?: RequestInit): Promise<Response> {
  const part = createPictureFiles({ storage, log: createLog('silent') });
  const response = await part.fetch(new Request(`http://shop.test${address}`, init));
  return new Response(response.body && (await response.arrayBuffer()), response);
}

async function bytesOf(address: string): Promise<Buffer> {
  return Buffer.from(await (await look(address)).arrayBuffer());
}

/** A PNG that says it is of this size, and has next to nothing in it. */
function pngOf(width: number, height: number): Uint8Array<ArrayBuffer> {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return new Uint8Array(
    Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]),
  );
}

/** An AVIF that says it is of this size. */
async function avifOf(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await aPicture('avif');
  const size = bytes.indexOf('ispe') + 8;
  bytes.writeUInt32BE(width, size);
  bytes.writeUInt32BE(height, size + 4);
  return bytes;
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

describe('[S-06] what is taken', () => {
  test.each<PictureKind>(['jpeg', 'png', 'webp', 'avif'])('%s becomes WebP, whole and small', async (kind) => {
    const kept = await savePicture(await aPicture(kind, { width: 2_000, height: 1_000 }));
    expect(kept).toMatchObject({ width: 1_600, height: 800 });
    const whole = await sharp(await bytesOf(kept.address)).metadata();
    expect(whole).toMatchObject({ format: 'webp', width: 1_600, height: 800, space: 'srgb' });
    const small = await sharp(await bytesOf(smallPicture(kept.address))).metadata();
    expect(small).toMatchObject({ format: 'webp', width: 640, height: 320 });
  });

  test('a small one is not made larger, one that can be seen through stays so', async () => {
    const clear = await sharp({ create: { width: 300, height: 500, channels: 4, background: '#ff000080' } })
      .png()
      .toBuffer();
    const kept = await savePicture(new Uint8Array(clear));
    expect(kept).toMatchObject({ width: 300, height: 500 });
    expect(await sharp(await bytesOf(kept.address)).metadata()).toMatchObject({ hasAlpha: true, width: 300 });
  });

  test('a photo stands upright, and nobody learns where or with what it was taken', async () => {
    const photo = await aPhoto();
    expect(photo.includes('SecretCamera')).toBe(true);
    const kept = await savePicture(photo);
    expect(kept).toMatchObject({ width: 200, height: 400 });
    for (const address of [kept.address, smallPicture(kept.address)]) {
      const bytes = await bytesOf(address);
      const { exif, icc, xmp, iptc, orientation } = await sharp(bytes).metadata();
      expect({ exif, icc, xmp, iptc, orientation }).toEqual({});
      expect(bytes.includes('Secret')).toBe(false);
    }
    // Turned to the right: what was left is on top.
    const { data } = await sharp(await bytesOf(kept.address))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([data[0], data[2]].map((value) => (value ?? 0) > 200)).toEqual([true, false]);
    expect([data.at(-3), data.at(-1)].map((value) => (value ?? 0) > 200)).toEqual([false, true]);
  });

  test('colors of another space are written in sRGB', async () => {
    const wide = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#00ff00' } })
      .withIccProfile('p3')
      .png()
      .toBuffer();
    const kept = await savePicture(new Uint8Array(wide));
    expect((await sharp(await bytesOf(kept.address)).metadata()).icc).toBeUndefined();
    const cmyk = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#00ff00' } })
      .toColorspace('cmyk')
      .jpeg()
      .toBuffer();
    const kept2 = await savePicture(new Uint8Array(cmyk));
    expect(await sharp(await bytesOf(kept2.address)).metadata()).toMatchObject({ space: 'srgb', channels: 3 });
  });

  test('of moving pictures the first is kept', async () => {
    const frame = (background: string) => ({ create: { width: 30, height: 30, channels: 3 as const, background } });
    const frames = await Promise.all(['#f00', '#0f0'].map((color) => sharp(frame(color)).png().toBuffer()));
    const moving = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0 })
      .toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(2);
    const kept = await savePicture(new Uint8Array(moving));
    expect(kept).toMatchObject({ width: 30, height: 30 });
    expect((await sharp(await bytesOf(kept.address)).metadata()).pages ?? 1).toBe(1);
  });

  test('is judged by what is in it: names and types say nothing', async () => {
    expect((await send(await aPicture('jpeg'), 'text/html')).status).toBe(201);
    const { status, body } = await send(new Uint8Array(Buffer.from('I am a picture.png')), 'image/png');
    expect(status).toBe(400);
    expect(body.message).toBe(
      'This is not a picture that the shop knows. Use JPEG, PNG, WebP or AVIF; every photo program can save one of them.',
    );
  });

  test('the same has the same address, whoever sends it, and its name is the hash of its bytes', async () => {
    const first = await savePicture(await aPicture('png'));
    const other = await storeSeller(database, { seller_id: `seller-${randomUUID()}` }, { eva: 'owner' });
    const again = await editor.send('POST', `/seller/${other}/picture`, {}, await aPicture('png'));
    expect(again.body).toEqual(first);
    const bytes = await bytesOf(first.address);
    expect(hashOfPicture(first.address)).toBe(createHash('sha256').update(bytes).digest('hex'));
    const rows = await database.kysely.selectFrom('api.picture').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ seller_id: other, width: 60, height: 40 });
    expect(rows[0]?.size_bytes).toBe(bytes.length + (await bytesOf(smallPicture(first.address))).length);
  });
});

test('[S-06] no picture is held in memory once it is drawn', async () => {
  for (const color of ['#111111', '#222222']) await savePicture(await aPicture('jpeg', { color }));
  expect(sharp.cache()).toMatchObject({ memory: { current: 0 }, items: { current: 0 } });
});

describe('[S-06] what is refused, with nothing kept', () => {
  const gif = () => aPicture('gif');
  const text = (content: string) => async () => new Uint8Array(Buffer.from(content));
  const cutOff = async () => {
    const noise = sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } });
    const whole = await noise.jpeg().toBuffer();
    return new Uint8Array(whole.subarray(0, whole.length / 2));
  };
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  test.each<[string, () => Promise<Uint8Array<ArrayBuffer>>, RegExp]>([
    ['nothing', text(''), /^The picture is empty/],
    ['a text', text('hello'), /not a picture that the shop knows\. Use JPEG, PNG, WebP or AVIF/],
    ['HTML', text('<!doctype html><script>alert(1)</script>'), /not a picture that the shop knows/],
    ['SVG', text(svg), /^SVG files are not taken/],
    ['SVG behind an XML head', text(`<?xml version="1.0"?>\n<!-- a -->${svg}`), /^SVG files are not taken/],
    ['GIF', gif, /^GIF files are not taken/],
    ['TIFF', () => aPicture('tiff'), /not a picture that the shop knows/],
    ['a picture that is cut off', cutOff, /^The picture is broken or cut off/],
    ['a head without a picture', text('\xff\xd8\xff'), /not a picture|broken/],
    ['a PNG of 900 megapixels in some kilobytes', async () => pngOf(30_000, 30_000), /more than 50 megapixels/],
    ['an AVIF of 25 megapixels', () => avifOf(6_200, 4_100), /\(AVIF: 24\)/],
    ['a PNG of one long row', async () => pngOf(60_000_000, 1), /more than 50 megapixels|broken/],
  ])('%s', async (_, make, sentence) => {
    const { status, body } = await send(await make());
    expect(status).toBe(400);
    expect(body.message).toMatch(sentence);
    expect(await database.kysely.selectFrom('api.picture').selectAll().execute()).toEqual([]);
    for await (const { key } of storage.list('')) expect.fail(`${key} was kept`);
  });

  test.each(['draft', 'submitted', 'returned', 'suspended', 'closed'] as const)(
    'anything while the shop is %s: nothing of it is drawn',
    async (state) => {
      await arrangeStates(database.kysely, (arranged) =>
        arranged.updateTable('api.seller').set({ state }).where('seller_id', '=', sellerId).execute(),
      );
      expect(await send(await aPicture('png'))).toMatchObject({ status: 409, body: { refusal: 'seller_not_acting' } });
      expect(await database.kysely.selectFrom('api.picture').selectAll().execute()).toEqual([]);
    },
  );

  test('more than 10 MB', async () => {
    const { status, body } = await send(new Uint8Array(largestPicture + 1));
    expect(status).toBe(413);
    expect(body.message).toMatch(/larger than 10 MB/);
  });

  test('more in a day than a shop can need', async () => {
    const { counters } = database;
    if (counters)
      await counters.query(
        `insert into platform.rate_limit (key, points, expire) values ($1, ${dailyPictures}, $2), ($3, ${dailyBytes - 10}, $2)`,
        [`pictures:${sellerId}`, Date.now() + DAY, `picture bytes:none`],
      );
    else for (let sent = 0; sent < dailyPictures; sent++) await send(new Uint8Array());
    const { status, body, headers } = await send(await aPicture('png'));
    expect(status).toBe(429);
    expect(body.message).toMatch(/^A shop can send 1,000 pictures and 1 GB of them in a day/);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(60);
  }, 60_000);
});

describe('[S-06] who looks at a picture', () => {
  test('gets it to be kept for ever, as a picture and as nothing else', async () => {
    const { address } = await savePicture(await aPicture('png'));
    const response = await look(address);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'",
      'content-length': String((await response.arrayBuffer()).byteLength),
    });
    const etag = response.headers.get('etag') ?? '';
    expect((await look(address, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await look(smallPicture(address), { headers: { 'if-none-match': etag } })).status).toBe(200);
    const head = await look(address, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(response.headers.get('content-length'));
    expect(await head.text()).toBe('');
  });

  test('gets nothing of what is not there', async () => {
    const { address } = await savePicture(await aPicture('png'));
    const hash = hashOfPicture(address) ?? '';
    for (const path of [
      `/pictures/${'0'.repeat(64)}.webp`,
      `/pictures/${hash}`,
      `/pictures/${hash}.png`,
      `/pictures/${hash}-641.webp`,
      `/pictures/${hash.toUpperCase()}.webp`,
      `/pictures/..%2f${hash}.webp`,
      '/pictures/%00.webp',
      `/pictures/${hash.slice(0, 2)}/${hash}.webp`,
    ]) {
      const response = await look(path);
      expect(response.status, path).toBe(404);
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
  });

  test('is told when the storage cannot be read', async () => {
    const broken = { ...storage, get: () => Promise.reject(new Error('away')) };
    const part = createPictureFiles({ storage: broken, log: createLog('silent') });
    const response = await part.fetch(new Request(`http://shop.test/pictures/${'0'.repeat(64)}.webp`));
    expect(response.status).toBe(503);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});

describe('[S-06] pictures that nobody uses', () => {
  const later = (ms: number) => () => new Date(Date.now() + ms);
  const remove = (ms: number) => removeUnusedPictures({ db: database.kysely, storage, now: later(ms) });
  /** The jobs ask the database for the time, which a test cannot move: what it wrote is made older. */
  async function age(ms: number) {
    const then = new Date(Date.now() - ms);
    await database.kysely.updateTable('api.picture').set({ checked_at: then }).execute();
    await database.kysely
      .updateTable('api.picture')
      .set({ unused_since: then })
      .where('unused_since', 'is not', null)
      .execute();
  }
  const isThere = async (address: string) => (await look(address)).status === 200;

  test('go after a week without anybody who shows them', async () => {
    const { address } = await savePicture(await aPicture('png'));
    expect(await remove(0)).toBe(0);
    await age(2 * DAY);
    expect(await remove(0)).toBe(0);
    await age(6 * DAY);
    expect(await remove(0)).toBe(0);
    expect(await isThere(address)).toBe(true);
    await age(8 * DAY);
    expect(await remove(0)).toBe(1);
    expect(await isThere(address)).toBe(false);
    expect(await isThere(smallPicture(address))).toBe(false);
    expect(await database.kysely.selectFrom('api.picture').selectAll().execute()).toEqual([]);
  });

  test('stay for a product, a draft, a version and what waits for a decision', async () => {
    const colors = ['#111111', '#222222', '#333333', '#444444', '#555555', '#666666', '#777777'];
    const made = [];
    for (const color of colors) made.push((await savePicture(await aPicture('png', { color }))).address);
    const [first, second, drafted, draftImage, versioned, waiting, nobodys] = made as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    const db = database.kysely;
    await db
      .insertInto('api.product')
      .values(aProduct({ product_id: 'gpu', product_img: first, pictures: JSON.stringify([first, second]) }))
      .execute();
    const draft = JSON.stringify({ pictures: [drafted], product_img: draftImage });
    await db
      .insertInto('api.listing')
      .values(aListing({ seller_id: sellerId, draft, draft_state: 'draft' }))
      .execute();
    await db
      .insertInto('api.product_version')
      .values({
        product_id: 'old',
        version: 1,
        content: JSON.stringify({ pictures: [versioned] }),
        approval_id: null,
        approved_by: null,
      })
      .execute();
    await db
      .insertInto('api.approval')
      .values({
        approval_id: 'a',
        kind: 'product',
        subject_id: 'p',
        seller_id: sellerId,
        title: 'P',
        content: JSON.stringify({ pictures: [waiting] }),
        submitted_by: 'eva',
      })
      .execute();
    await age(2 * DAY);
    await remove(0);
    await age(8 * DAY);
    expect(await remove(0)).toBe(1);
    for (const address of made) expect(await isThere(address), address).toBe(address !== nobodys);
  });

  test('are kept when they come again, or are shown again, in time', async () => {
    const sent = await savePicture(await aPicture('png', { color: '#111111' }));
    const shown = await savePicture(await aPicture('png', { color: '#222222' }));
    await age(2 * DAY);
    await remove(0);
    await age(8 * DAY);
    await savePicture(await aPicture('png', { color: '#111111' }));
    const draft = JSON.stringify({ pictures: [shown.address] });
    await database.kysely
      .insertInto('api.listing')
      .values(aListing({ seller_id: sellerId, draft, draft_state: 'draft' }))
      .execute();
    expect(await remove(0)).toBe(0);
    expect(await isThere(sent.address)).toBe(true);
    expect(await isThere(shown.address)).toBe(true);
  });

  test('what lies there and is known to nobody goes after a day', async () => {
    const { address } = await savePicture(await aPicture('png'));
    const stray = `picture/ab/${'ab'.repeat(32)}.webp`;
    await storage.put(stray, Buffer.from('x'));
    await storage.put('goods/ab', Buffer.from('x'));
    const sweep = (ms: number) => removeUnknownPictures({ db: database.kysely, storage, now: later(ms) });
    expect(await sweep(HOUR)).toBe(0);
    expect(await sweep(2 * DAY)).toBe(1);
    expect(await storage.head(stray)).toBeNull();
    expect(await storage.head('goods/ab')).not.toBeNull();
    expect(await isThere(address)).toBe(true);
  });

  test('what comes again while the unknown is looked for stays', async () => {
    const { address } = await savePicture(await aPicture('png'));
    await database.kysely.deleteFrom('api.picture').execute();
    let again: Promise<unknown> = Promise.resolve();
    // It comes between the look into the database and the end of the file: it waits, or is stored before.
    const slow: Storage = {
      ...storage,
      async delete(key) {
        again = send(await aPicture('png'));
        await Promise.race([again, new Promise((resolve) => setTimeout(resolve, 300))]);
        await storage.delete(key);
      },
    };
    await removeUnknownPictures({ db: database.kysely, storage: slow, now: later(2 * DAY) });
    expect(await again).toMatchObject({ status: 201 });
    expect(await isThere(address)).toBe(true);
    expect(await isThere(smallPicture(address))).toBe(true);
  });
});
