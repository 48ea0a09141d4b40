// Templates that a shop offers for its machines: as the product says them now, because what was bought a year ago names images of then.
import type { SelectedOption } from '#contract/catalogue/product/product.ts';
import { type GoodsOfOne, goodsFor, type MachineTemplate } from '#contract/goods/goods.ts';
import type { Db } from '../../schema/db.ts';

/** Facts of an entitlement that its templates depend on. */
type OfMachine = { product_id: string; edition: string; selected_options: SelectedOption[]; goods: GoodsOfOne };

/** The templates to choose from, the usual one first; none where there is nothing to choose. Of a product that is gone they are those of the purchase. */
export async function listTemplates(db: Db, { product_id, edition, selected_options, goods }: OfMachine) {
  const product = await db
    .selectFrom('api.product')
    .select('goods')
    .where('product_id', '=', product_id)
    .executeTakeFirst();
  const now = product ? goodsFor(product.goods, { is_variant: edition !== '', selected_options }) : goods;
  return (now.hours ?? goods.hours)?.templates ?? [];
}

/** The template of this name; null where none is named, and undefined where it is not offered. */
export async function findTemplate(
  db: Db,
  of: OfMachine,
  name: string | null,
): Promise<MachineTemplate | null | undefined> {
  if (name === null) return null;
  return (await listTemplates(db, of)).find((template) => template.name === name);
}
