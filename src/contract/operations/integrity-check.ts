// Words about the checks that the state of the shop shows. Free of the validator.

/** `figures`: also the counters of sellers and what lists find rows by; `goods`: the files in the storage. */
export const checkNames = ['ledger', 'figures', 'coupon', 'goods'] as const;
export type CheckName = (typeof checkNames)[number];

/** `waiting`: no process has begun it yet. */
export const checkRunStates = ['waiting', 'running', 'in_order', 'differs', 'failed'] as const;
export type CheckRunState = (typeof checkRunStates)[number];

/** Who had it made: somebody of the staff, the shop by itself, or a command. */
export const checkOrigins = ['staff', 'schedule', 'command'] as const;
export type CheckOrigin = (typeof checkOrigins)[number];

/** Of the differences of a run so many are kept in words. */
export const differencesKept = 100;
/** Of each check so many runs. */
export const checkRunsKept = 10;

/** Why a check is not begun. */
export const checkRefusals = ['check_running'] as const;
export type CheckRefusalCode = (typeof checkRefusals)[number];
