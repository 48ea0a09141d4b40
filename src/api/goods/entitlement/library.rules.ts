// How the library tells of an entitlement. Pure.

import { artPath, type ProductType, type SelectedOption } from '#contract/catalogue/product/product.ts';
import { kindsOf, publicGoods } from '#contract/goods/goods.ts';
import type { EntitlementStatus, LibraryEntry, LibraryNextStep } from '#contract/goods/library/library.ts';
import { type Entitled, type KnownRelease, reachedReleases, statusOf, updatesUntil } from './entitlement.rules.ts';

/** Stored facts of an entitlement (entitlement.store.ts), as far as the library shows them. */
type OwnedThing = Entitled & {
  entitlement_id: string;
  product_name: string;
  seller_id: string | null;
  selected_options: SelectedOption[];
  quantity: number;
  license: string;
  product_version: number | null;
  because: 'order' | 'free' | 'gift';
  order_id: string | null;
  line: number | null;
  machine: number;
  machines: number;
  withdrawn_reason: string;
  delivered_at: Date | null;
};

/** A product of the catalogue, sold or not. */
export type ProductNow = { product_id: string; product_type: ProductType; product_img: string; listed: boolean };
export type ShopNow = { seller_id: string; name: string | null; address: string | null };
export type PublishedRelease = KnownRelease & { version: string; published_at: Date };

type Surroundings = {
  products: readonly ProductNow[];
  shops: readonly ShopNow[];
  /** All published ones of the products. */
  releases: readonly PublishedRelease[];
  notes: ReadonlyMap<string, string>;
  refundTimes: ReadonlyMap<string, Date>;
};

export type VersionsOf = {
  /** Those that the buyer has, newest first. */
  reached: PublishedRelease[];
  bought: PublishedRelease | null;
  newest: PublishedRelease | null;
  /** The newest that there is, where the buyer does not have it. */
  latest: PublishedRelease | null;
};

/** The versions of an entitlement's files: its own, and the one that it does not reach. */
export function versionsOf(entitlement: OwnedThing, releases: readonly PublishedRelease[]): VersionsOf {
  const reached = reachedReleases(entitlement, releases);
  const [newest = null] = reached;
  const last = releases
    .filter((release) => release.product_id === entitlement.product_id && release.edition === entitlement.edition)
    .reduce<PublishedRelease | null>((most, one) => (most && most.number > one.number ? most : one), null);
  return {
    reached,
    // The others are later ones.
    bought: reached.at(-1) ?? null,
    newest,
    latest: entitlement.goods.files && last && last !== newest ? last : null,
  };
}

/** Machine of an entitlement, where its line has several. */
export function machineOf({ machine, machines }: Pick<OwnedThing, 'machine' | 'machines'>): {
  machine?: { number: number; of: number };
} {
  return machines > 1 ? { machine: { number: machine, of: machines } } : {};
}

export function toLibraryEntry(entitlement: OwnedThing, around: Surroundings, now: Date): LibraryEntry {
  const status = statusOf(entitlement, now);
  const versions = versionsOf(entitlement, around.releases);
  return {
    entitlement_id: entitlement.entitlement_id,
    product: productOf(entitlement, around.products),
    seller: sellerOf(entitlement, around.shops),
    selected_options: entitlement.selected_options,
    quantity: entitlement.quantity,
    because: entitlement.because,
    order_id: entitlement.order_id,
    line: entitlement.line,
    ...machineOf(entitlement),
    granted_at: entitlement.granted_at.toISOString(),
    expires_at: toText(entitlement.expires_at),
    delivered_at: toText(entitlement.delivered_at),
    standing: status,
    ended_at: toText(endedAt(entitlement, status, around.refundTimes)),
    ended_reason: status === 'withdrawn' ? entitlement.withdrawn_reason : '',
    goods: publicGoods(entitlement.goods),
    license: entitlement.license,
    product_version: entitlement.product_version,
    files: filesOf(entitlement, versions, around.notes),
    next: nextStep(entitlement, status, versions),
  };
}

function productOf({ product_id: id, product_name: name }: OwnedThing, products: readonly ProductNow[]) {
  const found = products.find((product) => product.product_id === id);
  if (!found) return { id, name, type: null, picture: null, sold: false };
  const { product_img: picture, product_type: type, listed } = found;
  return {
    id,
    name,
    type,
    picture: picture || artPath({ product_id: id, product_type: type }),
    sold: listed,
  };
}

function sellerOf({ seller_id: id }: OwnedThing, shops: readonly ShopNow[]): LibraryEntry['seller'] {
  const shop = id === null ? undefined : shops.find(({ seller_id }) => seller_id === id);
  return shop ? { name: shop.name ?? '', address: shop.address ?? '' } : null;
}

function endedAt(
  { entitlement_id: id, withdrawn_at: withdrawnAt, expires_at: expiresAt }: OwnedThing,
  standing: EntitlementStatus,
  refundTimes: ReadonlyMap<string, Date>,
): Date | null {
  if (standing === 'refunded') return refundTimes.get(id) ?? null;
  if (standing === 'withdrawn') return withdrawnAt;
  return standing === 'expired' ? expiresAt : null;
}

function filesOf(
  entitlement: OwnedThing,
  { bought, newest, latest }: VersionsOf,
  notes: ReadonlyMap<string, string>,
): LibraryEntry['files'] {
  const { files } = entitlement.goods;
  if (!files) return null;
  const withNotes = (release: PublishedRelease | null) =>
    release && { ...toRelease(release), notes: notes.get(release.release_id) ?? '' };
  return {
    bought: bought && toRelease(bought),
    newest: withNotes(newest),
    latest: withNotes(latest),
    updates: files.updates,
    updates_until: toText(updatesUntil(entitlement) ?? null),
  };
}

export function toRelease({ release_id, version, published_at }: PublishedRelease) {
  return { release_id, version, published_at: published_at.toISOString() };
}

/** Goods that run or wait for their owner come before those that lie there. */
function nextStep({ goods }: OwnedThing, standing: EntitlementStatus, { newest, bought }: VersionsOf): LibraryNextStep {
  if (standing !== 'active') return 'none';
  if (kindsOf(goods).length === 0) return 'hand';
  if (goods.hours) return 'hours';
  if (goods.access) return 'access';
  if (goods.files && newest) return newest === bought ? 'download' : 'update';
  return goods.keys ? 'key' : 'none';
}

function toText(moment: Date | null): string | null {
  return moment?.toISOString() ?? null;
}
