import { importLicenses } from '../../../../src/api/catalogue/license/save-license.ts';
import type { Marketplace, RouteRow } from '../selling/marketplace.ts';

const terms = { name: 'Our Terms', text: 'Be kind.', facts: {} };

async function aLicense({ database }: Marketplace): Promise<string> {
  const license = { license_id: 'LicenseRef-Our-Terms', ...terms };
  await importLicenses(database.kysely, { kind: 'operator', name: 'root' }, [license]);
  return '/admin/license/LicenseRef-Our-Terms';
}

export const staffLicenseRoutes: RouteRow[] = [
  { route: 'GET /api/admin/license', request: () => ({ path: '/admin/license' }) },
  {
    route: 'GET /api/admin/license/{licenseId}',
    request: async (made) => ({ path: await aLicense(made) }),
  },
  {
    route: 'PUT /api/admin/license/{licenseId}',
    request: () => ({ path: '/admin/license/LicenseRef-New', body: { ...terms, mark: null } }),
  },
];
