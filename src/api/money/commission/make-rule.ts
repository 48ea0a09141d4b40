// Rules of fees and of holding times, made and ended by the staff. Each is written into the audit log.

import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { MakeFeeRule, MakeHoldingRule } from '#contract/money/commission.schema.ts';
import type { AuditChanges } from '#platform/audit/audit-log.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { Db } from '../../schema/db.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { endRule, findShop, insertFeeRule, insertHoldingRule } from './commission-rule.store.ts';

export type RuleKind = 'fee' | 'holding';
type Outcome = { ok: true; ruleId: string } | { ok: false; message: string };
type Given = { by: string; now: Date };

const tables = { fee: 'api.fee_rule', holding: 'api.holding_rule' } as const;

export function makeFeeRule(db: Db, rule: MakeFeeRule, given: Given): Promise<Outcome> {
  return make(db, 'fee', rule, given, async (transaction, row) => {
    const { name, percent, fixed, returned } = rule;
    const rate_bp = Math.round(percent * 100);
    const fixed_cents = Math.round(fixed * 100);
    await insertFeeRule(transaction, { ...row, name, rate_bp, fixed_cents, returned });
    return { name, rate_bp, fixed_cents, returned };
  });
}

export function makeHoldingRule(db: Db, rule: MakeHoldingRule, given: Given): Promise<Outcome> {
  return make(db, 'holding', rule, given, async (transaction, row) => {
    await insertHoldingRule(transaction, { ...row, hours: rule.hours });
    return { hours: rule.hours };
  });
}

type Scope = Pick<MakeFeeRule, 'seller' | 'category' | 'from' | 'until'>;
type ScopeRow = Omit<Parameters<typeof insertHoldingRule>[1], 'hours'>;

async function make(
  db: Db,
  kind: RuleKind,
  scope: Scope,
  { by, now }: Given,
  insert: (transaction: Transaction<ApiTables>, row: ScopeRow) => Promise<Record<string, string | number | boolean>>,
): Promise<Outcome> {
  const times = timesOf(scope, now);
  if (typeof times === 'string') return { ok: false, message: times };
  return db.transaction().execute(async (transaction): Promise<Outcome> => {
    const sellerId = scope.seller ? await findShop(transaction, scope.seller) : null;
    if (scope.seller && sellerId === null)
      return { ok: false, message: `There is no shop with the id or the address ${scope.seller}.` };
    const ruleId = randomUUID();
    const row = { rule_id: ruleId, seller_id: sellerId, category: scope.category, ...times, created_by: by };
    const said = await insert(transaction, row);
    await audit(transaction, `${kind}.rule_made`, ruleId, {
      by,
      ...said,
      seller: sellerId,
      category: scope.category,
      from: times.from_at.toISOString(),
      until: times.until_at?.toISOString() ?? null,
    });
    return { ok: true, ruleId };
  });
}

/** Times of a rule. Past orders keep their terms, so a rule that began yesterday would change nothing. */
function timesOf({ from, until }: Scope, now: Date): { from_at: Date; until_at: Date | null } | string {
  const begins = from === null ? now : new Date(`${from}T00:00:00Z`);
  const isToday = from === now.toISOString().slice(0, 10);
  if (begins < now && !isToday) return 'from must not lie in the past: what was ordered keeps its terms.';
  const from_at = isToday ? now : begins;
  const until_at = until === null ? null : new Date(`${until}T00:00:00Z`);
  if (until_at && until_at <= from_at) return 'until must be a day after it begins.';
  return { from_at, until_at };
}

/** From now on; what was ordered keeps its terms. */
export function endSaleRule(
  db: Db,
  kind: RuleKind,
  ruleId: string,
  { by, now }: Given,
): Promise<'ended' | 'over' | 'unknown'> {
  return db.transaction().execute(async (transaction) => {
    const outcome = await endRule(transaction, tables[kind], ruleId, now);
    if (outcome === 'ended')
      await audit(transaction, `${kind}.rule_ended`, ruleId, { by }, { in_force: { before: true, after: false } });
    return outcome;
  });
}

function audit(
  transaction: Transaction<ApiTables>,
  action: `${RuleKind}.rule_${'made' | 'ended'}`,
  id: string,
  details: Record<string, string | number | boolean | null>,
  changes: AuditChanges = {},
): Promise<void> {
  return recordAudit(
    transaction,
    { kind: 'customer' },
    { action, subject: { kind: 'sale_rule', id }, details, changes },
  );
}
