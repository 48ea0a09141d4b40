// Words about listings: products as their sellers see them, on sale or not. Free of the validator.
import type { z } from 'zod';
import type {
  boughtVersionSchema,
  bulkAnswerSchema,
  bulkSchema,
  differenceSchema,
  listingContentSchema,
  listingDifferencesSchema,
  listingImportSchema,
  listingListSchema,
  listingRowSchema,
  listingSchema,
  listingSortSchema,
  listingVersionRowSchema,
  listingVersionSchema,
  listingVersionsSchema,
  missingSchema,
  newListingSchema,
  offerAnswerSchema,
  offerSchema,
  putDraftSchema,
  putOfferSchema,
  savedDraftSchema,
} from './listing.schema.ts';

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
export const draftStates = ['draft', 'waiting', 'returned'] as const;
export type DraftState = (typeof draftStates)[number];

/** What a list is sorted by; with '-' in front the other way round. `attention`: what needs the seller comes first. */
export const listingSorts = ['attention', 'name', 'price', 'stock', 'sold', 'views', 'updated'] as const;
export type ListingSort = z.infer<typeof listingSortSchema>;

/** What can be done with a listing as it is. `edit`: its draft; `offer`: what changes at once. */
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
export const picturesMaximum = 10;
/** Of a file of own products. */
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

/**
 * What a seller writes about a product: its fields as a catalogue file has them, as far as they have been written. A draft may hold values that
 * cannot be sold yet; the API says which. Of pictures the first is the product's image.
 */
export type ListingContent = z.infer<typeof listingContentSchema>;
export type ListingField = keyof ListingContent;
export type Missing = z.infer<typeof missingSchema>;
export type Offer = z.infer<typeof offerSchema>;
export type PutOffer = z.infer<typeof putOfferSchema>;
export type OfferAnswer = z.infer<typeof offerAnswerSchema>;
export type ListingRow = z.infer<typeof listingRowSchema>;
export type ListingList = z.infer<typeof listingListSchema>;
export type Listing = z.infer<typeof listingSchema>;
export type NewListing = z.infer<typeof newListingSchema>;
export type PutDraft = z.infer<typeof putDraftSchema>;
export type SavedDraft = z.infer<typeof savedDraftSchema>;
export type BulkChange = z.input<typeof bulkSchema>;
export type BulkAnswer = z.infer<typeof bulkAnswerSchema>;
export type ListingDifference = z.infer<typeof differenceSchema>;
export type ListingDifferences = z.infer<typeof listingDifferencesSchema>;
export type ListingImport = z.infer<typeof listingImportSchema>;
export type ListingVersionRow = z.infer<typeof listingVersionRowSchema>;
export type ListingVersions = z.infer<typeof listingVersionsSchema>;
export type ListingVersion = z.infer<typeof listingVersionSchema>;
export type BoughtVersion = z.infer<typeof boughtVersionSchema>;
