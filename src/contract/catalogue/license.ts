import type { z } from 'zod';
import type { acceptedLicenseSchema, licenseFactsSchema, licenseSchema, licenseTermsSchema } from './license.schema.ts';

export type LicenseFacts = z.infer<typeof licenseFactsSchema>;
export type AcceptedLicense = z.infer<typeof acceptedLicenseSchema>;
export type License = z.infer<typeof licenseSchema>;
export type LicenseTerms = z.infer<typeof licenseTermsSchema>;
export type PlainWords = Pick<License, 'may' | 'must' | 'may_not' | 'not_stated'>;
