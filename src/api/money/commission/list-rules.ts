import type { FeeRule, HoldingRule, SaleRules } from '#contract/money/commission.schema.ts';
import { namesOf } from '../../access/staff-name.store.ts';
import type { Db } from '../../schema/db.ts';
import { listRules } from './commission-rule.store.ts';

/** Every rule with who made it. */
export async function listSaleRules(db: Db, now: Date): Promise<SaleRules> {
  const [fees, holdings] = [await listRules(db, 'api.fee_rule', now), await listRules(db, 'api.holding_rule', now)];
  const names = await namesOf(
    db,
    [...fees, ...holdings].map(({ created_by }) => created_by),
  );
  type Row = Omit<(typeof holdings)[number], 'hours'>;
  const toRule = (rule: Row): Omit<HoldingRule, 'hours'> => ({
    rule_id: rule.rule_id,
    seller: rule.seller_id === null ? null : { seller_id: rule.seller_id, name: rule.shop ?? rule.seller_id },
    category: rule.category,
    from: rule.from_at.toISOString(),
    until: rule.until_at?.toISOString() ?? null,
    state: rule.until_at && rule.until_at <= now ? 'over' : rule.from_at > now ? 'to come' : 'in force',
    made_at: rule.created_at.toISOString(),
    made_by: names.get(rule.created_by) ?? rule.created_by,
  });
  return {
    fees: fees.map(
      (rule): FeeRule => ({
        ...toRule(rule),
        name: rule.name,
        percent: rule.rate_bp / 100,
        fixed: rule.fixed_cents / 100,
        returned: rule.returned,
      }),
    ),
    holdings: holdings.map((rule): HoldingRule => ({ ...toRule(rule), hours: rule.hours })),
  };
}
