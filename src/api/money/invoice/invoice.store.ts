import { type Kysely, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { InvoiceKind } from '#contract/money/invoice-labels.ts';
import { microsOf, olderThan } from '#platform/database/newest-first.ts';
import type { ListCursor } from '../../http/list-cursor.rules.ts';
import type { Pdf } from '../../schema/invoice.record.ts';
import type { ApiTables } from '../../schema/schema.ts';
import type { InvoicedRefund, IssuedInvoice } from './invoice.rules.ts';
import type { IssuingShop } from './invoice-pdf.rules.ts';

type Db = Kysely<ApiTables>;

const columns = [
  'invoice.invoice_id',
  'invoice.issuer',
  'invoice.kind',
  'invoice.number',
  'invoice.order_id',
  'invoice.refund_id',
  'invoice.corrects',
  'invoice.lines',
  'invoice.total_cents',
  'invoice.tax_cents',
  'invoice.issued_at',
] as const;

/** As it is told: with the name of its issuer, and the number of what it corrects. */
type ListedInvoice = IssuedInvoice & { issuer_name: string; corrected_number: string | null };

/**
 * The next number of the issuer. Whoever asks for it after waits until the transaction ends: a number that it does not keep is given again.
 * No document is dated before that with the number before.
 */
export async function takeNumber(
  transaction: Db,
  { issuer, kind, now }: { issuer: string; kind: InvoiceKind; now: Date },
): Promise<{ year: number; sequence: number; issuedAt: Date }> {
  const year = now.getUTCFullYear();
  const row = await transaction
    .insertInto('api.invoice_counter')
    .values({ issuer, kind, year, last: 1, issued_at: now })
    .onConflict((conflict) =>
      conflict.columns(['issuer', 'kind', 'year']).doUpdateSet({
        last: sql`invoice_counter.last + 1`,
        issued_at: sql`greatest(invoice_counter.issued_at, excluded.issued_at)`,
      }),
    )
    .returning(['last', 'issued_at'])
    .executeTakeFirstOrThrow();
  return { year, sequence: row.last, issuedAt: row.issued_at };
}

export async function insertInvoice(
  transaction: Db,
  invoice: IssuedInvoice & { year: number; sequence: number; paper: Pdf; content_hash: string },
): Promise<void> {
  const { lines, paper, ...row } = invoice;
  await transaction
    .insertInto('api.invoice')
    .values({ ...row, lines: JSON.stringify(lines), paper: JSON.stringify(paper) })
    .execute();
}

/** The documents of an order, in the order in which they were issued. */
export function listIssued(db: Db, orderId: string): Promise<IssuedInvoice[]> {
  return db
    .selectFrom('api.invoice as invoice')
    .select(columns)
    .where('invoice.order_id', '=', orderId)
    .orderBy('invoice.issued_at')
    .orderBy('invoice.number')
    .execute();
}

/** The same as they are told. `issuer`: in whose name alone. */
export function listOfOrder(db: Db, orderId: string, issuer?: string): Promise<ListedInvoice[]> {
  return selectInvoices(db)
    .where('invoice.order_id', '=', orderId)
    .$if(issuer !== undefined, (query) => query.where('invoice.issuer', '=', issuer ?? ''))
    .orderBy('invoice.issued_at')
    .orderBy('invoice.kind', 'desc')
    .orderBy('invoice.number')
    .execute();
}

/** Those in the name of a shop, newest first. `month`: of which days, the last one not included. */
export function listOfIssuer(
  db: Db,
  issuer: string,
  { after, limit, month }: { after: ListCursor | null; limit: number; month: { from: Date; until: Date } | null },
): Promise<Array<ListedInvoice & { micros: string }>> {
  return selectInvoices(db)
    .select(microsOf('invoice.issued_at').as('micros'))
    .where('invoice.issuer', '=', issuer)
    .$if(month !== null, (query) =>
      query
        .where('invoice.issued_at', '>=', month?.from ?? new Date(0))
        .where('invoice.issued_at', '<', month?.until ?? new Date(0)),
    )
    .$if(after !== null, (query) =>
      query.where(olderThan(after as ListCursor, { moment: 'invoice.issued_at', id: 'invoice.invoice_id' })),
    )
    .orderBy('invoice.issued_at', 'desc')
    .orderBy('invoice.invoice_id')
    .limit(limit)
    .execute();
}

export async function findInvoice(
  db: Db,
  invoiceId: string,
): Promise<Pick<IssuedInvoice, 'invoice_id' | 'issuer' | 'number' | 'order_id'> | null> {
  const found = await db
    .selectFrom('api.invoice')
    .select(['invoice_id', 'issuer', 'number', 'order_id'])
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst();
  return found ?? null;
}

function selectInvoices(db: Db) {
  return db
    .selectFrom('api.invoice as invoice')
    .leftJoin('api.invoice as corrected', 'corrected.invoice_id', 'invoice.corrects')
    .select([...columns, 'corrected.number as corrected_number'])
    .select(sql<string>`invoice.paper ->> 'shop'`.as('issuer_name'));
}

/** Reads the content to draw, or the PDF. */
export async function findPdf(db: Db, invoiceId: string): Promise<{ pdf: Uint8Array | null; paper: Pdf }> {
  return db
    .selectFrom('api.invoice')
    .select(['pdf', 'paper'])
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirstOrThrow();
}

/** Keeps the drawing. Answers the one that is kept: the first. */
export async function savePdf(db: Db, invoiceId: string, pdf: Uint8Array): Promise<Uint8Array> {
  const { numUpdatedRows } = await db
    .updateTable('api.invoice')
    .set({ pdf: Buffer.from(pdf) })
    .where('invoice_id', '=', invoiceId)
    .where('pdf', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? pdf : ((await findPdf(db, invoiceId)).pdf ?? pdf);
}

export async function listUndrawn(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('api.invoice')
    .select('invoice_id')
    .where('pdf', 'is', null)
    .orderBy('issued_at')
    .limit(limit)
    .execute();
  return rows.map(({ invoice_id }) => invoice_id);
}

/** The refunds of an order that invoices have to do with, oldest first. The order must be locked. */
export function listRefundsOf(transaction: Db, orderId: string): Promise<InvoicedRefund[]> {
  return transaction
    .selectFrom('api.refund as refund')
    .select(['refund.refund_id', 'refund.amount_cents', 'refund.state', 'refund.credited', 'refund.reason'])
    .select(sql<string>`to_json(refund.created_at) #>> '{}'`.as('created_at'))
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('api.refund_line as part')
          .select(['part.line', 'part.amount_cents'])
          .whereRef('part.refund_id', '=', 'refund.refund_id')
          .orderBy('part.line'),
      ).as('named'),
    )
    .where('refund.order_id', '=', orderId)
    .orderBy('refund.created_at')
    .orderBy('refund.refund_id')
    .execute();
}

export async function recordInvoiced(transaction: Db, orderId: string): Promise<void> {
  await transaction.updateTable('api.order').set({ invoiced: true }).where('order_id', '=', orderId).execute();
}

/** Notes of refunds whether there is a credit note for what they have given back, as far as there is to be one. */
export async function recordCredited(transaction: Db, refundIds: readonly string[], credited: boolean): Promise<void> {
  if (refundIds.length === 0) return;
  await transaction.updateTable('api.refund').set({ credited }).where('refund_id', 'in', refundIds).execute();
}

export async function findIssuingShops(db: Db, sellerIds: string[]): Promise<Map<string, IssuingShop>> {
  if (sellerIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('api.seller')
    .select(['seller_id', 'name', 'responsible', 'country', 'support_email'])
    .where('seller_id', 'in', sellerIds)
    .execute();
  return new Map(rows.map((row) => [row.seller_id, row]));
}

/** True if the order may need a document. Reads without a lock, so that looking at a list keeps nobody waiting. */
export async function isDue(db: Db, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`select
    exists (select from api."order" where order_id = ${orderId} and paid_at is not null and total_cents > 0 and not invoiced)
    or exists (select from api.refund where order_id = ${orderId}
      and ((state = 'succeeded' and not credited) or (state = 'failed' and credited))) as due`.execute(db);
  return rows[0]?.due ?? false;
}

/** Orders that need an invoice, a credit note or a cancellation: the oldest of each. */
export async function listDueOrders(db: Db, limit: number): Promise<string[]> {
  const invoices = await db
    .selectFrom('api.order')
    .select('order_id')
    .where('paid_at', 'is not', null)
    .where('total_cents', '>', 0)
    .where('invoiced', '=', false)
    .orderBy('paid_at')
    .orderBy('order_id')
    .limit(limit)
    .execute();
  const refunds = await db
    .selectFrom('api.refund')
    .select('order_id')
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'succeeded'), eb('credited', '=', false)]),
        eb.and([eb('state', '=', 'failed'), eb('credited', '=', true)]),
      ]),
    )
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return [...new Set([...invoices, ...refunds].map(({ order_id }) => order_id))];
}
