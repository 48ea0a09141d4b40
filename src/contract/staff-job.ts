// What the staff do with many rows at once, as a job. Free of the validator.

import type { StaffAction } from './staff.ts';
import type { ListChoice, ListColumn } from './staff-list/description.ts';

export const jobStates = {
  preview: { label: 'Preview', lamp: 'draft' },
  queued: { label: 'Waits for its turn', lamp: 'wait' },
  running: { label: 'Running', lamp: 'hot' },
  stopped: { label: 'Stopped', lamp: 'bad' },
  done: { label: 'Done', lamp: 'on' },
  failed: { label: 'Failed', lamp: 'bad' },
} as const satisfies Record<string, ListChoice>;
export type JobState = keyof typeof jobStates;

export const jobOutcomes = ['changed', 'same', 'refused'] as const;
export type JobOutcome = (typeof jobOutcomes)[number];

/** What a row was and is, as far as the job changes it; the kind says what each is called. */
export type JobValues = Record<string, string | number | boolean | null>;

/** More than that is narrowed first. */
export const jobRowsMaximum = 20_000;
/** So long price, sale and publishing are taken back. */
export const undoMinutes = 10;
/** So long a preview can be confirmed. */
export const previewMinutes = 60;
/** So long results are kept; the audit log keeps what was done. */
export const jobDays = 90;

/**
 * A kind of work. `list`: the list of the back office whose rows it is done with; null where the rows are elsewhere, such as in a file. `ends`: below
 * the list's path, where a row is looked at. `values`: what rows are before and after, in words.
 */
export type JobWords = {
  label: string;
  list: string | null;
  one: string;
  many: string;
  right: StaffAction;
  canUndo: boolean;
  /** Of a row's own screen; null: it has none. */
  path: string | null;
  values: Readonly<Record<string, ListColumn>>;
};

const shown = {
  label: 'Shown',
  kind: 'choice',
  choices: { yes: { label: 'Shown' }, no: { label: 'Hidden' } },
} as const;
const coupon = {
  label: 'State',
  kind: 'choice',
  choices: { open: { label: 'Open' }, ended: { label: 'Ended' } },
} as const;
const reviews = { list: 'review', one: 'review', many: 'reviews', right: 'hideReviews', path: '/reviews' } as const;
const products = { list: 'product', one: 'product', many: 'products', path: null } as const;

export const jobKinds = {
  'review.hide': { label: 'Hide reviews', ...reviews, canUndo: false, values: { shown } },
  'review.show': { label: 'Show reviews', ...reviews, canUndo: false, values: { shown } },
  'coupon.end': {
    ...{ label: 'End coupons', list: 'coupon', one: 'coupon', many: 'coupons', path: '/coupons' },
    ...{ right: 'manageCoupons', canUndo: false, values: { state: coupon } },
  },
  'product.hide': {
    ...{ label: "Hide sellers' products", ...products },
    ...{ right: 'hideProducts', canUndo: true, values: { shown } },
  },
  'product.show': {
    ...{ label: "Show sellers' products", ...products },
    ...{ right: 'hideProducts', canUndo: true, values: { shown } },
  },
} as const satisfies Record<string, JobWords>;
export type JobKindName = keyof typeof jobKinds;

export const jobKindNames = Object.keys(jobKinds) as JobKindName[];

export function jobWords(kind: string): JobWords | null {
  return Object.hasOwn(jobKinds, kind) ? jobKinds[kind as JobKindName] : null;
}
