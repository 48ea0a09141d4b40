// Functions and types of this domain that other domains may use; everything else here is its own.
export { countSold, findCountedRefunds, recordCountedRefunds } from './analytics/analytics-sale.store.ts';
export { findListing } from './listing/listing.store.ts';
export { readBoughtVersion } from './listing/version/versions.ts';
export { findDeliverers, findSeller, lockSeller, mailedSeller } from './seller/seller.store.ts';
export { findStaffSeller, listMembers } from './seller/suspension/staff-seller.store.ts';
export type { WebhookDeps } from './webhook/webhook-deps.ts';
