import type { License, LicenseTerms } from '#contract/catalogue/license.ts';
import type { ApiClient } from '../api/api-client.ts';

type Init = { signal?: AbortSignal };

/** What a product's license means. */
export function getLicenseTerms(api: ApiClient, expression: string, init?: Init): Promise<LicenseTerms> {
  return api.get(`/license?${new URLSearchParams({ expression })}`, init);
}

/** One license; with `sha256` in the text of this hash. */
export function getLicense(api: ApiClient, id: string, sha256: string | null, init?: Init): Promise<License> {
  return api.get(`/license/${encodeURIComponent(id)}${sha256 ? `?${new URLSearchParams({ sha256 })}` : ''}`, init);
}
