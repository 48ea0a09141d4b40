import { aProduct } from '../../../factories/product.ts';
import type { Marketplace, RouteRow } from './marketplace.ts';

async function anOwnProduct({ database }: Marketplace): Promise<string> {
  await database.kysely
    .insertInto('api.product')
    .values(aProduct({ product_id: 'own-one', stock: 5 }))
    .execute();
  return '/admin/product/own-one';
}

async function aSale({ database }: Marketplace): Promise<string> {
  await database.kysely
    .insertInto('api.planned_sale')
    .values({
      ...{ sale_id: 'sale', product_id: 'own-one', by_account: 'kim', percent: 10, sale_price_micros: null },
      ...{ starts_at: new Date('2196-11-27T00:00:00Z'), ends_at: new Date('2196-11-28T00:00:00Z') },
    })
    .execute();
  return 'sale';
}

const stands = (action: string): RouteRow => ({
  route: `POST /api/admin/product/{productId}/${action}`,
  request: async (made) => ({ path: `${await anOwnProduct(made)}/${action}`, body: {} }),
});

export const staffProductRoutes: RouteRow[] = [
  {
    route: 'POST /api/admin/product',
    request: () => ({
      path: '/admin/product',
      body: { product_id: 'own-new', fields: { product_name: 'New', product_type: 'data', price: 1 } },
    }),
  },
  {
    route: 'GET /api/admin/product/{productId}',
    request: async (made) => ({ path: await anOwnProduct(made) }),
  },
  {
    route: 'PUT /api/admin/product/{productId}',
    // The mark is none of this product: whoever may change it is told what it is now.
    request: async (made) => ({ path: await anOwnProduct(made), body: { mark: '', fields: { price: 2 } } }),
    passed: 409,
  },
  {
    route: 'POST /api/admin/product/{productId}/stock',
    request: async (made) => ({
      path: `${await anOwnProduct(made)}/stock`,
      body: { before: 5, after: 6, reason: 'Counted' },
    }),
  },
  {
    route: 'POST /api/admin/product/{productId}/duplicate',
    request: async (made) => ({ path: `${await anOwnProduct(made)}/duplicate`, body: { product_id: 'own-two' } }),
  },
  {
    route: 'DELETE /api/admin/product/{productId}',
    request: async (made) => ({ path: await anOwnProduct(made) }),
  },
  {
    route: 'POST /api/admin/product-picture',
    request: () => ({ path: '/admin/product-picture', body: { none: 'a picture' } }),
    passed: 400,
  },
  {
    route: 'POST /api/admin/product/{productId}/sale',
    request: async (made) => ({
      path: `${await anOwnProduct(made)}/sale`,
      body: { starts_at: '2196-11-27T00:00:00Z', ends_at: '2196-11-28T00:00:00Z', percent: 10 },
    }),
  },
  {
    route: 'POST /api/admin/product/{productId}/sale/{saleId}/cancel',
    request: async (made) => ({ path: `${await anOwnProduct(made)}/sale/${await aSale(made)}/cancel`, body: {} }),
  },
  {
    route: 'GET /api/admin/product/{productId}/key',
    request: async (made) => ({ path: `${await anOwnProduct(made)}/key` }),
  },
  {
    route: 'POST /api/admin/product/{productId}/key',
    // It is not sold as keys: whoever may load some is told so.
    request: async (made) => ({ path: `${await anOwnProduct(made)}/key`, body: { keys: ['QK-7F3A'] } }),
    passed: 400,
  },
  stands('pause'),
  stands('publish'),
  stands('archive'),
  stands('restore'),
];
