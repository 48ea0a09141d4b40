// Words about imports in the back office. Free of the validator.

/**
 * `columns`: waits for somebody to say what its columns hold; `checking`, `importing`: under way; `checked`: it waits to be confirmed;
 * `failed`: it could not be read, or something unforeseen has ended it.
 */
export const importStates = ['columns', 'checking', 'checked', 'importing', 'done', 'stopped', 'failed'] as const;
export type ImportState = (typeof importStates)[number];

/** Outcome of a row: expected by a check, final in an import. `adjusted`: a value was changed to fit, or something follows elsewhere. */
export const importOutcomes = ['new', 'changed', 'same', 'refused', 'adjusted'] as const;
export type ImportOutcomeWord = (typeof importOutcomes)[number];

export const importPhases = ['check', 'import'] as const;
export type ImportPhase = (typeof importPhases)[number];

export const staffImportMaximumBytes = 1024 * 1024 * 1024;
/** How long the file and its rows are kept. */
export const importDays = 7;
/** So many rows of an outcome are kept to be looked at; those that are refused, all but without end. */
export const importRowsKept = 1_000;
export const importRefusedKept = 100_000;

/** Why a step is not taken. `import_state`: it is under way, over, or not checked yet. */
export const importRefusals = ['import_state'] as const;
export type ImportRefusalCode = (typeof importRefusals)[number];
