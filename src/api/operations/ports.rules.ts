// Rules of this domain that other domains may use; everything else here is its own.
export type { Looking, RepairedFigures } from './integrity-check/integrity-check.rules.ts';
export type { ChosenRow, ShownRow } from './staff-job/job-row.rules.ts';
