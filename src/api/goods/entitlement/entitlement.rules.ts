// Rights to versions of goods: whose, since when, until when and why. Every door asks here: the library, downloads, the hub, keys, access
// and hours. Nothing of it is stored: it follows from what was granted and from what became of the order, at the moment of the question.
import type { GoodsKind, GoodsOfOne } from '#contract/goods/goods.ts';
import type { OrderStatus } from '#contract/ordering/order.ts';

/** Facts of an entitlement when somebody asks. */
export type Entitled = {
  product_id: string;
  /** '' for the product as a whole; otherwise the key of the variant whose goods these are. */
  edition: string;
  goods: GoodsOfOne;
  granted_at: Date;
  expires_at: Date | null;
  withdrawn_at: Date | null;
  /** State of the order; null: it is a gift. */
  order: {
    status: OrderStatus;
    /** Status to which an order in review returns. */
    resume_status: OrderStatus | null;
    /** All that was paid for the line, or for the order, has gone back or is on its way. */
    is_going_back: boolean;
  } | null;
};

/** Facts of a release. */
export type KnownRelease = {
  release_id: string;
  product_id: string;
  edition: string;
  /** Counts the releases of an edition. */
  number: number;
  /** Since when it is what buyers get; null: it never was. */
  published_at: Date | null;
};

/** 'on_hold': somebody looks at the payment. */
export type EntitlementStatus = 'active' | 'on_hold' | 'refunded' | 'withdrawn' | 'expired';

const DAY_MS = 24 * 60 * 60_000;
const YEAR_MS = 365 * DAY_MS;

/** Status of an entitlement now. A refund goes before everything else. */
export function statusOf(entitled: Omit<Entitled, 'goods' | 'edition' | 'product_id'>, now: Date): EntitlementStatus {
  const { order, withdrawn_at: withdrawnAt, expires_at: expiresAt } = entitled;
  if (order && (order.is_going_back || order.status === 'refunded')) return 'refunded';
  if (withdrawnAt) return 'withdrawn';
  if (order?.status === 'in_review') return 'on_hold';
  // Orders that nobody has paid for grant nothing.
  if (order && order.status !== 'paid' && order.status !== 'fulfilled') return 'withdrawn';
  return expiresAt && expiresAt <= now ? 'expired' : 'active';
}

/** Until when access works by what was bought, where it is there in time; null: without an end. Of an endpoint that names an end too the earlier counts. */
export function accessUntil(
  { goods, granted_at: grantedAt, expires_at: end }: Pick<Entitled, 'goods' | 'granted_at' | 'expires_at'>,
  from = grantedAt,
): Date | null {
  const days = goods.access?.valid_days;
  if (days === undefined) return end;
  const until = new Date(from.getTime() + days * DAY_MS);
  return end && end < until ? end : until;
}

/** True if these goods may be had now. */
export function mayUse(entitled: Entitled, kind: GoodsKind, now: Date): boolean {
  return entitled.goods[kind] !== undefined && statusOf(entitled, now) === 'active';
}

/**
 * The releases that an entitlement reaches, newest first, whatever it is worth now: the one that was bought, and the later ones that the
 * product promised earlier buyers when it was bought. What was bought before there was a release reaches the first one.
 */
export function reachedReleases<Release extends KnownRelease>(
  { goods, product_id: productId, edition, granted_at: grantedAt }: Entitled,
  releases: readonly Release[],
): Release[] {
  const { files } = goods;
  if (!files) return [];
  const published = releases
    .filter((release) => release.product_id === productId && release.edition === edition && release.published_at)
    .sort((one, other) => other.number - one.number);
  const bought = published.find(({ release_id }) => release_id === files.release) ?? published.at(-1);
  return published.filter((release) => {
    if (release === bought) return true;
    if (!bought || release.number < bought.number) return false;
    if (files.updates === 'free') return true;
    return files.updates === 'year' && (release.published_at?.getTime() ?? 0) <= grantedAt.getTime() + YEAR_MS;
  });
}

/** True if the files of this release may be had now. */
export function mayDownload(
  entitled: Entitled,
  release: KnownRelease,
  releases: readonly KnownRelease[],
  now: Date,
): boolean {
  return (
    mayUse(entitled, 'files', now) &&
    reachedReleases(entitled, releases).some(({ release_id: id }) => id === release.release_id)
  );
}

/** Until when later releases are free for this buyer; null: without an end. Undefined: they are not. */
export function updatesUntil({
  goods,
  granted_at: grantedAt,
}: Pick<Entitled, 'goods' | 'granted_at'>): Date | null | undefined {
  if (goods.files?.updates === 'free') return null;
  return goods.files?.updates === 'year' ? new Date(grantedAt.getTime() + YEAR_MS) : undefined;
}
