// A process that is killed while a file comes: the next one goes on with it, and the file is what was sent.
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Upload } from 'tus-js-client';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#platform/database/database.ts';
import { openFolderStorage } from '#platform/storage/folder-storage.ts';
import { makeLastingDatabase } from '../../../../../test/database/lasting-database.ts';
import { storeSeller } from '../../../../../test/factories/seller.ts';
import type { UploadProcess } from '../../../../../test/processes/upload-process.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { hashOf } from './settle-object.ts';

const MB = 1024 * 1024;
const KILLS = 2;

test('[G-03] a file whose process is killed again and again goes on in the next one, and is what was sent', async () => {
  const place = await makeLastingDatabase();
  onTestFinished(place.drop);
  const folder = await mkdtemp(join(tmpdir(), 'hearth-killed-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const first = await openDatabase<ApiTables>(place);
  await storeSeller(first, { seller_id: 'ours' }, { eva: 'editor' });
  const release = { release_id: 'release-1', product_id: 'voices', seller_id: 'ours', number: 1, version: '1.0.0' };
  await first.kysely.insertInto('api.release').values(release).execute();
  await first.close();

  const given: UploadProcess = { ...place, storage: { kind: 'folder', folder } };
  const script = join(import.meta.dirname, '../../../../../test/processes/upload-process.ts');
  let child: ChildProcess | undefined;
  async function open(): Promise<string> {
    child = spawn(process.execPath, [script, JSON.stringify(given)], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(child.stdout as NodeJS.ReadableStream, 'data');
    return String(line).trim();
  }
  onTestFinished(() => void child?.kill('SIGKILL'));
  async function kill() {
    const ended = once(child as ChildProcess, 'close');
    child?.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
  }

  const bytes = randomBytes(24 * MB);
  let origin = await open();
  let address = '';
  let kills = 0;
  for (let isDone = false; !isDone; ) {
    isDone = await new Promise<boolean>((resolve, reject) => {
      const upload = new Upload(bytes, {
        ...(address ? { uploadUrl: `${origin}${address}` } : { endpoint: `${origin}/api/seller/ours/upload` }),
        metadata: { release: 'release-1', path: 'model.bin' },
        retryDelays: null,
        chunkSize: 2 * MB,
        onSuccess: () => resolve(true),
        // Errors of a process that was just killed are expected.
        onError: (error) => {
          if (!child?.killed) reject(error);
        },
        onChunkComplete: (_size, accepted) => {
          address = new URL(upload.url ?? '').pathname;
          // In the middle of the next piece.
          if (kills < KILLS && accepted > (kills + 1) * 5 * MB)
            setImmediate(async () => {
              kills++;
              await kill();
              resolve(false);
            });
        },
      });
      upload.start();
    });
    if (!isDone) origin = await open();
  }
  expect(kills).toBe(KILLS);
  // It is read again, because no process has seen all of it.
  await kill();
  const database = await openDatabase<ApiTables>(place);
  onTestFinished(() => database.close());
  const object = await database.kysely.selectFrom('api.goods_object').selectAll().executeTakeFirstOrThrow();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect(object).toMatchObject({ state: 'complete', sha256, size_bytes: bytes.length });
  const storage = openFolderStorage(folder);
  expect(await hashOf(storage, `goods/${object.object_id}`, bytes.length)).toBe(sha256);
}, 120_000);
