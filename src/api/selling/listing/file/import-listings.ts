import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { ListingImport, Offer } from '#contract/selling/listing/listing.ts';
import { importMaximumRows } from '#contract/selling/listing/listing-labels.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { createGiveWay } from '#platform/http/door/give-way.ts';
import { recordAudit } from '../../../audit/audit.ts';
import { type Fault, faultReason, finding } from '../../../catalogue/ports.rules.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { type Acting, approvedOf, judgedAs, lockOwnListings, type Refused, refusalOf, refuse } from '../acting.ts';
import { asSubmitted } from '../draft/listing-content.rules.ts';
import { judgeListing, missingOf } from '../draft/missing.rules.ts';
import { writtenState } from '../draft-states.rules.ts';
import {
  type DraftChange,
  insertDrafts,
  type Locked,
  type NewDraft,
  readListings,
  takenIds,
  updateDrafts,
  type WholeListing,
} from '../listing.store.ts';
import { newProductId } from '../listing-id.rules.ts';
import { shopRefusal } from '../listing-state.rules.ts';
import { changeLockedOffers, type OfferChange, type PriceLimit } from '../offer/change-offers.ts';
import { cellOf, changeByRow, newContent, type ReadRow, type RowChange, readRow } from './import-row.rules.ts';

/** Items read from a file: rows, rows that are none, columns that are not stored, or why it is no file of products. */
type FileItem =
  | { kind: 'row'; line: number; values: Record<string, unknown> }
  | { kind: 'unreadable'; line: number; field: string; reason: string }
  | { kind: 'unknown'; field: string }
  | { kind: 'refused'; reason: string };

/** Reads a CSV or JSONL file row by row (api/catalogue). */
export type ReadItems = (content: AsyncIterable<Uint8Array>) => AsyncIterable<FileItem>;

const BATCH_ROWS = 500;
const MOST_RESULTS = 1_000;

type Result = ListingImport['results'][number];
type RowResult = Result | { line: number; outcome: 'same' };
type Row = { line: number; read: ReadRow };

/**
 * Imports a file of own products: new ones become drafts, of known ones price, sale and stock change at once and the rest is staged. An id that
 * is not the shop's is refused. With `isDryRun` it only says what would change. Each batch of rows is a transaction.
 */
export async function importListings(
  acting: Acting,
  content: AsyncIterable<Uint8Array>,
  options: PriceLimit & { isDryRun: boolean; readItems: ReadItems },
): Promise<{ imported: ListingImport } | Refused | { refusedFile: string }> {
  const file = await readFile(content, options.readItems);
  if ('refusedFile' in file) return file;
  const { shop } = await readListings(acting.db, acting.sellerId, []);
  const closed = shopRefusal(shop.state, 'edit');
  if (closed) return refuse('seller_not_open', closed);
  const results: RowResult[] = [...file.refused];
  const giveWay = createGiveWay();
  for (let from = 0; from < file.rows.length; from += BATCH_ROWS) {
    results.push(...(await importBatch(acting, file.rows.slice(from, from + BATCH_ROWS), options)));
    await giveWay();
  }
  results.sort((one, other) => one.line - other.line);
  const outcome = answer(results, file.unknownColumns, options.isDryRun);
  if (!options.isDryRun && outcome.rows > 0) await record(acting, outcome);
  return { imported: outcome };
}

async function readFile(
  content: AsyncIterable<Uint8Array>,
  readItems: ReadItems,
): Promise<{ rows: Row[]; refused: Result[]; unknownColumns: string[] } | { refusedFile: string }> {
  const rows: Row[] = [];
  const refused: Result[] = [];
  const unknownColumns: string[] = [];
  const seen = new Set<string>();
  for await (const item of readItems(content)) {
    if (item.kind === 'refused') return { refusedFile: `The file cannot be read: ${item.reason}.` };
    if (item.kind === 'unknown') unknownColumns.push(item.field);
    else if (rows.length + refused.length >= importMaximumRows)
      return { refusedFile: `The file has more than ${importMaximumRows.toLocaleString('en-US')} rows. Split it.` };
    else if (item.kind === 'unreadable')
      refused.push(
        refusedRow(item.line, '', '', [{ field: item.field, ...finding('unreadable_row', { reason: item.reason }) }]),
      );
    else {
      const { product_name: name } = item.values;
      const read = readRow(item.values, newProductId(typeof name === 'string' ? name : '', randomBytes(8)));
      if (!read.ok) refused.push(refusedRow(item.line, read.productId, read.name, read.faults));
      else if (seen.has(read.productId))
        refused.push(
          refusedRow(item.line, read.productId, read.name, [{ field: 'product_id', ...finding('id_repeated') }]),
        );
      else {
        seen.add(read.productId);
        rows.push({ line: item.line, read });
      }
    }
  }
  return { rows, refused, unknownColumns };
}

function importBatch(
  { db, ...acting }: Acting,
  rows: readonly Row[],
  options: PriceLimit & { isDryRun: boolean },
): Promise<RowResult[]> {
  return inTransaction(db, async (transaction) => {
    const ids = rows.map(({ read }) => read.productId);
    const locked = await (options.isDryRun
      ? readListings(transaction, acting.sellerId, ids)
      : lockOwnListings(transaction, acting, ids));
    const taken = await takenIds(transaction, acting.sellerId, ids);
    const plans = rows.map((row) => planRow(row, locked, taken));
    const offers = plans.flatMap((plan): OfferChange[] =>
      plan.kind === 'change' && plan.change.offer ? [{ productId: plan.id, change: plan.change.offer }] : [],
    );
    const tried = await changeLockedOffers(transaction, acting, offers, asIfOpen(locked, plans), {
      ...options,
      isDryRun: true,
    });
    const results: RowResult[] = [];
    const drafts: NewDraft[] = [];
    const changes: DraftChange[] = [];
    const agreed: OfferChange[] = [];
    for (const plan of plans) {
      if (plan.kind === 'refused') results.push(plan.result);
      else if (plan.kind === 'new') {
        drafts.push(plan.draft);
        results.push(plan.result);
      } else {
        const outcome = tried.get(plan.id);
        if (outcome && 'refused' in outcome) {
          results.push(refusedRow(plan.line, plan.id, plan.name, [unchanged('price', outcome.refused.message)]));
          continue;
        }
        const offered = outcome ? offerCells(outcome.before, outcome.after) : [];
        const isSame = offered.length === 0 && !plan.change.isDraftChanged;
        if (plan.refused && !isSame) {
          results.push(refusedRow(plan.line, plan.id, plan.name, [unchanged('', plan.refused)]));
          continue;
        }
        const atOnce = offered.filter(({ field }) => !outcome?.waits || field === 'stock');
        const asked = offered.filter((cell) => !atOnce.includes(cell));
        if (plan.change.isDraftChanged) changes.push(draftChange(plan.whole, plan.change));
        if (offered.length > 0 && plan.change.offer) agreed.push({ productId: plan.id, change: plan.change.offer });
        const waiting: Fault[] = outcome?.waits ? [{ field: 'price', ...finding('price_waits') }] : [];
        const remarks = [...plan.change.remarks, ...waiting].map(toRowRemark);
        if (isSame) results.push({ line: plan.line, outcome: 'same' });
        else
          results.push({
            line: plan.line,
            product_id: plan.id,
            name: plan.name,
            outcome: 'changed',
            at_once: atOnce,
            staged: [...asked, ...plan.change.staged],
            remarks,
          });
      }
    }
    if (!options.isDryRun) await carryOut(transaction, acting, { drafts, changes, agreed, locked }, options, results);
    return results;
  });
}

type Plan =
  | { kind: 'refused'; result: Result }
  | { kind: 'new'; draft: NewDraft; result: Result }
  /** `refused`: why nothing of it may change; a row that changes nothing is no fault. */
  | {
      kind: 'change';
      line: number;
      id: string;
      name: string;
      whole: WholeListing;
      change: RowChange;
      refused: string | undefined;
    };

/** The listings, with those that are archived as if they were not: what a row of theirs would change is asked first. */
function asIfOpen(locked: Locked, plans: readonly Plan[]): Locked {
  const listings = new Map(locked.listings);
  for (const plan of plans)
    if (plan.kind === 'change' && plan.refused)
      listings.set(plan.id, { ...plan.whole, listing: { ...plan.whole.listing, archived: false } });
  return { ...locked, listings };
}

function planRow({ line, read }: Row, { shop, listings }: Locked, taken: Set<string>): Plan {
  const { productId: id, name } = read;
  if (!read.ok) return { kind: 'refused', result: refusedRow(line, id, name, read.faults) };
  if (taken.has(id)) {
    return { kind: 'refused', result: refusedRow(line, id, name, [idTaken]) };
  }
  const whole = listings.get(id);
  if (!whole) {
    const { content, remarks } = newContent(read);
    const { faults: missing } = judgeListing(content, { productId: id });
    const result: Result = {
      line,
      product_id: id,
      name,
      outcome: 'new',
      at_once: [],
      staged: [],
      remarks: [...remarks, ...missing].map(toRowRemark),
    };
    return { kind: 'new', draft: { productId: id, draft: content, missing: missing.length }, result };
  }
  const refused = refusalOf(shop, whole, 'edit')?.refused.message;
  const change = changeByRow(read, whole.listing.draft, approvedOf(whole));
  return { kind: 'change', line, id, name, whole, change, refused };
}

function draftChange(whole: WholeListing, { draft }: RowChange): DraftChange {
  const { draft_state: state, version, product_id: productId } = whole.listing;
  const missing = draft ? missingOf(asSubmitted(draft, approvedOf(whole)), judgedAs(whole)).length : 0;
  return {
    productId,
    draft,
    state: writtenState(state, draft),
    missing,
    isNew: version === null,
  };
}

async function carryOut(
  transaction: Kysely<ApiTables>,
  acting: Omit<Acting, 'db'>,
  {
    drafts,
    changes,
    agreed,
    locked,
  }: { drafts: NewDraft[]; changes: DraftChange[]; agreed: OfferChange[]; locked: Locked },
  options: PriceLimit,
  results: RowResult[],
): Promise<void> {
  const stored = new Set(await insertDrafts(transaction, acting.sellerId, drafts));
  for (const [index, result] of results.entries()) {
    // Somebody has taken the id just now.
    if (result.outcome === 'new' && !stored.has(result.product_id))
      results[index] = refusedRow(result.line, result.product_id, result.name, [idTaken]);
  }
  await updateDrafts(transaction, changes);
  for (const { productId, draft, state } of changes) {
    const whole = locked.listings.get(productId);
    if (whole)
      whole.listing = { ...whole.listing, draft, draft_state: state, draft_revision: whole.listing.draft_revision + 1 };
  }
  await changeLockedOffers(transaction, acting, agreed, locked, { ...options, isDryRun: false });
}

function offerCells(before: Offer, after: Offer) {
  const fields = ['price', 'on_sale', 'sale_price', 'stock', 'variants'] as const;
  return fields
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => cellOf(field, before, after));
}

function refusedRow(line: number, id: string, name: string, faults: readonly Fault[]): Result {
  const remarks = faults.map(toRowRemark);
  return { line, product_id: id, name, outcome: 'refused', at_once: [], staged: [], remarks };
}

const idTaken: Fault = { field: 'product_id', ...finding('id_taken') };

function unchanged(field: string, reason: string): Fault {
  return { field, ...finding('unchanged', { reason }) };
}

function toRowRemark(fault: Fault): Result['remarks'][number] {
  const { field, code, params } = fault;
  return { field, code, params, reason: faultReason(fault) };
}

function answer(all: readonly RowResult[], unknownColumns: string[], isDryRun: boolean): ListingImport {
  const count = (outcome: RowResult['outcome']) => all.filter((result) => result.outcome === outcome).length;
  const results = all.filter((result): result is Result => result.outcome !== 'same');
  return {
    dry_run: isDryRun,
    rows: all.length,
    new: count('new'),
    changed: count('changed'),
    same: count('same'),
    refused: count('refused'),
    results: results.slice(0, MOST_RESULTS),
    results_left_out: Math.max(0, results.length - MOST_RESULTS),
    unknown_columns: unknownColumns,
  };
}

function record({ db, sellerId, accountId }: Acting, outcome: ListingImport): Promise<void> {
  return recordAudit(
    db,
    { kind: 'customer' },
    {
      action: 'listing.imported',
      subject: { kind: 'listing', id: sellerId },
      details: {
        by: accountId,
        rows: outcome.rows,
        new: outcome.new,
        changed: outcome.changed,
        refused: outcome.refused,
      },
    },
  );
}
