import type { NamedLicenses, PutLicense, StaffLicense } from '#contract/catalogue/named-license.schema.ts';
import type { ApiClient } from '../api/api-client.ts';

export function listNamedLicenses(api: ApiClient): Promise<NamedLicenses> {
  return api.get('/admin/license', { asUser: true });
}

export function getNamedLicense(api: ApiClient, licenseId: string): Promise<StaffLicense> {
  return api.get(pathOf(licenseId), { asUser: true });
}

/** Without a mark it is a new one. */
export function putNamedLicense(api: ApiClient, licenseId: string, license: PutLicense): Promise<StaffLicense> {
  return api.put(pathOf(licenseId), license);
}

function pathOf(licenseId: string): string {
  return `/admin/license/${encodeURIComponent(licenseId)}`;
}
