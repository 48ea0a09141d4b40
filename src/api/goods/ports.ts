// Functions and types of this domain that other domains may use; everything else here is its own.
export { downloadsOfOrders } from './download/download.store.ts';
export { findOwned } from './entitlement/find-owned.ts';
export { findShops } from './entitlement/library.store.ts';
export { findExtendable } from './hours/extension/find-extendable.ts';
export { lockRefundableMinutes } from './hours/refunded-minutes.ts';
export { listServableOrders } from './product-key/product-key.store.ts';
