import type { ApiTables } from '#api/schema/schema.ts';
import type { Database } from '#platform/database/database.ts';
import type { CatalogueFile } from '../../src/api/catalogue/catalogue-file/catalogue-file.ts';
import { type ExportFormat, exportCatalogue } from '../../src/api/catalogue/catalogue-file/export-catalogue.ts';
import { type ImportOptions, importCatalogue } from '../../src/api/catalogue/catalogue-file/import/import-catalogue.ts';
import type { RowRemarks } from '../../src/api/catalogue/catalogue-file/read-in-batches.ts';

/** A file that a test writes, handed over in small pieces so that rows and letters are cut anywhere. */
export function aFile(name: string, content: string | Uint8Array, piece = 7): CatalogueFile {
  const bytes = Buffer.from(content);
  return {
    name,
    async *read() {
      for (let start = 0; start < bytes.length; start += piece) yield bytes.subarray(start, start + piece);
    },
  };
}

/** Imports a file and answers what was told about it as well: 'line: reason'. */
export async function importInto(database: Database<ApiTables>, file: CatalogueFile, options: ImportOptions = {}) {
  const reported = {
    rejected: [] as string[],
    changed: [] as string[],
    warnings: [] as string[],
    unknown: [] as string[],
  };
  const note = (list: string[]) => (row: RowRemarks) => {
    list.push(`${row.line}: ${row.remarks.map(({ reason }) => reason).join('; ')}`);
  };
  const outcome = await importCatalogue(database.kysely, file, {
    onRejected: note(reported.rejected),
    onChanged: note(reported.changed),
    onWarning: note(reported.warnings),
    onUnknown: note(reported.unknown),
    ...options,
  });
  return { ...outcome, told: reported };
}

export async function storedProducts(database: Database<ApiTables>) {
  return database.kysely.selectFrom('api.product').selectAll().orderBy('position').execute();
}

export async function exportFrom(database: Database<ApiTables>, format: ExportFormat): Promise<string> {
  let text = '';
  for await (const piece of exportCatalogue(database.kysely, format)) text += piece;
  return text;
}
