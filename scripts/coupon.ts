// npm run coupon -- COMMAND: makes, lists and ends coupons.
import { parseArgs } from 'node:util';
import type { Kysely } from 'kysely';
import { recordAudit } from '#api/audit.ts';
import { couponCode } from '#api/coupon/coupon.rules.ts';
import type { ApiTables } from '#api/schema.ts';
import { formatCents } from '#contract/money.ts';
import { categories, type ProductType } from '#contract/product.ts';
import { operator } from '#platform/audit/audit-log.ts';
import { StartError } from '#platform/config/start-error.ts';
import { runCommand, withShop } from './shop-database.ts';

const USAGE = `npm run coupon -- COMMAND

  list                       every coupon, and how often it was used
  create CODE [OPTIONS]      a new coupon, or other terms for one that there is
  disable CODE               it takes nothing off any more

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

await runCommand(USAGE, async (args) => {
  const { command, code, given } = readArguments(args);
  if (command === 'list') await withShop(({ kysely }) => list(kysely));
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

function readTerms(given: Given) {
  if ((given.percent === undefined) === (given.amount === undefined))
    throw new StartError('Give --percent or --amount, one of the two.');
  const { category } = given;
  if (category !== undefined && (category === 'all' || !(categories as readonly string[]).includes(category)))
    throw new StartError(`--category must be one of: ${categories.filter((name) => name !== 'all').join(', ')}.`);
  return {
    percent: whole(given.percent, '--percent', 100),
    amount_cents: cents(given.amount, '--amount'),
    minimum_cents: cents(given.minimum, '--minimum') ?? 0,
    category: (category ?? null) as ProductType | null,
    expires_at: day(given.until),
    total_limit: whole(given.times, '--times', 1_000_000_000),
    customer_limit: whole(given['per-customer'], '--per-customer', 1_000_000_000),
    seller_percent: whole(given['seller-share'], '--seller-share', 100, 0) ?? 0,
  };
}

async function create(db: Kysely<ApiTables>, code: string, terms: ReturnType<typeof readTerms>): Promise<string> {
  if (!/^[\p{L}\p{N}_-]{3,40}$/u.test(code))
    throw new StartError('A code has 3 to 40 letters, digits, underscores and hyphens.');
  const created = db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('api.coupon')
      .values({ code, ...terms })
      .onConflict((conflict) => conflict.column('code').doUpdateSet({ ...terms, enabled: true }))
      .execute();
    const details = { ...terms, expires_at: terms.expires_at?.toISOString() ?? null };
    await recordAudit(transaction, operator(), {
      action: 'coupon.created',
      subject: { kind: 'coupon', id: code },
      details,
    });
  });
  await created.catch((error) => {
    // The one thing about the terms that only the database knows.
    if (/used/.test(String(error.message))) throw new StartError(`${code} was used more often than that already.`);
    throw error;
  });
  return `${code} takes ${terms.percent === null ? formatCents(terms.amount_cents ?? 0) : `${terms.percent} %`} off.`;
}

async function disable(db: Kysely<ApiTables>, code: string): Promise<string> {
  await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('api.coupon')
      .set({ enabled: false })
      .where('code', '=', code)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new StartError(`There is no coupon ${code}. See: npm run coupon -- list`);
    await recordAudit(transaction, operator(), { action: 'coupon.ended', subject: { kind: 'coupon', id: code } });
  });
  return `${code} takes nothing off any more.`;
}

async function list(db: Kysely<ApiTables>) {
  const rows = await db.selectFrom('api.coupon').selectAll().orderBy('created_at', 'desc').execute();
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
      state: row.enabled ? 'open' : 'disabled',
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

function cents(text: string | undefined, name: string): number | null {
  if (text === undefined) return null;
  if (!/^\d{1,10}(\.\d{1,2})?$/.test(text) || Number(text) === 0)
    throw new StartError(`${name} must be an amount such as 12.50.`);
  return Math.round(Number(text) * 100);
}

function day(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const date = new Date(`${text}T23:59:59Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(date.getTime()))
    throw new StartError('--until must be a date such as 2027-01-31.');
  return date;
}
