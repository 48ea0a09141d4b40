// npm run catalogue:export -- [FILE]
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createGzip } from 'node:zlib';
import type { Kysely } from 'kysely';
import { type ExportFormat, exportCatalogue } from '#api/catalogue/catalogue-file/export-catalogue.ts';
import type { ApiTables } from '#api/schema/schema.ts';
import { StartError } from '#platform/config/start-error.ts';
import { runCommand, withShop } from '../database/shop-database.ts';

const USAGE = 'npm run catalogue:export -- [FILE], where FILE ends in .jsonl, .csv, .jsonl.gz or .csv.gz';

await runCommand(USAGE, async (args) => {
  const target = readArguments(args);
  await withShop(({ kysely: db }) => (target ? toFile(db, target) : toStandardOutput(db)));
  return 0;
});

type Target = { path: string; format: ExportFormat; packed: boolean };

/** Where to and how; null is JSONL to standard output. */
function readArguments(given: string[]): Target | null {
  try {
    const { positionals } = parseArgs({ args: given, allowPositionals: true });
    if (positionals.length > 1) throw new Error('Name one file');
    const [path] = positionals;
    if (path === undefined) return null;
    const [, ending, packed] = /\.(jsonl|csv)(\.gz)?$/i.exec(path) ?? [];
    if (!ending) throw new Error(`The ending of ${path} names no format`);
    return { path, format: ending.toLowerCase() as ExportFormat, packed: packed !== undefined };
  } catch (error) {
    throw new StartError(`${(error as Error).message}. Usage: ${USAGE}`);
  }
}

async function toStandardOutput(db: Kysely<ApiTables>) {
  try {
    await pipeline(Readable.from(exportCatalogue(db, 'jsonl')), process.stdout, { end: false });
  } catch (error) {
    // `| head` has read enough.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}

/** Writes beside the file and renames at the end, so that an export cut short never looks like a whole one. */
async function toFile(db: Kysely<ApiTables>, { path, format, packed }: Target) {
  const text = Readable.from(exportCatalogue(db, format));
  const unfinished = `${path}.part`;
  try {
    if (packed) await pipeline(text, createGzip(), createWriteStream(unfinished));
    else await pipeline(text, createWriteStream(unfinished));
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    const { code, message } = error as NodeJS.ErrnoException;
    throw code?.startsWith('E') ? new StartError(`The catalogue cannot be written to ${path}: ${message}.`) : error;
  }
}
