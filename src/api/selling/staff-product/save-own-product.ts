// Making, changing, duplicating and deleting a product of the operator's own. What a catalogue file would be refused for is refused here too.

import type { EditedField } from '#contract/selling/staff-product/staff-product.ts';
import { cutText } from '#contract/text/cut-text.ts';
import { stableText } from '#contract/text/stable-text.ts';
import { changesBetween } from '#platform/audit/audit-changes.ts';
import { recordAudit } from '../../audit/audit.ts';
import { type Finding, mergeRow, readProductRow } from '../../catalogue/ports.rules.ts';
import { catalogueTable, findLostPictures, storeProducts } from '../../catalogue/ports.ts';
import { goodsNeeds, withoutReleases } from '../listing/draft/listing-goods.rules.ts';
import { findCompleteReleases, publishReleases } from '../listing/draft/listing-release.store.ts';
import { updateListed } from '../listing/listed.store.ts';
import { offerOf } from '../listing/offer/offer.rules.ts';
import { type ActingStaff, within } from './change-own-status.ts';
import { stockMoves } from './own-offer.rules.ts';
import {
  countOrderLines,
  deleteProduct,
  findOwnProducts,
  insertStockChanges,
  isGivenOut,
  isIdTaken,
  type KnownOwnProduct,
  putPictures,
  putStatus,
} from './own-product.store.ts';
import { foreignRefusal, type Refused, refuse, refuseFaults, unknownProduct } from './own-refusals.rules.ts';
import { changedSince } from './product-mark.ts';
import {
  changedFields,
  comparedFields,
  readPictures,
  rowOf,
  type StaffFields,
  staffFields,
  unpricedVariant,
  withKnownStock,
} from './staff-fields.rules.ts';

type Kept = Refused | 'done';
type Fields = Partial<Record<EditedField, unknown>>;

/** A new product, paused until somebody publishes it. */
export function makeOwnProduct(
  { db, by }: ActingStaff,
  { productId, fields }: { productId: string; fields: Fields },
): Promise<Kept> {
  return within(db, (transaction) =>
    store({ db: transaction, by }, { productId, fields: { ...fields }, copyOf: null }),
  );
}

/** A copy under another id: paused, with neither reviews nor sales, and with nothing in stock that is counted. */
export function duplicateOwnProduct(
  { db, by }: ActingStaff,
  { from, productId }: { from: string; productId: string },
): Promise<Kept> {
  return within(db, async (transaction) => {
    const product = await ownProduct({ db: transaction, by }, from);
    if ('refused' in product) return product;
    const fields = staffFields(product);
    const variants = fields.variants.map((variant) => ({ ...variant, stock: variant.stock === null ? null : 0 }));
    const stock = product.stock === null ? null : 0;
    // Releases are of one product.
    const goods = withoutReleases(fields.goods);
    return store({ db: transaction, by }, { productId, fields: { ...fields, goods, variants, stock }, copyOf: from });
  });
}

async function store(
  { db, by }: ActingStaff,
  given: { productId: string; fields: Record<string, unknown>; copyOf: string | null },
): Promise<Kept> {
  const pictures = await checkedPictures(db, given.fields.pictures ?? []);
  if ('refused' in pictures) return pictures;
  const row = rowOf({ ...given.fields, pictures } as Record<EditedField, unknown>);
  const reading = readProductRow({ ...row, product_id: given.productId });
  if (!reading.ok) return refuseFaults(reading.faults);
  const unpriced = unpricedVariant(given.fields.variants, reading.product.variants);
  if (unpriced) return refuseFaults([{ field: 'variants', ...unpriced }]);
  const id = reading.product.product_id;
  if (await isIdTaken(db, id)) return refuse('product_exists', `There is a product ${id} already: choose another id.`);
  const merge = mergeRow(reading, null, { held: 0, variants_held: [] });
  if (!merge.ok) return refuseFaults(merge.faults);
  await storeProducts(db, catalogueTable, [merge.product]);
  await putPictures(db, id, pictures);
  await putStatus(db, [id], { paused: true });
  await updateListed(db, { productIds: [id] });
  const details = { by, ...(given.copyOf !== null && { copy_of: given.copyOf }) };
  await recordAudit(db, { kind: 'customer' }, { action: 'product.created', subject: { kind: 'product', id }, details });
  return 'done';
}

/** `mark`: of the fields as they were read. Where one of them is another one now nothing changes. */
export function changeOwnProduct(
  { db, by }: ActingStaff,
  { productId, fields, mark }: { productId: string; fields: Fields; mark: string },
): Promise<Kept | { changed: EditedField[] }> {
  return within(db, async (transaction) => {
    const product = await ownProduct({ db: transaction, by }, productId);
    if ('refused' in product) return product;
    const before = staffFields(product);
    const changed = changedSince(mark, before);
    // Those that it has already may stay, whatever became of them.
    const pictures = await checkedPictures(transaction, fields.pictures ?? before.pictures, before.pictures);
    if ('refused' in pictures) return pictures;
    const row = rowOf({ ...before, ...fields, pictures });
    // With variants its stock is their sum.
    const reading = withKnownStock(
      readProductRow({ ...row, product_id: productId, stock: product.stock }),
      product.variants,
    );
    if (changed.length > 0) {
      // The same change once more, as a second click sends it, is done.
      const isSo = reading.ok && changedFields(before, staffFields({ ...reading.product, pictures })).length === 0;
      return isSo ? 'done' : { changed };
    }
    if (!reading.ok) return refuseFaults(reading.faults);
    const unpriced = unpricedVariant(fields.variants, reading.product.variants);
    if (unpriced) return refuseFaults([{ field: 'variants', ...unpriced }]);
    const merge = mergeRow(reading, product, product);
    if (!merge.ok) return refuseFaults(merge.faults);
    const needs = await needsOfGoods(transaction, productId, { before, reading: reading.product });
    if (needs.length > 0) return refuseFaults(needs.map((need) => ({ field: 'goods', ...need })));
    const whole = { ...product, ...merge.product, pictures };
    const after = staffFields(whole);
    if (changedFields(before, after).length === 0) return 'done';
    await storeProducts(transaction, catalogueTable, [merge.product]);
    await putPictures(transaction, productId, pictures);
    await publishReleases(transaction, productId, after.goods);
    const moves = stockMoves(offerOf(product), offerOf(whole));
    await insertStockChanges(
      transaction,
      moves.map((move) => ({ product_id: productId, ...move })),
      { by, reason: 'The variants were changed' },
    );
    await recordAudit(
      transaction,
      { kind: 'customer' },
      {
        action: 'product.changed',
        subject: { kind: 'product', id: productId },
        details: { by },
        changes: changesBetween(...comparedFields(before, after)),
      },
    );
    return 'done';
  });
}

/** Only what no order knows and nobody was given: what was sold is archived instead. */
export function deleteOwnProduct({ db, by }: ActingStaff, productId: string): Promise<Kept> {
  return within(db, async (transaction) => {
    const product = await ownProduct({ db: transaction, by }, productId);
    if ('refused' in product) return product;
    if ((await countOrderLines(transaction, productId)) > 0)
      return refuse('product_sold', 'Orders know it, and whoever bought it keeps it: archive it instead.');
    if (await isGivenOut(transaction, productId))
      return refuse('product_sold', 'Somebody was given it, or a key of it, and keeps it: archive it instead.');
    await deleteProduct(transaction, productId);
    await recordAudit(
      transaction,
      { kind: 'customer' },
      {
        action: 'product.deleted',
        subject: { kind: 'product', id: productId },
        details: { by, product_name: cutText(product.product_name, 200) },
      },
    );
    return 'done';
  });
}

async function ownProduct({ db }: ActingStaff, productId: string): Promise<KnownOwnProduct | Refused> {
  const product = (await findOwnProducts(db, [productId], { lock: true })).get(productId);
  return product ? (foreignRefusal(product) ?? product) : unknownProduct;
}

/** Needs before buyers could get it, where that was changed; a file may have left it so. */
async function needsOfGoods(
  db: ActingStaff['db'],
  productId: string,
  { before, reading }: { before: StaffFields; reading: Pick<StaffFields, 'goods' | 'variants'> },
): Promise<Finding[]> {
  const { goods, variants } = reading;
  if (stableText(goods) === stableText(before.goods) && stableText(variants) === stableText(before.variants)) return [];
  return [...goodsNeeds({ goods, variants }, { releases: await findCompleteReleases(db, productId) })];
}

async function checkedPictures(
  db: ActingStaff['db'],
  given: unknown,
  known: readonly string[] = [],
): Promise<string[] | Refused> {
  const addresses = Array.isArray(given) ? given.filter((one) => typeof one === 'string' && !known.includes(one)) : [];
  const read = readPictures(given, await findLostPictures(db, addresses));
  return 'fault' in read ? refuseFaults([{ field: 'pictures', ...read.fault }]) : read.value;
}
