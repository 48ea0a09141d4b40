// Checks and imports the files that the staff have sent, in the background, in whichever process has the lease. A batch, what it had to say and how far
// the file has come are one transaction: a killed process has done a batch whole or not at all, and another goes on behind it.
import { jobOf } from '#contract/operations/jobs.ts';
import {
  type ImportOutcomeWord,
  type ImportPhase,
  importRefusedKept,
  importRowsKept,
} from '#contract/selling/staff-import-labels.ts';
import { isDatabaseAway } from '#platform/database/database-away.ts';
import { runRegularly } from '#platform/jobs/run-regularly.ts';
import type { Log } from '#platform/observability/log.ts';
import { type Storage, StorageAway } from '#platform/storage/storage.ts';
import { may } from '../../access/access.rules.ts';
import { findStaffRole } from '../../access/member.store.ts';
import { recordAudit } from '../../audit/audit.ts';
import { catalogueSubject } from '../../catalogue/ports.rules.ts';
import type { Db } from '../../schema/db.ts';
import type { ImportCounts } from '../../schema/selling.ts';
import { removeUnknownFiles } from './remove-unknown-files.ts';
import {
  deleteImport,
  endPhase,
  findAskerAddress,
  importLease,
  insertImportRows,
  listOldImports,
  recordProgress,
  type StoredImport,
} from './staff-import.store.ts';

/** How the importer of catalogue files is asked, whose rules and words these are (api/server.ts hands it in). */
export type Importer = {
  lookInto: (file: ImportedFile) => Promise<LookedInto>;
  judge: (file: ImportedFile, reading: Reading) => Promise<Read>;
  store: (file: ImportedFile, reading: Reading) => Promise<Read>;
};
/** As catalogue/catalogue-file/catalogue-file.ts has it. */
type ImportedFile = {
  name: string;
  columns?: ReadonlyMap<string, string | null>;
  read: () => AsyncIterable<Uint8Array>;
};
type LookedInto =
  | { ok: true; format: 'csv' | 'jsonl'; columns: Array<{ name: string; samples: string[] }> }
  | { ok: false; reason: string };
export type Reading = {
  replace: boolean;
  skip: number;
  onBytes: (bytes: number) => void;
  onBatch: OnBatch;
  /** Once aborted, what was read is stored, and the reading ends. */
  signal: AbortSignal;
};
type Read = { refused: string | null; stopped: boolean };
export type ReportedRow = {
  line: number;
  product_id: string;
  outcome: ImportOutcomeWord;
  isAdjusted: boolean;
  changes: Array<{ field: string; before: string; after: string }>;
  remarks: Array<{ field: string; reason: string }>;
};
/** `isNew`: of an import, how many products were not known; its rows are told where they were refused or adjusted. */
type OnBatch = (transaction: Db, rows: ReportedRow[], isNew: number | null) => Promise<void>;

type Running = {
  db: Db;
  storage: Storage;
  importer: Importer;
  log: Log;
  now: () => Date;
  refresh: () => Promise<void>;
};

type ImportRunner = {
  /** Does what is due; safe to call anywhere, at any time. */
  work: () => Promise<void>;
  wake: () => void;
  runRegularly: () => () => Promise<void>;
};

/** It was stopped, or another turn has gone on with it. */
class NotOurs extends Error {}
/** The right to do it was taken away from who asked. */
class NotAllowed extends Error {}

export function createImportRunner(running: Running): ImportRunner {
  let isOpen = false;
  let awake: Promise<void> | null = null;
  let closing = new AbortController();
  const onError = (error: unknown) =>
    running.log.error({ part: 'api', error: String(error) }, 'an import of the staff was not gone on with');

  async function work() {
    while (!closing.signal.aborted && (await workOnOne(running, closing.signal)));
  }

  return {
    work,
    wake() {
      if (isOpen) awake = (awake ?? Promise.resolve()).then(work).catch(onError);
    },
    runRegularly() {
      isOpen = true;
      closing = new AbortController();
      const stop = runRegularly({
        ...{ db: running.db, ...jobOf('staff imports'), onError },
        async work() {
          await forgetOld(running);
          await work();
        },
      });
      const stopRemoving = runRegularly({
        db: running.db,
        ...jobOf('remove unknown imports'),
        work: async () => void (await removeUnknownFiles(running)),
        onError: (error) => running.log.warn({ part: 'api', error: String(error) }, 'remove unknown imports: failed'),
      });
      return async () => {
        isOpen = false;
        // The batch under way is stored, and another process goes on behind it.
        closing.abort();
        await Promise.all([stop(), stopRemoving(), awake]);
      };
    },
  };
}

/** Answers whether there was something to do. */
async function workOnOne(running: Running, closing: AbortSignal): Promise<boolean> {
  const { db, log, now, refresh } = running;
  const job = await importLease.take(db);
  if (!job) return false;
  const phase: ImportPhase = job.state === 'checking' ? 'check' : 'import';
  const { worker } = job;
  const mine = { importId: job.import_id, worker };
  const held = { id: job.import_id, worker };
  const stopBeating = importLease.beat(db, held);
  try {
    const { refused, stopped, counts } = await readFile(running, job, { phase, closing });
    if (stopped) {
      await importLease.end(db, held);
      return false;
    }
    if (refused !== null) {
      await endPhase(db, mine, { state: 'failed', message: `The file was refused: ${refused}.`, ended_at: now() });
      return true;
    }
    const state = phase === 'check' ? 'checked' : 'done';
    const ended = await endPhase(db, mine, { state, message: '', ended_at: phase === 'check' ? null : now() });
    if (ended && phase === 'import') await recordImported(running, job, counts);
  } catch (error) {
    if (error instanceof NotOurs) return true;
    if (isDatabaseAway(error) || error instanceof StorageAway) {
      // It will be there again: the next turn goes on behind the last batch.
      await importLease.end(db, held).catch(() => {});
      throw error;
    }
    const message =
      error instanceof NotAllowed
        ? 'The right to import was taken away from who asked for it. What was stored before stays.'
        : 'Something unforeseen has ended it. What was stored before stays: check the file again, and import what is left.';
    if (!(error instanceof NotAllowed))
      log.error({ part: 'api', import: job.import_id, error: String(error) }, 'an import of the staff has failed');
    await endPhase(db, mine, { state: error instanceof NotAllowed ? 'stopped' : 'failed', message, ended_at: now() });
  } finally {
    stopBeating();
    if (phase === 'import') await refresh();
  }
  return true;
}

async function readFile(
  { storage, importer }: Running,
  job: StoredImport & { worker: string },
  { phase, closing }: { phase: ImportPhase; closing: AbortSignal },
): Promise<Read & { counts: ImportCounts }> {
  const counts: ImportCounts = { ...noCounts, ...(phase === 'check' ? job.check_counts : job.import_counts) };
  let bytes = 0;
  const before = counts.rows;
  const file: ImportedFile = {
    name: job.name,
    columns: new Map(Object.entries(job.columns)),
    async *read() {
      const found = await storage.get(job.storage_key);
      if (!found) throw new Error('the storage has no such file any more');
      yield* found.body;
    },
  };
  const onBatch: OnBatch = async (transaction, rows, isNew) => {
    await checkRight(transaction, job.asked_by);
    const seen = { ...counts };
    const kept = rows.flatMap((row, at) => outcomeToSave(row, seen).map((outcome) => ({ at, outcome, row })));
    counts.rows += rows.length;
    countRows(counts, rows, isNew);
    counts.bytes_read = Math.min(bytes, job.size_bytes);
    // First: the rows of who has gone on with it have the same numbers.
    if (!(await recordProgress(transaction, { importId: job.import_id, worker: job.worker, phase, counts })))
      throw new NotOurs();
    await insertImportRows(
      transaction,
      kept.map(({ at, outcome, row }) => ({
        ...{ import_id: job.import_id, phase, number: counts.rows - rows.length + at + 1 },
        ...{ line: row.line, product_id: row.product_id, outcome },
        told: JSON.stringify({ changes: row.changes, remarks: row.remarks }),
      })),
    );
  };
  const reading: Reading = {
    ...{ replace: job.replace, skip: before, onBatch, signal: closing },
    onBytes: (more) => {
      bytes += more;
    },
  };
  const read = await (phase === 'check' ? importer.judge(file, reading) : importer.store(file, reading));
  return { ...read, counts };
}

export const noCounts: ImportCounts = { rows: 0, new: 0, changed: 0, same: 0, refused: 0, adjusted: 0, bytes_read: 0 };

/** An import knows only the number of its new products. */
function countRows(counts: ImportCounts, rows: ReportedRow[], isNew: number | null) {
  const countOf = (wanted: string) => rows.filter(({ outcome }) => outcome === wanted).length;
  const refused = countOf('refused');
  counts.refused += refused;
  counts.adjusted += rows.filter(({ isAdjusted }) => isAdjusted).length;
  if (isNew === null) counts.same += countOf('same');
  counts.new += isNew ?? countOf('new');
  counts.changed += isNew === null ? countOf('changed') : rows.length - refused - isNew;
}

type KeptOutcome = Exclude<ImportOutcomeWord, 'same'>;

/** As what it is looked at afterwards: every row that was refused, and the first ones of the others. `seen` counts those of each kind so far. */
function outcomeToSave({ outcome, isAdjusted }: ReportedRow, seen: ImportCounts): KeptOutcome[] {
  const kind = isAdjusted ? 'adjusted' : outcome;
  if (kind === 'same') return [];
  seen[kind]++;
  return seen[kind] <= (kind === 'refused' ? importRefusedKept : importRowsKept) ? [kind] : [];
}

async function checkRight(transaction: Db, accountId: string): Promise<void> {
  const by = { userId: accountId, email: await findAskerAddress(transaction, accountId) };
  const role = await findStaffRole(transaction, accountId);
  if (!may(by).actForMarketplace('manageProducts', role)) throw new NotAllowed();
}

async function recordImported({ db }: Running, job: StoredImport, counts: ImportCounts): Promise<void> {
  await recordAudit(
    db,
    { kind: 'job' },
    {
      action: 'catalogue.imported',
      subject: catalogueSubject(job.name),
      details: {
        ...{ by: job.asked_by, import: job.import_id },
        ...{ imported: counts.new, updated: counts.changed, rejected: counts.refused },
      },
    },
  );
}

async function forgetOld({ db, storage }: Running): Promise<void> {
  for (const { import_id, storage_key } of await listOldImports(db)) {
    await storage.delete(storage_key);
    await deleteImport(db, import_id);
  }
}
