// node test/rigs/uploads/uploads.ts [GIGABYTES] [KILLS] [SPARSE_GIGABYTES]: a large file through a process that is killed in the middle, and the
// hashing of one that is larger still. Says how long it took and what memory it needed. By hand: it writes twice the file to the disk; with 0 GIGABYTES
// it hashes alone, which writes nothing.
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, readFileSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Upload } from 'tus-js-client';
import { migrateAll, type Tables } from '#main/tables.ts';
import { openDatabase } from '#platform/database/database.ts';
import { storeSeller } from '../../factories/seller.ts';
import type { UploadProcess } from '../../processes/upload-process.ts';
import { measureHashing } from '../bench/hashing.ts';

const MB = 1024 * 1024;
const [gigabytes = 2, kills = 3, sparse = 10] = process.argv.slice(2).map(Number);
const SLOWEST_BYTES_PER_MS = 5_000;
const say = (text: string) => console.log(text);

if (gigabytes > 0) await sendAndKill();
if (sparse > 0) await hashSparse();

async function hashSparse() {
  const { bytesPerSecond, ofSha256sum, rssBytes } = await measureHashing({
    bytes: Math.ceil(sparse * 1024) * MB,
    rounds: 1,
  });
  const [before, most] = [rssBytes.before, rssBytes.most].map((bytes) => (bytes / MB).toFixed(0));
  say(
    `hashing ${sparse} GB: ${(bytesPerSecond / MB).toFixed(0)} MB/s, ${ofSha256sum.toFixed(2)} of sha256sum's speed; memory ${before} MB before, ${most} MB at most meanwhile`,
  );
}

async function sendAndKill() {
  const size = Math.ceil(gigabytes * 64) * 16 * MB;
  const folder = await mkdtemp(join(tmpdir(), 'hearth-upload-rig-'));
  const place = { databaseUrl: null, dataDir: join(folder, 'data') };
  const first = await openDatabase<Tables>(place);
  await migrateAll(first);
  await storeSeller(first, { seller_id: 'ours' }, { eva: 'editor' });
  const release = { release_id: 'release-1', product_id: 'voices', seller_id: 'ours', number: 1, version: '1.0.0' };
  await first.kysely.insertInto('api.release').values(release).execute();
  await first.close();

  const hash = createHash('sha256');
  const source = await open(join(folder, 'source'), 'w');
  for (let written = 0; written < size; written += 16 * MB) {
    const piece = randomBytes(16 * MB);
    hash.update(piece);
    await source.writeFile(piece);
  }
  await source.close();
  const sha256 = hash.digest('hex');

  const given: UploadProcess = { ...place, storage: { kind: 'folder', folder: join(folder, 'storage') } };
  let child: ChildProcess | undefined;
  let peak = 0;
  async function start(): Promise<string> {
    child = spawn(process.execPath, ['test/processes/upload-process.ts', JSON.stringify(given)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return String((await once(child.stdout as NodeJS.ReadableStream, 'data'))[0]).trim();
  }
  function recordPeak() {
    const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child?.pid}/status`, 'utf8'))?.[1];
    peak = Math.max(peak, Number(kilobytes ?? 0) * 1024);
  }
  async function kill() {
    recordPeak();
    const ended = once(child as ChildProcess, 'close');
    child?.kill('SIGKILL');
    await ended;
  }

  let origin = await start();
  let address = '';
  let killed = 0;
  const begun = performance.now();
  for (let isDone = false; !isDone; ) {
    isDone = await new Promise<boolean>((resolve, reject) => {
      let sent = 0;
      const upload = new Upload(createReadStream(join(folder, 'source')) as never, {
        ...(address ? { uploadUrl: `${origin}${address}` } : { endpoint: `${origin}/api/seller/ours/upload` }),
        metadata: { release: 'release-1', path: 'model.bin' },
        uploadSize: size,
        chunkSize: 64 * MB,
        retryDelays: null,
        onSuccess: () => resolve(true),
        onError: (error) => child?.killed || reject(error),
        onProgress: (bytes) => {
          sent = bytes;
          if (upload.url) address = new URL(upload.url).pathname;
          if (killed < kills && bytes > (size / (kills + 1)) * (killed + 1)) {
            killed++;
            kill().then(() => resolve(false));
          }
        },
      });
      upload.start();
      process.once('exit', () => say(`ended at ${sent}`));
    });
    process.removeAllListeners('exit');
    if (!isDone) {
      say(`killed, ${killed} of ${kills}`);
      origin = await start();
    }
  }
  const seconds = (performance.now() - begun) / 1_000;
  recordPeak();
  say(
    `${gigabytes} GB with ${killed} killed processes: ${seconds.toFixed(1)} s, ${(size / MB / seconds).toFixed(0)} MB/s over all`,
  );
  // The last process has not seen all of it: it reads the file once more.
  const hashed = performance.now();
  for (let state = ''; state !== 'complete'; await new Promise((resolve) => setTimeout(resolve, 250))) {
    recordPeak();
    // Hashing that is slower than a disk of long ago hangs.
    if (performance.now() - hashed > 600_000 + size / SLOWEST_BYTES_PER_MS)
      throw new Error('it was not hashed in time');
    state = await stateNow();
  }
  say(
    `hashed ${((performance.now() - hashed) / 1_000).toFixed(1)} s after the last byte; most memory of a process: ${(peak / MB).toFixed(0)} MB`,
  );
  await kill();
  const last = await openDatabase<Tables>(place);
  const object = await last.kysely.selectFrom('api.goods_object').selectAll().executeTakeFirstOrThrow();
  await last.close();
  say(object.sha256 === sha256 ? 'the hash is that of what was sent' : `WRONG: ${object.sha256} is not ${sha256}`);
  if (object.sha256 !== sha256) process.exitCode = 1;
  await rm(folder, { recursive: true, force: true });

  /** The database belongs to the process: whether all is done shows by what it answers without its upload. */
  async function stateNow(): Promise<string> {
    const response = await fetch(`${origin}${address}`, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } });
    return response.headers.get('upload-metadata') ? 'checking' : 'complete';
  }
}
