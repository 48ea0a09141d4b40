// Promises that are not kept in time: their buyers are notified, and what they have decided is carried out.

import type { Kysely, Transaction } from 'kysely';
import { jobOf } from '#contract/operations/jobs.ts';
import { runRegularly } from '#platform/jobs/run-regularly.ts';
import type { Log } from '#platform/observability/log.ts';
import type { LockOrder, StoredOrder } from '../../schema/order.record.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { statusOf } from '../entitlement/entitlement.rules.ts';
import { getEntitlement } from '../entitlement/entitlement.store.ts';
import { listLate, listOverAccess, listUnfinishedMoneyBacks, lockGrants, updateGrant } from './access-grant.store.ts';
import { type MoneyBackService, moneyBack } from './money-back.ts';
import type { NotifyShop } from './notify-shop.ts';
import { lateAccessMail, lateForShopMail, type MailShop } from './provision-mail.rules.ts';
import { settleAccess } from './settle-access.ts';

const AT_ONCE = 100;
/** Time for a process that is still at it. */
const UNFINISHED_MS = 60_000;

type Mail = ReturnType<typeof lateAccessMail>;

/** Mails the buyer of an order, and notes that. */
type NotifyBuyer = (
  transaction: Transaction<ApiTables>,
  order: StoredOrder,
  mail: (shop: MailShop, order: StoredOrder, to: string) => Mail,
) => Promise<void>;

type Service = MoneyBackService & { lockOrder: LockOrder; notifyBuyer: NotifyBuyer; notifyShop: NotifyShop; log: Log };

/** Answers how to stop. */
export function runPromisesRegularly(service: Service): () => Promise<void> {
  const onError = (error: unknown) =>
    service.log.error({ part: 'provision', error: String(error) }, 'promises could not be looked at');
  return runRegularly({
    db: service.db,
    ...jobOf('keep promises'),
    work: () => runPromises(service),
    onError,
  });
}

/** Safe to repeat, and to do at the same time elsewhere. One thing that fails keeps no other waiting. */
export async function runPromises(service: Service): Promise<void> {
  const { db, now, log } = service;
  async function each<T extends { entitlement_id: string }>(
    what: string,
    things: readonly T[],
    work: (thing: T) => Promise<unknown>,
  ) {
    for (const thing of things)
      await work(thing).catch((error) =>
        log.error({ part: 'provision', entitlement: thing.entitlement_id, error: String(error) }, what),
      );
  }

  await each(
    'a buyer could not be told',
    await listLate(db, now(), AT_ONCE),
    ({ entitlement_id: id, order_id: order }) =>
      db.transaction().execute((transaction) => notifyLate(service, transaction, id, order)),
  );
  for (let behind = ''; ; ) {
    const over = await listOverAccess(db, now(), { behind, limit: AT_ONCE });
    await each('access could not be ended', over, ({ entitlement_id: id, order_id: order }) =>
      db.transaction().execute((transaction) => endAccess(service, transaction, id, order)),
    );
    const last = over.at(-1);
    if (!last || over.length < AT_ONCE) break;
    behind = last.entitlement_id;
  }
  const before = new Date(now().getTime() - UNFINISHED_MS);
  const unfinished = await listUnfinishedMoneyBacks(db, before, AT_ONCE);
  await each(
    'money could not go back to a buyer',
    unfinished,
    async ({ entitlement_id: id, account_id: accountId }) => {
      const done = await moneyBack(service, accountId, id);
      if ('refused' in done)
        log.error({ part: 'provision', entitlement: id }, 'money that a buyer takes back was refused');
    },
  );
}

/** Ends access that was bought for a time: the shop is notified, and the buyer sees nothing of it any more. */
async function endAccess(
  { lockOrder, now }: Service,
  transaction: Transaction<ApiTables>,
  entitlementId: string,
  orderId: string | null,
): Promise<void> {
  const at = now();
  if (orderId) await lockOrder(transaction as Kysely<ApiTables>, orderId);
  const entitlement = await getEntitlement(transaction, entitlementId);
  if (entitlement) await settleAccess(transaction, [{ ...entitlement, standing: statusOf(entitlement, at) }], at);
}

async function notifyLate(
  { lockOrder, notifyBuyer, notifyShop, now }: Service,
  transaction: Transaction<ApiTables>,
  entitlementId: string,
  orderId: string,
): Promise<void> {
  const order = await lockOrder(transaction as Kysely<ApiTables>, orderId);
  const grant = (await lockGrants(transaction, [entitlementId])).get(entitlementId);
  if (!order || grant?.state !== 'waiting' || grant.late_told_at) return;
  await updateGrant(transaction, entitlementId, { late_told_at: now() });
  const entitlement = await getEntitlement(transaction, entitlementId);
  const line = order.lines.find((one) => one.line === entitlement?.line);
  // Whose payment is looked at hears of that alone.
  if (!line || !entitlement || statusOf(entitlement, now()) !== 'active') return;
  await notifyBuyer(transaction, order, (shop, told, to) => lateAccessMail(shop, told, to, line));
  await notifyShop(transaction, entitlement.seller_id ?? '', (about) => lateForShopMail(about, order, line));
}
