// The command line's importer of catalogue files, as imports of the back office ask for it: the same rules and words.

import { toRemark } from '../../catalogue/ports.rules.ts';
import {
  importCatalogue,
  judgeInBatches,
  lookIntoFile,
  type RowOutcome,
  type RowPlace,
} from '../../catalogue/ports.ts';
import type { Db } from '../../schema/db.ts';
import type { Importer, ReportedRow } from './run-imports.ts';

export function createStaffImporter(db: Db): Importer {
  return {
    lookInto: lookIntoFile,
    judge: (file, { onBatch, ...options }) =>
      judgeInBatches(db, file, {
        ...options,
        onBatch: (transaction, rows) => {
          const rowsReported = rows.map(({ place, outcome, differences }) => ({
            ...toReportedRow(place, outcome),
            outcome: judged(outcome, differences.length > 0),
            changes: differences,
          }));
          return onBatch(transaction, rowsReported, null);
        },
      }),
    store: (file, { onBatch, ...options }) =>
      importCatalogue(db, file, {
        ...options,
        onBatch(transaction, { rows, isNew }) {
          const rowsReported = rows.flatMap(({ place, outcome }) => (outcome ? [toReportedRow(place, outcome)] : []));
          return onBatch(transaction, rowsReported, isNew);
        },
      }),
  };
}

function judged(outcome: RowOutcome, differs: boolean): ReportedRow['outcome'] {
  if (!outcome.ok) return 'refused';
  if (outcome.before === null) return 'new';
  return differs ? 'changed' : 'same';
}

function toReportedRow(place: () => RowPlace, outcome: RowOutcome): ReportedRow {
  const remarks = outcome.ok ? [...outcome.changes, ...outcome.warnings] : outcome.faults;
  const { line, product_id } = place();
  return {
    ...{ line, product_id, outcome: outcome.ok ? 'same' : 'refused', isAdjusted: outcome.ok && remarks.length > 0 },
    changes: [],
    remarks: remarks.map(toRemark),
  };
}
