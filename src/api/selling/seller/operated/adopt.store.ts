// Actions of an operator on shops, by the command or as somebody of the staff: opening one, and handing it products of their own.
import { type Kysely, sql } from 'kysely';
import type { ListingContent } from '#contract/selling/listing/listing.ts';
import type { Actor } from '#platform/audit/audit-log.ts';
import { recordAudit } from '../../../audit/audit.ts';
import { fieldColumns, productFields } from '../../../schema/product-columns.rules.ts';
import type { ApiTables } from '../../../schema/schema.ts';

type Db = Kysely<ApiTables>;

export async function findSellerIdByAddress(db: Db, address: string): Promise<string | undefined> {
  const row = await db.selectFrom('api.seller').select('seller_id').where('address', '=', address).executeTakeFirst();
  return row?.seller_id;
}

/** All shops, the newest first, with what they have. */
export function listSellers(db: Db, most: number) {
  return db
    .selectFrom('api.seller as seller')
    .select(['address', 'name', 'state', 'country', 'created_at'])
    .select((eb) => [
      eb
        .selectFrom('api.seller_member as member')
        .select(sql<number>`count(*)::int`.as('members'))
        .whereRef('member.seller_id', '=', 'seller.seller_id')
        .as('members'),
      eb
        .selectFrom('api.product as product')
        .select(sql<number>`count(*)::int`.as('products'))
        .whereRef('product.seller_id', '=', 'seller.seller_id')
        .as('products'),
    ])
    .orderBy('created_at', 'desc')
    .orderBy('seller_id')
    .limit(most)
    .execute();
}

type NewSeller = {
  sellerId: string;
  name: string;
  nameSkeleton: string;
  address: string;
  addressSkeleton: string;
  country: string;
  supportEmail: string;
  owner: { accountId: string; email: string };
};

/** The person who does it: an operator by a command, or the account of somebody of the staff. */
export type Opener = { actor: Actor; by?: string };

/** A shop that is approved from its beginning. */
export async function insertApprovedSeller(transaction: Db, { actor, by }: Opener, given: NewSeller): Promise<void> {
  const now = new Date();
  await transaction
    .insertInto('api.seller')
    .values({
      seller_id: given.sellerId,
      name: given.name,
      name_skeleton: given.nameSkeleton,
      address: given.address,
      address_skeleton: given.addressSkeleton,
      state: 'approved',
      country: given.country,
      support_email: given.supportEmail,
      support_confirmed: given.supportEmail.toLowerCase(),
      terms_accepted_at: now,
      approved_at: now,
    })
    .execute();
  await transaction
    .insertInto('api.seller_member')
    .values({
      seller_id: given.sellerId,
      account_id: given.owner.accountId,
      user_id: given.owner.email,
      role: 'owner',
    })
    .execute();
  const subject = { kind: 'seller' as const, id: given.sellerId };
  await recordAudit(transaction, actor, {
    action: 'seller.created',
    subject,
    details: { ...(by && { by }), address: given.address },
  });
}

/** These products with the shops that they are of. */
export function listOwners(db: Db, productIds: readonly string[]) {
  return db
    .selectFrom('api.product as product')
    .leftJoin('api.seller as seller', 'seller.seller_id', 'product.seller_id')
    .select(['product.product_id', 'product.product_name', 'product.seller_id', 'seller.name as seller_name'])
    .where('product.product_id', 'in', ['', ...productIds])
    .execute();
}

/** Apart from what is read of them: a statement that has waited for a lock reads whatever else it asks for as it was before. */
export async function lockProducts(transaction: Db, productIds: readonly string[]): Promise<void> {
  await transaction
    .selectFrom('api.product')
    .select('product_id')
    .where('product_id', 'in', ['', ...productIds])
    .orderBy('product_id')
    .forUpdate()
    .execute();
}

/** Hands products of the operator's own to a shop, each with its first version. The shop and the products must be locked. */
export async function adoptProducts(
  transaction: Db,
  { actor, by }: Opener,
  sellerId: string,
  productIds: readonly string[],
): Promise<void> {
  const own = await transaction
    .selectFrom('api.product as product')
    .leftJoin('api.own_product as own', 'own.product_id', 'product.product_id')
    .select(fieldColumns.map((column) => `product.${column}` as const))
    .select(['product.name_folded', 'product.effective_micros', 'own.paused', 'own.archived'])
    .where('product.product_id', 'in', ['', ...productIds])
    .orderBy('product.product_id')
    .execute();
  for (const { name_folded, effective_micros, paused, archived, ...row } of own) {
    const { product_id: id, provider: _provider, product_img: image, pictures, ...fields } = productFields(row);
    // As its seller would have written it: of pictures the first is the product's image.
    const content = { ...fields, pictures: pictures.length > 0 || image === '' ? pictures : [image] };
    await transaction
      .insertInto('api.product_version')
      .values({ product_id: id, version: 1, content: JSON.stringify(content satisfies ListingContent) })
      .execute();
    await transaction
      .insertInto('api.listing')
      .values({
        product_id: id,
        seller_id: sellerId,
        version: 1,
        name: row.product_name,
        name_folded,
        price_micros: effective_micros,
        stock: row.stock,
        // It stands with the shop as it stood here.
        paused: paused ?? false,
        archived: archived ?? false,
      })
      .execute();
    await transaction.deleteFrom('api.own_product').where('product_id', '=', id).execute();
    await transaction
      .updateTable('api.product')
      .set({ seller_id: sellerId, version: 1 })
      .where('product_id', '=', id)
      .execute();
    const subject = { kind: 'seller' as const, id: sellerId };
    await recordAudit(transaction, actor, {
      action: 'seller.product_adopted',
      subject,
      details: { ...(by && { by }), product: id },
    });
  }
}
