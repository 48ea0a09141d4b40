import { type Kysely, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { ApiTables } from '../../schema/schema.ts';
import type { FeeRule, HoldingRule } from './commission-terms.rules.ts';

type Db = Kysely<ApiTables>;

type SellerTerms = {
  sellers: Array<{ seller_id: string; name: string; address: string }>;
  fees: FeeRule[];
  holdings: HoldingRule[];
};

/** The shops, and the rules for their sales that are in force. Nothing is asked where all products are the operator's own. */
export async function findSellerTerms(db: Db, given: Array<string | null>, now: Date): Promise<SellerTerms> {
  const ids = [...new Set(given.filter((id) => id !== null))];
  if (ids.length === 0) return { sellers: [], fees: [], holdings: [] };
  const found = await db
    .selectNoFrom((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('api.seller')
          .select([
            'seller_id',
            sql<string>`coalesce(name, '')`.as('name'),
            sql<string>`coalesce(address, '')`.as('address'),
          ])
          .where('seller_id', 'in', ids),
      ).as('sellers'),
      jsonArrayFrom(
        eb
          .selectFrom('api.fee_rule')
          .select(['rule_id', 'name', 'seller_id', 'category', 'rate_bp', 'fixed_cents', 'returned', 'from_at'])
          .where(sql<boolean>`(seller_id is null or seller_id = any(${ids}))`)
          .where('from_at', '<=', now)
          .where((rule) => rule.or([rule('until_at', 'is', null), rule('until_at', '>', now)])),
      ).as('fees'),
      jsonArrayFrom(
        eb
          .selectFrom('api.holding_rule')
          .select(['rule_id', 'seller_id', 'category', 'hours', 'from_at'])
          .where(sql<boolean>`(seller_id is null or seller_id = any(${ids}))`)
          .where('from_at', '<=', now)
          .where((rule) => rule.or([rule('until_at', 'is', null), rule('until_at', '>', now)])),
      ).as('holdings'),
    ])
    .executeTakeFirstOrThrow();
  // The database writes times into JSON as text.
  const dated = <Rule extends { from_at: string }>(rule: Rule) => ({ ...rule, from_at: new Date(rule.from_at) });
  return { sellers: found.sellers, fees: found.fees.map(dated), holdings: found.holdings.map(dated) };
}
