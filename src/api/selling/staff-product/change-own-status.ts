import type { Kysely } from 'kysely';
import { inTransaction } from '#platform/database/after-commit.ts';
import { type AuditAction, recordAudit } from '../../audit/audit.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { updateListed } from '../listing/listed.store.ts';
import { findOwnProducts, putStatus } from './own-product.store.ts';
import { foreignRefusal, type Refused, refuse, unknownProduct } from './own-refusals.rules.ts';
import { type OwnAction, type OwnState, ownChanges, ownStateOf, statusRefusal } from './own-status.rules.ts';

/** `by`: the account of somebody of the staff. */
export type ActingStaff = { db: Kysely<ApiTables>; by: string };

/** Outcome for one product, or of trying it: `isSame` where it is so already. */
export type OwnStatusOutcome = Refused | { name: string; isSame: boolean; before: OwnState; after: OwnState };

const audited = {
  pause: 'product.paused',
  publish: 'product.published',
  archive: 'product.archived',
  restore: 'product.restored',
} as const satisfies Record<OwnAction, AuditAction>;

/**
 * Pauses, publishes, archives products of the operator's own or takes them out of the archive: visitors see it at once, what was bought stays with
 * those who have it. In one transaction, in that of `db` if it is one; `isDryRun` only says what would become of them. Answers by product id.
 */
export function changeOwnStatus(
  { db, by }: ActingStaff,
  productIds: readonly string[],
  action: OwnAction,
  { isDryRun = false }: { isDryRun?: boolean } = {},
): Promise<Map<string, OwnStatusOutcome>> {
  const change = ownChanges[action];
  return within(db, async (transaction) => {
    const known = await findOwnProducts(transaction, productIds, { lock: !isDryRun });
    const outcomes = new Map<string, OwnStatusOutcome>();
    const changed: string[] = [];
    for (const id of new Set(productIds)) {
      const product = known.get(id);
      const foreign = product ? foreignRefusal(product) : unknownProduct;
      const refusal = product && statusRefusal(product, action);
      if (!product || foreign) outcomes.set(id, foreign ?? unknownProduct);
      else if (refusal) outcomes.set(id, refuse('product_state', refusal));
      else {
        const before = ownStateOf(product);
        const after = { paused: product.paused, archived: product.archived, ...change };
        const isSame = after.paused === product.paused && after.archived === product.archived;
        if (!isSame) changed.push(id);
        outcomes.set(id, { name: product.product_name, isSame, before, after: ownStateOf(after) });
      }
    }
    if (isDryRun) return outcomes;
    await putStatus(transaction, changed, change);
    await updateListed(transaction, { productIds: changed });
    for (const id of changed) {
      const outcome = outcomes.get(id);
      if (!outcome || 'refused' in outcome) continue;
      await recordAudit(
        transaction,
        { kind: 'customer' },
        {
          action: audited[action],
          subject: { kind: 'product', id },
          details: { by },
          changes: { state: { before: outcome.before, after: outcome.after } },
        },
      );
    }
    return outcomes;
  });
}

/** In the transaction that there is, or in one of its own. */
export function within<T>(db: Kysely<ApiTables>, work: (transaction: Kysely<ApiTables>) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : inTransaction(db, work);
}
