import type { ShopPages } from '#contract/catalogue/shop-pages.ts';
import type { Domain, DomainDeps } from '../domain/domain.ts';
import type { AllowWrite } from '../http/write-rate-limit.ts';
import type { Db } from '../schema/db.ts';
import type { CatalogueVersion } from './catalogue-version/catalogue-version.ts';
import { mountHighlights } from './highlight/highlight.routes.ts';
import { mountLicenses } from './license/license.routes.ts';
import { mountStaffLicenses } from './license/staff-license.routes.ts';
import { mountPictures } from './picture/picture.routes.ts';
import { removePicturesRegularly } from './picture/remove-unused-pictures.ts';
import { createSavePicture } from './picture/save-picture.ts';
import { createListProducts } from './product/list-products.ts';
import { mountProducts } from './product/product.routes.ts';
import { foldProductCountsRegularly } from './product-count/fold-product-counts.ts';
import { reviewKinds } from './review/decide-many-reviews.ts';
import type { HasPaidFor } from './review/post-review.ts';
import { mountReviews } from './review/review.routes.ts';
import { mountReviewReports } from './review/review-report.routes.ts';
import { mountSellerReviews } from './review/seller-review.routes.ts';
import { mountProductAlertLinks } from './saved-product/alert-link.routes.ts';
import { endAlertsOfAccounts } from './saved-product/product-alert.store.ts';
import { mountSavedProducts } from './saved-product/saved-product.routes.ts';
import { sendAlertsRegularly } from './saved-product/send-alerts.ts';
import { mountSavedSearches } from './saved-search/saved-search.routes.ts';
import { endSearchAlertsOfAccounts } from './saved-search/saved-search.store.ts';
import { mountSearchAlertLinks } from './saved-search/search-alert-link.routes.ts';
import { sendSearchAlertsRegularly } from './saved-search/send-search-alerts.ts';
import type { EmbeddingsConfig } from './search/meaning/embeddings.ts';
import { createMeaning } from './search/meaning/meaning.ts';
import { createCountMisses } from './search/miss/count-misses.ts';
import { forgetMissesRegularly } from './search/miss/forget-misses.ts';
import { createIsMiss } from './search/miss/is-miss.ts';
import { mountSearch } from './search/search.routes.ts';
import { mountStaffSearch } from './search/staff-search.routes.ts';
import { updateSearchIndex } from './search/update-index.ts';
import { createReadShopVocabulary } from './search/vocabulary/read-shop-vocabulary.ts';
import { mountShopPages } from './shop-page/shop-page.routes.ts';

type CatalogueDeps = DomainDeps & {
  version: CatalogueVersion;
  /** Reads of products and public reviews: the database's own, or one that knows a replica. */
  catalogue: Db;
  hasPaidFor: HasPaidFor;
  allowWrite: AllowWrite;
  /** The operator's own pages. */
  shopPages: ShopPages;
  /** Where vectors for the search are asked for; null: nowhere. */
  embeddings: EmbeddingsConfig | null;
};

/** Products and what people read and say of them: licenses, pictures, reviews, search, saved products, the shop's pages. */
export function createCatalogue(deps: CatalogueDeps) {
  const { database, db, catalogue, version, authenticate, storage, sendMail, shop, allowWrite, log, now } = deps;
  const judging = { db, sendMail, shop, now, refresh: deps.refresh };
  const savePicture = createSavePicture({ db, storage });
  const listProducts = createListProducts(catalogue, version);
  const readVocabulary = createReadShopVocabulary(catalogue, version);
  const meaning = deps.embeddings && createMeaning({ config: deps.embeddings, db, catalogue, version, log });
  const isMiss = createIsMiss({ db: catalogue, listProducts, readVocabulary, findMeant: meaning?.find });
  const misses = createCountMisses({ db, isMiss, version, log, now });
  const domain: Domain = {
    mount(app) {
      mountProducts(app, { db: catalogue, listProducts });
      mountHighlights(app, { db: catalogue });
      mountSearch(app, { db: catalogue, listProducts, readVocabulary, misses, meaning });
      mountStaffSearch(app, { db, authenticate, refresh: deps.refresh });
      const reviewing = { db, version, authenticate, allowWrite };
      mountReviews(app, { ...reviewing, catalogue, hasPaidFor: deps.hasPaidFor, shopName: shop.name });
      mountReviewReports(app, { database, judging, authenticate });
      mountSellerReviews(app, { ...reviewing, sendMail, shop });
      mountSavedProducts(app, { db, authenticate });
      mountProductAlertLinks(app, { db, shop });
      mountSavedSearches(app, { db, authenticate, shopName: shop.name });
      mountSearchAlertLinks(app, { db, shop });
      mountPictures(app, { database, db, savePicture, authenticate });
      mountStaffLicenses(app, { db, authenticate, refresh: deps.refresh });
      mountLicenses(app, { db: catalogue });
      mountShopPages(app, { shopPages: deps.shopPages });
    },
    jobs: [
      () => sendAlertsRegularly({ db, sendMail, shop, log }),
      () => sendSearchAlertsRegularly({ db, catalogue, listProducts, readVocabulary, version, sendMail, shop, log }),
      () => removePicturesRegularly({ db, storage, log }),
      () => updateSearchIndex(database, log),
      ...(meaning ? [() => meaning.updateRegularly()] : []),
      () => forgetMissesRegularly({ db, log, now }),
      () => foldProductCountsRegularly({ db, log }),
    ],
    forRequests: [() => misses.start(), ...(meaning ? [() => meaning.readVectors()] : [])],
    handlers: {
      async onAccountsEnded(ids) {
        await endAlertsOfAccounts(db, ids);
        await endSearchAlertsOfAccounts(db, ids);
      },
    },
  };
  return { ...domain, savePicture, misses, meaning, jobKinds: reviewKinds(judging) };
}
