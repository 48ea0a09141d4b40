// npm run catalogue:import -- FILE...: what is in files comes into the catalogue.
import { statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { SingleBar } from 'cli-progress';
import type { Kysely } from 'kysely';
import { type ColumnNames, catalogueFile } from '#api/catalogue/catalogue-file/catalogue-file.ts';
import { type DryRunOptions, type DryRunOutcome, dryRun } from '#api/catalogue/catalogue-file/import/dry-run.ts';
import {
  type ImportOutcome,
  importAllOrNothing,
  importCatalogue,
} from '#api/catalogue/catalogue-file/import/import-catalogue.ts';
import { fileFields } from '#api/schema/product-columns.rules.ts';
import type { ApiTables } from '#api/schema/schema.ts';
import { operator } from '#platform/audit/audit-log.ts';
import { StartError } from '#platform/config/start-error.ts';
import { runCommand, withShop } from '../database/shop-database.ts';
import { createImportReport } from './import-report.ts';

const USAGE = `npm run catalogue:import -- FILE... [OPTIONS]

  takes products from CSV or JSON Lines, also packed with gzip; docs/catalogue.md has the fields

  --dry-run          tells what would change, and writes nothing
  --replace          a row describes the whole product: what a file does not have gets its default
  --report FILE      writes all that was rejected or changed as CSV
  --all-or-nothing   all rows of all files, or none
  --column A=B       the column or key A of the files holds the field B; without B it is left out. May be given several times`;

type Mode = { replace: boolean; dryRun: boolean; allOrNothing: boolean; columns: ColumnNames };
type Run = { outcomes: Array<ImportOutcome | DryRunOutcome>; kept: boolean };

await runCommand(USAGE, async (args) => {
  const { files, reportFile, ...mode } = readArguments(args);
  const stop = stopOnInterrupt();
  const { outcomes, kept, report } = await withShop(async ({ kysely: db }) => {
    const report = createImportReport(reportFile);
    const bar = createBar(files);
    try {
      const options = { ...report.listeners, replace: mode.replace, onBytes: bar.add, signal: stop };
      return { ...(await run(db, files, mode, options)), report };
    } catch (error) {
      throw error instanceof StartError ? error : new StartError(failure(error as Error, mode));
    } finally {
      bar.stop();
      report.close();
    }
  });

  printFileOutcomes(files, outcomes);
  report.tell();
  if (!kept) console.error('Nothing was imported: --all-or-nothing takes all rows of all files or none.');
  console.log(mode.dryRun ? sumOfDryRun(outcomes as DryRunOutcome[]) : sumOfImport(outcomes));
  if (outcomes.length < files.length || outcomes.some(({ stopped }) => stopped)) {
    console.error(mode.dryRun ? 'stopped' : 'stopped; run it again to go on');
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

function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        report: { type: 'string' },
        replace: { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
        'all-or-nothing': { type: 'boolean', default: false },
        column: { type: 'string', multiple: true, default: [] },
      },
    });
    if (positionals.length === 0) throw new Error('Name at least one file to import');
    const { 'dry-run': dryRun, 'all-or-nothing': allOrNothing } = values;
    if (dryRun && allOrNothing) throw new Error('--dry-run writes nothing in any case: leave --all-or-nothing out');
    const columns = readColumns(values.column);
    return {
      files: positionals,
      reportFile: values.report ?? null,
      replace: values.replace,
      dryRun,
      allOrNothing,
      columns,
    };
  } catch (error) {
    const [usage] = USAGE.split('\n');
    throw new StartError(`${(error as Error).message}. Usage: ${usage}; --help tells more`);
  }
}

/** 'Title=product_name' -> Title: product_name; 'Colour=' -> Colour: null. */
function readColumns(given: string[]): ColumnNames {
  const columns = new Map<string, string | null>();
  for (const text of given) {
    const at = text.lastIndexOf('=');
    const [name, field] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
    if (at < 1 || name === '')
      throw new Error(`--column takes a column and a field, such as Title=product_name, not ${text}`);
    if (field !== '' && !(fileFields as readonly string[]).includes(field))
      throw new Error(`--column ${text}: there is no field ${field}`);
    columns.set(name, field === '' ? null : field);
  }
  return columns;
}

async function run(db: Kysely<ApiTables>, paths: string[], mode: Mode, given: DryRunOptions): Promise<Run> {
  const files = paths.map((path) => ({
    ...catalogueFile(path),
    ...(mode.columns.size > 0 && { columns: mode.columns }),
  }));
  if (mode.dryRun) return { outcomes: await dryRun(db, files, given), kept: true };
  const options = { ...given, actor: operator() };
  if (mode.allOrNothing) return importAllOrNothing(db, files, options);
  const outcomes: ImportOutcome[] = [];
  for (const file of files) {
    outcomes.push(await importCatalogue(db, file, options));
    if (options.signal?.aborted) break;
  }
  return { outcomes, kept: true };
}

function failure({ message }: Error, { dryRun, allOrNothing }: Mode): string {
  if (dryRun) return `The dry run failed: ${message}. Nothing was written.`;
  return `The import failed: ${message}. ${allOrNothing ? 'Nothing was kept.' : 'Rows stored before stay; run it again to go on.'}`;
}

function printFileOutcomes(files: string[], outcomes: ImportOutcome[]) {
  for (const [index, { refused, rows, stopped, fromSpecs }] of outcomes.entries()) {
    if (refused !== null && rows > 0) console.error(`${files[index]} was not read to its end: ${refused}`);
    else if (refused !== null) console.error(`${files[index]} was refused: ${refused}`);
    else if (rows === 0 && !stopped) console.error(`${files[index]} has a header and no rows`);
    if (fromSpecs > 0)
      console.error(
        `${files[index]}: attributes were read from specifications in ${grouped(fromSpecs)} of ${grouped(rows)} rows`,
      );
  }
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

function sumOfImport(outcomes: ImportOutcome[]): string {
  const [imported, updated, rejected, rows] = sums(outcomes, ['imported', 'updated', 'rejected', 'rows']);
  return `imported ${imported}, updated ${updated}, rejected ${rejected} of ${rows} rows`;
}

function sumOfDryRun(outcomes: DryRunOutcome[]): string {
  const [isNew, known = 0, same = 0, rejected, rows] = sums(outcomes, [
    'imported',
    'updated',
    'same',
    'rejected',
    'rows',
  ]);
  return `new ${isNew}, changed ${known - same}, same ${same}, rejected ${rejected} of ${rows} rows; nothing was written`;
}

function sums<Name extends string>(outcomes: Array<Record<Name, number>>, names: Name[]): number[] {
  return names.map((name) => outcomes.reduce((sum, outcome) => sum + outcome[name], 0));
}

/** A bar over the bytes of all files, on a terminal only. */
function createBar(files: string[]) {
  if (!process.stderr.isTTY) return { add: () => {}, stop: () => {} };
  const total = files.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);
  const bar = new SingleBar({ format: 'reading {bar} {percentage}% | {eta_formatted} left', clearOnComplete: true });
  bar.start(total, 0);
  return { add: (bytes: number) => bar.increment(bytes), stop: () => bar.stop() };
}
