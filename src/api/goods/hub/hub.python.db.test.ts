// The door as Python meets it: the real huggingface_hub, and `datasets` where it is installed. Needs an interpreter that has them: HUB_PYTHON names
// one, otherwise it is python3. Where there is none this test says so, and what Python sends is asked for in hub.requests.db.test.ts alone.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tables } from '#main/tables.ts';
import type { Database } from '#platform/database/database.ts';
import { openS3Storage } from '#platform/storage/s3-storage.ts';
import { emptyDatabase, emptyTables, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { type HubShop, startHub } from '../../../../test/parts/hub.ts';
import { hasHubPython, runHubPython } from '../../../../test/parts/outside/python.ts';
import { startS3Server } from '../../../../test/parts/outside/s3-server.ts';

const goods = { files: { updates: 'none' as const } };
const jsonl = '{"word":"kettle"}\n{"word":"öffne"}\n';
const header = JSON.stringify({ w: { dtype: 'F32', shape: [2], data_offsets: [0, 8] } });
const safetensors = Buffer.concat([
  Buffer.from(new BigUint64Array([BigInt(header.length)]).buffer),
  Buffer.from(header),
  Buffer.alloc(8),
]);

const hasClient = hasHubPython();
let database: Database<Tables>;
let shop: HubShop;
let folder: string;
let token: string;

beforeAll(async () => {
  if (!hasClient) return;
  folder = await mkdtemp(join(tmpdir(), 'hearth-python-'));
  database = await openTestDatabase();
  await emptyDatabase(database);
  await emptyTables(database, ['platform.rate_limit']);
  shop = await startHub(database);
  for (const [product_id, product_type] of [
    ['voices', 'data'],
    ['kettle-net', 'algorithm'],
    ['unbought', 'data'],
  ] as const)
    await database.kysely
      .insertInto('api.product')
      .values(aProduct({ product_id, product_type, license: 'CC-BY-4.0', goods: JSON.stringify(goods) }))
      .execute();
  await shop.release({
    product_id: 'voices',
    version: '1.0',
    number: 1,
    files: { 'data/train.jsonl': jsonl, 'ünï [1].txt': 'x' },
  });
  await shop.release({
    product_id: 'kettle-net',
    version: '1.0',
    number: 1,
    files: { 'model.safetensors': safetensors },
  });
  await shop.release({ product_id: 'unbought', version: '1.0', number: 1, files: { 'train.jsonl': jsonl } });
  await shop.buy('jane', { product_id: 'voices', goods });
  await shop.buy('jane', { product_id: 'kettle-net', goods });
  token = (await shop.token('jane')).text;
}, 60_000);
afterAll(async () => {
  if (!hasClient) return;
  await shop.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

function ask(program: string, args: string[] = [], others: Record<string, string> = {}) {
  return runHubPython(program, args, {
    ...{ HOME: folder, HF_HOME: join(folder, 'hf'), HF_ENDPOINT: shop.address, HF_TOKEN: token, NO_PROXY: '*' },
    ...{ HF_HUB_DISABLE_PROGRESS_BARS: '1', HF_HUB_DISABLE_TELEMETRY: '1', HF_HUB_DISABLE_UPDATE_CHECK: '1' },
    ...others,
  });
}
const hf = 'from huggingface_hub.cli.hf import main; main()';

const everything = `
import json, os
from huggingface_hub import HfApi, HfFileSystem, hf_hub_download, snapshot_download
from huggingface_hub.errors import GatedRepoError
api, told, repo = HfApi(), {}, 'hearth/voices'
told['whoami'] = api.whoami()['auth']['accessToken']['displayName']
told['files'] = api.list_repo_files(repo, repo_type='dataset')
told['refs'] = [ref.name for ref in api.list_repo_refs(repo, repo_type='dataset', include_pull_requests=True).tags]
told['commits'] = [commit.title for commit in api.list_repo_commits(repo, repo_type='dataset')]
folder = snapshot_download(repo, repo_type='dataset')
told['snapshot'] = sorted(os.path.relpath(os.path.join(at, name), folder) for at, _, names in os.walk(folder) for name in names)
told['text'] = open(hf_hub_download(repo, 'data/train.jsonl', repo_type='dataset', revision='1.0'), encoding='utf-8').read()
with HfFileSystem().open('datasets/' + repo + '/data/train.jsonl', 'rb', block_size=8) as file:
    file.seek(2)
    told['range'] = file.read(4).decode()
told['parameters'] = api.get_safetensors_metadata('hearth/kettle-net').parameter_count
try:
    api.auth_check('hearth/unbought', repo_type='dataset')
except GatedRepoError as error:
    told['gated'] = str(error)
try:
    from datasets import load_dataset
    told['rows'] = load_dataset(repo)['train']['word'][:]
except ImportError:
    told['rows'] = None
print(json.dumps(told))
`;

test.runIf(!hasClient)(
  'no Python with huggingface_hub is on this machine: HUB_PYTHON names an interpreter that has it',
  () => {
    expect(hasHubPython()).toBe(false);
  },
);

test.runIf(hasClient)(
  'the Python client lists, downloads, reads ranges and loads what was bought, and is told where to buy the rest',
  async () => {
    const { stdout } = await ask(everything);
    const { gated, rows, ...told } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
    expect(told).toEqual({
      whoami: 'Laptop',
      files: ['data/train.jsonl', 'model.sig', 'ünï [1].txt'].filter((path) => told.files.includes(path)),
      refs: ['1.0'],
      commits: ['Version 1.0'],
      snapshot: told.files,
      text: jsonl,
      range: 'word',
      parameters: { F32: 2 },
    });
    expect(told.files).toContain('ünï [1].txt');
    expect(gated).toContain(`It is sold at ${shop.address}/products/id/unbought`);
    if (rows) expect(rows).toEqual(['kettle', 'öffne']);
  },
  120_000,
);

test.runIf(hasClient)(
  'hf download fetches what was bought, and prints where the rest is sold',
  async () => {
    await ask(hf, ['download', '--repo-type', 'dataset', 'hearth/voices', '--local-dir', join(folder, 'voices')]);
    expect(await readFile(join(folder, 'voices/data/train.jsonl'), 'utf8')).toBe(jsonl);
    const refused = await ask(hf, ['download', '--repo-type', 'dataset', 'hearth/unbought']).then(
      () => '',
      (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
    );
    expect(refused.replace(/\s+/g, ' ')).toContain(`${shop.address}/products/id/unbought`);
  },
  120_000,
);

const byBucket = `
import json
from huggingface_hub import HfFileSystem, hf_hub_download
text = open(hf_hub_download('hearth/voices', 'data/train.jsonl', repo_type='dataset'), encoding='utf-8').read()
with HfFileSystem().open('datasets/hearth/voices/data/train.jsonl', 'rb', block_size=8) as file:
    file.seek(2)
    print(json.dumps({'text': text, 'range': file.read(4).decode()}))
`;

test.runIf(hasClient)(
  'the Python client follows to the bucket that sends the bytes, without the token',
  async () => {
    const keys = { accessKeyId: 'key', secretAccessKey: 'secret', region: 'eu-central-1', bucket: 'goods' };
    const s3 = await startS3Server(keys);
    const storage = openS3Storage({ ...keys, endpoint: s3.endpoint });
    const direct = await startHub(database, { storage, beside: { accel: null, bucket: true } });
    const objects = await database.kysely.selectFrom('api.goods_object').select('object_id').execute();
    for (const { object_id } of objects) {
      const found = await shop.storage.get(`goods/${object_id}`);
      if (found) await storage.put(`goods/${object_id}`, found.body);
    }
    const { stdout } = await ask(byBucket, [], { HF_ENDPOINT: direct.address, HF_HOME: join(folder, 'bucket') });
    expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toEqual({ text: jsonl, range: 'word' });
    await direct.close();
    await s3.close();
  },
  120_000,
);
