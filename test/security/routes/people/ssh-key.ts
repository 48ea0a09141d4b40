import { newSshKey } from '../../../factories/ssh-key.ts';
import type { RouteRow } from '../selling/marketplace.ts';

export const sshKeyRoutes: RouteRow[] = [
  {
    route: 'GET /api/ssh-key',
    request: () => ({ path: '/ssh-key' }),
  },
  {
    route: 'POST /api/ssh-key',
    request: () => ({ path: '/ssh-key', body: { public_key: newSshKey() } }),
  },
  {
    route: 'DELETE /api/ssh-key/{sshKeyId}',
    async request({ database: { kysely } }) {
      const ssh_key_id = '7d3c5b0e-3a52-4f1c-9b3e-0c6b1f7f2a11';
      await kysely.deleteFrom('api.ssh_key').execute();
      await kysely
        .insertInto('api.ssh_key')
        .values({
          ...{ ssh_key_id, account_id: 'buyer', name: 'Laptop' },
          ...{ type: 'ssh-ed25519', base64: 'AAAA', fingerprint: 'SHA256:one' },
        })
        .execute();
      return { path: `/ssh-key/${ssh_key_id}` };
    },
    answers: { anonymous: 401, buyer: 204 },
  },
];
