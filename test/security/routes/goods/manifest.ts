// The keys that goods are signed with: everybody verifies with them.
import { newKeyPair } from '#api/goods/manifest/signing-key.rules.ts';
import { insertSigningKey } from '#api/goods/manifest/signing-key.store.ts';
import type { RouteRow } from '../selling/marketplace.ts';

export const manifestRoutes: RouteRow[] = [
  { route: 'GET /api/goods/keys', request: () => ({ path: '/goods/keys' }) },
  {
    route: 'GET /api/goods/keys/{file}',
    request: async ({ database }) => {
      const { key_id, publicPem } = newKeyPair();
      const times = { valid_from: new Date(), valid_until: new Date() };
      const key = { key_id, purpose: 'manifest', public_pem: publicPem, private_sealed: null, ...times } as const;
      await insertSigningKey(database.kysely, key);
      return { path: `/goods/keys/${key_id}.pem` };
    },
  },
];
