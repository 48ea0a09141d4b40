// Actions of the staff on an import: say what its columns hold, confirm it, stop it.
import { randomUUID } from 'node:crypto';
import { inTransaction } from '#platform/database/after-commit.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { recordAudit } from '../../audit/audit.ts';
import { catalogueSubject } from '../../catalogue/ports.rules.ts';
import type { Db } from '../../schema/db.ts';
import { type Columns, columnsByName, columnsFault } from './import-columns.rules.ts';
import { importPrefix } from './remove-unknown-files.ts';
import type { Importer } from './run-imports.ts';
import { forgetRows, insertImport, lockImport, type StoredImport, updateImport } from './staff-import.store.ts';

export type ImportRefusal = { refused: { code: 'unknown' | 'import_state' | 'columns'; message: string } };
const refuse = (code: ImportRefusal['refused']['code'], message: string): ImportRefusal => ({
  refused: { code, message },
});
const unknown = refuse('unknown', 'There is no such import. It is kept for a week.');

type Deps = { db: Db; storage: Storage; importer: Importer };

/** Keeps the file, and looks what its columns are called. Refused is what no catalogue can be read of; then nothing is kept. */
export async function beginImport(
  { db, storage, importer }: Deps,
  { name, content, by }: { name: string; content: AsyncIterable<Uint8Array>; by: string },
): Promise<{ importId: string } | { refused: string }> {
  const importId = randomUUID();
  const key = `${importPrefix}${importId}`;
  const { size } = await storage.put(key, content);
  try {
    const found = await importer.lookInto({
      name,
      async *read() {
        const stored = await storage.get(key);
        if (stored) yield* stored.body;
      },
    });
    if (!found.ok) {
      await storage.delete(key);
      return { refused: found.reason };
    }
    const columns = columnsByName(found.columns.map((column) => column.name));
    await insertImport(db, {
      ...{ import_id: importId, name, size_bytes: size, storage_key: key, format: found.format },
      ...{ found: JSON.stringify(found.columns), columns: JSON.stringify(columns), state: 'columns', asked_by: by },
    });
  } catch (error) {
    // A file that cannot be deleted now goes with those that no import knows.
    await storage.delete(key).catch(() => {});
    throw error;
  }
  return { importId };
}

/** Checks the file by what its columns hold; also once more, such as after something was changed in the catalogue. */
export function checkImport(
  db: Db,
  { importId, columns, replace }: { importId: string; columns: Columns; replace: boolean },
): Promise<ImportRefusal | 'done'> {
  return moving(db, importId, async (transaction, found) => {
    if (found.state === 'checking' || found.state === 'importing')
      return refuse('import_state', 'It is under way. Stop it first.');
    if (found.state === 'done')
      return refuse('import_state', 'It is done. Send the file again to import it once more.');
    const fault = columnsFault(
      columns,
      found.found.map(({ name }) => name),
    );
    if (fault) return refuse('columns', fault);
    await forgetRows(transaction, importId, 'check');
    // Rows that a stopped import has stored are gone over again: the check shows the whole file.
    await forgetRows(transaction, importId, 'import');
    await updateImport(transaction, importId, {
      ...{ state: 'checking', columns: JSON.stringify(columns), replace, message: '' },
      ...{ check_counts: '{}', import_counts: '{}', ended_at: null, worker: null, leased_until: null },
    });
    return 'done';
  });
}

/** Stores what was checked. A second time changes nothing. */
export function confirmImport(
  db: Db,
  { importId, by }: { importId: string; by: string },
): Promise<ImportRefusal | 'done'> {
  return moving(db, importId, async (transaction, { state, name, check_counts: counts }) => {
    if (state === 'importing' || state === 'done') return 'done';
    if (state !== 'checked')
      return refuse('import_state', 'Check the file first: then it is shown what it would change.');
    if ((counts.rows ?? 0) === (counts.refused ?? 0))
      return refuse('import_state', 'There is nothing to import: every row was refused.');
    await updateImport(transaction, importId, { state: 'importing', worker: null, leased_until: null });
    await recordAudit(
      transaction,
      { kind: 'customer' },
      {
        action: 'catalogue.import_begun',
        subject: catalogueSubject(name),
        details: { by, import: importId },
      },
    );
    return 'done';
  });
}

/** Stored rows stay. */
export function stopImport(
  db: Db,
  { importId, now }: { importId: string; now: Date },
): Promise<ImportRefusal | 'done'> {
  return moving(db, importId, async (transaction, { state }) => {
    if (state === 'stopped') return 'done';
    if (state === 'checking')
      await updateImport(transaction, importId, { state: 'columns', worker: null, leased_until: null });
    else if (state === 'importing')
      await updateImport(transaction, importId, {
        ...{ state: 'stopped', message: 'It was stopped. What was stored before stays.', ended_at: now },
        ...{ worker: null, leased_until: null },
      });
    else return refuse('import_state', 'It is not under way.');
    return 'done';
  });
}

function moving(
  db: Db,
  importId: string,
  work: (transaction: Db, found: StoredImport) => Promise<ImportRefusal | 'done'>,
): Promise<ImportRefusal | 'done'> {
  return inTransaction(db, async (transaction) => {
    const found = await lockImport(transaction, importId);
    return found ? work(transaction, found) : unknown;
  });
}
