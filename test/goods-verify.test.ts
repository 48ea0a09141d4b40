// npm run goods as a buyer and an operator type it: on a real folder, with keys from files and from a shop.
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createSignRelease } from '#api/goods/manifest/sign-release.ts';
import { openSecrets } from '#platform/secrets.ts';
import { sharePrepared } from './database/prepared-data-dir.ts';
import { filesIn } from './factories/signed-folder.ts';
import { startApi } from './parts/api.ts';
import { runCommand } from './processes/run-command.ts';

const place = mkdtempSync(join(tmpdir(), 'hearth-goods-'));
const dataDir = join(place, 'data');
const master = join(place, 'master');
const folder = join(place, 'folder');
const keysFile = join(place, 'keys.json');
const pemFile = join(place, 'key.pem');

let database: Awaited<ReturnType<typeof sharePrepared>>;
let server: ReturnType<typeof createServer>;
let origin: string;
let keyId: string;

beforeAll(async () => {
  mkdirSync(dataDir);
  database = await sharePrepared(dataDir);
  const api = await startApi(database);
  server = createServer(getRequestListener((request) => api.fetch(request))).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await write(master, 'README.md', 'Calls of birds');
  await write(master, 'data/train/part 1.bin', randomBytes(3 << 20));
  await write(master, '模型.json', '{}');
  await signAgain();
}, 120_000);
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await database.close();
  rmSync(place, { recursive: true });
});
beforeEach(async () => {
  await rm(folder, { recursive: true, force: true });
  for (const { path } of [...(await filesIn(master)), { path: 'model.sig' }]) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await copyFile(join(master, path), join(folder, path));
  }
});

async function write(root: string, path: string, content: string | Uint8Array) {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}

/** As the release is signed when it is completed, and its keys as a buyer saves them. */
async function signAgain() {
  await rm(join(master, 'model.sig'), { force: true });
  const sign = createSignRelease({
    secrets: openSecrets({ secretsKey: null, dataDir }),
    shop: 'https://shop.example',
    now: () => new Date(),
  });
  const files = await filesIn(master);
  const release = { release_id: 'r1', product_id: 'birds', version: '1.0.0', sellerId: 'ours', files };
  const { manifest } = await sign(release, database.kysely);
  keyId = manifest.verificationMaterial.publicKey.hint;
  await write(master, 'model.sig', JSON.stringify(manifest));
  await writeFile(keysFile, await (await fetch(`${origin}/api/goods/keys`)).text());
  await writeFile(pemFile, await (await fetch(`${origin}/api/goods/keys/${keyId}.pem`)).text());
}

const goods = (...args: string[]) => runCommand('goods', args, { environment: { DATA_DIR: dataDir }, cwd: place });
/** A buyer has no shop: neither its data nor a database. */
const verify = (...args: string[]) =>
  runCommand('goods', ['verify', ...args], {
    environment: { DATA_DIR: join(place, 'none'), DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
    cwd: place,
  });

const ways: Array<[string, () => string[]]> = [
  ['a key in a file', () => ['--key', pemFile]],
  ['saved keys of a shop', () => ['--key', keysFile]],
  ['the keys of a shop', () => ['--shop', origin]],
  ['the address of a key', () => ['--key', `${origin}/api/goods/keys/${keyId}.pem`]],
];

test.each(ways)('[G-05] a folder is verified with %s', async (_, way) => {
  const { code, out, err } = await verify('folder', ...way());
  expect({ code, out, err }).toEqual({
    code: 0,
    out: expect.stringMatching(
      /^All 3 files of birds 1\.0\.0 are as they were signed on 20.+ with the key [0-9a-f]{64}\.\n$/,
    ),
    err: '',
  });
});

test('[G-05] each difference is told in a line', async () => {
  const file = join(folder, 'data/train/part 1.bin');
  const bytes = await readFile(file);
  bytes[1 << 20] = (bytes[1 << 20] ?? 0) ^ 1;
  await writeFile(file, bytes);
  await rm(join(folder, 'README.md'));
  await write(folder, 'data/added.txt', 'added');
  const { code, out } = await verify('folder', '--key', pemFile);
  expect(code).toBe(1);
  expect(out.trim().split('\n')).toEqual([
    'README.md is missing.',
    expect.stringMatching(/^"data\/train\/part 1\.bin" was changed\. SHA-256 [0-9a-f]{64}, signed was [0-9a-f]{64}\.$/),
    'data/added.txt is not in the manifest.',
  ]);
});

test('[G-05] files beside the signed ones are no problem where the buyer says so, nor what clients leave', async () => {
  await write(folder, '.cache/huggingface/download/README.md.metadata', 'x');
  expect((await verify('folder', '--key', pemFile)).code).toBe(0);
  await write(folder, 'notes.txt', 'x');
  expect((await verify('folder', '--key', pemFile)).code).toBe(1);
  expect((await verify('folder', '--key', pemFile, '--ignore-extra')).code).toBe(0);
});

test('[G-05] a link in place of a file is no file, and what it leads to is not read', async () => {
  await rm(join(folder, 'README.md'));
  await symlink(join(master, 'README.md'), join(folder, 'README.md'));
  const { code, out } = await verify('folder', '--key', pemFile);
  expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining('README.md is a link.') });
});

test('[G-05] a manifest may lie elsewhere, or under another name in the folder', async () => {
  await copyFile(join(folder, 'model.sig'), join(place, 'elsewhere.sig'));
  await copyFile(join(folder, 'model.sig'), join(folder, 'other.sig'));
  await rm(join(folder, 'model.sig'));
  expect((await verify('folder', '--key', pemFile)).code).toBe(2);
  expect((await verify('folder', '--key', pemFile, '--manifest', 'folder/other.sig')).code).toBe(0);
  await rm(join(folder, 'other.sig'));
  expect((await verify('folder', '--key', pemFile, '--manifest', 'elsewhere.sig')).code).toBe(0);
});

test('[G-05] a changed manifest is no manifest', async () => {
  const manifest = JSON.parse(await readFile(join(folder, 'model.sig'), 'utf8'));
  const statement = JSON.parse(Buffer.from(manifest.dsseEnvelope.payload, 'base64').toString());
  statement.predicate.resources[0].digest = 'a'.repeat(64);
  manifest.dsseEnvelope.payload = Buffer.from(JSON.stringify(statement)).toString('base64');
  await writeFile(join(folder, 'model.sig'), JSON.stringify(manifest));
  const { code, out } = await verify('folder', '--key', pemFile);
  expect({ code, out }).toEqual({ code: 1, out: 'The signature is wrong: the manifest is not as it was signed.\n' });
});

test.each([
  ['no key is given', ['folder'], 'A manifest cannot vouch for itself'],
  ['there is no folder', ['nowhere', '--key', 'key.pem'], 'There is no folder'],
  ['there is no manifest', ['data', '--key', 'key.pem'], 'There is no file'],
  ['the manifest is a folder', ['folder', '--key', 'key.pem', '--manifest', 'data'], 'EISDIR'],
  ['there is no such key', ['folder', '--key', 'nowhere.pem'], 'There is no file'],
  ['the key is none', ['folder', '--key', 'folder/README.md'], 'neither a public key in PEM nor the keys of a shop'],
  ['the line is not protected', ['folder', '--shop', 'http://shop.example'], 'https:// alone'],
  ['nobody answers', ['folder', '--shop', 'http://127.0.0.1:1'], 'cannot be asked'],
  ['nothing is named', [], 'Usage:'],
  ['an option is unknown', ['folder', '--keys', 'x'], 'Usage:'],
])('[G-05] it ends with 2 where %s', async (_, args, sentence) => {
  const { code, out, err } = await verify(...args);
  expect({ code, out, err }).toEqual({ code: 2, out: '', err: expect.stringContaining(sentence) });
});

test('[G-05] the operator replaces a key, and withdraws it', { timeout: 120_000 }, async () => {
  onTestFinished(signAgain);
  const old = keyId;
  const rotated = await goods('keys', 'rotate', 'manifest');
  expect(rotated.out).toContain(`What ${old} has signed stays good.`);
  expect((await goods('keys')).out).toMatch(new RegExp(`${old}.*'replaced'`));
  expect((await verify('folder', '--shop', origin)).code).toBe(0);
  expect((await goods('keys', 'withdraw', old)).code).toBe(0);
  const { code, out } = await verify('folder', '--shop', origin);
  expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining('has withdrawn the key') });
  expect(await goods('keys', 'withdraw', old)).toMatchObject({ code: 1, err: expect.stringContaining('no such key') });
  expect(await goods('keys', 'rotate')).toMatchObject({ code: 1, err: expect.stringContaining('Usage:') });
});

test('[G-05] a new key for what the database holds takes the signing keys along', { timeout: 120_000 }, async () => {
  const before = keyId;
  for (const command of ['rotate-secrets', 'forget-old-secrets'])
    expect(await runCommand('keys', [command], { environment: { DATA_DIR: dataDir }, cwd: place })).toMatchObject({
      code: 0,
    });
  await signAgain();
  expect(keyId).toBe(before);
});
