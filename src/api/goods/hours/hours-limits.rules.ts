/** Until then a machine that says that it is starting is believed. */
export const STARTING_MS = 2 * 60 * 60_000;
/** Minutes returned for an outage, of hours that have expired meanwhile, can be used for so long. */
export const LATE_RETURN_MS = 7 * 24 * 60 * 60_000;
/** An outage may be recorded so long after it began. */
export const OUTAGE_AGE_MS = 90 * 24 * 60 * 60_000;
