// A small marketplace, and who comes to it: what the routes of sellers and of the staff are asked with.
import type { Tables } from '#main/tables.ts';
import type { Database } from '#platform/database/database.ts';
import { aProduct } from '../../../factories/product.ts';
import { aListing, storeSeller, storeStaff } from '../../../factories/seller.ts';
import type { Buying } from '../../../parts/buying.ts';

/** `owner`, `editor` and `finance` are of the seller that a request is about, `stranger` is the owner of another one; the last four are staff. */
export const callers = [
  'anonymous',
  'invalid',
  'buyer',
  'other',
  'stranger',
  'finance',
  'editor',
  'owner',
  'staffSupport',
  'staffFinance',
  'staffCatalogue',
  'staffAdmin',
] as const;
export type Caller = (typeof callers)[number];

export const staffCallers = ['staffSupport', 'staffFinance', 'staffCatalogue', 'staffAdmin'] as const;

export type Marketplace = {
  database: Database<Tables>;
  shop: Buying;
  /** An approved shop with a product on sale (`gpu`) and a draft (`draft`). */
  sellerId: string;
  strangersId: string;
};

type Asked = { path: string; body?: unknown; headers?: Record<string, string> };

/** The status for each caller. Whoever is left out gets 404, `invalid` 401, and staff at a route of the staff 403. */
export type Answers = Partial<Record<Caller, number>>;

export type RouteRow = {
  /** As the OpenAPI document names it, such as 'GET /api/seller/{sellerId}'. */
  route: string;
  /** Request with bytes as they are and all else as JSON, after making what it needs; `path` begins behind /api. */
  request: (made: Marketplace) => Asked | Promise<Asked>;
  /** The status for whoever has the rights that the route states, where the request is not one that succeeds. */
  passed?: number;
  /** Instead of those by its rights, where it matters whose the thing is that the request is about. */
  answers?: Answers;
};

/** Callers who are signed in, in whatever role: it is about themselves. */
export function signedIn(status: number) {
  return {
    anonymous: 401,
    buyer: status,
    other: status,
    stranger: status,
    finance: status,
    editor: status,
    owner: status,
    staffSupport: status,
    staffFinance: status,
    staffCatalogue: status,
    staffAdmin: status,
  } as const;
}

/** Also who is not signed in, or not any more: it is nobody's in particular. */
export function everybody(status: number) {
  return { ...signedIn(status), anonymous: status, invalid: status } as const;
}

export async function makeMarketplace(database: Database<Tables>, shop: Buying): Promise<Marketplace> {
  const sellerId = await storeSeller(
    database,
    { seller_id: 'ours', address: 'ours' },
    { owner: 'owner', editor: 'editor', finance: 'finance' },
  );
  const strangersId = await storeSeller(database, { seller_id: 'theirs', address: 'theirs' }, { stranger: 'owner' });
  for (const [account, role] of [
    ['staffSupport', 'support'],
    ['staffFinance', 'finance'],
    ['staffCatalogue', 'catalogue'],
    ['staffAdmin', 'admin'],
  ] as const)
    await storeStaff(database, account, role);
  const db = database.kysely;
  await db
    .insertInto('api.product')
    .values(aProduct({ product_id: 'gpu', price_micros: 2_490_000, seller_id: sellerId, version: 1 }))
    .execute();
  await db
    .insertInto('api.listing')
    .values([
      aListing({ product_id: 'gpu', seller_id: sellerId, version: 1, name: 'GPU', name_folded: 'gpu' }),
      aListing({ product_id: 'draft', seller_id: sellerId, draft: '{"product_name":"Draft"}', draft_state: 'draft' }),
    ])
    .execute();
  return { database, shop, sellerId, strangersId };
}
