// Shops of the browser tests, each with an owner of its own, and what they have sold: written into the running shop's database. Their products
// are not listed, so that nobody else's lists change.
import { randomBytes } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import type { Tables } from '#main/tables.ts';
import { type Database, openOrAsk } from '#platform/database/database.ts';
import { insertOrder } from '../../src/api/order/order.store.ts';
import { aLine, anOrder } from '../factories/order.ts';
import { aProduct } from '../factories/product.ts';
import { aReview } from '../factories/review.ts';
import { aSeller } from '../factories/seller.ts';
import { type Account, register, tokensOf } from './account.ts';

export type Shop = { owner: Account; sellerId: string; name: string; address: string };

const word = () => randomBytes(5).toString('hex');

export async function inDatabase<T>(work: (db: Database<Tables>['kysely']) => Promise<T>): Promise<T> {
  const database = await openOrAsk<Tables>({ databaseUrl: null, dataDir: process.env.SHOP_DATA_DIR ?? '' });
  try {
    return await work(database.kysely);
  } finally {
    await database.close();
  }
}

/** The account service's own id of somebody. */
export async function accountIdOf(request: APIRequestContext, account: Account): Promise<string> {
  const { IdToken } = await tokensOf(request, account);
  await request.get(`/api/user/${account.email}`, { headers: { authorization: `Bearer ${IdToken}` } });
  return JSON.parse(Buffer.from(IdToken.split('.')[1] ?? '', 'base64url').toString()).sub;
}

/** An approved shop and its owner. */
export async function openSeller(request: APIRequestContext): Promise<Shop> {
  const owner = await register(request);
  const accountId = await accountIdOf(request, owner);
  const id = word();
  const shop = { owner, sellerId: `seller-${id}`, name: `Shop ${id}`, address: `shop-${id}` };
  await inDatabase(async (db) => {
    const { sellerId: seller_id, name, address } = shop;
    await db
      .insertInto('api.seller')
      .values(aSeller({ seller_id, name, address, address_skeleton: address }))
      .execute();
    await db
      .insertInto('api.seller_member')
      .values({ seller_id, account_id: accountId, user_id: owner.email, role: 'owner' })
      .execute();
    await db.updateTable('api.user').set({ user_type: 'seller' }).where('user_id', '=', owner.email).execute();
  });
  return shop;
}

/** A product of the shop that is not listed. Answers its id. */
export async function addProduct(shop: Shop, product_name: string): Promise<string> {
  const product_id = `product-${word()}`;
  const product = aProduct({ product_id, product_name, seller_id: shop.sellerId, listed: false, version: 1 });
  await inDatabase((db) => db.insertInto('api.product').values(product).execute());
  return product_id;
}

/** An order that the buyer has paid by transfer, of these products of the shop and for so many dollars each. Answers its number. */
export async function sell(
  shop: Shop,
  buyer: { account: Account; accountId: string },
  products: Record<string, number>,
): Promise<string> {
  const orderId = word().toUpperCase().padEnd(12, 'X').slice(0, 12);
  const cents = Object.values(products).reduce((sum, price) => sum + price * 100, 0);
  const {
    lines: _lines,
    refunds: _refunds,
    billing: _billing,
    ...order
  } = anOrder({
    order_id: orderId,
    user_id: buyer.account.email,
    account_id: buyer.accountId,
    payment_method: 'transfer',
    subtotal_cents: cents,
    total_cents: cents,
    received_cents: cents,
    created_at: new Date(),
    paid_at: new Date(),
  });
  const lines = Object.entries(products).map(([name, price]) =>
    aLine({
      product_id: `of-${shop.sellerId}`,
      product_name: name,
      seller_id: shop.sellerId,
      quantity: 1,
      unit_price_micros: price * 1_000_000,
      amount_cents: price * 100,
    }),
  );
  await inDatabase((db) => insertOrder(db, { ...order, billing: null, updated_at: new Date() }, lines));
  return orderId;
}

/** Somebody's review of a product of the shop. */
export async function writeReview(productId: string, author: Account, review_text: string): Promise<void> {
  const review = aReview({
    review_id: `review-${word()}`,
    product_id: productId,
    user_email: author.email,
    review_text,
  });
  await inDatabase((db) => db.insertInto('api.review').values(review).execute());
}

/** Lets a product of the demo catalogue be the shop's. */
export async function giveProduct(shop: Shop, productId: string): Promise<void> {
  await inDatabase((db) =>
    db.updateTable('api.product').set({ seller_id: shop.sellerId }).where('product_id', '=', productId).execute(),
  );
}
