import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prepareDataDir } from '../../../test/database/prepared-data-dir.ts';
import { openDatabase } from './database.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearth-database-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

async function openAndClose(dataDir: string) {
  const database = await openDatabase({ databaseUrl: null, dataDir });
  await database.close();
}

test('nobody but the owner of the process gets at the files of the embedded database', async () => {
  const dataDir = join(folder, 'new', 'data');
  await openAndClose(dataDir);
  expect([modeOf(dataDir), modeOf(join(dataDir, 'database'))]).toEqual(['700', '700']);
});

test('a folder that was open to everybody is closed; the data directory around it stays as it is', async () => {
  const dataDir = prepareDataDir(join(folder, 'given'));
  chmodSync(join(dataDir, 'database'), 0o755);
  const given = modeOf(dataDir);
  await openAndClose(dataDir);
  expect([modeOf(dataDir), modeOf(join(dataDir, 'database'))]).toEqual([given, '700']);
});
