// Words about listings: products as their sellers see them, on sale or not. Free of the validator.
import type { Product } from './product.ts';

/**
 * In the order of what needs the seller. `waiting`: a new product waits for a decision; `changes_waiting`: it is on sale, and a change of it waits;
 * `hidden`: by the operator.
 */
export const listingStates = [
  'hidden',
  'returned',
  'draft',
  'changes_waiting',
  'waiting',
  'on_sale',
  'paused',
  'archived',
] as const;
export type ListingState = (typeof listingStates)[number];

/** Of what has been written and is not on sale: being written, waiting for a decision, or returned with a reason. */
export type DraftState = 'draft' | 'waiting' | 'returned';

/**
 * What a seller writes about a product: its fields as a catalogue file has them, as far as they have been written. A draft may hold values that
 * cannot be sold yet; the API says which.
 */
export type ListingContent = Partial<Omit<Product, 'product_id' | 'provider' | 'seller'>>;
