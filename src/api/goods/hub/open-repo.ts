// A repository, as one account sees it: the product, what was bought of it, and its releases.
import type { Db } from '../../schema/db.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { listOfProducts, type StoredEntitlement } from '../entitlement/entitlement.store.ts';
import { findHubProduct, findIdOfHash, findSellerAddress, type HubProduct, listPublished } from './hub.store.ts';
import {
  findRevision,
  type HubRefusal,
  type HubRelease,
  type HubRevision,
  type HubView,
  isThere,
} from './hub-access.rules.ts';
import { HubError, repoNotFound, revisionNotFound } from './hub-error.ts';
import { type RepoId, readRepoName } from './hub-name.rules.ts';

export type HubShop = {
  /** Origin of the site, without a slash at its end. */
  origin: string;
  /** Where the operator's own products are. */
  namespace: string;
};

export type Repo = {
  id: RepoId;
  productId: string;
  productName: string;
  sellerId: string | null;
  license: string;
  isDataset: boolean;
  product: HubProduct | null;
  view: HubView<HubRelease, StoredEntitlement>;
};

type OpenRevision = HubRevision<HubRelease, StoredEntitlement>;

/** Throws a HubError where there is none for this account. */
export async function openRepo(
  db: Db,
  shop: HubShop,
  { id, accountId, now }: { id: RepoId; accountId: string | null; now: Date },
): Promise<Repo> {
  const named = isStorableText(id.name) ? readRepoName(id.name) : null;
  if (!named) throw repoNotFound();
  const productId = 'productId' in named ? named.productId : await findIdOfHash(db, named.idHash, accountId);
  if (productId === null) throw repoNotFound();
  const [product, entitlements] = await Promise.all([
    findHubProduct(db, productId),
    accountId === null ? [] : listOfProducts(db, accountId, [productId]),
  ]);
  const goods = product?.listed ? product.goods : null;
  if (!isThere({ goods, entitlements })) throw repoNotFound();
  const owned = entitlements[0];
  const sellerId = product ? product.seller_id : (owned?.seller_id ?? null);
  const namespace = sellerId === null ? shop.namespace : await findSellerAddress(db, sellerId);
  if (namespace !== id.namespace) throw repoNotFound();
  return {
    id,
    productId,
    productName: owned?.product_name ?? product?.product_name ?? productId,
    sellerId,
    license: owned?.license || product?.license || '',
    // Products that are gone have no known type: they are looked for data in.
    isDataset: product ? product.product_type === 'data' : true,
    product,
    view: { goods, entitlements, releases: await listPublished(db, productId), now },
  };
}

/** Throws a HubError where there is none for who asks. */
export function openRevision(repo: Repo, revision: string): OpenRevision {
  const found = findRevision(repo.view, revision);
  if (found) return found;
  if (repo.view.releases.length === 0)
    throw new HubError(
      `There are no files of ${repo.productName} yet. They are listed in the library once there are.`,
      {
        status: 404,
        code: 'RevisionNotFound',
      },
    );
  throw revisionNotFound(revision);
}

/** Why nothing is sent, and what to do. Without a token the clients are told to say who they are (401). */
export function gated(
  repo: Repo,
  shop: HubShop,
  { refusal, version }: { refusal: HubRefusal; version: string },
  isKnown: boolean,
): HubError {
  const { productName: name, view } = repo;
  const buy = view.goods === null ? '' : ` It is sold at ${productUrl(shop, repo)}.`;
  const get = view.goods !== null && repo.product?.is_free ? ` is free. Get it at ${productUrl(shop, repo)}.` : null;
  const sentences: Record<HubRefusal, string> = {
    'not bought': get
      ? `${name}${get}${isKnown ? '' : ` Then set HF_TOKEN to a library token of ${shop.origin}/profile/library.`}`
      : isKnown
        ? `You have not bought ${name}.${buy}`
        : `${name} has to be bought.${buy} Who has bought it sets HF_TOKEN to a library token of ${shop.origin}/profile/library.`,
    'another version': `Version ${version} of ${name} is not among those that you have bought.${buy}`,
    refunded: `The money for ${name} was given back: its files cannot be had any more.${buy}`,
    withdrawn: `${name} was taken back from you: its files cannot be had any more. Ask the shop why.${buy}`,
    on_hold: `The payment for ${name} is being looked at: its files can be had again once that is done.`,
    expired: `Your time with ${name} is over.${buy}`,
  };
  return new HubError(sentences[refusal], { status: isKnown ? 403 : 401, code: 'GatedRepo' });
}

export function productUrl({ origin }: HubShop, { productId }: Pick<Repo, 'productId'>): string {
  return `${origin}/products/id/${encodeURIComponent(productId)}`;
}
