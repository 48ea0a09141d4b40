// Requests of the Python client and `datasets`, one by one: taken as facts from their sources (huggingface_hub 1.x: file_download.py,
// hf_api.py, _snapshot_download.py, utils/_http.py; datasets: load.py, data_files.py). The programs themselves are run by hub.python.db.test.ts.
import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Tables } from '#main/tables.ts';
import type { Database } from '#platform/database/database.ts';
import { emptyDatabase, emptyTables, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { startApi } from '../../../../test/parts/api.ts';
import { type HubShop, startHub } from '../../../../test/parts/hub.ts';
import { newKeyText } from '../../access/key-text.rules.ts';

let database: Database<Tables>;
let shop: HubShop;
let token: string;
let commit: string;

const jsonl = '{"word":"kettle"}\n{"word":"pan"}\n';
const sha256 = createHash('sha256').update(jsonl).digest('hex');
const goods = { files: { updates: 'none' as const } };
const file = '/datasets/hearth/voices/resolve/main/data/train.jsonl';

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await emptyTables(database, ['platform.rate_limit']);
  shop = await startHub(database);
  const voices = { product_id: 'voices', product_name: 'Kitchen Vöices', product_type: 'data' as const };
  await database.kysely
    .insertInto('api.product')
    .values(aProduct({ ...voices, license: 'CC-BY-4.0', goods: JSON.stringify(goods) }))
    .execute();
  const files = { 'data/train.jsonl': jsonl, 'data/test.jsonl': jsonl, 'notes.pdf': 'pdf' };
  ({ commit_sha: commit } = await shop.release({ product_id: 'voices', version: '1.0', number: 1, files }));
  await shop.buy('jane', { product_id: 'voices', goods });
  token = (await shop.token('jane')).text;
});
afterEach(() => shop.close());
afterAll(() => database.close());

/** As `requests` and `httpx` send it. */
const always = {
  'user-agent': 'unknown/None; hf_hub/1.29.0; python/3.12.0',
  'accept-encoding': 'gzip, deflate, br, zstd',
};
const bearing = (text = token) => ({ ...always, authorization: `Bearer ${text}` });

function ask(
  path: string,
  {
    method = 'GET',
    headers = bearing(),
    body,
  }: { method?: string; headers?: Record<string, string>; body?: BodyInit } = {},
) {
  return fetch(shop.address + path, { method, headers, redirect: 'manual', ...(body !== undefined && { body }) });
}

const readError = async (response: Response) => ({
  status: response.status,
  code: response.headers.get('x-error-code'),
  error: ((await response.json()) as { error: string }).error,
});

describe('[G-09] hf_hub_download', () => {
  test('learns from a HEAD without compression all that it does not go without', async () => {
    const head = await ask(file, { method: 'HEAD', headers: { ...bearing(), 'accept-encoding': 'identity' } });
    expect(head.status).toBe(200);
    expect(Object.fromEntries(head.headers)).toMatchObject({
      'x-repo-commit': commit,
      etag: `"${sha256}"`,
      'x-linked-etag': `"${sha256}"`,
      'content-length': String(jsonl.length),
      'x-linked-size': String(jsonl.length),
      'accept-ranges': 'bytes',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
    });
    expect(head.headers.get('content-disposition')).toContain('attachment; filename="train.jsonl"');
    expect(head.headers.get('cache-control')).toMatch(/private.*no-store/);
    for (const name of head.headers.keys()) expect(name).not.toMatch(/^x-xet/);
    expect(await shop.downloads()).toEqual([]);
  });

  test('gets the bytes as they lie there, and goes on from where it was', async () => {
    const whole = await ask(file);
    expect(whole.headers.get('content-encoding')).toBeNull();
    expect(whole.headers.get('content-length')).toBe(String(jsonl.length));
    expect(await whole.text()).toBe(jsonl);
    const rest = await ask(file, { headers: { ...bearing(), range: 'bytes=10-' } });
    expect(rest.status).toBe(206);
    expect(rest.headers.get('content-range')).toBe(`bytes 10-${jsonl.length - 1}/${jsonl.length}`);
    expect(await rest.text()).toBe(jsonl.slice(10));
    const first = await ask(file, { headers: { ...bearing(), range: 'bytes=0-0' } });
    expect(first.headers.get('content-range')).toBe(`bytes 0-0/${jsonl.length}`);
    expect(await first.text()).toBe('{');
    const beyond = await ask(file, { headers: { ...bearing(), range: `bytes=${jsonl.length}-` } });
    expect(beyond.status).toBe(416);
    const same = await ask(file, { headers: { ...bearing(), 'if-none-match': `"${sha256}"` } });
    expect(same.status).toBe(304);
    expect(await shop.downloads()).toMatchObject([{ door: 'hub', account_id: 'jane', bytes: 2 * jsonl.length - 9 }]);
  });

  test('gets what the shop has made by ranges too', async () => {
    const card = await (await ask('/datasets/hearth/voices/resolve/main/README.md')).text();
    const rest = await ask('/datasets/hearth/voices/resolve/main/README.md', {
      headers: { ...bearing(), range: 'bytes=4-' },
    });
    expect(rest.status).toBe(206);
    expect(await rest.text()).toBe(card.slice(4));
  });

  test.each([
    ['/datasets/hearth/voices/resolve/main/none.bin', 404, 'EntryNotFound'],
    ['/datasets/hearth/voices/resolve/main/data', 404, 'EntryNotFound'],
    ['/datasets/hearth/voices/resolve/9.9/data/train.jsonl', 404, 'RevisionNotFound'],
    ['/datasets/hearth/voices/resolve/refs%2Fpr%2F1/data/train.jsonl', 404, 'RevisionNotFound'],
    ['/datasets/hearth/none/resolve/main/data/train.jsonl', 404, 'RepoNotFound'],
    ['/datasets/nobody/voices/resolve/main/data/train.jsonl', 404, 'RepoNotFound'],
    ['/datasets/voices/resolve/main/data/train.jsonl', 404, 'RepoNotFound'],
    ['/api/datasets/hearth/none', 404, 'RepoNotFound'],
    ['/api/datasets/hearth/voices/revision/9.9', 404, 'RevisionNotFound'],
    ['/api/datasets/hearth/voices/tree/9.9', 404, 'RevisionNotFound'],
    ['/api/datasets/hearth/voices/tree/main/none', 404, 'EntryNotFound'],
    ['/api/models/hearth/none/auth-check', 404, 'RepoNotFound'],
    ['/api/datasets/hearth/voices/none', 404, null],
    ['/hearth/%00/resolve/main/a', 404, 'RepoNotFound'],
    ['/hearth/voices/resolve/main/%00', 404, 'EntryNotFound'],
    ['/hearth/voices/resolve/main/%zz', 404, 'EntryNotFound'],
    ['/hearth/voices/resolve/%zz/a', 404, 'RevisionNotFound'],
    ['/hearth/voices/resolve/main/..%2f..%2fetc%2fpasswd', 404, 'EntryNotFound'],
    ['/api/datasets/hearth/voices/tree/main?cursor=%00', 400, null],
  ])('is told what is not there by a word that it knows: %s', async (path, status, code) => {
    const answer = await ask(path);
    if (code === 'EntryNotFound') expect(answer.headers.get('x-repo-commit')).toBe(commit);
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    const { error, ...rest } = await readError(answer);
    expect(rest).toEqual({ status, code });
    expect(error).toMatch(/^[A-Z].*\.$/);
  });

  test('is told of a thing that was not bought where it is sold, in a header of plain letters', async () => {
    const stranger = (await shop.token('eve')).text;
    for (const [headers, status] of [
      [bearing(stranger), 403],
      [always, 401],
    ] as const) {
      for (const method of ['HEAD', 'GET']) {
        const answer = await ask(file, { method, headers });
        expect(answer.status).toBe(status);
        expect(answer.headers.get('x-error-code')).toBe('GatedRepo');
        expect(answer.headers.get('x-error-message')).toContain(`${shop.address}/products/id/voices`);
        expect(answer.headers.get('x-error-message')).toContain('Kitchen V?ices');
        // `hf` prints this and drops the message.
        expect(answer.headers.get('x-hf-warning')).toMatch(/^[0-9a-f]{8}; .*\/products\/id\/voices/);
      }
      const checked = await ask('/api/datasets/hearth/voices/auth-check', { headers });
      expect({ status: checked.status, code: checked.headers.get('x-error-code') }).toEqual({
        status,
        code: 'GatedRepo',
      });
      const info = (await (await ask('/api/datasets/hearth/voices', { headers })).json()) as { gated: unknown };
      expect(info.gated).toBe('manual');
    }
    expect((await ask('/api/datasets/hearth/voices/auth-check')).status).toBe(200);
    expect(await shop.downloads()).toEqual([]);
  });
});

describe('[G-09] snapshot_download and the file system of the Hub', () => {
  test('learn the commit, the files and their hashes', async () => {
    const info = (await (await ask('/api/datasets/hearth/voices/revision/main?blobs=True')).json()) as Record<
      string,
      unknown
    >;
    expect(info).toMatchObject({
      id: 'hearth/voices',
      sha: commit,
      private: false,
      gated: false,
      lastModified: '2026-01-01T12:00:00.000Z',
    });
    expect(info.siblings).toContainEqual({
      rfilename: 'data/train.jsonl',
      size: jsonl.length,
      blobId: expect.stringMatching(/^[0-9a-f]{40}$/),
      lfs: { sha256, size: jsonl.length, pointerSize: expect.any(Number) },
    });
    const plain = (await (await ask('/api/datasets/hearth/voices')).json()) as { siblings: unknown };
    expect(plain.siblings).toContainEqual({ rfilename: 'model.sig' });
    const rows = (await (
      await ask('/api/datasets/hearth/voices/tree/main?recursive=True&expand=False')
    ).json()) as Array<{ path: string; oid: string; lfs?: { oid: string } }>;
    for (const { path, lfs } of rows) {
      if (!lfs) continue;
      const head = await ask(`/datasets/hearth/voices/resolve/${commit}/${path}`, { method: 'HEAD' });
      expect(head.headers.get('etag'), path).toBe(`"${lfs.oid}"`);
    }
    // Git's id for the pointer of a large file: `git hash-object` of its three lines.
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256}\nsize ${jsonl.length}\n`;
    const oid = createHash('sha1').update(`blob ${pointer.length}\0${pointer}`).digest('hex');
    expect(rows.find(({ path }) => path === 'data/train.jsonl')?.oid).toBe(oid);
  });

  test('ask about paths by a form', async () => {
    const asked = (body: BodyInit, headers: Record<string, string> = {}) =>
      ask(`/api/datasets/hearth/voices/paths-info/${commit}`, {
        method: 'POST',
        headers: { ...bearing(), ...headers },
        body,
      });
    const form = new URLSearchParams([
      ['paths', 'data'],
      ['paths', 'data/train.jsonl'],
      ['paths', 'none'],
      ['expand', 'True'],
    ]);
    const rows = (await (await asked(form)).json()) as Array<{
      type: string;
      path: string;
      lastCommit: { id: string };
    }>;
    expect(rows.map(({ type, path, lastCommit }) => [type, path, lastCommit.id])).toEqual([
      ['directory', 'data', commit],
      ['file', 'data/train.jsonl', commit],
    ]);
    const json = { 'content-type': 'application/json' };
    expect(await (await asked(JSON.stringify({ paths: 'notes.pdf' }), json)).json()).toMatchObject([
      { path: 'notes.pdf' },
    ]);
    for (const wrong of ['{', '{}', '{"paths":[1]}', JSON.stringify({ paths: Array(1_001).fill('a') })])
      expect((await asked(wrong, json)).status, wrong.slice(0, 20)).toBe(400);
    expect((await asked(JSON.stringify({ paths: ['a'.repeat(100_000)] }), json)).status).toBe(413);
  });

  test('know the versions, and whose token it is', async () => {
    const path = '/api/datasets/hearth/voices';
    const withRequests = (await (await ask(`${path}/refs?include_prs=1`)).json()) as { pullRequests: unknown };
    expect(withRequests.pullRequests).toEqual([]);
    expect(await (await ask(`${path}/commits/main?expand%5B%5D=formatted`)).json()).toEqual([
      {
        ...{ id: commit, title: 'Version 1.0', message: '', authors: [{ user: 'hearth' }] },
        date: '2026-01-01T12:00:00.000Z',
      },
    ]);
    expect((await ask(`${path}/commits/9.9`)).status).toBe(404);
    expect(await (await ask('/api/datasets/hearth/voices/refs')).json()).toEqual({
      branches: [{ name: 'main', ref: 'refs/heads/main', targetCommit: commit }],
      converts: [],
      tags: [{ name: '1.0', ref: 'refs/tags/1.0', targetCommit: commit }],
    });
    expect(await (await ask('/api/whoami-v2')).json()).toMatchObject({
      type: 'user',
      orgs: [],
      auth: { accessToken: { displayName: 'Laptop', role: 'read' } },
    });
    expect((await ask('/api/whoami-v2', { headers: always })).status).toBe(401);
  });
});

describe('[G-09] load_dataset', () => {
  test('finds the page of the data set, then no script and no older descriptions, then the files that the page names', async () => {
    const at = `/datasets/hearth/voices/resolve/${commit}`;
    expect((await ask('/api/datasets/hearth/voices/revision/main')).status).toBe(200);
    const card = await (await ask(`${at}/README.md`)).text();
    expect(card).toBe(
      [
        ...['---', 'license: cc-by-4.0', 'configs:', '- config_name: default', '  data_files:'],
        ...['  - split: train', '    path:', '    - "data/train.jsonl"'],
        ...['  - split: test', '    path:', '    - "data/test.jsonl"'],
        ...['---', '', '# hearth/voices', '', 'Version 1.0.', ''],
      ].join('\n'),
    );
    for (const none of ['voices.py', '.huggingface.yaml', 'dataset_infos.json', 'dataset_dict.json']) {
      const answer = await ask(`${at}/${none}`, { method: 'HEAD' });
      expect(answer.status, none).toBe(404);
      expect(answer.headers.get('x-error-code'), none).toBe('EntryNotFound');
      expect(answer.headers.get('x-repo-commit'), none).toBe(commit);
    }
    expect(await (await ask(`${at}/data/train.jsonl`)).text()).toBe(jsonl);
  });

  test('is told in Croissant what the files are and where they lie', async () => {
    const described = await ask('/datasets/hearth/voices/resolve/main/croissant.json');
    const { distribution, name, version } = (await described.json()) as {
      name: string;
      version: string;
      distribution: Array<{ name: string; contentUrl: string; sha256: string }>;
    };
    expect({ name, version }).toEqual({ name: 'hearth/voices', version: '1.0' });
    const train = distribution.find((one) => one.name === 'data/train.jsonl');
    expect(train).toMatchObject({ sha256 });
    const bytes = await fetch(train?.contentUrl ?? '', { headers: bearing() });
    expect(await bytes.text()).toBe(jsonl);
  });
});

describe('[G-09] the door', () => {
  test('knows library tokens and nothing else', async () => {
    const api = await startApi(database);
    const jane = await api.signIn({ email: 'jane@example.com', nickname: 'Jane' }, { sub: 'jane' });
    for (const authorization of [jane.authorization, `Bearer ${newKeyText(() => 1)}`, 'Bearer', 'Bearer hf_'])
      for (const path of [file, '/api/datasets/hearth/voices', '/api/whoami-v2']) {
        const answer = await ask(path, { headers: { ...always, authorization } });
        expect(answer.status, authorization).toBe(401);
        expect(answer.headers.get('x-error-message')).toBe('Invalid credentials in Authorization header');
      }
    // A password of a proxy in front of the shop is none of its.
    expect(
      (await ask('/api/datasets/hearth/voices', { headers: { ...always, authorization: 'Basic YTpi' } })).status,
    ).toBe(200);
    await api.close();
  });

  test('tells a program that asks too much when to go on', async () => {
    const strict = await startHub(database, { requestsOfToken: 3 });
    const asked = (headers = bearing()) => fetch(`${strict.address}/api/whoami-v2`, { headers });
    const answers = await Promise.all(Array.from({ length: 4 }, () => asked()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429]);
    const answer = await asked();
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await readError(answer)).error).toContain('Go on in');
    expect((await asked(bearing((await shop.token('jane')).text))).status).toBe(200);
    await strict.close();
  });

  test('says so where bytes are missing', async () => {
    const { object_id } = await database.kysely
      .selectFrom('api.release_file')
      .selectAll()
      .where('path', '=', 'data/train.jsonl')
      .executeTakeFirstOrThrow();
    await shop.storage.delete(`goods/${object_id}`);
    const missing = await ask(file);
    expect(missing.status).toBe(503);
    expect(Number(missing.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await readError(missing)).error).toContain('cannot be sent at the moment');
  });
});
