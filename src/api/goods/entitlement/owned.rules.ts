// Products that an account owns: marks on pages, and the question before the same files are bought twice.
import { type GoodsOfOne, kindsOf } from '#contract/goods/goods.ts';
import { type Entitled, type KnownRelease, reachedReleases, statusOf } from './entitlement.rules.ts';

type OwnedEntitlement = Entitled & { entitlement_id: string };

/** A product as it is offered, or a line of a cart. */
export type OfferedGoods = { product_id: string; edition: string; goods: GoodsOfOne };

/** `hasSameFiles`: buying this line again would bring nothing that its buyer does not have. */
export type OwnedLine = { entitlementId: string; hasSameFiles: boolean };

/** True if it is in the library of its owner; one whose payment is under review is. */
export function isOwned(entitled: Entitled, now: Date): boolean {
  const status = statusOf(entitled, now);
  return status === 'active' || status === 'on_hold';
}

/** Thing of a line in the library of an account; null: none. Of several things the one with the same files comes first, then the first one. */
export function ownedLine(
  line: OfferedGoods,
  owned: readonly OwnedEntitlement[],
  releases: readonly KnownRelease[],
  now: Date,
): OwnedLine | null {
  const own = owned.filter((one) => one.product_id === line.product_id && isOwned(one, now));
  const same = own.find((one) => hasFilesOf(one, line, releases));
  const shown = same ?? own[0];
  return shown ? { entitlementId: shown.entitlement_id, hasSameFiles: same !== undefined } : null;
}

/** Keys, access and hours that come with the files are worth having twice; a version that the entitlement does not reach is too. */
function hasFilesOf(owned: Entitled, { edition, goods }: OfferedGoods, releases: readonly KnownRelease[]): boolean {
  if (kindsOf(goods).join() !== 'files' || !owned.goods.files || owned.edition !== edition) return false;
  const { release } = goods.files ?? {};
  return release === undefined || reachedReleases(owned, releases).some(({ release_id: id }) => id === release);
}
