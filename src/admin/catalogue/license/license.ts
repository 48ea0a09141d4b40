// Named licenses as the staff write them.
import { ApiError, readProblem } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { useApi } from '#client/query/use-api.ts';
import type { NamedLicenses, PutLicense, StaffLicense } from '#contract/catalogue/named-license.schema.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';

export const useLicenses = (): Loaded<NamedLicenses> => useApi('/admin/license');

export const useLicense = (licenseId: string): Loaded<StaffLicense> =>
  useApi('/admin/license/{licenseId}', { params: { path: { licenseId } }, isForgotten: true });

type SavedLicense =
  | { saved: StaffLicense }
  /** `meanwhile`: what somebody else has made of it since it was read. */
  | { fault: string; isThere: boolean; meanwhile: StaffLicense | null };

export async function save(licenseId: string, license: PutLicense): Promise<SavedLicense> {
  try {
    return {
      saved: await createBrowserApi().put('/admin/license/{licenseId}', {
        params: { path: { licenseId } },
        body: license,
      }),
    };
  } catch (error) {
    const problem = error instanceof ApiError ? readProblem(error.body) : null;
    const changed = problem?.refusal === 'named_license_changed' ? problem.current : undefined;
    return {
      fault: failureText(error),
      isThere: problem?.refusal === 'named_license_exists',
      meanwhile: (changed as StaffLicense | undefined) ?? null,
    };
  }
}
