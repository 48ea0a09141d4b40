// Keys of orders: given out when they are paid, revoked when the money goes back, the same ones again when it comes back.
import type { Kysely } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';
import type { SettledEntitlement, SettleKind } from '../entitlement/entitlement.store.ts';
import { type KeyTelling, notifyRunningLow } from './notify-running-low.ts';
import {
  countKeysOf,
  giveKeys,
  type KeysOf,
  lockProducts,
  recordMissing,
  recountStock,
  restoreKeys,
  revokeKeys,
} from './product-key.store.ts';

type Db = Kysely<ApiTables>;

/** Work to do: `given` and `missing` are the keys that the entitlement has, and waits for. */
type Step = { entitlement: SettledEntitlement; keys: KeysOf };

/** Signed keys are there as soon as they are paid (own-keys.ts makes them); those of a list are as long as there are any. */
export function createSettleKeys(telling: KeyTelling): SettleKind {
  return async (transaction, entitlements, at) => {
    const counts = await countKeysOf(
      transaction,
      entitlements.filter((entitlement) => !entitlement.is_new).map(({ entitlement_id: id }) => id),
    );
    const steps = entitlements.map((entitlement) => ({
      entitlement,
      keys: counts.get(entitlement.entitlement_id) ?? { given: 0, revoked: 0, missing: 0 },
    }));
    const done = new Set(steps.filter(hasAll).map(({ entitlement }) => entitlement.entitlement_id));
    const open = steps.filter(isOpen);
    const productIds = [...new Set(open.map(({ entitlement }) => entitlement.product_id))];
    await lockProducts(transaction, productIds);
    for (const step of open) {
      const isComplete = await settle(transaction, step, at);
      if (isComplete) done.add(step.entitlement.entitlement_id);
    }
    await recountStock(transaction, productIds);
    for (const { entitlement } of open)
      if (isFromList(entitlement) && entitlement.standing === 'active')
        await notifyRunningLow(transaction, telling, entitlement, at);
    return done;
  };
}

function isFromList({ goods }: SettledEntitlement): boolean {
  return goods.keys?.source === 'list';
}

function hasAll({ entitlement, keys }: Step): boolean {
  return isFromList(entitlement) ? keys.given >= entitlement.quantity : entitlement.standing === 'active';
}

/** While somebody looks at the payment, and after their time, keys stay as they are. */
function isOpen({ entitlement, keys }: Step): boolean {
  const { standing, quantity } = entitlement;
  if (standing === 'active')
    return isFromList(entitlement) ? keys.given < quantity || keys.missing > 0 : keys.revoked > 0;
  return (standing === 'refunded' || standing === 'withdrawn') && (keys.given > 0 || keys.missing > 0);
}

/** Answers whether nothing is owed. The product is locked. */
async function settle(transaction: Db, { entitlement, keys }: Step, at: Date): Promise<boolean> {
  const { entitlement_id: id, product_id, edition, quantity } = entitlement;
  const list = { product_id, edition };
  if (entitlement.standing !== 'active') {
    await revokeKeys(transaction, id, at);
    await recordMissing(transaction, id, list, { missing: 0, at });
    return false;
  }
  const wanted = isFromList(entitlement) ? quantity - keys.given : keys.revoked;
  let missing = wanted - (await restoreKeys(transaction, id, wanted));
  if (missing > 0) missing -= await giveKeys(transaction, id, list, { most: missing, at });
  await recordMissing(transaction, id, list, { missing, at });
  return missing === 0;
}
