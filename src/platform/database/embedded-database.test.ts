import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openEmbeddedDatabase } from './embedded-database.ts';

const opening = 'import(process.argv[1]).then((module) => module.openEmbeddedDatabase({ dataDir: process.argv[2] }))';

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-embedded-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('a database that a killed process has left half made is made again at the next start', {
  timeout: 120_000,
}, async () => {
  const dataDir = join(makeFolder(), 'database');
  const program = join(import.meta.dirname, 'embedded-database.ts');
  const child = spawn(process.execPath, ['-e', opening, program, dataDir], { stdio: 'inherit' });
  // The file is among the first that are written; the tables follow.
  await expect.poll(() => existsSync(join(dataDir, 'PG_VERSION')), { interval: 2, timeout: 60_000 }).toBe(true);
  child.kill('SIGKILL');
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  // Whatever it had come to, the last files were missing.
  rmSync(join(dataDir, 'global'), { recursive: true, force: true });

  const database = await openEmbeddedDatabase({ dataDir });
  const connection = await database.connect();
  expect(await connection.query('select 1 as one', [])).toMatchObject({ rows: [{ one: 1 }] });
  connection.release();
  await database.end();
});

test('a database that cannot write its log any more says so, and keeps nobody waiting', {
  timeout: 120_000,
}, async () => {
  const dataDir = join(makeFolder(), 'database');
  const database = await openEmbeddedDatabase({ dataDir, dump: inject('prepared') });
  const lost: string[] = [];
  database.onLost(({ message }) => lost.push(message));
  // In the place where the next file of the log is begun: as final as a full disk.
  mkdirSync(join(dataDir, 'pg_wal', 'xlogtemp.42'));
  const connection = await database.connect();
  const fillLog = async () => {
    for (let megabytes = 0; megabytes < 64; megabytes++)
      await connection.query("select pg_logical_emit_message(true, '', repeat('x', 1000000))", []);
  };
  await expect(fillLog()).rejects.toThrow('xlogtemp');
  await expect(connection.query('select 1', [])).rejects.toThrow('xlogtemp');
  expect(lost).toEqual([expect.stringContaining('xlogtemp')]);
  await database.end();
});

test('a database that never answers is given up, and lets the process end', { timeout: 120_000 }, async () => {
  const database = await openEmbeddedDatabase({ dataDir: null, dump: inject('prepared'), silentSeconds: 1 });
  const lost: string[] = [];
  database.onLost(({ message }) => lost.push(message));
  const connection = await database.connect();
  const endless = 'with recursive n (i) as (select 1 union all select i from n) select count(*) from n';
  await expect(connection.query(endless, [])).rejects.toThrow('no answer');
  await expect(connection.query('select 1', [])).rejects.toThrow('no answer');
  expect(lost).toEqual(['a statement had no answer for 1 seconds']);
  await database.end();
});
