// Hands out, and takes back, what an order promises, by what has become of it. It may be called whenever something has changed, and as often as
// anybody likes: what is so already stays so. That is why nothing is lost when a process ends between two steps.
import type { Kysely } from 'kysely';
import { type GoodsKind, kindsOf } from '#contract/goods/goods.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { statusOf } from './entitlement.rules.ts';
import { grantOrder, type SettleKind, type SettleKinds } from './entitlement.store.ts';

type Db = Kysely<ApiTables>;
/** `extends` of a line: it adds time to a machine, and is granted nothing of its own. */
type Order = { order_id: string; lines: ReadonlyArray<{ extends?: string | null }> };
type SettleOrder = (transaction: Db, order: Order, at: Date) => Promise<number[]>;
type SettleById = (transaction: Db, orderId: string, at: Date) => Promise<number[]>;

/**
 * The order must be locked. Answers the numbers of the lines of which nothing is owed any more, of several machines with the last of
 * them; lines that are delivered by hand are not among them.
 */
export function createSettleGoods(kinds: SettleKinds, settleExtensions: SettleById): SettleOrder {
  const settle = settleKinds(kinds);
  return async (transaction, { order_id: orderId, lines }, at) => [
    ...(await settle(transaction, orderId, at)),
    ...(lines.some((line) => line.extends) ? await settleExtensions(transaction, orderId, at) : []),
  ];
}

function settleKinds(kinds: SettleKinds): SettleById {
  return async (transaction, orderId, at) => {
    const all = (await grantOrder(transaction, orderId, at)).map((entitlement) => ({
      ...entitlement,
      standing: statusOf(entitlement, at),
    }));
    const owed = new Map(all.map((entitlement) => [entitlement.entitlement_id, kindsOf(entitlement.goods).length]));
    for (const [kind, settle] of Object.entries(kinds) as Array<[GoodsKind, SettleKind]>) {
      const having = all.filter(({ goods }) => goods[kind]);
      const done = having.length > 0 ? await settle(transaction, having, at) : new Set<string>();
      for (const id of done) owed.set(id, (owed.get(id) ?? 0) - 1);
    }
    const isDone = ({ entitlement_id: id, goods, standing }: (typeof all)[number]) =>
      standing === 'active' && kindsOf(goods).length > 0 && owed.get(id) === 0;
    const lines = Map.groupBy(all, ({ line }) => line);
    return [...lines].flatMap(([line, ofLine]) => (line !== null && ofLine.every(isDone) ? [line] : []));
  };
}

/** Files are there as soon as they are bought. */
export const settleFiles: SettleKind = async (_transaction, entitlements) =>
  new Set(entitlements.map(({ entitlement_id: id }) => id));
