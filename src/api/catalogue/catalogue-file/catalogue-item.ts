/** Items read from a catalogue file, in the file's order. */
export type CatalogueItem =
  /** A row, whose `bytes` are about its size; `line` is the physical one on which it starts, counted from 1. */
  | { kind: 'row'; line: number; bytes: number; values: Record<string, unknown> }
  /** A row that is none: broken, too long, not UTF-8. `values` holds what could be read of it. */
  | { kind: 'unreadable'; line: number; field: string; reason: string; values: Record<string, unknown> }
  /** A column or key that is not stored; once per file. */
  | { kind: 'unknown'; line: number; field: string; reason: string }
  /** The file is not read any further: nothing came before this, unless the disk failed halfway. */
  | { kind: 'refused'; reason: string };

/** Longer rows are not held in memory; the longest real one that we know has 870 kB. */
export const LONGEST_ROW_BYTES = 2 * 1024 * 1024;
