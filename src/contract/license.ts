import type { z } from 'zod';
import type { licenseFactsSchema, licenseSchema, licenseTermsSchema } from './license.schema.ts';

export type LicenseFacts = z.infer<typeof licenseFactsSchema>;
export type License = z.infer<typeof licenseSchema>;
export type LicenseTerms = z.infer<typeof licenseTermsSchema>;
export type PlainWords = Pick<License, 'may' | 'must' | 'may_not' | 'not_stated'>;
