// View of a repository, and access to its files. The entitlement alone decides whether something may be had.

import type { SelectedOption } from '#contract/catalogue/product/product.ts';
import { variantKey } from '#contract/catalogue/product/variant.ts';
import type { Goods } from '#contract/goods/goods.ts';
import {
  type Entitled,
  type EntitlementStatus,
  type KnownRelease,
  mayDownload,
  reachedReleases,
  statusOf,
} from '../entitlement/entitlement.rules.ts';

export type HubRelease = KnownRelease & { version: string; commit_sha: string; completed_at: Date };

export type HubView<Release extends HubRelease, Owned extends Entitled> = {
  /** Goods that the product promises buyers now; null: it is not on sale. */
  goods: Goods | null;
  /** Entitlements of the caller, newest first. */
  entitlements: readonly Owned[];
  /** Published ones, of all editions. */
  releases: readonly Release[];
  now: Date;
};

/** Why files may not be had: nothing was bought, what was bought does not reach this version, or what has become of it. */
export type HubRefusal = 'not bought' | 'another version' | Exclude<EntitlementStatus, 'active'>;

export type HubRevision<Release, Owned> = {
  release: Release;
  /** Entitlement that lets its files be had; null where none does. */
  by: Owned | null;
  refusal: HubRefusal | null;
};

/** The names of the newest release that who asks may see. */
const newest = new Set(['main', 'HEAD']);

/** True if there is a repository for the caller: files are promised to buyers now, or were to them. */
export function isThere({ goods, entitlements }: Pick<HubView<HubRelease, Entitled>, 'goods' | 'entitlements'>) {
  return (goods !== null && soldReleases(goods) !== null) || entitlements.some(hasFiles);
}

/** The release that a revision names: the version of one, its commit, or the newest one. Null: there is none for who asks. */
export function findRevision<Release extends HubRelease, Owned extends Entitled>(
  view: HubView<Release, Owned>,
  revision: string,
): HubRevision<Release, Owned> | null {
  const visible = visibleReleases(view);
  if (newest.has(revision)) return visible[0] ?? null;
  const isCommit = /^[0-9a-f]{40}$/.test(revision);
  return (
    visible.find(({ release }) => (isCommit ? release.commit_sha === revision : release.version === revision)) ?? null
  );
}

/**
 * All that who asks may see: first what they may have, of what was bought last, the newest first; then what is sold now; then, where
 * nothing of the product is sold any more, what can no longer be had.
 */
export function visibleReleases<Release extends HubRelease, Owned extends Entitled>(
  view: HubView<Release, Owned>,
): Array<HubRevision<Release, Owned>> {
  const { goods, entitlements, releases, now } = view;
  const seen = new Map<Release, HubRevision<Release, Owned>>();
  const owned = entitlements.filter(hasFiles);
  for (const entitled of owned) {
    for (const release of reachedReleases(entitled, releases))
      if (!seen.has(release) && mayDownload(entitled, release, releases, now))
        seen.set(release, { release, by: entitled, refusal: null });
  }
  const refusal = refusalOf(owned, now);
  const sold = (goods && soldReleases(goods)) ?? [];
  const others = [
    ...sold.flatMap(({ edition, release }) => {
      const ofEdition = releases.filter((one) => one.edition === edition).sort((a, b) => b.number - a.number);
      return (release === undefined ? ofEdition[0] : ofEdition.find(({ release_id: id }) => id === release)) ?? [];
    }),
    ...owned.flatMap((entitled) => reachedReleases(entitled, releases)),
  ];
  for (const release of others) if (!seen.has(release)) seen.set(release, { release, by: null, refusal });
  return [...seen.values()];
}

/** The editions that are sold with files, and which release of each; null: none is. */
function soldReleases({ variants = [], ...whole }: Goods): Array<{ edition: string; release?: string }> | null {
  const sold = [whole, ...variants].flatMap(({ files, ...rest }) =>
    files ? [{ edition: editionOf(rest), ...(files.release !== undefined && { release: files.release }) }] : [],
  );
  return sold.length > 0 ? sold : null;
}

function editionOf(rest: object): string {
  return 'selected_options' in rest ? variantKey(rest.selected_options as SelectedOption[]) : '';
}

function refusalOf(owned: readonly Entitled[], now: Date): HubRefusal {
  const standings = owned.map((entitled) => statusOf(entitled, now));
  if (standings.includes('active')) return 'another version';
  return (standings[0] as HubRefusal | undefined) ?? 'not bought';
}

function hasFiles({ goods }: Entitled): boolean {
  return goods.files !== undefined;
}
