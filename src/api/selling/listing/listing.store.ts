import { type Kysely, type Selectable, sql } from 'kysely';
import type { ListingContent } from '#contract/selling/listing/listing.ts';
import type { DraftState } from '#contract/selling/listing/listing-labels.ts';
import type { SellerState } from '#contract/selling/seller.ts';
import { changesOf, ForbiddenTransition, requireMoved } from '#platform/state/transitions.rules.ts';
import type { Held } from '../../catalogue/ports.rules.ts';
import { type StoredProduct, storedColumns } from '../../schema/product-columns.rules.ts';
import type { ApiTables } from '../../schema/schema.ts';
import type { ListingTable } from '../../schema/selling.ts';
import { foldName } from '../../text/search-text.rules.ts';
import { draftTransitions } from './draft-states.rules.ts';

type Db = Kysely<ApiTables>;

type StoredListing = Selectable<ListingTable>;
/** A product that is on sale, or was. */
export type ListedProduct = StoredProduct &
  Held & { pictures: string[]; version: number | null; seller_id: string | null };
export type Shop = { seller_id: string; state: SellerState; name: string | null };

/** A listing with what is on sale of it; null before the first approval. */
export type WholeListing = { listing: StoredListing; product: ListedProduct | null };

export type Locked = { shop: Shop; listings: Map<string, WholeListing> };

const productColumns = [...storedColumns, 'held', 'variants_held', 'pictures', 'version', 'seller_id'] as const;

/**
 * The listings of a shop of these ids that there are; nobody else changes them, what waits of them or their products until the transaction
 * ends, nor the state of the shop. Everybody locks in this order: the shop, what waits, products, listings, each by their ids.
 */
export async function lockListings(transaction: Db, sellerId: string, productIds: readonly string[]): Promise<Locked> {
  const shop = await readShop(transaction, sellerId, { lock: true });
  if (productIds.length === 0) return { shop, listings: new Map() };
  const ids = idList(productIds);
  await sql`select from api.approval where subject_id = any (${ids}) and seller_id = ${sellerId} and state = 'waiting'
    order by subject_id for update`.execute(transaction);
  return { shop, listings: await readWhole(transaction, sellerId, productIds, { lock: true }) };
}

/** The same without keeping anybody from changing them. */
export async function readListings(db: Db, sellerId: string, productIds: readonly string[]): Promise<Locked> {
  const shop = await readShop(db, sellerId, { lock: false });
  return { shop, listings: await readWhole(db, sellerId, productIds, { lock: false }) };
}

async function readWhole(
  db: Db,
  sellerId: string,
  productIds: readonly string[],
  { lock }: { lock: boolean },
): Promise<Map<string, WholeListing>> {
  const ids = idList(productIds);
  const products = await db
    .selectFrom('api.product')
    .select(productColumns)
    .where('product_id', '=', sql<string>`any (${ids})`)
    .where('seller_id', '=', sellerId)
    .orderBy('product_id')
    .$if(lock, (query) => query.forNoKeyUpdate())
    .execute();
  const listings = await db
    .selectFrom('api.listing')
    .selectAll()
    .where('product_id', '=', sql<string>`any (${ids})`)
    .where('seller_id', '=', sellerId)
    .orderBy('product_id')
    .$if(lock, (query) => query.forUpdate())
    .execute();
  const byId = new Map(products.map((product) => [product.product_id, product]));
  return new Map(
    listings.map((listing) => [listing.product_id, { listing, product: byId.get(listing.product_id) ?? null }]),
  );
}

/** `lock`: its state stays as it is until the transaction ends. */
export async function readShop(db: Db, sellerId: string, { lock }: { lock: boolean }): Promise<Shop> {
  return db
    .selectFrom('api.seller')
    .select(['seller_id', 'state', 'name'])
    .where('seller_id', '=', sellerId)
    .$if(lock, (query) => query.forShare())
    .executeTakeFirstOrThrow();
}

export async function findListing(db: Db, sellerId: string, productId: string): Promise<WholeListing | null> {
  return (await readWhole(db, sellerId, [productId], { lock: false })).get(productId) ?? null;
}

/** Approval that a product waits for, and how many versions of it are kept. */
export async function findProgress(
  db: Db,
  productId: string,
): Promise<{ approval: { approval_id: string; submitted_at: Date } | null; versions: number }> {
  const approval = await db
    .selectFrom('api.approval')
    .select(['approval_id', 'submitted_at'])
    .where('subject_id', '=', productId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  const { versions } = await db
    .selectFrom('api.product_version')
    .select(({ fn }) => fn.countAll<number>().as('versions'))
    .where('product_id', '=', productId)
    .executeTakeFirstOrThrow();
  return { approval: approval ?? null, versions };
}

/** Those of these ids that are somebody's already: a product, or another one's listing. */
export async function takenIds(db: Db, sellerId: string, productIds: readonly string[]): Promise<Set<string>> {
  if (productIds.length === 0) return new Set();
  const ids = idList(productIds);
  const { rows } = await sql<{ product_id: string }>`
    select product_id from api.product where product_id = any (${ids}) and seller_id is distinct from ${sellerId}
    union select product_id from api.listing where product_id = any (${ids}) and seller_id <> ${sellerId}
    -- Orders know what it was.
    union select product_id from api.product_version as version where product_id = any (${ids})
      and not exists (select from api.listing where listing.product_id = version.product_id)`.execute(db);
  return new Set(rows.map((row) => row.product_id));
}

export type NewDraft = { productId: string; draft: ListingContent; missing: number };

/** Stores new drafts of a shop. Answers the ids that were stored: one that somebody was faster with is not. */
export async function insertDrafts(db: Db, sellerId: string, drafts: readonly NewDraft[]): Promise<string[]> {
  if (drafts.length === 0) return [];
  const stored = await db
    .insertInto('api.listing')
    .values(
      drafts.map(({ productId, draft, missing }) => ({
        product_id: productId,
        seller_id: sellerId,
        draft: JSON.stringify(draft),
        draft_state: 'draft' as const,
        draft_revision: 1,
        missing,
        ...shownOf(draft),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('product_id')
    .execute();
  return stored.map((row) => row.product_id);
}

export type DraftChange = {
  productId: string;
  /** null: nothing is written that is not on sale. */
  draft: ListingContent | null;
  /** As it comes by writing or discarding. */
  state: DraftState | null;
  missing: number;
  /** It has never been approved: the list shows what the draft says. */
  isNew: boolean;
};

const writing = changesOf<DraftState | 'none'>({
  write: draftTransitions.write,
  clear: draftTransitions.clear,
  discard: draftTransitions.discard,
}).map(([from, to]) => `${from} ${to}`);

/** Each is a new revision of its draft. The listings must be locked. Throws `ForbiddenTransition` where writing cannot lead to a state. */
export async function updateDrafts(transaction: Db, changes: readonly DraftChange[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ productId, draft, state, missing, isNew }) => ({
    product_id: productId,
    draft,
    draft_state: state,
    missing,
    is_new: isNew,
    ...shownOf(draft ?? {}),
  }));
  const updated = await sql`update api.listing as listing set
      draft = nullif(given.draft, 'null'), draft_state = given.draft_state, draft_revision = draft_revision + 1,
      submitted_revision = case when given.draft_state = 'waiting' then submitted_revision end,
      missing = given.missing, updated_at = now(),
      name = case when is_new then given.name else listing.name end,
      name_folded = case when is_new then given.name_folded else listing.name_folded end,
      price_micros = case when is_new then given.price_micros else listing.price_micros end,
      stock = case when is_new then given.stock else listing.stock end
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as given
      (product_id text, draft jsonb, draft_state text, missing smallint, is_new boolean, name text, name_folded text,
        price_micros bigint, stock bigint)
    where listing.product_id = given.product_id and (listing.draft_state is not distinct from given.draft_state
      or coalesce(listing.draft_state, 'none') || ' ' || coalesce(given.draft_state, 'none') = any (${writing}))`.execute(
    transaction,
  );
  if (updated.numAffectedRows !== BigInt(rows.length)) throw new ForbiddenTransition('a draft', 'write');
}

/** An entry of an index ends at 2,704 bytes: one with such a name, the id and the shop's stays below it. */
const LONGEST_SHOWN = 500;

/** Columns that the list shows of a product that has never been approved. */
function shownOf({ product_name: name = '', price, stock, variants = [] }: ListingContent) {
  const prices = variants.flatMap((variant) => (typeof variant.price === 'number' ? [variant.price] : []));
  const shown = prices.length > 0 ? Math.min(...prices) : (price ?? 0);
  const plain = beginning(name.trim());
  return {
    name: plain,
    name_folded: beginning(foldName(plain)),
    price_micros: Math.round(shown * 1_000_000),
    stock: stock ?? null,
  };
}

/** Not cut within a character of two code units: the database takes no half of one. */
function beginning(text: string): string {
  return text.slice(0, LONGEST_SHOWN).replace(/[\ud800-\udbff]$/, '');
}

/** Changes of a listing beside its draft. */
export type ListingChange = Partial<Pick<StoredListing, 'paused' | 'archived'>>;

export async function updateListings(
  transaction: Db,
  productIds: readonly string[],
  change: ListingChange,
): Promise<void> {
  if (productIds.length === 0) return;
  await transaction
    .updateTable('api.listing')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('product_id', '=', sql<string>`any (${idList(productIds)})`)
    .execute();
}

/**
 * Takes a step of a draft that waits or comes to wait for a decision. One that has nothing written is in no state then. Throws
 * `ForbiddenTransition` from a state from which the table does not have it.
 */
export async function moveDraft(
  transaction: Db,
  productId: string,
  step: 'submit' | 'withdraw' | 'return',
  change: Partial<Pick<StoredListing, 'submitted_revision' | 'return_reason'>>,
): Promise<void> {
  const { from } = draftTransitions[step];
  // A draft that waits is submitted again, in place of the one before.
  const before = step === 'submit' ? [...from, 'waiting' as const] : from;
  const to = { submit: 'waiting', withdraw: 'draft', return: 'returned' }[step];
  const state = step === 'submit' ? 'waiting' : sql<DraftState>`case when draft is not null then ${to} end`;
  const moved = await transaction
    .updateTable('api.listing')
    .set({ ...change, draft_state: state, updated_at: sql<Date>`now()` })
    .where('product_id', '=', productId)
    .where('draft_state', 'in', before)
    .executeTakeFirst();
  requireMoved(moved, `the draft of ${productId}`, step);
}

/** A new version is on sale. `left`: what has been written since it was submitted. */
export async function publishVersion(
  transaction: Db,
  given: {
    productId: string;
    version: number;
    name: string;
    priceMicros: number;
    stock: number | null;
    left: ListingContent | null;
    missing: number;
  },
): Promise<void> {
  const { productId, version, name, left, missing } = given;
  const moved = await transaction
    .updateTable('api.listing')
    .set({
      version,
      name,
      name_folded: beginning(foldName(name)),
      price_micros: given.priceMicros,
      stock: given.stock,
      draft: left && JSON.stringify(left),
      draft_state: left && 'draft',
      submitted_revision: null,
      missing,
      return_reason: '',
      updated_at: sql<Date>`now()`,
    })
    .where('product_id', '=', productId)
    .where('draft_state', 'in', draftTransitions.approve.from)
    .executeTakeFirst();
  requireMoved(moved, `the draft of ${productId}`, 'approve');
}

export async function deleteListing(transaction: Db, sellerId: string, productId: string): Promise<void> {
  await transaction
    .deleteFrom('api.listing')
    .where('product_id', '=', productId)
    .where('seller_id', '=', sellerId)
    .where('version', 'is', null)
    .execute();
}

/** Sets what is the shop's, and not the file's, of a product that was just stored. */
export async function ownProduct(
  transaction: Db,
  given: { productId: string; sellerId: string; version: number; pictures: readonly string[] },
): Promise<void> {
  await transaction
    .updateTable('api.product')
    .set({
      seller_id: given.sellerId,
      version: given.version,
      pictures: JSON.stringify(given.pictures),
      updated_at: sql<Date>`now()`,
    })
    .where('product_id', '=', given.productId)
    .execute();
}

/** Price of a product now, where it has been approved: what a buyer pays. */
export async function findPaidPrice(
  db: Db,
  productId: string,
): Promise<{ effective_micros: number; stock: number | null }> {
  return db
    .selectFrom('api.product')
    .select(['effective_micros', 'stock'])
    .where('product_id', '=', productId)
    .executeTakeFirstOrThrow();
}

/** All of a shop, in the order of their names, in batches. */
export async function* eachListing(db: Db, sellerId: string, batch = 200): AsyncGenerator<WholeListing[]> {
  let last: { name: string; id: string } | null = null;
  for (;;) {
    const after: { name: string; id: string } | null = last;
    const rows: Array<{ product_id: string; name_folded: string }> = await db
      .selectFrom('api.listing')
      .select(['product_id', 'name_folded'])
      .where('seller_id', '=', sellerId)
      .$if(after !== null, (query) =>
        query.where(sql<boolean>`(name_folded, product_id) > (${after?.name}, ${after?.id})`),
      )
      .orderBy('name_folded')
      .orderBy('product_id')
      .limit(batch)
      .execute();
    const end = rows.at(-1);
    if (!end) return;
    last = { name: end.name_folded, id: end.product_id };
    const ids = rows.map((row) => row.product_id);
    const whole = await readWhole(db, sellerId, ids, { lock: false });
    yield ids.flatMap((id) => whole.get(id) ?? []);
  }
}

/** Which version of a product visitors see now; null: none, or none that is kept. */
export async function findProductVersion(db: Db, productId: string): Promise<number | null> {
  const row = await db
    .selectFrom('api.listed_product')
    .select('version')
    .where('product_id', '=', productId)
    .executeTakeFirst();
  return row?.version ?? null;
}

/** True if visitors see it. */
export async function isListed(db: Db, productId: string): Promise<boolean> {
  const row = await db
    .selectFrom('api.listed_product')
    .select('product_id')
    .where('product_id', '=', productId)
    .executeTakeFirst();
  return row !== undefined;
}

function idList(productIds: readonly string[]) {
  return sql`array(select jsonb_array_elements_text(${JSON.stringify(productIds)}::text::jsonb))`;
}
