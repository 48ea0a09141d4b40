// npm run catalogue:import -- FILE... [--report FILE] [--all-or-nothing]
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { SingleBar } from 'cli-progress';
import { stringify } from 'csv-stringify/sync';
import type { Kysely } from 'kysely';
import { catalogueFile } from '#api/catalogue/catalogue-file.ts';
import { guardCell } from '#api/catalogue/csv-cell.rules.ts';
import {
  type ImportOptions,
  type ImportOutcome,
  importAllOrNothing,
  importCatalogue,
  type RowRemarks,
} from '#api/catalogue/import-catalogue.ts';
import { printable } from '#api/catalogue/printable-text.rules.ts';
import type { ApiTables } from '#api/schema.ts';
import { operator } from '#platform/audit.ts';
import { StartError } from '#platform/config.ts';
import { runCommand, withShop } from './shop-database.ts';

const SHOWN_REJECTS = 20;
const USAGE = 'npm run catalogue:import -- FILE... [--report FILE] [--all-or-nothing]';

await runCommand(async () => {
  const { files, reportFile, allOrNothing } = readArguments(process.argv.slice(2));
  const stop = stopOnInterrupt();
  const { outcomes, kept, report } = await withShop(async ({ kysely: db }) => {
    const report = createReport(reportFile);
    const bar = createBar(files);
    try {
      const options = { ...report.listeners, actor: operator(), onBytes: bar.add, signal: stop };
      return { ...(await run(db, files, allOrNothing, options)), report };
    } catch (error) {
      throw new StartError(
        `The import failed: ${(error as Error).message}. ${allOrNothing ? 'Nothing was kept.' : 'Rows stored before stay; run it again to go on.'}`,
      );
    } finally {
      bar.stop();
      report.close();
    }
  });

  tellFiles(files, outcomes);
  report.tell();
  if (!kept) console.error('Nothing was imported: --all-or-nothing takes all rows of all files or none.');
  const count = (name: 'imported' | 'updated' | 'rejected' | 'rows') =>
    outcomes.reduce((sum, outcome) => sum + outcome[name], 0);
  console.log(
    `imported ${count('imported')}, updated ${count('updated')}, rejected ${count('rejected')} of ${count('rows')} rows`,
  );
  if (outcomes.length < files.length || outcomes.some(({ stopped }) => stopped)) {
    console.error('stopped; run it again to go on');
    return 130;
  }
  return kept && outcomes.every(({ refused }) => refused === null) ? 0 : 1;
});

/** The first Ctrl-C ends the import cleanly, a later one at once. */
function stopOnInterrupt(): AbortSignal {
  const stop = new AbortController();
  let first: number | null = null;
  process.on('SIGINT', () => {
    // A terminal tells npm and this process, and npm tells this process again: that is one Ctrl-C.
    first ??= Date.now();
    if (Date.now() - first > 1_000) process.exit(130);
    stop.abort();
  });
  return stop.signal;
}

function readArguments(given: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: given,
      allowPositionals: true,
      options: { report: { type: 'string' }, 'all-or-nothing': { type: 'boolean', default: false } },
    });
    if (positionals.length === 0) throw new Error('Name at least one file to import');
    return { files: positionals, reportFile: values.report ?? null, allOrNothing: values['all-or-nothing'] };
  } catch (error) {
    throw new StartError(`${(error as Error).message}. Usage: ${USAGE}`);
  }
}

async function run(
  db: Kysely<ApiTables>,
  paths: string[],
  allOrNothing: boolean,
  options: ImportOptions,
): Promise<{ outcomes: ImportOutcome[]; kept: boolean }> {
  const files = paths.map(catalogueFile);
  if (allOrNothing) return importAllOrNothing(db, files, options);
  const outcomes: ImportOutcome[] = [];
  for (const file of files) {
    outcomes.push(await importCatalogue(db, file, options));
    if (options.signal?.aborted) break;
  }
  return { outcomes, kept: true };
}

function tellFiles(files: string[], outcomes: ImportOutcome[]) {
  for (const [index, { refused, rows, stopped }] of outcomes.entries()) {
    if (refused !== null && rows > 0) console.error(`${files[index]} was not read to its end: ${refused}`);
    else if (refused !== null) console.error(`${files[index]} was refused: ${refused}`);
    else if (rows === 0 && !stopped) console.error(`${files[index]} has a header and no rows`);
  }
}

/** Lists the first rejected rows, and writes all remarks to the file if there is one. */
function createReport(path: string | null) {
  const file = path === null ? null : openReport(path);
  const rejects: string[] = [];
  const unknown: string[] = [];
  let rejected = 0;
  let changed = 0;

  function write(kind: 'rejected' | 'changed', row: RowRemarks) {
    if (file === null) return;
    const lines = row.remarks.map(({ field, reason }) => [row.file, row.line, row.product_id, field, kind, reason]);
    writeSync(file, stringify(lines.map((cells) => cells.map((cell) => guardCell(String(cell))))));
  }

  return {
    listeners: {
      onRejected(row: RowRemarks) {
        rejected++;
        const id = row.product_id && ` (${printable(row.product_id)})`;
        const reasons = row.remarks.map(({ reason }) => reason).join('; ');
        if (rejects.length < SHOWN_REJECTS) rejects.push(`${row.file}:${row.line}: ${reasons}${id}`);
        write('rejected', row);
      },
      onChanged(row: RowRemarks) {
        changed += row.remarks.length;
        write('changed', row);
      },
      onUnknown(row: RowRemarks) {
        unknown.push(...row.remarks.map(({ reason }) => `${row.file}:${row.line}: ${reason}`));
        write('changed', row);
      },
    },
    tell() {
      const where = path === null ? '--report FILE writes them all' : `${path} has them all`;
      for (const line of unknown) console.error(line);
      if (changed > 0)
        console.error(`${changed} ${changed > 1 ? 'values were' : 'value was'} changed to fit; ${where}`);
      for (const line of rejects) console.error(line);
      if (rejected > rejects.length) console.error(`and ${rejected - rejects.length} more; ${where}`);
    },
    close() {
      if (file !== null) closeSync(file);
    },
  };
}

function openReport(path: string): number {
  try {
    const file = openSync(path, 'w');
    writeSync(file, stringify([['file', 'line', 'product_id', 'field', 'kind', 'reason']]));
    return file;
  } catch (error) {
    throw new StartError(`The report ${path} cannot be written: ${(error as Error).message}.`);
  }
}

/** A bar over the bytes of all files, on a terminal only. */
function createBar(files: string[]) {
  if (!process.stderr.isTTY) return { add: () => {}, stop: () => {} };
  const total = files.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);
  const bar = new SingleBar({ format: 'importing {bar} {percentage}% | {eta_formatted} left', clearOnComplete: true });
  bar.start(total, 0);
  return { add: (bytes: number) => bar.increment(bytes), stop: () => bar.stop() };
}
