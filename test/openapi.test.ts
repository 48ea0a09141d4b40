// The OpenAPI document, as tools read it.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from './database/test-database.ts';
import { startApi } from './parts/api.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-openapi-'));
  const database = await openTestDatabase();
  const api = await startApi(database);
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(api.openapi()));
  await api.close();
  await database.close();
});
afterAll(() => rm(folder, { recursive: true }));

test('the OpenAPI document is one by the rules of its version', async () => {
  const lint = ['lint', join(folder, 'openapi.json'), '--config', 'redocly.yaml', '--format', 'json'];
  const { stdout } = await run(process.execPath, ['node_modules/@redocly/cli/bin/cli.js', ...lint], {
    cwd: root,
    maxBuffer: 1 << 26,
    // It asks nobody whether there is a newer one, and tells nobody that it was run.
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  }).catch((failed: { stdout: string }) => failed);
  const { totals, problems } = JSON.parse(stdout) as { totals: object; problems: unknown[] };
  expect(problems).toEqual([]);
  expect(totals).toMatchObject({ errors: 0, warnings: 0 });
});
