// The door as the JavaScript client of the Hugging Face Hub meets it: the real client, a port that listens, real files.
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  checkRepoAccess,
  datasetInfo,
  downloadFile,
  downloadFileToCacheDir,
  fileDownloadInfo,
  fileExists,
  listFiles,
  modelInfo,
  pathsInfo,
  repoExists,
  snapshotDownload,
  whoAmI,
} from '@huggingface/hub';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Tables } from '#main/tables.ts';
import type { Database } from '#platform/database/database.ts';
import { emptyDatabase, emptyTables, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { storeSeller } from '../../../../test/factories/seller.ts';
import { type HubShop, startHub } from '../../../../test/parts/hub.ts';

let database: Database<Tables>;
let shop: HubShop;
let token: string;

const csv = 'word,times\nkettle,3\nöffne,1\n';
const sound = randomBytes(300_000);
const repo = { type: 'dataset', name: 'alder-labs/voices' } as const;
const goods = { files: { updates: 'none' as const } };

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await emptyTables(database, ['platform.rate_limit']);
  shop = await startHub(database);
  await storeSeller(database, { seller_id: 'alder', address: 'alder-labs' }, { ada: 'owner' });
  const voices = {
    product_id: 'voices',
    product_name: 'Kitchen Voices',
    product_type: 'data' as const,
    seller_id: 'alder',
  };
  await database.kysely
    .insertInto('api.product')
    .values(aProduct({ ...voices, license: 'CC-BY-4.0', goods: JSON.stringify({ files: { updates: 'none' } }) }))
    .execute();
  await shop.release({
    ...{ product_id: 'voices', version: '1.0', number: 1 },
    files: { 'data/train.csv': csv, 'sounds/kitchen one.bin': sound, 'empty.txt': '', 'preview.csv': 'word\nkettle\n' },
    free: ['preview.csv'],
  });
  await shop.buy('jane', { product_id: 'voices', seller_id: 'alder', goods });
  token = (await shop.token('jane')).text;
});
afterEach(() => shop.close());
afterAll(() => database.close());

const ask = (accessToken = token) => ({ repo, hubUrl: shop.address, accessToken });
const text = async (blob: Blob | null) => blob?.text();
const bytesOf = async (blob: Blob | null) => Buffer.from((await blob?.arrayBuffer()) ?? new ArrayBuffer());
/** Error that the client throws. */
const refused = (answer: Promise<unknown>) =>
  answer.then(
    () => ({ statusCode: 200, message: 'was not refused' }),
    (error: { statusCode: number; message: string }) => error,
  );

async function listed(options: { recursive?: boolean; path?: string; expand?: boolean; revision?: string } = {}) {
  const rows = [];
  for await (const row of listFiles({ ...ask(), recursive: true, ...options })) rows.push(row);
  return rows;
}

async function publishSecond(updates: 'free' | 'none' = 'none') {
  const second = await shop.release({
    ...{ product_id: 'voices', version: '2.0', number: 2 },
    files: { 'data/train.csv': `${csv}pan,2\n` },
  });
  await database.kysely
    .updateTable('api.product')
    .set({ goods: JSON.stringify({ files: { updates, release: second.release_id } }) })
    .where('product_id', '=', 'voices')
    .execute();
  return second;
}

describe('[G-09] @huggingface/hub', () => {
  test('knows whose token it has', async () => {
    const identity = await whoAmI({ hubUrl: shop.address, accessToken: token });
    expect(identity).toMatchObject({ type: 'user', auth: { accessToken: { displayName: 'Laptop', role: 'read' } } });
    expect(identity.auth.accessToken?.createdAt).toBeInstanceOf(Date);
    const { last_used_at } = await database.kysely
      .selectFrom('api.library_token')
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(last_used_at).not.toBeNull();
  });

  test('lists what was bought, whole or by folder, with what each file is recognized by', async () => {
    const rows = await listed();
    expect(rows.map(({ type, path }) => `${type} ${path}`)).toEqual([
      'directory data',
      'file data/train.csv',
      'file empty.txt',
      'file model.sig',
      'file preview.csv',
      'directory sounds',
      'file sounds/kitchen one.bin',
    ]);
    const file = rows.find(({ path }) => path === 'data/train.csv');
    expect(file).toMatchObject({ size: Buffer.byteLength(csv), lfs: { size: Buffer.byteLength(csv) } });
    const info = await fileDownloadInfo({ ...ask(), path: 'data/train.csv' });
    expect(info?.etag).toBe(`"${file?.lfs?.oid}"`);
    expect((await listed({ recursive: false })).map(({ path }) => path)).not.toContain('data/train.csv');
    expect((await listed({ path: 'data' })).map(({ path }) => path)).toEqual(['data/train.csv']);
    const [expanded] = await listed({ path: 'data', expand: true });
    expect(expanded?.lastCommit).toMatchObject({ title: 'Version 1.0', date: '2026-01-01T12:00:00.000Z' });
    expect(await refused(listed({ path: 'nothing' }))).toMatchObject({ statusCode: 404 });
  });

  test('gets long lists page by page', async () => {
    const files = Object.fromEntries(Array.from({ length: 1_100 }, (_, at) => [`part-${at}.txt`, String(at)]));
    await database.kysely
      .insertInto('api.product')
      .values(aProduct({ product_id: 'parts' }))
      .execute();
    await shop.release({ product_id: 'parts', version: '1', number: 1, files: { 'a.txt': '' } });
    const { object_id } = await database.kysely
      .selectFrom('api.release_file')
      .selectAll()
      .where('path', '=', 'a.txt')
      .executeTakeFirstOrThrow();
    const row = { release_id: 'parts-0-1', object_id, size_bytes: 0, sha256: '0'.repeat(64) };
    await database.kysely
      .insertInto('api.release_file')
      .values(Object.keys(files).map((path) => ({ ...row, path, path_folded: path })))
      .execute();
    await shop.buy('jane', { product_id: 'parts', goods });
    const paths = [];
    for await (const { path } of listFiles({ ...ask(), repo: 'hearth/parts' })) paths.push(path);
    expect(paths).toHaveLength(1_102);
    expect(new Set(paths).size).toBe(1_102);
  });

  test('downloads a file as it is, from an address with a space in it too', async () => {
    expect(await text(await downloadFile({ ...ask(), path: 'data/train.csv' }))).toBe(csv);
    const blob = await downloadFile({ ...ask(), path: 'sounds/kitchen one.bin' });
    expect((await bytesOf(blob)).equals(sound)).toBe(true);
    expect(blob?.size).toBe(sound.length);
    expect(await downloadFile({ ...ask(), path: 'none.csv' })).toBeNull();
    expect(await fileExists({ ...ask(), path: 'data/train.csv' })).toBe(true);
    expect(await fileExists({ ...ask(), path: 'none.csv' })).toBe(false);
    const empty = await downloadFile({ ...ask(), path: 'empty.txt' });
    expect(empty?.size).toBe(0);
    expect(await text(empty)).toBe('');
  });

  test('keeps each file that went out, and in whose name', async () => {
    await text(await downloadFile({ ...ask(), path: 'data/train.csv' }));
    await fileExists({ ...ask(), path: 'sounds/kitchen one.bin' });
    await text(await downloadFile({ ...ask(), path: 'README.md' }));
    await text(await downloadFile({ repo, hubUrl: shop.address, path: 'preview.csv' }));
    const kept = await shop.downloads();
    expect(kept.map(({ door, path, account_id }) => [door, path, account_id]).sort()).toEqual([
      ['free', 'preview.csv', null],
      ['hub', 'data/train.csv', 'jane'],
    ]);
    // That it came whole is noted once the last byte is out.
    await expect
      .poll(async () => (await shop.downloads()).filter(({ completed_at }) => completed_at === null))
      .toEqual([]);
  });

  test('brings a whole release to a folder, with what verifies it', async () => {
    // The client says each file that it fetches.
    vi.spyOn(console, 'debug').mockReturnValue();
    onTestFinished(() => void vi.restoreAllMocks());
    const folder = await mkdtemp(join(tmpdir(), 'hearth-cache-'));
    const snapshot = await snapshotDownload({ ...ask(), cacheDir: folder });
    expect(await readFile(join(snapshot, 'data/train.csv'), 'utf8')).toBe(csv);
    expect((await readFile(join(snapshot, 'sounds/kitchen one.bin'))).equals(sound)).toBe(true);
    expect(await readFile(join(snapshot, 'empty.txt'), 'utf8')).toBe('');
    expect(JSON.parse(await readFile(join(snapshot, 'model.sig'), 'utf8'))).toEqual({ signed: '1.0' });
    // And nothing that was not signed: the folder is as it was.
    expect((await readdir(snapshot)).sort()).toEqual(['data', 'empty.txt', 'model.sig', 'preview.csv', 'sounds']);
    // Other files are there for whoever asks for them.
    const card = await downloadFileToCacheDir({ ...ask(), path: 'README.md', cacheDir: folder });
    expect(await readFile(card, 'utf8')).toContain('license: cc-by-4.0\nconfigs:');
    // Another revision beside it; what is there already is not fetched again.
    const before = await shop.downloads();
    expect(await snapshotDownload({ ...ask(), cacheDir: folder, revision: '1.0' })).toBe(snapshot);
    expect(await shop.downloads()).toEqual(before);
    await rm(folder, { recursive: true });
  });

  test('gets the version that was bought, by its name or its commit, and the newest under main', async () => {
    const second = await publishSecond();
    const train = (revision?: string) =>
      downloadFile({ ...ask(), path: 'data/train.csv', ...(revision && { revision }) }).then(text);
    expect(await train()).toBe(csv);
    expect(await train('1.0')).toBe(csv);
    const { sha } = await datasetInfo({ ...ask(), name: repo.name, additionalFields: ['sha'] });
    expect(await train(sha)).toBe(csv);
    for (const revision of ['2.0', second.commit_sha]) {
      const error = await refused(train(revision));
      expect(error).toMatchObject({ statusCode: 403 });
      expect(error.message).toContain('Version 2.0 of Kitchen Voices is not among those that you have bought');
      expect(error.message).toContain(`${shop.address}/products/id/voices`);
    }
    expect(await refused(train('3.0'))).toMatchObject({ statusCode: 404 });
    // Bought once more: both are there, and the newest is main.
    await shop.buy('jane', {
      ...{ product_id: 'voices', seller_id: 'alder', at: new Date(Date.now() + 1_000) },
      goods: { files: { release: second.release_id, updates: 'none' } },
    });
    expect(await train()).toBe(`${csv}pan,2\n`);
    expect(await train('1.0')).toBe(csv);
  });

  test('reads data sets and models by either door', async () => {
    await database.kysely
      .insertInto('api.product')
      .values(aProduct({ product_id: 'Denoise 2 (ü)', product_type: 'algorithm', goods: JSON.stringify(goods) }))
      .execute();
    await shop.release({ product_id: 'Denoise 2 (ü)', version: '1', number: 1, files: { 'model.gguf': 'GGUF' } });
    await shop.buy('jane', { product_id: 'Denoise 2 (ü)', goods });
    const name = 'hearth/id_Denoise_202_20_28_c3_bc_29';
    const info = await modelInfo({ ...ask(), name, additionalFields: ['sha', 'filePaths'] });
    expect(info).toMatchObject({ name, private: false, gated: false });
    expect(info.filePaths).toEqual(['model.gguf', 'model.sig']);
    for (const type of ['model', 'dataset'] as const)
      expect(await text(await downloadFile({ ...ask(), repo: { type, name }, path: 'model.gguf' }))).toBe('GGUF');
    expect(await repoExists({ ...ask(), repo: { type: 'model', name: 'theirs/voices' } })).toBe(false);
  });

  test('hears what a thing costs that was not bought: what is in it, and where to buy it', async () => {
    const other = (await shop.token('eve')).text;
    expect(await datasetInfo({ ...ask(other), name: repo.name })).toMatchObject({ gated: 'manual' });
    await checkRepoAccess(ask(other));
    const rows = [];
    for await (const row of listFiles({ ...ask(other), recursive: true })) rows.push(row.path);
    expect(rows).toContain('data/train.csv');
    for (const [accessToken, statusCode, words] of [
      [other, 403, 'You have not bought Kitchen Voices'],
      [undefined, 401, 'Kitchen Voices has to be bought'],
    ] as const) {
      const given = { repo, hubUrl: shop.address, ...(accessToken && { accessToken }) };
      const error = await refused(downloadFile({ ...given, path: 'data/train.csv' }));
      expect(error).toMatchObject({ statusCode });
      expect(error.message).toContain(words);
      expect(error.message).toContain(`${shop.address}/products/id/voices`);
      // Files that everybody may look at need no token.
      expect(await text(await downloadFile({ ...given, path: 'preview.csv' }))).toBe('word\nkettle\n');
    }
    expect((await shop.downloads()).map(({ door }) => door)).toEqual(['free']);
  });

  test('is refused what the money was given back for, and what was withdrawn', async () => {
    const orderId = await shop.buy('eve', { product_id: 'voices', seller_id: 'alder', goods });
    const other = (await shop.token('eve')).text;
    const train = () => downloadFile({ ...ask(other), path: 'data/train.csv' }).then(text);
    expect(await train()).toBe(csv);
    await database.kysely
      .updateTable('api.order')
      .set({ status: 'in_review', resume_status: 'paid', review_reason: 'dispute' })
      .where('order_id', '=', orderId)
      .execute();
    expect((await refused(train())).message).toContain('is being looked at');
    await database.kysely
      .updateTable('api.order')
      .set({ status: 'refunded', resume_status: null, review_reason: null })
      .where('order_id', '=', orderId)
      .execute();
    const error = await refused(train());
    expect(error).toMatchObject({ statusCode: 403 });
    expect(error.message).toContain('was given back');
    expect(await text(await downloadFile({ ...ask(), path: 'data/train.csv' }))).toBe(csv);
    await database.kysely.updateTable('api.entitlement').set({ withdrawn_at: new Date() }).execute();
    expect((await refused(downloadFile({ ...ask(), path: 'data/train.csv' }))).message).toContain('was taken back');
  });

  test('has what was bought when it is sold no more, and others have not even a name of it', async () => {
    await database.kysely.updateTable('api.product').set({ listed: false }).execute();
    expect(await text(await downloadFile({ ...ask(), path: 'data/train.csv' }))).toBe(csv);
    const other = (await shop.token('eve')).text;
    expect(await refused(checkRepoAccess(ask(other)))).toMatchObject({ statusCode: 404 });
    expect(await refused(downloadFile({ ...ask(other), path: 'preview.csv' }))).toMatchObject({ statusCode: 404 });
    await database.kysely.deleteFrom('api.product').execute();
    expect(await text(await downloadFile({ ...ask(), path: 'data/train.csv' }))).toBe(csv);
  });

  test('is told that a token is good no more', async () => {
    const { id, text: given } = await shop.token('jane');
    const expired = await shop.token('jane', new Date(Date.now() + 60_000));
    await checkRepoAccess(ask(given));
    await database.kysely
      .updateTable('api.library_token')
      .set({ revoked_at: new Date() })
      .where('token_id', '=', id)
      .execute();
    await database.kysely
      .updateTable('api.library_token')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('token_id', '=', expired.id)
      .execute();
    for (const wrong of [given, expired.text, `${token}a`, 'hf_', `hf_${'0'.repeat(38)}`]) {
      for (const asking of [
        () => checkRepoAccess(ask(wrong)),
        () => downloadFile({ ...ask(wrong), path: 'data/train.csv' }),
        () => downloadFile({ ...ask(wrong), path: 'preview.csv' }),
        () => whoAmI({ hubUrl: shop.address, accessToken: wrong }),
      ]) {
        const error = await refused(asking());
        expect(error.statusCode).toBe(401);
        expect(error.message).toContain(`${shop.address}/profile/library`);
      }
    }
    expect(await shop.downloads()).toEqual([]);
  });

  test('asks about single paths', async () => {
    const rows = await pathsInfo({ ...ask(), paths: ['data', 'data/train.csv', 'none'], expand: true });
    expect(rows.map(({ path, type }) => [path, type])).toEqual([
      ['data', 'directory'],
      ['data/train.csv', 'file'],
    ]);
    expect(rows[1]?.lastCommit.date).toEqual(new Date('2026-01-01T12:00:00Z'));
  });

  test('goes on where a lost connection broke off', async () => {
    const cut = await cutAfter(100_000);
    const name = 'sounds/kitchen one.bin';
    const got = await readUntilCut(await downloadFile({ ...ask(), hubUrl: cut.address, path: name }));
    expect(got.length).toBeGreaterThan(0);
    expect(got.length).toBeLessThan(sound.length);
    const rest = (await downloadFile({ ...ask(), path: name }))?.slice(got.length);
    const whole = Buffer.concat([got, await bytesOf(rest ?? null)]);
    expect(whole.equals(sound)).toBe(true);
    await cut.close();
    const [kept] = await shop.downloads();
    expect(kept).toMatchObject({ path: name, account_id: 'jane' });
  });
});

/** The shop behind a proxy that loses the connection after so many bytes of an answer. */
async function cutAfter(bytes: number): Promise<{ address: string; close: () => Promise<void> }> {
  const server: Server = createServer(async (incoming, outgoing) => {
    const headers = new Headers(incoming.headers as Record<string, string>);
    headers.delete('host');
    const answer = await fetch(shop.address + incoming.url, { method: incoming.method ?? 'GET', headers });
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
    let sent = 0;
    for await (const chunk of answer.body ?? []) {
      if (sent + chunk.length > bytes) {
        outgoing.write(chunk.subarray(0, bytes - sent), () => outgoing.destroy());
        break;
      }
      sent += chunk.length;
      outgoing.write(chunk);
    }
    outgoing.end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

async function readUntilCut(blob: Blob | null): Promise<Buffer> {
  const got: Uint8Array[] = [];
  const reader = blob?.stream().getReader();
  try {
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) got.push(read.value);
  } catch {
    // The connection is lost.
  }
  return Buffer.concat(got);
}
