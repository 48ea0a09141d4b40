// Free of the validator, so that the browser can load it.
import type { z } from 'zod';
import { savedMaximum } from './product/product-limits.ts';
import type { savedSearchSchema, searchAlertLinkSchema } from './saved-search.schema.ts';

export type SavedSearch = z.infer<typeof savedSearchSchema>;
export type SearchAlertLink = z.infer<typeof searchAlertLinkSchema>;

/** Searches that an account saves, as many as products. */
export const savedSearchMaximum = savedMaximum;

/** Alerts follow no more products of a search. */
export const mostFits = 100;
