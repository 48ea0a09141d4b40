import { publicGoods } from '#contract/goods/goods.ts';
import type {
  BoughtVersion,
  ListingContent,
  ListingDifferences,
  ListingVersion,
  ListingVersions,
} from '#contract/selling/listing/listing.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import type { StoredOrder } from '../../../schema/order.record.ts';
import { differenceOf } from '../../approval/difference.rules.ts';
import {
  type Acting,
  approvedOf,
  judgedAs,
  lockOwnListings,
  type Refused,
  refusalOf,
  refuse,
  unknownListing,
} from '../acting.ts';
import { asSubmitted, changedFields, isSame } from '../draft/listing-content.rules.ts';
import { missingOf } from '../draft/missing.rules.ts';
import { newDraft } from '../draft/save-draft.ts';
import { writtenState } from '../draft-states.rules.ts';
import { findListing, findProductVersion, updateDrafts } from '../listing.store.ts';
import { findVersion, listVersions } from './listing-version.store.ts';

const PAGE = 20;

type Shops = Pick<Acting, 'db' | 'sellerId'>;
type VersionName = number | 'draft';

/** The approved versions of a product of the shop, newest first; null where it has no such product. */
export async function readVersions(
  { db, sellerId }: Shops,
  productId: string,
  below: number | null,
): Promise<ListingVersions | null> {
  const whole = await findListing(db, sellerId, productId);
  if (!whole) return null;
  // One more than is told, to say what the last one has changed.
  const versions = await listVersions(db, productId, { below, limit: PAGE + 1 });
  const page = versions.slice(0, PAGE);
  return {
    versions: page.map(({ version, content, approved_at }, index) => {
      const before = versions[index + 1];
      return {
        version,
        name: content.product_name ?? '',
        approved_at: approved_at.toISOString(),
        is_current: version === whole.listing.version,
        changed: before ? changedFields(before.content, content) : [],
      };
    }),
    next_cursor: versions.length > PAGE ? String(page.at(-1)?.version) : null,
  };
}

export async function readVersion(
  { db, sellerId }: Shops,
  productId: string,
  version: number,
): Promise<ListingVersion | null> {
  const whole = await findListing(db, sellerId, productId);
  const found = whole && (await findVersion(db, productId, version));
  if (!found) return null;
  const { content, approved_at } = found;
  const is_current = version === whole.listing.version;
  return { product_id: productId, version, approved_at: approved_at.toISOString(), is_current, content };
}

/** Differences between two versions, or one and what has been written; null where one of them is not there. */
export async function readDifference(
  { db, sellerId }: Shops,
  productId: string,
  { from, to }: { from: VersionName; to: VersionName },
): Promise<ListingDifferences | null> {
  const whole = await findListing(db, sellerId, productId);
  if (!whole) return null;
  const contentAt = async (name: VersionName): Promise<ListingContent | null> =>
    name === 'draft'
      ? asSubmitted(whole.listing.draft, approvedOf(whole))
      : ((await findVersion(db, productId, name))?.content ?? null);
  const [before, after] = [await contentAt(from), await contentAt(to)];
  return before && after && { from, to, difference: differenceOf(before, after) };
}

/** Writes an approved version into the draft: a change, to be submitted like every other. What changes at once stays as it is. */
export async function restoreVersion(
  { db, sellerId, accountId }: Acting,
  productId: string,
  version: number,
): Promise<{ restored: true } | Refused> {
  return inTransaction(db, async (transaction): Promise<{ restored: true } | Refused> => {
    const { shop, listings } = await lockOwnListings(transaction, { sellerId, accountId }, [productId]);
    const whole = listings.get(productId);
    if (!whole) return unknownListing;
    const found = await findVersion(transaction, productId, version);
    if (!found) return refuse('unknown', 'It has no such version.');
    const refused = refusalOf(shop, whole, 'edit');
    if (refused) return refused;
    const { draft: before, draft_state: state } = whole.listing;
    const approved = approvedOf(whole);
    const draft = newDraft({ ...whole, listing: { ...whole.listing, draft: null } }, found.content);
    if (isSame(asSubmitted(draft, approved), asSubmitted(before, approved)))
      return refuse('listing_state', 'It is as this version was: there is nothing to restore.');
    const missing = draft ? missingOf(asSubmitted(draft, approved), judgedAs(whole)).length : 0;
    await updateDrafts(transaction, [
      {
        productId,
        draft,
        state: writtenState(state, draft),
        missing,
        isNew: whole.listing.version === null,
      },
    ]);
    return { restored: true };
  });
}

/** A line of an order as the product was when it was bought; null where no version of it is kept. */
export async function readBoughtVersion(
  { db }: Pick<Acting, 'db'>,
  order: Pick<StoredOrder, 'order_id' | 'lines'>,
  line: number,
): Promise<BoughtVersion | null> {
  const bought = order.lines.find((one) => one.line === line);
  if (!bought?.product_version) return null;
  const { product_id, product_name, product_version: version } = bought;
  const found = await findVersion(db, product_id, version);
  if (!found) return null;
  return {
    order_id: order.order_id,
    line,
    product_id,
    product_name,
    version,
    approved_at: found.approved_at.toISOString(),
    // Buyers who have placed an order read this, paid or not: what only buyers may see is in their library.
    content: { ...found.content, ...(found.content.goods && { goods: publicGoods(found.content.goods) }) },
    is_current: (await findProductVersion(db, product_id)) === version,
  };
}
