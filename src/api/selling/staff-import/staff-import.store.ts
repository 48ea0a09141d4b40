// Imports of the back office: their files, how far they are, and what they had to say of rows.
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import { type ImportOutcomeWord, type ImportPhase, importDays } from '#contract/selling/staff-import-labels.ts';
import { createLease, leasedUntil } from '#platform/jobs/lease.ts';
import type { ApiTables } from '../../schema/schema.ts';
import type { ImportCounts, StaffImportRowTable, StaffImportTable } from '../../schema/selling.ts';

type Db = Kysely<ApiTables>;
export type StoredImport = Selectable<StaffImportTable>;
export type StoredImportRow = Selectable<StaffImportRowTable>;

const LISTED = 50;

export async function insertImport(db: Db, given: Insertable<StaffImportTable>): Promise<void> {
  await db.insertInto('api.staff_import').values(given).execute();
}

export function findImport(db: Db, importId: string): Promise<(StoredImport & { by_name: string | null }) | undefined> {
  return withNames(db).where('import_id', '=', importId).executeTakeFirst();
}

/** Newest first. */
export function listImports(db: Db): Promise<Array<StoredImport & { by_name: string | null }>> {
  return withNames(db).orderBy('created_at', 'desc').orderBy('import_id').limit(LISTED).execute();
}

function withNames(db: Db) {
  return db
    .selectFrom('api.staff_import')
    .selectAll()
    .select(
      sql<
        string | null
      >`(select account.username from api."user" as account where account.account_id = asked_by limit 1)`.as('by_name'),
    );
}

/** Nobody else moves it until the transaction ends. */
export function lockImport(transaction: Db, importId: string): Promise<StoredImport | undefined> {
  return transaction
    .selectFrom('api.staff_import')
    .selectAll()
    .where('import_id', '=', importId)
    .forUpdate()
    .executeTakeFirst();
}

type Change = Partial<Pick<StoredImport, 'state' | 'message' | 'ended_at' | 'replace' | 'worker' | 'leased_until'>> & {
  columns?: string;
  check_counts?: string;
  import_counts?: string;
};

export async function updateImport(db: Db, importId: string, change: Change): Promise<void> {
  await db.updateTable('api.staff_import').set(change).where('import_id', '=', importId).execute();
}

/** Also of a large file, which is read for longer than a lease before its first batch. */
export const importLease = createLease<StoredImport>({
  ...{ table: 'api.staff_import', key: 'import_id', earliest: 'created_at' },
  due: sql`state in ('checking', 'importing')`,
});

/** How far it is, in the transaction of a batch; false: it is not this worker's to go on with any more, such as when it was stopped. */
export async function recordProgress(
  transaction: Db,
  { importId, worker, phase, counts }: { importId: string; worker: string; phase: ImportPhase; counts: ImportCounts },
): Promise<boolean> {
  const text = JSON.stringify(counts);
  const noted = await transaction
    .updateTable('api.staff_import')
    .set({
      leased_until: leasedUntil,
      ...(phase === 'check' ? { check_counts: text } : { import_counts: text }),
    })
    .where('import_id', '=', importId)
    .where('worker', '=', worker)
    .where('state', '=', phase === 'check' ? 'checking' : 'importing')
    .executeTakeFirst();
  return noted.numUpdatedRows > 0n;
}

/** Ends a phase of which this worker is in charge; nothing changes where it is not. */
export async function endPhase(
  db: Db,
  { importId, worker }: { importId: string; worker: string },
  change: Change & Pick<StoredImport, 'state'>,
): Promise<boolean> {
  const ended = await db
    .updateTable('api.staff_import')
    .set({ ...change, worker: null, leased_until: null })
    .where('import_id', '=', importId)
    .where('worker', '=', worker)
    .where('state', 'in', ['checking', 'importing'])
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}

export async function insertImportRows(
  transaction: Db,
  rows: ReadonlyArray<Insertable<StaffImportRowTable>>,
): Promise<void> {
  if (rows.length === 0) return;
  const text = JSON.stringify(rows.map((row) => ({ ...row, told: JSON.parse(row.told) })));
  await sql`insert into api.staff_import_row (import_id, phase, number, line, product_id, outcome, told)
    select import_id, phase, number, line, product_id, outcome, told
    from jsonb_to_recordset(${text}::text::jsonb)
      as given (import_id text, phase text, number integer, line integer, product_id text, outcome text, told jsonb)`.execute(
    transaction,
  );
}

export async function forgetRows(transaction: Db, importId: string, phase: ImportPhase): Promise<void> {
  await transaction
    .deleteFrom('api.staff_import_row')
    .where('import_id', '=', importId)
    .where('phase', '=', phase)
    .execute();
}

export type RowsAsked = {
  importId: string;
  phase: ImportPhase;
  outcome: ImportOutcomeWord | null;
  after: number | null;
  limit: number;
};

/** In the order of the file. */
export function listImportRows(
  db: Db,
  { importId, phase, outcome, after, limit }: RowsAsked,
): Promise<StoredImportRow[]> {
  return db
    .selectFrom('api.staff_import_row')
    .selectAll()
    .where('import_id', '=', importId)
    .where('phase', '=', phase)
    .$if(outcome !== null, (query) => query.where('outcome', '=', outcome as StoredImportRow['outcome']))
    .$if(after !== null, (query) => query.where('number', '>', after ?? 0))
    .orderBy('number')
    .limit(limit)
    .execute();
}

/** Those that are long over, and nobody is at. */
export function listOldImports(db: Db): Promise<Array<Pick<StoredImport, 'import_id' | 'storage_key'>>> {
  return db
    .selectFrom('api.staff_import')
    .select(['import_id', 'storage_key'])
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${importDays})`)
    .where('state', 'not in', ['checking', 'importing'])
    .limit(100)
    .execute();
}

/** Keys that an import has, of these. */
export async function knownFiles(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db
    .selectFrom('api.staff_import')
    .select('storage_key')
    .where('storage_key', '=', sql<string>`any(${keys})`)
    .execute();
  return new Set(rows.map(({ storage_key }) => storage_key));
}

/** The address of who has asked, for the table of rights. */
export async function findAskerAddress(db: Db, accountId: string): Promise<string> {
  const row = await db.selectFrom('api.user').select('user_id').where('account_id', '=', accountId).executeTakeFirst();
  return row?.user_id ?? '';
}

export async function deleteImport(db: Db, importId: string): Promise<void> {
  await db.deleteFrom('api.staff_import').where('import_id', '=', importId).execute();
}
