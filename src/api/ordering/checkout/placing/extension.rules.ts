// Lines that are more time for a machine that their buyer has: of its own kind, at the price of today, and nothing of the stock.
import { variantKey } from '#contract/catalogue/product/variant.ts';
import { type GoodsOfOne, kindsOf } from '#contract/goods/goods.ts';
import type { CartItem } from '#contract/ordering/checkout.ts';
import type { Refusal } from '#contract/refusal.ts';
import type { ExtendableMachine } from '../../../goods/ports.rules.ts';
import type { StoredLine } from '../../../schema/order.record.ts';
import type { ChosenOffer } from './quote.rules.ts';

type Machines = ReadonlyMap<string, ExtendableMachine>;

/** Ids of the machines that are extended by these items. */
export function extendedBy(items: readonly Pick<CartItem, 'extends'>[]): string[] {
  return items.flatMap((item) => item.extends ?? []);
}

/** Why these items extend no machines of their buyer, whatever they are of; null when they do. */
export function refusalOfMachines(items: readonly CartItem[], machines: Machines): Refusal | null {
  const ids = extendedBy(items);
  if (ids.some((id) => !machines.has(id))) return { code: 'no_such_machine' };
  return new Set(ids).size < ids.length ? { code: 'extended_twice' } : null;
}

/** Why a machine is not extended by this item; null where it is. */
export function refusalOfKind(item: CartItem, machine: ExtendableMachine, productName: string): Refusal | null {
  const { product_id: productId, selected_options: selected = [] } = item;
  const isNamed = selected.length === 0 || variantKey(selected) === variantKey(machine.selected_options);
  if (machine.product_id !== productId || !isNamed) return { code: 'other_variant', productName };
  return machine.isTheirs ? null : { code: 'no_machine' };
}

/**
 * True if a line that was paid may be added to its machine: it is its buyer's still, and the longest time of its product is not passed, such as
 * by another order that was paid before. Of a product that is not sold any more it was promised.
 */
export function canExtend(
  line: Pick<StoredLine, 'extends' | 'quantity' | 'goods'>,
  machines: Machines,
  offer: Pick<ChosenOffer, 'most_quantity'> | undefined,
): boolean {
  const machine = machines.get(line.extends ?? '');
  const { hours } = line.goods;
  if (!machine?.isTheirs) return false;
  const most = offer?.most_quantity ?? null;
  return most === null || !hours || machine.minutes + hours.minutes_each * line.quantity <= most * hours.minutes_each;
}

/** The offer as more time for a machine; null where its product is not sold by such hours any more. */
export function asExtension(offer: ChosenOffer, machine: ExtendableMachine): ChosenOffer | null {
  const { goods, edition, seller_id, selected_options } = offer;
  const { hours } = goods;
  const isSame =
    edition === machine.edition &&
    seller_id === machine.seller_id &&
    variantKey(selected_options) === variantKey(machine.selected_options);
  if (!isSame || !hours || hours.by !== machine.by || kindsOf(goods).length > 1) return null;
  return {
    ...offer,
    extends: machine.entitlement_id,
    ...{ free: null, stock: null, stock_key: `extends ${machine.entitlement_id}` },
    least_quantity: 1,
    most_quantity: leftOfLongest(offer.most_quantity, hours, machine),
  };
}

/** Units of the price until the longest time that the product is rented for. */
function leftOfLongest(
  most: number | null,
  { minutes_each: each }: NonNullable<GoodsOfOne['hours']>,
  { minutes }: ExtendableMachine,
): number | null {
  return most === null ? null : Math.max(0, Math.floor((most * each - minutes) / each));
}
