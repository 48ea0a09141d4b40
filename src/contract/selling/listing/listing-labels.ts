// The closed lists of words about listings, and their bounds. Free of the validator.

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

/** States of content that is not on sale: being written, waiting for a decision, or returned with a reason. */
export const draftStates = ['draft', 'waiting', 'returned'] as const;
export type DraftState = (typeof draftStates)[number];

/** Orders of a list; with '-' in front the other way round. `attention`: what needs the seller comes first. */
export const listingSorts = ['attention', 'name', 'price', 'stock', 'sold', 'views', 'updated'] as const;

/** Actions on a listing as it is. `edit`: its draft; `offer`: what changes at once. */
export const listingActions = [
  'edit',
  'submit',
  'withdraw',
  'discard',
  'delete',
  'offer',
  'pause',
  'resume',
  'archive',
  'restore',
] as const;
export type ListingAction = (typeof listingActions)[number];

/** `restore`: out of the archive; `offers`: prices and stock of each, as before an action that is undone. */
export const bulkActions = ['price', 'stock', 'pause', 'resume', 'archive', 'restore', 'offers'] as const;
export type BulkAction = (typeof bulkActions)[number];

/** Products that one action changes. */
export const bulkMaximum = 200;
/** Size of a request to save a draft: a page with many specifications and variants; or to change many products with theirs. */
export const draftMaximumBytes = 512 * 1024;
/** Limits of a file of own products. */
export const importMaximumBytes = 5 * 1024 * 1024;
export const importMaximumRows = 5_000;

/** Why the API does not do what is asked of a listing. */
export const listingRefusals = [
  /** Somebody else saved the draft meanwhile; the answer has it in `current`. */
  'draft_changed',
  /** Something is missing; the answer says what in `current`. */
  'listing_incomplete',
  /** Not as the listing is now: nothing is written, it waits, it is archived. */
  'listing_state',
  /** The shop is not approved, suspended or closed. */
  'seller_not_open',
  /** A price, a sale or a stock that no product can have. */
  'offer_refused',
] as const;
export type ListingRefusal = (typeof listingRefusals)[number];
