// Messages between a page and its workers for files.
import type { Outcome, Step, Wanted } from './receive-file.ts';

export type ToWorker =
  | { say: 'receive'; to: FileSystemFileHandle; wanted: Wanted; anew: boolean }
  | { say: 'address'; address: string }
  /** `refused`: the shop will not tell it; otherwise there was no answer. */
  | { say: 'no address'; text: string; refused: boolean }
  | { say: 'pause' }
  | { say: 'check'; file: File };

export type FromWorker =
  | { say: 'progress'; step: Step; bytes: number }
  | { say: 'address?'; fresh: boolean }
  | { say: 'ended'; outcome: Outcome }
  /** Result of a check: null where it was stopped, or could not be read. */
  | { say: 'hashed'; sha256: string | null };
