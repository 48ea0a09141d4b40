// Bulk actions of the staff, as jobs. Free of the validator.

import type { StaffAction } from '../people/staff.ts';
import { jobs } from './jobs.ts';
import type { ListChoice, ListColumn } from './staff-list/description.ts';

export const jobStates = {
  preview: { label: 'Preview', badge: 'draft' },
  queued: { label: 'Waits for its turn', badge: 'wait' },
  running: { label: 'Running', badge: 'hot' },
  stopped: { label: 'Stopped', badge: 'bad' },
  done: { label: 'Done', badge: 'on' },
  failed: { label: 'Failed', badge: 'bad' },
} as const satisfies Record<string, ListChoice>;
export type JobState = keyof typeof jobStates;

export const jobOutcomes = ['changed', 'same', 'refused'] as const;
export type JobOutcome = (typeof jobOutcomes)[number];

/** Values of a row before or after, as far as the job changes it; the kind says what each is called. */
export type JobValues = Record<string, string | number | boolean | null>;

/** More than that is narrowed first. */
export const jobRowsMaximum = 20_000;
/** So long price, sale and publishing are taken back. */
export const undoMinutes = 10;
/** So long a preview can be confirmed. */
export const previewMinutes = 60;
/** So long results are kept; the audit log keeps what was done. */
export const jobDays = jobs['staff jobs'].deletesAfterDays;

/**
 * A kind of work. `list`: the list of the back office whose rows it is done with; null where the rows are elsewhere, such as in a file. `ends`: below
 * the list's path, where a row is looked at. `values`: what rows are before and after, in words.
 */
export type JobLabels = {
  label: string;
  list: string | null;
  one: string;
  many: string;
  right: StaffAction;
  /** Consequences for whom, in one sentence, before it is asked for. */
  note: string;
  /** Input that it needs. */
  asks?: 'reason' | 'price' | 'percent';
  canUndo: boolean;
  /** Path of a row's own screen; null: it has none. */
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
const state = {
  label: 'State',
  kind: 'choice',
  choices: {
    on_sale: { label: 'On sale', badge: 'on' },
    paused: { label: 'Paused', badge: 'draft' },
    archived: { label: 'Archived', badge: 'off' },
  },
} as const;
const offer = {
  price: { label: 'Price', kind: 'price' },
  on_sale: { label: 'Sale', kind: 'choice', choices: { true: { label: 'yes' }, false: { label: 'no' } } },
  sale_price: { label: 'Sale price', kind: 'price' },
} as const;
const reviews = { list: 'review', one: 'review', many: 'reviews', right: 'hideReviews', path: '/reviews' } as const;
const products = { list: 'product', one: 'product', many: 'products', path: '/products' } as const;
const own = { ...products, right: 'manageProducts', canUndo: true } as const;
const prices = { ...own, values: offer } as const;
const standings = { ...own, values: { state } } as const;

export const jobKinds = {
  'review.hide': {
    ...{ label: 'Hide reviews', ...reviews, canUndo: false, values: { shown } },
    ...{ note: 'Nobody reads them any more, and their authors are told the reason by mail.', asks: 'reason' },
  },
  'review.show': {
    ...{ label: 'Show reviews', ...reviews, canUndo: false, values: { shown } },
    ...{ note: 'Everybody reads them again, and their authors are told the reason by mail.', asks: 'reason' },
  },
  'coupon.end': {
    ...{ label: 'End coupons', list: 'coupon', one: 'coupon', many: 'coupons', path: '/coupons' },
    ...{ right: 'manageCoupons', canUndo: false, values: { state: coupon } },
    note: 'Nobody can use them any more; orders that have used them keep their discount.',
  },
  'product.price': {
    ...{ label: 'Change prices', ...prices, asks: 'price' },
    note: 'Of your own products, at once: of every variant in proportion, and of sale prices as of prices.',
  },
  'product.sale': {
    ...{ label: 'Put on sale', ...prices, asks: 'percent' },
    note: 'Your own products cost so much less at once, until the sale is ended.',
  },
  'product.end_sale': {
    ...{ label: 'End sales', ...prices },
    note: 'Your own products cost their usual price again, at once.',
  },
  'product.pause': {
    ...{ label: 'Pause products', ...standings },
    note: 'Visitors see your own products no more until they are published again; what was bought stays bought.',
  },
  'product.publish': {
    ...{ label: 'Publish products', ...standings },
    note: 'Visitors see your own products again, at once.',
  },
  'product.archive': {
    ...{ label: 'Archive products', ...standings },
    note: 'Visitors see your own products no more; they can be restored, and what was bought stays bought.',
  },
  'product.restore': {
    ...{ label: 'Restore products', ...standings },
    note: 'Your own products come back from the archive as they were.',
  },
  'product.hide': {
    ...{ label: "Hide sellers' products", ...products },
    ...{ right: 'hideProducts', canUndo: true, values: { shown }, asks: 'reason' },
    note: 'Visitors see them no more, and their shops are told the reason by mail.',
  },
  'product.show': {
    ...{ label: "Show sellers' products", ...products },
    ...{ right: 'hideProducts', canUndo: true, values: { shown } },
    note: 'Visitors see them again, and their shops are told by mail.',
  },
} as const satisfies Record<string, JobLabels>;
export type JobKindName = keyof typeof jobKinds;

const jobKindNames = Object.keys(jobKinds) as JobKindName[];

export function jobLabels(kind: string): JobLabels | null {
  return Object.hasOwn(jobKinds, kind) ? jobKinds[kind as JobKindName] : null;
}

/** Bulk actions on rows of a list. */
export function jobKindsOf(list: string): JobKindName[] {
  return jobKindNames.filter((kind) => jobKinds[kind].list === list);
}

/** '1 review', '1,200 reviews'. */
export function rowsOfKind(kind: string, count: number): string {
  const { one, many } = jobLabels(kind) ?? { one: 'row', many: 'rows' };
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
