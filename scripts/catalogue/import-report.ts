// Remarks on the rows of an import: the first ones on the terminal, all of them in a file.
import { closeSync, openSync, writeSync } from 'node:fs';
import { stringify } from 'csv-stringify/sync';
import type { Difference, DryRunOptions } from '#api/catalogue/catalogue-file/import/dry-run.ts';
import type { RowRemarks } from '#api/catalogue/catalogue-file/read-in-batches.ts';
import { guardCell } from '#api/text/csv-cell.rules.ts';
import { printable } from '#api/text/printable-text.rules.ts';
import { StartError } from '#platform/config/start-error.ts';

const SHOWN_ROWS = 20;
const LONGEST_VALUE = 40;

type Kind = 'rejected' | 'changed' | 'warning' | 'would change';

export function createImportReport(path: string | null) {
  const file = path === null ? null : openReport(path);
  const rejects = firstOf();
  const warnings = firstOf();
  const differing = firstOf();
  const unknown: string[] = [];
  let changed = 0;

  function write(kind: Kind, row: RowRemarks) {
    if (file === null) return;
    const lines = row.remarks.map(({ field, reason }) => [row.file, row.line, row.product_id, field, kind, reason]);
    writeSync(file, stringify(lines.map((cells) => cells.map((cell) => guardCell(String(cell))))));
  }

  const listeners = {
    onRejected(row) {
      rejects.add(rowText(row));
      write('rejected', row);
    },
    onChanged(row) {
      changed += row.remarks.length;
      write('changed', row);
    },
    onWarning(row) {
      warnings.add(rowText(row));
      write('warning', row);
    },
    onUnknown(row) {
      unknown.push(...row.remarks.map(({ reason }) => `${row.file}:${row.line}: ${reason}`));
      write('changed', row);
    },
    onDifferences({ differences, ...row }) {
      const remarks = (longest: number) =>
        differences.map((difference) => ({ field: difference.field, reason: shown(difference, longest) }));
      differing.add(rowText({ ...row, remarks: remarks(LONGEST_VALUE) }));
      write('would change', { ...row, remarks: remarks(Number.POSITIVE_INFINITY) });
    },
  } satisfies DryRunOptions;

  return {
    listeners,
    tell() {
      const where = path === null ? '--report FILE writes them all' : `${path} has them all`;
      for (const line of unknown) console.error(line);
      if (changed > 0)
        console.error(`${changed} ${changed > 1 ? 'values were' : 'value was'} changed to fit; ${where}`);
      rejects.tell(console.error, where);
      warnings.tell(console.error, where);
      differing.tell(console.log, where);
    },
    close() {
      if (file !== null) closeSync(file);
    },
  };
}

/** Keeps the first lines and counts the others. */
function firstOf() {
  const lines: string[] = [];
  let count = 0;
  return {
    add(line: string) {
      if (count++ < SHOWN_ROWS) lines.push(line);
    },
    tell(write: (line: string) => void, where: string) {
      for (const line of lines) write(line);
      if (count > lines.length) write(`and ${count - lines.length} more; ${where}`);
    },
  };
}

function rowText(row: RowRemarks): string {
  const id = row.product_id && ` (${printable(row.product_id)})`;
  return `${row.file}:${row.line}: ${row.remarks.map(({ reason }) => reason).join('; ')}${id}`;
}

function shown({ field, before, after }: Difference, longest: number): string {
  const value = (text: string) => (text === '' ? 'nothing' : printable(text, longest));
  return `${field} ${value(before)} -> ${value(after)}`;
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
