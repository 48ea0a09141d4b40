// Free of the validator, so that the browser can load it.
import type { z } from 'zod';
import type { alertKinds, alertLinkSchema, savedProductSchema } from './saved-product.schema.ts';

export type AlertKind = (typeof alertKinds)[number];
export type SavedProduct = z.infer<typeof savedProductSchema>;
/** How a product was saved. */
export type SavedBefore = Pick<SavedProduct, 'saved_at' | 'saved_price' | 'saved_price_unit'>;
export type AlertLink = z.infer<typeof alertLinkSchema>;
