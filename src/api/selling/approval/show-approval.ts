import { artPath, type ProductType } from '#contract/catalogue/product/product.ts';
import { countryName } from '#contract/countries.ts';
import type { Approval, ApprovalList, ApprovalSummary } from '#contract/selling/listing/approval.ts';
import { waitingCounted } from '#contract/selling/listing/approval-limits.ts';
import type { ListingContent } from '#contract/selling/listing/listing.ts';
import { findNamedLicenses } from '../../catalogue/ports.ts';
import { writeListCursor } from '../../http/list-cursor.rules.ts';
import type { Db } from '../../schema/db.ts';
import {
  type ApprovalRow,
  type ApprovalWithSeller,
  countWaiting,
  findApproval,
  findLastReturn,
  findOnSale,
  listApprovals,
  listGoodsFiles,
  rateSeller,
} from './approval.store.ts';
import { applicationNotes, isBaseOlder, namedLicensesOf, productNotes } from './approval-notes.rules.ts';
import { applicationDifference, differenceOf } from './difference.rules.ts';
import { compareFiles } from './file-difference.rules.ts';

/** A page of the queue, with how many wait of each kind. */
export async function listQueue(
  db: Db,
  wanted: Parameters<typeof listApprovals>[1],
  accountId: string,
): Promise<ApprovalList> {
  const { limit } = wanted;
  const [rows, waiting] = await Promise.all([
    listApprovals(db, { ...wanted, limit: limit + 1 }, accountId),
    countWaiting(db, waitingCounted),
  ]);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next = rows.length > limit && last ? writeListCursor({ micros: last.micros, id: last.approval_id }) : null;
  return { items: page.map(toSummary), waiting, next };
}

/** Null where there is none of this id. */
export async function showApproval(db: Db, approvalId: string, accountId: string): Promise<Approval | null> {
  const approval = await findApproval(db, approvalId, accountId);
  if (!approval) return null;
  const about =
    approval.kind === 'application' ? await aboutApplication(db, approval) : await aboutProduct(db, approval);
  const { seller, seller_id } = approval;
  return {
    approval_id: approval.approval_id,
    kind: approval.kind,
    state: approval.state,
    title: approval.title,
    submitted_at: approval.submitted_at.toISOString(),
    decided_at: approval.decided_at?.toISOString() ?? null,
    own: approval.own,
    subject_id: approval.subject_id,
    seller: { seller_id, ...seller },
    reason: approval.reason,
    base_version: approval.base_version,
    content: approval.content as Record<string, unknown>,
    ...about,
  };
}

type About = Pick<Approval, 'on_sale_version' | 'base_is_older' | 'notes' | 'difference'>;

async function aboutApplication(db: Db, approval: ApprovalWithSeller): Promise<About> {
  const returned = await findLastReturn(db, approval);
  return {
    on_sale_version: null,
    base_is_older: false,
    notes: applicationNotes(approval.content as Record<string, unknown>, {
      termsAcceptedAt: approval.termsAcceptedAt,
      returnedBefore: returned?.reason ?? null,
    }),
    difference: applicationDifference(approval.content),
  };
}

/** The version on sale now is compared, also where the change was written against an older one. */
async function aboutProduct(db: Db, approval: ApprovalWithSeller): Promise<About> {
  const content = approval.content as ListingContent;
  const named = namedLicensesOf(content);
  const [onSale, rating, returned, licenses] = await Promise.all([
    findOnSale(db, approval.subject_id),
    rateSeller(db, approval.seller_id),
    findLastReturn(db, approval),
    named.length > 0 ? findNamedLicenses(db, named) : [],
  ]);
  const files = compareFiles(
    await listGoodsFiles(db, approval.subject_id, onSale?.content.goods ?? {}),
    await listGoodsFiles(db, approval.subject_id, content.goods ?? onSale?.content.goods ?? {}),
  );
  const baseVersion = approval.base_version;
  return {
    on_sale_version: onSale?.version ?? null,
    base_is_older: isBaseOlder(baseVersion, onSale?.version ?? null),
    notes: productNotes(approval.subject_id, content, {
      seller: { state: approval.seller.state, ...rating },
      namedLicenses: new Set(licenses.map(({ license_id }) => license_id)),
      onSale,
      baseVersion,
      returnedBefore: returned?.reason ?? null,
    }),
    difference: { ...differenceOf(onSale?.content ?? null, content), ...files },
  };
}

function toSummary({ micros: _micros, product_type, subject_id, ...row }: ApprovalRow): ApprovalSummary {
  const art = () => artPath({ product_id: subject_id, product_type: product_type as ProductType });
  return {
    ...row,
    seller_name: row.seller_name ?? row.title,
    country: row.kind === 'application' ? countryName(row.country ?? '') : '',
    picture: row.kind === 'application' ? null : (row.picture ?? (product_type ? art() : null)),
    submitted_at: row.submitted_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
  };
}
