// The rules as the staff keep them: added and ended, never changed, for what was sold under one names it.
import { type Insertable, type Kysely, sql } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;
type RuleTable = 'api.fee_rule' | 'api.holding_rule';

const MOST_LISTED = 500;

export async function findShop(db: Db, idOrAddress: string): Promise<string | null> {
  const row = await db
    .selectFrom('api.seller')
    .select('seller_id')
    .where((shop) => shop.or([shop('seller_id', '=', idOrAddress), shop('address', '=', idOrAddress.toLowerCase())]))
    .executeTakeFirst();
  return row?.seller_id ?? null;
}

/** Those in force first, then those to come, then those that are over. */
export async function listRules<Table extends RuleTable>(db: Db, table: Table, now: Date) {
  const rows = await db
    .selectFrom(`${table} as rule` as 'api.fee_rule as rule')
    .leftJoin('api.seller as seller', 'seller.seller_id', 'rule.seller_id')
    .selectAll('rule')
    .select(sql<string>`coalesce(seller.name, seller.address, seller.seller_id)`.as('shop'))
    .orderBy(sql`case when until_at <= ${now} then 2 when from_at > ${now} then 1 else 0 end`)
    .orderBy('rule.from_at', 'desc')
    .orderBy('rule.rule_id')
    .limit(MOST_LISTED)
    .execute();
  return rows as unknown as Array<RuleRow<Table>>;
}
type Stored = {
  rule_id: string;
  seller_id: string | null;
  category: ApiTables['api.fee_rule']['category'];
  from_at: Date;
  until_at: Date | null;
  created_at: Date;
  created_by: string;
  shop: string | null;
};
type RuleRow<Table extends RuleTable> = Stored &
  (Table extends 'api.fee_rule'
    ? { name: string; rate_bp: number; fixed_cents: number; returned: boolean }
    : { hours: number });

export async function insertFeeRule(db: Db, rule: Insertable<ApiTables['api.fee_rule']>): Promise<void> {
  await db.insertInto('api.fee_rule').values(rule).execute();
}

export async function insertHoldingRule(db: Db, rule: Insertable<ApiTables['api.holding_rule']>): Promise<void> {
  await db.insertInto('api.holding_rule').values(rule).execute();
}

/** One that has not begun is taken away: nothing was sold under it. */
export async function endRule(
  db: Db,
  table: RuleTable,
  ruleId: string,
  now: Date,
): Promise<'ended' | 'over' | 'unknown'> {
  const rule = await db
    .selectFrom(table)
    .select(['from_at', 'until_at'])
    .where('rule_id', '=', ruleId)
    .forUpdate()
    .executeTakeFirst();
  if (!rule) return 'unknown';
  if (rule.until_at !== null && rule.until_at <= now) return 'over';
  if (rule.from_at >= now) await db.deleteFrom(table).where('rule_id', '=', ruleId).execute();
  else await db.updateTable(table).set({ until_at: now }).where('rule_id', '=', ruleId).execute();
  return 'ended';
}
