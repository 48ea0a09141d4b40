import type { FileFacts, Sample } from '#contract/goods/file-format.ts';

/**
 * Facts that a file states. Where it states none, `reason` is the sentence that says why; it is null too for kinds of files that
 * nothing is read of. `isDone` is false where the machine was too busy to read its rows: it is to be looked into once more.
 */
export type Inspection = { facts: FileFacts | null; sample: Sample | null; reason: string | null; isDone: boolean };
