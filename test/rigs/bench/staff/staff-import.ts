// The memory that an import in the back office needs, of a small file and of one ten times as large.
// On the PostgreSQL of TEST_DATABASE_URL: node --expose-gc test/rigs/bench/staff/staff-import.ts [--rows 20000,200000]
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrateAll, type Tables } from '#main/tables.ts';
import { openDatabase } from '#platform/database/database.ts';
import { createLog } from '#platform/observability/log.ts';
import { openFolderStorage } from '#platform/storage/folder-storage.ts';
import { createStaffImporter } from '../../../../src/api/selling/staff-import/create-staff-importer.ts';
import { columnsByName } from '../../../../src/api/selling/staff-import/import-columns.rules.ts';
import { beginImport, checkImport, confirmImport } from '../../../../src/api/selling/staff-import/move-import.ts';
import { createImportRunner } from '../../../../src/api/selling/staff-import/run-imports.ts';
import { dropDatabaseOn, makeDatabaseOn } from '../../../database/postgres.ts';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '20000,200000' } } });
const server = process.env.TEST_DATABASE_URL;
if (!server) throw new Error('TEST_DATABASE_URL names no PostgreSQL.');
const header = ['product_id', 'product_name', 'product_type', 'price', 'description'];
const description = 'A long text that says what it is, what is in it and what it is not. '.repeat(22);

const folder = await mkdtemp(join(tmpdir(), 'hearth-bench-'));
const made = await makeDatabaseOn(server, { purpose: 'bench' });
const database = await openDatabase<Tables>({ databaseUrl: made.url, dataDir: '' });
try {
  await migrateAll(database);
  const db = database.kysely as never as Parameters<typeof createStaffImporter>[0];
  await db
    .insertInto('api.user')
    .values({
      user_id: 'staff@shop.example',
      username: 'staff',
      account_id: 'staff',
      staff_role: 'catalogue',
      user_type: 'admin',
    } as never)
    .execute();
  for (const rows of values.rows.split(',').map(Number)) console.log(await measure(db, rows));
} finally {
  await database.close();
  await dropDatabaseOn(server, made);
  await rm(folder, { recursive: true });
}

async function measure(db: Parameters<typeof createStaffImporter>[0], rows: number): Promise<string> {
  const file = join(folder, `${rows}.csv`);
  await write(file, rows);
  const storage = openFolderStorage(join(folder, 'storage'));
  const importer = createStaffImporter(db);
  const runner = createImportRunner({
    ...{ db, storage, importer, log: createLog('silent'), now: () => new Date() },
    refresh: async () => {},
  });
  const before = resident();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, resident());
  }, 200);
  const begun = await beginImport(
    { db, storage, importer },
    { name: 'bench.csv', content: createReadStream(file), by: 'staff' },
  );
  if ('refused' in begun) throw new Error(begun.refused);
  const { importId } = begun;
  await checkImport(db, { importId, columns: columnsByName(header), replace: false });
  const checked = await timed(runner.work);
  await confirmImport(db, { importId, by: 'staff' });
  const imported = await timed(runner.work);
  clearInterval(timer);
  const stored = await db
    .selectFrom('api.staff_import')
    .select(['state', 'size_bytes', 'message'])
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow();
  if (stored.state !== 'done') throw new Error(`${stored.state}: ${stored.message}`);
  const each = (ms: number) => `${((ms * 1_000) / rows).toFixed(0)} µs a row`;
  return `${rows} rows, ${Math.round(stored.size_bytes / 1e6)} MB: resident ${before} MB before, ${peak} MB at most; check ${each(checked)}, import ${each(imported)}`;
}

async function write(file: string, rows: number): Promise<void> {
  const out = createWriteStream(file);
  out.write(`${header.join(',')}\n`);
  for (let at = 0; at < rows; at++)
    if (!out.write(`p${rows}-${at},Product ${at},data,${(at % 97) + 1},"${description}"\n`))
      await new Promise<void>((resolve) => out.once('drain', () => resolve()));
  await new Promise<void>((resolve) => out.end(() => resolve()));
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Megabytes, without what nobody needs any more. */
function resident(): number {
  globalThis.gc?.();
  return Math.round(process.memoryUsage().rss / 1e6);
}
