import type { SavePicture } from '../catalogue/ports.rules.ts';
import { type CatalogueVersion, catalogueItems } from '../catalogue/ports.ts';
import type { Domain, DomainDeps } from '../domain/domain.ts';
import { createWriteRateLimit } from '../http/write-rate-limit.ts';
import type { Db } from '../schema/db.ts';
import { mountFigures } from './analytics/analytics.routes.ts';
import { countBuyers, countBuyersRegularly } from './analytics/count-buyers.ts';
import { createCountSeen } from './analytics/count-seen.ts';
import { foldMarketplaceAnalyticsRegularly } from './analytics/fold-marketplace-analytics.ts';
import { mountMarketplaceAnalytics } from './analytics/marketplace-analytics.routes.ts';
import { mountApprovals } from './approval/approval.routes.ts';
import { listingKinds } from './approval/hide-many-listings.ts';
import { publishListing, returnListing } from './listing/draft/publish-listing.ts';
import { mountListingFiles } from './listing/file/listing-file.routes.ts';
import { mountListings } from './listing/listing.routes.ts';
import { listingWrites } from './listing/listing-limits.rules.ts';
import { mountListingVersions } from './listing/version/listing-version.routes.ts';
import { mountApplications } from './seller/application/application.routes.ts';
import { finishClosingRegularly } from './seller/closing/close-seller.ts';
import { mountClosing } from './seller/closing/closing.routes.ts';
import { removeMembersOfAccounts } from './seller/closing/remove-members-of-accounts.ts';
import { createMailLimit } from './seller/member/mail-limit.ts';
import { mountMembers } from './seller/member/member.routes.ts';
import { type FindByEmail, mountOperatedSellers } from './seller/operated/operated-seller.routes.ts';
import { mountSellerPages } from './seller/page/seller-page.routes.ts';
import { decideApplication } from './seller/seller.store.ts';
import {
  applicantMails,
  invitationsOf,
  sellerMails,
  sellerWrites,
  supportMailsTo,
} from './seller/seller-limits.rules.ts';
import { applicationDecidedMails } from './seller/seller-mails.rules.ts';
import type { SellerService } from './seller/seller-service.ts';
import { mountStaffSellers } from './seller/suspension/staff-seller.routes.ts';
import { mountSellerKeys } from './seller-key/seller-key.routes.ts';
import { createStaffImporter } from './staff-import/create-staff-importer.ts';
import { createImportRunner } from './staff-import/run-imports.ts';
import { mountStaffImports } from './staff-import/staff-import.routes.ts';
import { ownProductKinds } from './staff-product/many-own-products.ts';
import { mountStaffProducts } from './staff-product/staff-product.routes.ts';
import { turnSalesRegularly } from './staff-product/turn-sales.ts';
import { createWebhookDelivery } from './webhook/deliver-webhooks.ts';
import { mountSellerWebhooks } from './webhook/webhook.routes.ts';
import type { WebhookDeps } from './webhook/webhook-deps.ts';
import { webhookOutbox } from './webhook/webhook-outbox.ts';

type SellingDeps = DomainDeps & {
  version: CatalogueVersion;
  /** Reads for public pages. */
  catalogue: Db;
  savePicture: SavePicture;
  /** A price that changes by more, in percent of the approved one, waits for approval; null: none does. */
  priceWaitPercent: number | null;
  webhooks: WebhookDeps;
  unpaidCents: SellerService['unpaidCents'];
  /** Ends the orders with products of suspended sellers that wait for their payment. */
  cancelOrdersOfSuspended: () => Promise<void>;
  /** The account with an address; null: another service keeps the accounts. */
  findByEmail: FindByEmail;
};

/** Sellers with their listings, keys and webhooks; what the staff decide and import; figures of sales. */
export function createSelling(deps: SellingDeps) {
  const { database, db, authenticate, storage, sendMail, shop, version, refresh, webhooks, log, now } = deps;
  const judging = { db, sendMail, shop, now, refresh };
  const service: SellerService = { db, sendMail, shop, unpaidCents: deps.unpaidCents, log, now };
  const allowListingWrite = createWriteRateLimit(database, listingWrites);
  const seen = createCountSeen({ db, log, now });
  const importer = createStaffImporter(db);
  const imports = createImportRunner({ db, storage, importer, log, now, refresh });

  function mountShops(app: Parameters<Domain['mount']>[0]) {
    const forSellers = {
      ...{ service, authenticate },
      allowChange: createWriteRateLimit(database, sellerWrites),
      allowMail: createWriteRateLimit(database, sellerMails),
      allowSupportMailTo: createMailLimit(database, supportMailsTo),
      allowInvitationOf: createMailLimit(database, invitationsOf),
      allowApplicantMail: createWriteRateLimit(database, applicantMails),
    };
    // Addresses with a name come before those with a seller's id in that place.
    mountMembers(app, forSellers);
    mountSellerPages(app, { db: deps.catalogue });
    mountApplications(app, forSellers);
    mountClosing(app, forSellers);
    mountOperatedSellers(app, { db, authenticate, findByEmail: deps.findByEmail, marketplace: shop.name, refresh });
    mountStaffSellers(app, {
      ...{ db, authenticate },
      suspending: { db, sendMail, shop, endOrders: deps.cancelOrdersOfSuspended, refresh },
    });
    mountSellerKeys(app, { db, authenticate, now });
    mountSellerWebhooks(app, { ...webhooks, db, authenticate });
  }

  function mountOffers(app: Parameters<Domain['mount']>[0]) {
    const listings = {
      ...{ db, authenticate, version, priceWaitPercent: deps.priceWaitPercent },
      allowWrite: allowListingWrite,
      readItems: (content: AsyncIterable<Uint8Array>) =>
        catalogueItems({ name: 'file', givesIds: true, read: () => content }),
    };
    // Its addresses are no ids of products.
    mountListingFiles(app, listings);
    mountListings(app, listings);
    mountListingVersions(app, listings);
    mountApprovals(app, {
      ...{ db, authenticate, version, sendMail, shop, now },
      deciders: {
        async decideApplication(transaction, { sellerId, decision, reason, by }) {
          const decided = await decideApplication(transaction, { sellerId, decision, reason, by });
          if (!decided.ok) return decided;
          return { ok: true, mails: applicationDecidedMails(shop, decided.seller, decision, reason) };
        },
        ...{ publishListing, returnListing },
      },
    });
    mountStaffProducts(app, { db, authenticate, now, savePicture: deps.savePicture, log, refresh });
    mountStaffImports(app, { db, authenticate, storage, importer, now, wake: imports.wake });
  }

  const domain: Domain = {
    mount(app) {
      mountShops(app);
      mountOffers(app);
      mountFigures(app, { db, authenticate, seen, now });
      mountMarketplaceAnalytics(app, { db, authenticate, now });
    },
    jobs: [
      () => foldMarketplaceAnalyticsRegularly({ db, log }),
      () => countBuyersRegularly({ db, now, refresh, log }),
      () => turnSalesRegularly({ db, log, now, refresh }),
      imports.runRegularly,
      () => finishClosingRegularly(service),
    ],
    handlers: {
      async onAccountsDeleted(accountIds) {
        for (const accountId of accountIds) await removeMembersOfAccounts(db, { accountId });
        // A shop may have closed by it.
        await refresh();
      },
    },
  };
  return {
    ...domain,
    ...{ seen, staffImports: imports, allowListingWrite },
    countBuyers: () => countBuyers({ db, now, refresh }),
    /** Delivers events to the machines of sellers, once it is started. */
    delivery: createWebhookDelivery(webhooks),
    outbox: webhookOutbox(db),
    jobKinds: [...listingKinds(judging), ...ownProductKinds(judging)],
  };
}
