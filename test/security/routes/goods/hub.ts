// Library tokens: everybody's own. Who gets what with them is asked in src/api/goods/hub.
import { makeToken } from '#api/goods/hub/library-tokens.ts';
import type { RouteRow } from '../selling/marketplace.ts';

export const hubRoutes: RouteRow[] = [
  {
    route: 'GET /api/library/token',
    request: () => ({ path: '/library/token' }),
  },
  {
    route: 'POST /api/library/token',
    request: () => ({ path: '/library/token', body: { name: 'Laptop' } }),
  },
  {
    route: 'DELETE /api/library/token/{tokenId}',
    request: async ({ database }) => {
      const made = await makeToken(database.kysely, 'buyer', { name: 'Laptop', expires_at: null }, new Date());
      return { path: `/library/token/${made?.stored.token_id}` };
    },
    answers: { anonymous: 401, buyer: 204 },
  },
];
