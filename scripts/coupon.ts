// npm run coupon -- COMMAND: makes, lists and ends coupons.
import { parseArgs } from 'node:util';
import type { Kysely } from 'kysely';
import type { Looking } from '#api/operations/integrity-check/integrity-check.rules.ts';
import { checkByCommand } from '#api/operations/integrity-check/record-command.ts';
import { checkCoupons } from '#api/ordering/coupon/check-coupons.ts';
import { couponCode } from '#api/ordering/coupon/coupon.rules.ts';
import { listCoupons } from '#api/ordering/coupon/coupon.store.ts';
import { couponRefusalText } from '#api/ordering/coupon/coupon-change-refusals.rules.ts';
import { couponState } from '#api/ordering/coupon/coupon-terms.rules.ts';
import { changeCoupon, endCoupon, type Kept, makeCoupon } from '#api/ordering/coupon/save-coupon.ts';
import type { ApiTables } from '#api/schema/schema.ts';
import { categories, type ProductType } from '#contract/catalogue/product/product.ts';
import { formatAmount, formatCents } from '#contract/money/amount/money.ts';
import type { CouponTerms } from '#contract/ordering/coupon.schema.ts';
import { couponCodePattern, couponCodeText } from '#contract/ordering/coupon.ts';
import { operator } from '#platform/audit/audit-log.ts';
import { StartError } from '#platform/config/start-error.ts';
import { runCommand, withShop } from './database/shop-database.ts';

const USAGE = `npm run coupon -- COMMAND

  list                       every coupon, and how often it was used
  create CODE [OPTIONS]      a new coupon, or other terms for one that there is
  disable CODE               it takes nothing off any more
  check                      whether what they have brought, as it is kept, is what the orders say

  --percent N       takes N percent off            --amount DOLLARS   takes an amount off
  --minimum DOLLARS from this subtotal on          --category NAME    solutions, computing, data or algorithm
  --until DATE      ends then, such as 2027-01-31  --times N          so often in all
  --per-customer N  so often for each customer
  --seller-share N  so many percent of what it takes off are the sellers' to bear; without it the marketplace bears all`;

const options = {
  percent: { type: 'string' },
  amount: { type: 'string' },
  minimum: { type: 'string' },
  category: { type: 'string' },
  until: { type: 'string' },
  times: { type: 'string' },
  'per-customer': { type: 'string' },
  'seller-share': { type: 'string' },
} as const;
type Given = { [Name in keyof typeof options]?: string };

const keeper = { actor: operator() };
const keeping = (db: Kysely<ApiTables>) => ({ db, now: () => new Date() });
const stateNames = { open: 'open', ended: 'disabled', expired: 'expired', used_up: 'used up' };

await runCommand(USAGE, async (args) => {
  const { command, code, given } = readArguments(args);
  if (command === 'list') await withShop(({ kysely }) => list(kysely));
  else if (command === 'check') return withShop(({ kysely }) => compare(kysely));
  else if (code === '') throw new StartError(USAGE);
  else if (command === 'create') console.log(await withShop(({ kysely }) => create(kysely, code, readTerms(given))));
  else if (command === 'disable') console.log(await withShop(({ kysely }) => disable(kysely, code)));
  else throw new StartError(USAGE);
  return 0;
});

function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    const [command = '', code = '', ...more] = positionals;
    if (more.length > 0) throw new Error('Too many arguments');
    return { command, code: couponCode(code) ?? '', given: values as Given };
  } catch (error) {
    throw new StartError(`${(error as Error).message}. Usage: ${USAGE}`);
  }
}

function readTerms(given: Given): CouponTerms {
  if ((given.percent === undefined) === (given.amount === undefined))
    throw new StartError('Give --percent or --amount, one of the two.');
  const { category } = given;
  if (category !== undefined && (category === 'all' || !(categories as readonly string[]).includes(category)))
    throw new StartError(`--category must be one of: ${categories.filter((name) => name !== 'all').join(', ')}.`);
  return {
    percent: whole(given.percent, '--percent', 100),
    amount: dollars(given.amount, '--amount'),
    minimum: dollars(given.minimum, '--minimum') ?? 0,
    category: (category ?? null) as ProductType | null,
    expires_at: day(given.until),
    total_limit: whole(given.times, '--times', 1_000_000_000),
    customer_limit: whole(given['per-customer'], '--per-customer', 1_000_000_000),
    seller_percent: whole(given['seller-share'], '--seller-share', 100, 0) ?? 0,
  };
}

/** A new coupon, or other terms for one that there is; it is open afterwards. */
async function create(db: Kysely<ApiTables>, code: string, terms: CouponTerms): Promise<string> {
  if (!couponCodePattern.test(code)) throw new StartError(couponCodeText);
  const made = await makeCoupon(keeping(db), { code, terms, keeper });
  const exists = typeof made === 'object' && made.refused.code === 'coupon_exists';
  check(code, exists ? await changeCoupon(keeping(db), { code, terms, enabled: true, revision: null, keeper }) : made);
  return `${code} takes ${terms.percent === null ? formatAmount(terms.amount ?? 0) : `${terms.percent} %`} off.`;
}

async function disable(db: Kysely<ApiTables>, code: string): Promise<string> {
  const ended = await endCoupon(keeping(db), { code, keeper });
  // Repeated commands want the same result.
  const already = typeof ended === 'object' && ended.refused.code === 'coupon_ended';
  if (!already) check(code, ended);
  return `${code} takes nothing off any more.`;
}

function check(code: string, kept: Kept): void {
  if (kept === 'missing') throw new StartError(`There is no coupon ${code}. See: npm run coupon -- list`);
  if (kept === 'done') return;
  const { refused } = kept;
  throw new StartError(
    refused.code === 'expiry_past' ? '--until must be a day to come.' : couponRefusalText(code, refused),
  );
}

async function compare(db: Kysely<ApiTables>): Promise<number> {
  const check = (looking: Looking) => checkCoupons(db, looking);
  const onDifference = (difference: string) => console.log(difference);
  const { differences } = await checkByCommand(db, { name: 'coupon', check, onDifference });
  if (differences === 0) console.log('What coupons have brought is what their orders and refunds come to.');
  return differences === 0 ? 0 : 1;
}

async function list(db: Kysely<ApiTables>) {
  const rows = await listCoupons(db);
  if (rows.length === 0) return console.log('There are no coupons.');
  console.table(
    rows.map((row) => ({
      code: row.code,
      off: row.percent === null ? formatCents(row.amount_cents ?? 0) : `${row.percent} %`,
      minimum: formatCents(row.minimum_cents),
      category: row.category ?? 'all',
      until: row.expires_at?.toISOString().slice(0, 10) ?? '',
      used: `${row.used}${row.total_limit === null ? '' : ` of ${row.total_limit}`}`,
      'per customer': row.customer_limit ?? '',
      'sellers bear': `${row.seller_percent} %`,
      state: stateNames[couponState(row, new Date())],
    })),
  );
}

function whole(text: string | undefined, name: string, most: number, least = 1): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw new StartError(`${name} must be a whole number from ${least} to ${most}.`);
  return value;
}

function dollars(text: string | undefined, name: string): number | null {
  if (text === undefined) return null;
  if (!/^\d{1,10}(\.\d{1,2})?$/.test(text) || Number(text) === 0)
    throw new StartError(`${name} must be an amount such as 12.50.`);
  return Number(text);
}

function day(text: string | undefined): string | null {
  if (text === undefined) return null;
  const date = new Date(`${text}T23:59:59Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(date.getTime()))
    throw new StartError('--until must be a date such as 2027-01-31.');
  return date.toISOString();
}
