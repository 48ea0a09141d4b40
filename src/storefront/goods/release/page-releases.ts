import type { OfferedFile, OfferedRelease } from '#contract/goods/offered-release.schema.ts';
import { cutText } from '#contract/text/cut-text.ts';

// A page carries what it shows twice: as it is read, and for its scripts.
const ROWS = 8;
const COLUMNS = 12;
const CELL_LETTERS = 120;
const NOTES_LETTERS = 1_000;
/** Tables whose columns are in the page's description for search engines, and how many columns. */
const DESCRIBED_TABLES = 3;
const DESCRIBED_COLUMNS = 25;
const NAME_LETTERS = 80;

/** Releases as the page of a product shows them. */
export function pageReleases(releases: readonly OfferedRelease[]): OfferedRelease[] {
  let tables = 0;
  return releases.map((release) => ({
    ...release,
    notes: shortened(release.notes, NOTES_LETTERS),
    files: release.files.map((file) => pageFile(file, file.facts?.kind === 'table' && tables++ < DESCRIBED_TABLES)),
  }));
}

function pageFile({ facts, sample, ...file }: OfferedFile, isDescribed: boolean): OfferedFile {
  return {
    ...file,
    facts: facts?.kind === 'table' ? { ...facts, columns: isDescribed ? describedColumns(facts.columns) : [] } : facts,
    sample: sample && {
      columns: sample.columns
        .slice(0, COLUMNS)
        .map((column) => ({ ...column, name: shortened(column.name, NAME_LETTERS) })),
      rows: sample.rows.slice(0, ROWS).map((row) => row.slice(0, COLUMNS).map((cell) => shortened(cell, CELL_LETTERS))),
      truncated: sample.truncated || sample.rows.length > ROWS || sample.columns.length > COLUMNS,
    },
  };
}

function describedColumns<C extends { name: string }>(columns: readonly C[]): C[] {
  return columns.filter(({ name }) => name.length <= NAME_LETTERS).slice(0, DESCRIBED_COLUMNS);
}

function shortened(text: string, most: number): string {
  return text.length > most ? `${cutText(text, most)}…` : text;
}
