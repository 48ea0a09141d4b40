import { importLicenses } from '../../../../src/api/catalogue/license/keep-license.ts';
import type { Marketplace, RouteRow } from '../selling/marketplace.ts';

const everyStaff: RouteRow['answers'] = { staffSupport: 200, staffFinance: 200, staffCatalogue: 200, staffAdmin: 200 };
const terms = { name: 'Our Terms', text: 'Be kind.', facts: {} };

async function aLicense({ database }: Marketplace): Promise<string> {
  const license = { license_id: 'LicenseRef-Our-Terms', ...terms };
  await importLicenses(database.kysely, { kind: 'operator', name: 'root' }, [license]);
  return '/admin/license/LicenseRef-Our-Terms';
}

export const staffLicenseRoutes: RouteRow[] = [
  { route: 'GET /api/admin/license', request: () => ({ path: '/admin/license' }), answers: everyStaff },
  {
    route: 'GET /api/admin/license/{licenseId}',
    request: async (made) => ({ path: await aLicense(made) }),
    answers: everyStaff,
  },
  {
    route: 'PUT /api/admin/license/{licenseId}',
    request: () => ({ path: '/admin/license/LicenseRef-New', body: { ...terms, mark: null } }),
    answers: { staffCatalogue: 200, staffAdmin: 200 },
  },
];
