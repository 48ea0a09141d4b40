// Repeated work beside the requests runs by platform/jobs/repeat.ts, which lets a process rest that nobody uses. A timer of
// its own would keep it busy.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const places = [
  ...['api', 'identity', 'ledger', 'mail', 'main', 'platform'].map((room) => `src/${room}`),
  'packages/payment-sandbox/src',
];

/** These run only while something is under way, but for the last two: a process says that it is there, and is measured where it is asked to. */
const ownTimers = [
  'src/api/goods/file-format/parquet/parquet.worker.ts',
  'src/api/goods/release/upload/settle-object.ts',
  'src/api/goods/release/upload/upload-lock.ts',
  'src/platform/database/embedded-database-thread.ts',
  'src/platform/http/door/admission.ts',
  'src/platform/http/http-server.ts',
  'src/platform/jobs/lease.ts',
  'src/platform/outbox/deliver-or-retry.ts',
  'src/platform/observability/metrics-process.ts',
  'src/platform/processes/presence.ts',
];

test('nothing of a shop has a timer of its own that goes on while nobody uses it', () => {
  const files = places
    .flatMap((place) =>
      readdirSync(join(root, place), { recursive: true, encoding: 'utf8' }).map((file) => `${place}/${file}`),
    )
    .filter((file) => /(?<!\.test)\.ts$/.test(file));
  expect(files.length).toBeGreaterThan(100);
  const withTimers = files.filter((file) => /\bsetInterval\(/.test(readFileSync(join(root, file), 'utf8')));
  expect(withTimers.sort()).toEqual(ownTimers.sort());
});
