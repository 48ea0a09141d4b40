import { randomUUID } from 'node:crypto';
import { type Kysely, type Selectable, sql } from 'kysely';
import { variantKeyText } from '#contract/catalogue/product/variant.ts';
import type { Goods } from '#contract/goods/goods.ts';
import { approvalKinds } from '#contract/selling/listing/approval.schema.ts';
import type { ApprovalKind, ApprovalState } from '#contract/selling/listing/approval.ts';
import type { ListingContent } from '#contract/selling/listing/listing.ts';
import type { SellerRole, SellerState } from '#contract/selling/seller.ts';
import { microsOf, newerThan, olderThan } from '#platform/database/newest-first.ts';
import { requireMoved } from '#platform/state/transitions.rules.ts';
import type { ListCursor } from '../../http/list-cursor.rules.ts';
import { fieldColumns, productFields } from '../../schema/product-columns.rules.ts';
import type { ApiTables } from '../../schema/schema.ts';
import type { ApprovalTable } from '../../schema/selling.ts';
import { releasesIn } from '../listing/draft/listing-goods.rules.ts';
import { approvalTransitions } from './approval-states.rules.ts';
import type { GoodsFile } from './file-difference.rules.ts';

type Db = Kysely<ApiTables>;
export type Approval = Selectable<ApprovalTable>;

type Submission = {
  kind: ApprovalKind;
  /** The seller of an application, otherwise the product. */
  subjectId: string;
  sellerId: string;
  title: string;
  /** The whole request: an application's fields, or a product's as a catalogue file has them. */
  content: object;
  /** The approved version that it changes; null: there is none. */
  baseVersion: number | null;
  /** The account that asks. */
  submittedBy: string;
};

/** Puts what is asked for into the queue of the staff. What waited for the same subject is replaced by it. Answers its id. */
export async function submitApproval(transaction: Db, submission: Submission): Promise<string> {
  await endWaiting(transaction, submission.subjectId, 'replace');
  const approval = {
    approval_id: randomUUID(),
    kind: submission.kind,
    subject_id: submission.subjectId,
    seller_id: submission.sellerId,
    title: submission.title,
    content: JSON.stringify(submission.content),
    base_version: submission.baseVersion,
    submitted_by: submission.submittedBy,
  };
  await transaction.insertInto('api.approval').values(approval).execute();
  return approval.approval_id;
}

/** Takes back what waits for a subject. Answers whether anything did: it may have been decided meanwhile. */
export function withdrawApproval(transaction: Db, subjectId: string): Promise<boolean> {
  return endWaiting(transaction, subjectId, 'withdraw');
}

async function endWaiting(transaction: Db, subjectId: string, step: 'replace' | 'withdraw'): Promise<boolean> {
  const { from, to } = approvalTransitions[step];
  const ended = await transaction
    .updateTable('api.approval')
    .set({ state: to })
    .where('subject_id', '=', subjectId)
    .where('state', 'in', from)
    .returning('approval_id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Takes back every product and change of a shop that waits. */
export async function withdrawProductApprovals(transaction: Db, sellerId: string): Promise<void> {
  await transaction
    .updateTable('api.approval')
    .set({ state: approvalTransitions.withdraw.to })
    .where('seller_id', '=', sellerId)
    .where('kind', '<>', 'application')
    .where('state', 'in', approvalTransitions.withdraw.from)
    .execute();
}

export type ApprovalRow = {
  approval_id: string;
  kind: ApprovalKind;
  state: ApprovalState;
  title: string;
  subject_id: string;
  seller_name: string | null;
  country: string | null;
  /** Facts of a product, as far as its content says them. */
  picture: string | null;
  product_type: string | null;
  submitted_at: Date;
  decided_at: Date | null;
  /** True if the account is a member of the seller. */
  own: boolean;
  micros: string;
};

/** At most `limit` from `after` on: what waits in the order in which it came, what was decided newest first. */
export async function listApprovals(
  db: Db,
  wanted: { state: ApprovalState; kind: ApprovalKind | null; after: ListCursor | null; limit: number },
  accountId: string,
): Promise<ApprovalRow[]> {
  const { state, kind, after, limit } = wanted;
  const columns = { moment: 'approval.submitted_at', id: 'approval.approval_id' };
  const isQueue = state === 'waiting';
  return (
    db
      .selectFrom('api.approval as approval')
      .innerJoin('api.seller as seller', 'seller.seller_id', 'approval.seller_id')
      .select([
        'approval.approval_id',
        'approval.kind',
        'approval.state',
        'approval.title',
        'approval.subject_id',
        'approval.submitted_at',
        'approval.decided_at',
        'seller.name as seller_name',
      ])
      .select(microsOf('approval.submitted_at').as('micros'))
      .select([
        sql<string | null>`approval.content->>'country'`.as('country'),
        sql<string | null>`approval.content->'pictures'->>0`.as('picture'),
        sql<string | null>`approval.content->>'product_type'`.as('product_type'),
      ])
      .select(isOfOwnShop(accountId).as('own'))
      // Written into the statement, so that the planner knows which partial index fits.
      .where('approval.state', '=', sql.lit(state))
      .$if(kind !== null, (query) => query.where('approval.kind', '=', kind as ApprovalKind))
      .$if(after !== null, (query) => query.where((isQueue ? newerThan : olderThan)(after as ListCursor, columns)))
      .orderBy('approval.submitted_at', isQueue ? 'asc' : 'desc')
      .orderBy('approval.approval_id')
      .limit(limit)
      .execute()
  );
}

/** True if the account is a member of the shop whose approval it is. */
function isOfOwnShop(accountId: string) {
  return sql<boolean>`exists (select from api.seller_member member
    where member.seller_id = approval.seller_id and member.account_id = ${accountId})`;
}

/** How many wait of each kind; at most `most` are counted. */
export async function countWaiting(db: Db, most: number): Promise<Record<ApprovalKind, number>> {
  const { rows } = await sql<Record<ApprovalKind, number>>`select ${sql.join(
    approvalKinds.map(
      (kind) => sql`(select count(*) from (select from api.approval where state = 'waiting' and kind = ${kind}
        limit ${most}) counted) as ${sql.id(kind)}`,
    ),
  )}`.execute(db);
  return rows[0] ?? { application: 0, product: 0, change: 0 };
}

type ApprovalSeller = { name: string | null; address: string | null; state: SellerState };
export type ApprovalWithSeller = Approval & { seller: ApprovalSeller; termsAcceptedAt: Date | null; own: boolean };

/** With whose it is, and whether the account is a member there; null where there is none of this id. */
export async function findApproval(db: Db, approvalId: string, accountId: string): Promise<ApprovalWithSeller | null> {
  const row = await db
    .selectFrom('api.approval as approval')
    .innerJoin('api.seller as seller', 'seller.seller_id', 'approval.seller_id')
    .selectAll('approval')
    .select(['seller.name', 'seller.address', 'seller.state as seller_state', 'seller.terms_accepted_at'])
    .select(isOfOwnShop(accountId).as('own'))
    .where('approval.approval_id', '=', approvalId)
    .executeTakeFirst();
  if (!row) return null;
  const { name, address, seller_state, terms_accepted_at: termsAcceptedAt, own, ...approval } = row;
  return { ...approval, seller: { name, address, state: seller_state }, termsAcceptedAt, own };
}

/** Nobody else decides on it until the transaction ends. Who waited for the lock reads what was decided meanwhile. */
export async function lockApproval(
  transaction: Db,
  approvalId: string,
  accountId: string,
): Promise<ApprovalWithSeller | null> {
  await transaction
    .selectFrom('api.approval')
    .select('approval_id')
    .where('approval_id', '=', approvalId)
    .forUpdate()
    .execute();
  return findApproval(transaction, approvalId, accountId);
}

/** Throws `ForbiddenTransition` where it does not wait any more. */
export async function recordDecision(
  transaction: Db,
  approvalId: string,
  decision: { step: 'approve' | 'return'; reason: string; decidedBy: string; at: Date },
): Promise<void> {
  const { from, to } = approvalTransitions[decision.step];
  const moved = await transaction
    .updateTable('api.approval')
    .set({
      state: to,
      reason: decision.reason,
      decided_by: decision.decidedBy,
      decided_at: decision.at,
    })
    .where('approval_id', '=', approvalId)
    .where('state', 'in', from)
    .executeTakeFirst();
  requireMoved(moved, `approval ${approvalId}`, decision.step);
}

/** Why the last one about the same was returned, if one was. */
export async function findLastReturn(
  db: Db,
  { subject_id, seller_id, approval_id }: Pick<Approval, 'subject_id' | 'seller_id' | 'approval_id'>,
): Promise<{ reason: string; decided_at: Date | null } | undefined> {
  return (
    db
      .selectFrom('api.approval')
      .select(['reason', 'decided_at'])
      .where('subject_id', '=', subject_id)
      // The id of a product that was given up can be another shop's now.
      .where('seller_id', '=', seller_id)
      .where('approval_id', '!=', approval_id)
      .where('state', '=', 'returned')
      .orderBy('submitted_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  );
}

/** Product as it is on sale now; null before the first approval. */
export async function findOnSale(db: Db, productId: string) {
  const row = await db
    .selectFrom('api.product')
    .select([...fieldColumns, 'version'])
    .where('product_id', '=', productId)
    .executeTakeFirst();
  if (!row) return null;
  const { version, ...product } = row;
  const { product_id: _id, provider: _provider, product_img, pictures, ...fields } = productFields(product);
  const shown = pictures.length > 0 ? pictures : product_img === '' ? [] : [product_img];
  return { version, content: { ...fields, pictures: shown } satisfies ListingContent };
}

/** True if visitors see it. */
export async function findListed(db: Db, productId: string): Promise<boolean> {
  const row = await db
    .selectFrom('api.listed_product')
    .select('product_id')
    .where('product_id', '=', productId)
    .executeTakeFirst();
  return row !== undefined;
}

type Rating = { reviews: number; average: number | null; isSelling: boolean };

/** How buyers rate what a shop sells, and whether it sells anything; of very many reviews some are asked. */
export async function rateSeller(db: Db, sellerId: string): Promise<Rating> {
  const { rows } = await sql<Rating>`
    select count(*) as reviews, avg(rate)::float8 as average,
      exists (select from api.product where seller_id = ${sellerId}) as "isSelling"
    from (
      select review.rate from api.product as product
      join api.review as review on review.product_id = product.product_id
      where product.seller_id = ${sellerId} and review.show limit 10000) asked`.execute(db);
  return rows[0] ?? { reviews: 0, average: null, isSelling: false };
}

/** Whose product it is; undefined where it is no seller's. */
export function findSellerOfListing(db: Db, productId: string) {
  return db
    .selectFrom('api.listing as listing')
    .innerJoin('api.seller as seller', 'seller.seller_id', 'listing.seller_id')
    .select(['listing.seller_id', 'seller.address'])
    .where('product_id', '=', productId)
    .executeTakeFirst();
}

/** Those of these products that are of sellers; `is_own`: of a shop that this account belongs to. */
export function listListingsOf(db: Db, productIds: string[], accountId: string) {
  return db
    .selectFrom('api.listing as listing')
    .innerJoin('api.product as product', 'product.product_id', 'listing.product_id')
    .select(['listing.product_id', 'listing.name', 'listing.hidden_reason'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('api.seller_member as member')
            .select('member.seller_id')
            .whereRef('member.seller_id', '=', 'listing.seller_id')
            .where('member.account_id', '=', accountId),
        )
        .as('is_own'),
    )
    .where('listing.product_id', 'in', productIds)
    .execute();
}

/**
 * A product of a seller, which nobody else changes until the transaction ends; undefined where there is none. Everybody locks the seller
 * before (`lockSellers`), then the product, then its listing.
 */
export async function lockListing(transaction: Db, { sellerId, productId }: { sellerId: string; productId: string }) {
  await transaction
    .selectFrom('api.product')
    .select('product_id')
    .where('product_id', '=', productId)
    .forNoKeyUpdate()
    .execute();
  return transaction
    .selectFrom('api.listing')
    .select(['name', 'hidden_reason'])
    .where('product_id', '=', productId)
    .where('seller_id', '=', sellerId)
    .forUpdate()
    .executeTakeFirst();
}

export async function recordHiding(transaction: Db, productId: string, reason: string | null, at: Date): Promise<void> {
  await transaction
    .updateTable('api.listing')
    .set({ hidden_reason: reason, updated_at: at })
    .where('product_id', '=', productId)
    .execute();
}

/** Where mails about the products of a shop go to. */
export async function listMailBoxes(db: Db, sellerId: string, roles: readonly SellerRole[]): Promise<string[]> {
  const rows = await db
    .selectFrom('api.seller_member')
    .select('user_id')
    .where('seller_id', '=', sellerId)
    .where('role', 'in', roles)
    .orderBy('joined_at')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** The files of the releases that these goods promise, where they are of this product, by path. */
export async function listGoodsFiles(db: Db, productId: string, goods: Goods): Promise<GoodsFile[]> {
  const ids = releasesIn(goods);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('api.release_file as file')
    .innerJoin('api.release as release', 'release.release_id', 'file.release_id')
    .select(['release.edition', 'file.path', 'file.size_bytes', 'file.sha256', 'file.sample'])
    .where('release.product_id', '=', productId)
    .where('release.release_id', 'in', ids)
    .where('release.state', '=', 'complete')
    .orderBy('file.path')
    .execute();
  return rows.map(({ edition, path, size_bytes, sha256, sample }) => ({
    path: edition === '' ? path : `${variantKeyText(edition)}: ${path}`,
    size_bytes,
    sha256: sha256 ?? '',
    sample,
  }));
}
