// Words about the checks that the state of the shop shows. Free of the validator.

/** `figures`: also the counters of sellers and what lists find rows by; `goods`: the files in the storage. */
export const checkNames = ['ledger', 'figures', 'coupon', 'goods'] as const;
export type CheckName = (typeof checkNames)[number];

/** `waiting`: no process has begun it yet. */
export const checkRunStates = ['waiting', 'running', 'in_order', 'differs', 'failed'] as const;
export type CheckRunState = (typeof checkRunStates)[number];

/** Origins of a check: somebody of the staff, the shop by itself, or a command. */
export const checkOrigins = ['staff', 'schedule', 'command'] as const;
export type CheckOrigin = (typeof checkOrigins)[number];

/** Differences of a run that are kept in words, at most. */
export const differencesKept = 100;
/** Runs of each check that are kept, at most. */
export const checkRunsKept = 10;

/** Why a check is not begun. */
export const checkRefusals = ['check_running'] as const;
export type CheckRefusalCode = (typeof checkRefusals)[number];
