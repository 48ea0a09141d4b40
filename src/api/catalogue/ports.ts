// Functions and types of this domain that other domains may use; everything else here is its own.

export { catalogueItems } from './catalogue-file/catalogue-items.ts';
export { judgeInBatches } from './catalogue-file/import/dry-run.ts';
export { importCatalogue } from './catalogue-file/import/import-catalogue.ts';
export { catalogueTable, storeProducts } from './catalogue-file/import/product-import.store.ts';
export type { RowOutcome } from './catalogue-file/import/store-batch.ts';
export { lookIntoFile } from './catalogue-file/look-into-file.ts';
export type { RowPlace } from './catalogue-file/read-in-batches.ts';
export type { CatalogueVersion } from './catalogue-version/catalogue-version.ts';
export { findNamedLicenses } from './license/license.store.ts';
export { findLostPictures } from './picture/picture.store.ts';
export { findPictures } from './product/product.store.ts';
export { findListed } from './product/product-list.store.ts';
export { findOffers, holdItems, type Offer, releaseItems, returnItems, sellItems } from './product/stock.store.ts';
export { findWrongProductCounts, repairProductCounts } from './product-count/product-count.store.ts';
export { markVerified } from './review/review.store.ts';
