// Shops of the browser tests: each test has its own. They are made in the database of the running shop, as its commands work with it.
// Their sales: `sales.ts`.
import { randomBytes } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import type { ApiTables } from '#api/schema/schema.ts';
import { type Database, openOrAsk } from '#platform/database/database.ts';
import { publishListing } from '../../src/api/selling/listing/draft/publish-listing.ts';
import type { ListingContent } from '../../src/contract/selling/listing/listing.ts';
import type { SellerRole } from '../../src/contract/selling/seller.ts';
import { aProduct } from '../factories/product.ts';
import { aSeller } from '../factories/seller.ts';
import { type Account, register, signIn, tokensOf } from './account.ts';

/** `account` is the one of the shop that the test acts as. */
export type Shop = { sellerId: string; name: string; address: string; account: Account };

/** Asks the running shop for its database. */
export async function inShop<T>(work: (database: Database<ApiTables>) => Promise<T>): Promise<T> {
  const database = await openOrAsk<ApiTables>({ databaseUrl: null, dataDir: process.env.SHOP_DATA_DIR ?? '' });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** An approved shop of a new account. */
export async function makeShop(request: APIRequestContext, role: SellerRole = 'owner'): Promise<Shop> {
  const account = await register(request);
  const mark = randomBytes(5).toString('hex');
  const sellerId = `seller-${mark}`;
  const shop = { seller_id: sellerId, name: `Saltmarsh ${mark}`, address: `saltmarsh-${mark}` };
  await inShop(({ kysely }) => kysely.insertInto('api.seller').values(aSeller(shop)).execute());
  await addMember(request, { sellerId, account, role });
  return { sellerId, name: shop.name, address: shop.address, account };
}

export async function addMember(
  request: APIRequestContext,
  { sellerId, account, role }: { sellerId: string; account: Account; role: SellerRole },
): Promise<void> {
  const accountId = await accountIdOf(request, account);
  await inShop(async ({ kysely }) => {
    await kysely
      .insertInto('api.seller_member')
      .values({ seller_id: sellerId, account_id: accountId, user_id: account.email, role })
      .execute();
    // Staff members remain staff.
    await kysely
      .updateTable('api.user')
      .set({ user_type: 'seller' })
      .where('user_id', '=', account.email)
      .where('user_type', '<>', 'admin')
      .execute();
  });
}

/** The account service's own id of somebody, whom the shop knows from now on. */
export async function accountIdOf(request: APIRequestContext, account: Account): Promise<string> {
  const { IdToken } = await tokensOf(request, account);
  await request.get(`/api/user/${account.email}`, { headers: { authorization: `Bearer ${IdToken}` } });
  return JSON.parse(Buffer.from(IdToken.split('.')[1] ?? '', 'base64url').toString()).sub;
}

/** A product of the shop; it is on no list where that is not asked for, so that nobody else's lists change. Answers its id. */
export async function addProduct(
  { sellerId }: Shop,
  product_name: string,
  { listed = false, ...changes }: { listed?: boolean; price_micros?: number } = {},
): Promise<string> {
  const product_id = `product-${randomBytes(5).toString('hex')}`;
  const product = aProduct({ product_id, product_name, seller_id: sellerId, listed, version: 1, ...changes });
  await inShop(({ kysely }) => kysely.insertInto('api.product').values(product).execute());
  return product_id;
}

/** Lets a product of the demo catalogue be the shop's. */
export async function giveProduct({ sellerId }: Shop, productId: string): Promise<void> {
  await inShop(({ kysely }) =>
    kysely.updateTable('api.product').set({ seller_id: sellerId }).where('product_id', '=', productId).execute(),
  );
}

/** Opens a screen of the shop as its owner. */
export async function openAsSeller(page: Page, shop: Shop, path = '/profile/products-management') {
  await signIn(page, shop.account, path);
}

/** Calls of the shop's API in the name of the shop's owner. */
export async function sellerApi(request: APIRequestContext, { sellerId, account }: Shop) {
  const { IdToken } = await tokensOf(request, account);
  const headers = { authorization: `Bearer ${IdToken}` };
  const base = `/api/seller/${sellerId}/listing`;
  async function call<T>(method: 'get' | 'post' | 'put', path: string, data?: unknown): Promise<T> {
    const response = await request[method](base + path, { headers, ...(data !== undefined && { data }) });
    if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
    return response.json() as Promise<T>;
  }
  return {
    create: async (content: ListingContent) =>
      (await call<{ product_id: string }>('post', '', { content: { ...whole(), ...content } })).product_id,
    submit: async (productId: string) => {
      const { revision } = await call<{ revision: number }>('get', `/${productId}`);
      await call('post', `/${productId}/submit`, { revision });
    },
    read: (productId: string) =>
      call<{ revision: number; content: ListingContent; state: string }>('get', `/${productId}`),
    saveDraft: (productId: string, draft: { revision: number; content: ListingContent }) =>
      call('put', `/${productId}/draft`, draft),
  };
}

/** Nothing is missing of it. */
export function whole(): ListingContent {
  return {
    product_name: 'Two-Speaker Phone Calls',
    product_type: 'data',
    description: 'Calls between actors on 180 service cases, transcribed by hand and checked twice.',
    price: 2400,
    attributes: { personal_data: false },
    license: 'CC-BY-4.0',
  };
}

/** Decides on what waits, as the staff would. */
export async function approve(productId: string): Promise<void> {
  await inShop(({ kysely }) =>
    kysely.transaction().execute(async (transaction) => {
      const approval = await transaction
        .selectFrom('api.approval')
        .selectAll()
        .where('subject_id', '=', productId)
        .where('state', '=', 'waiting')
        .forUpdate()
        .executeTakeFirstOrThrow();
      const published = await publishListing(transaction, { approval, by: 'staff' });
      if (!('version' in published)) throw new Error(JSON.stringify(published));
      await transaction
        .updateTable('api.approval')
        .set({ state: 'approved', decided_by: 'staff', decided_at: new Date() })
        .where('approval_id', '=', approval.approval_id)
        .execute();
    }),
  );
}

/** Sends it back with a reason, as the staff would. */
export async function giveBack(productId: string, reason: string): Promise<void> {
  await inShop(({ kysely }) =>
    kysely.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('api.approval')
        .set({ state: 'returned', reason, decided_by: 'staff', decided_at: new Date() })
        .where('subject_id', '=', productId)
        .where('state', '=', 'waiting')
        .execute();
      await transaction
        .updateTable('api.listing')
        .set({ draft_state: 'returned', return_reason: reason })
        .where('product_id', '=', productId)
        .execute();
    }),
  );
}
