import { type ApiClient, ApiError } from '#client/api/api-client.ts';
import type { LicenseTerms } from '#contract/catalogue/license.ts';

/**
 * Terms of a product's license; null where it is not understood. A failure stays one: a page is kept for others, and would be
 * without its terms.
 */
export async function findTerms(
  api: ApiClient,
  license: string,
  init: { signal: AbortSignal },
): Promise<LicenseTerms | null> {
  try {
    return await api.get('/license', { params: { query: { expression: license } }, ...init });
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return null;
    throw error;
  }
}
