// Listings: products as their sellers see them, on sale or not. Free of the validator; their words are in listing-words.ts.
import type { z } from 'zod';
import type {
  boughtVersionSchema,
  bulkAnswerSchema,
  bulkSchema,
  listingContentSchema,
  listingDifferencesSchema,
  listingImportSchema,
  listingListSchema,
  listingRowSchema,
  listingSchema,
  listingSortSchema,
  listingVersionSchema,
  listingVersionsSchema,
  newListingSchema,
  offerSchema,
  putDraftSchema,
  putOfferSchema,
} from './listing.schema.ts';

/**
 * Content of a product by its seller: its fields as a catalogue file has them, as far as they have been written. A draft may hold
 * values that cannot be sold yet; the API says which. Of pictures the first is the product's image.
 */
export type ListingContent = z.infer<typeof listingContentSchema>;
export type ListingField = keyof ListingContent;
export type Offer = z.infer<typeof offerSchema>;
export type ListingSort = z.infer<typeof listingSortSchema>;
export type PutOffer = z.input<typeof putOfferSchema>;
export type ListingRow = z.infer<typeof listingRowSchema>;
export type ListingList = z.infer<typeof listingListSchema>;
export type Listing = z.infer<typeof listingSchema>;
export type NewListing = z.infer<typeof newListingSchema>;
export type PutDraft = z.infer<typeof putDraftSchema>;
export type BulkChange = z.input<typeof bulkSchema>;
export type BulkAnswer = z.infer<typeof bulkAnswerSchema>;
export type ListingDifferences = z.infer<typeof listingDifferencesSchema>;
export type ListingImport = z.infer<typeof listingImportSchema>;
export type ListingVersions = z.infer<typeof listingVersionsSchema>;
export type ListingVersion = z.infer<typeof listingVersionSchema>;
export type BoughtVersion = z.infer<typeof boughtVersionSchema>;
