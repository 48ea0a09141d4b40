// A coupon as fields of a form, and back.

import { categories } from '#contract/catalogue/product/product.ts';
import type { CouponTerms } from '#contract/ordering/coupon.schema.ts';
import {
  couponAmountMaximum,
  couponCodePattern,
  couponCodeText,
  couponUsesMaximum,
} from '#contract/ordering/coupon.ts';
import { readCents } from '#contract/text/typed-number.ts';

const names = ['code', 'kind', 'off', 'minimum', 'category', 'until', 'times', 'perCustomer', 'sellerShare'] as const;
export type CouponField = (typeof names)[number];
type CouponFields = Record<CouponField, string>;

export const noFields: CouponFields = {
  code: '',
  kind: 'percent',
  off: '',
  minimum: '',
  category: '',
  until: '',
  times: '',
  perCustomer: '',
  sellerShare: '0',
};

export const couponCategories = categories.filter((name) => name !== 'all');

const text = (value: number | null) => (value === null ? '' : String(value));

export function toFields(code: string, terms: CouponTerms): CouponFields {
  return {
    code,
    kind: terms.percent === null ? 'amount' : 'percent',
    off: terms.percent === null ? (terms.amount ?? 0).toFixed(2) : String(terms.percent),
    minimum: terms.minimum === 0 ? '' : terms.minimum.toFixed(2),
    category: terms.category ?? '',
    until: terms.expires_at?.slice(0, 10) ?? '',
    times: text(terms.total_limit),
    perCustomer: text(terms.customer_limit),
    sellerShare: String(terms.seller_percent),
  };
}

/** `before`: the terms that the fields were filled with; a day that was not changed keeps its time of day. */
export function toTerms(fields: CouponFields, before: CouponTerms | null): CouponTerms {
  const isPercent = fields.kind === 'percent';
  const whole = (given: string) => (given.trim() === '' ? null : Number(given));
  const until = fields.until.trim();
  return {
    percent: isPercent ? Number(fields.off) : null,
    amount: isPercent ? null : (readCents(fields.off) ?? 0) / 100,
    minimum: (fields.minimum.trim() === '' ? 0 : (readCents(fields.minimum) ?? 0)) / 100,
    category: (fields.category || null) as CouponTerms['category'],
    expires_at: expiryOf(until, before?.expires_at ?? null),
    total_limit: whole(fields.times),
    customer_limit: whole(fields.perCustomer),
    seller_percent: Number(fields.sellerShare),
  };
}

function expiryOf(day: string, before: string | null): string | null {
  if (day === '') return null;
  return before?.slice(0, 10) === day ? before : `${day}T23:59:59.000Z`;
}

export function checkFields(fields: CouponFields): Partial<CouponFields> {
  const isWhole = (given: string, least: number, most: number) =>
    /^\d{1,10}$/.test(given.trim()) && Number(given) >= least && Number(given) <= most;
  const isCount = (given: string) => given.trim() === '' || isWhole(given, 1, couponUsesMaximum);
  const cents = readCents(fields.off);
  const isAmount = cents !== null && cents > 0 && cents <= couponAmountMaximum * 100;
  const isMinimum =
    fields.minimum.trim() === '' || (readCents(fields.minimum) ?? Infinity) <= couponAmountMaximum * 100;
  return {
    ...(!couponCodePattern.test(fields.code.trim()) && { code: couponCodeText }),
    ...(fields.kind === 'percent' && !isWhole(fields.off, 1, 100) && { off: 'Write a whole number from 1 to 100.' }),
    ...(fields.kind !== 'percent' && !isAmount && { off: 'Write an amount such as 12.50.' }),
    ...(!isMinimum && { minimum: 'Write an amount such as 50.00, or nothing.' }),
    ...(!isDay(fields.until.trim()) && { until: 'Write a day such as 2027-01-31, or nothing.' }),
    ...(!isCount(fields.times) && { times: 'Write a whole number, or nothing.' }),
    ...(!isCount(fields.perCustomer) && { perCustomer: 'Write a whole number, or nothing.' }),
    ...(!isWhole(fields.sellerShare, 0, 100) && { sellerShare: 'Write a whole number from 0 to 100.' }),
  };
}

function isDay(day: string): boolean {
  if (day === '') return true;
  const date = new Date(`${day}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

export type FieldChange = { name: CouponField; before: string; after: string };

/**
 * Changes by somebody else since the form was filled, and the form with them: what was typed here stays, what was not touched follows.
 */
export function mergeFields(
  typed: CouponFields,
  before: CouponFields,
  now: CouponFields,
): { fields: CouponFields; changes: FieldChange[] } {
  const changes = names
    .filter((name) => before[name] !== now[name])
    .map((name) => ({ name, before: before[name], after: now[name] }));
  const untouched = changes.filter(({ name }) => typed[name] === before[name]);
  return { fields: { ...typed, ...Object.fromEntries(untouched.map(({ name, after }) => [name, after])) }, changes };
}

export const fieldNames: Record<CouponField, string> = {
  code: 'Code',
  kind: 'Takes off',
  off: 'How much',
  minimum: 'From a subtotal of',
  category: 'Category',
  until: 'Until',
  times: 'Times in all',
  perCustomer: 'Times per customer',
  sellerShare: "Sellers' share",
};
