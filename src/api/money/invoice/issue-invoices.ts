// Numbers what an order needs: its invoices, the credit notes of what has gone back, the cancellations of what came back after all. It may be asked
// for as often as anybody likes: under the lock of the order it compares what there is with what there should be.
import { createHash, randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { InvoiceIssuers } from '#contract/money/invoice-labels.ts';
import type { LockOrder, StoredOrder } from '../../schema/order.record.ts';
import type { ApiTables } from '../../schema/schema.ts';
import type { Seller } from '../receipt/pdf.rules.ts';
import {
  type Draft,
  draftCancellations,
  draftCreditNotes,
  draftInvoices,
  type InvoicedRefund,
  type IssuedInvoice,
  inOrderOfIssuers,
  isInvoiced,
  type Note,
  noteOf,
  numberOf,
  OPERATOR,
  totalOf,
} from './invoice.rules.ts';
import {
  findIssuingShops,
  insertInvoice,
  listIssued,
  listRefundsOf,
  recordCredited,
  recordInvoiced,
  takeNumber,
} from './invoice.store.ts';
import { type IssuingShop, invoicePdfOf } from './invoice-pdf.rules.ts';

export type Issuing = {
  db: Kysely<ApiTables>;
  /** In whose name. Documents that correct one are in the name that is on it. */
  issuers: InvoiceIssuers;
  operator: Seller;
  lockOrder: LockOrder;
  now: () => Date;
};

type PaidOrder = StoredOrder & { paid_at: Date };

/** Answers how many documents it has added. */
export function issueInvoices(issuing: Issuing, orderId: string): Promise<number> {
  return issuing.db.transaction().execute(async (transaction) => {
    const order = await issuing.lockOrder(transaction, orderId);
    if (!order?.paid_at) return 0;
    const refunds = await listRefundsOf(transaction, orderId);
    if (isInvoiced(order)) return issue(transaction, issuing, order, refunds);
    // Nothing was ever sold by it: neither what was paid nor what went back is on a document.
    await recordInvoiced(transaction, orderId);
    await recordCredited(
      transaction,
      toCredit(refunds).map(({ refund_id }) => refund_id),
      true,
    );
    return 0;
  });
}

async function issue(
  transaction: Transaction<ApiTables>,
  issuing: Issuing,
  order: PaidOrder,
  refunds: readonly InvoicedRefund[],
): Promise<number> {
  const issued = await listIssued(transaction, order.order_id);
  const had = issued.length;
  const settled = refunds.filter(({ state, credited }) => state === 'succeeded' && credited);
  const credited = toCredit(refunds);
  const cancelled = refunds.filter((refund) => refund.state === 'failed' && refund.credited);
  const begins = had === 0;
  if (!begins && credited.length === 0 && cancelled.length === 0) return 0;
  const shops = await findIssuingShops(transaction, issuerIds(order, issued));
  // Kind by kind, and by issuer: who waits for a number holds none that is asked for before it.
  const number = async (drafts: readonly Draft[]) => {
    for (const draft of inOrderOfIssuers(drafts))
      issued.push(await numberDraft(transaction, issuing, { draft, order, shops }));
  };
  if (begins) await number(draftInvoices(order, issuing.issuers));
  const invoices = issued.filter(({ kind }) => kind === 'invoice');
  const notes = issued.filter(({ kind }) => kind !== 'invoice').map((note): Note => note);
  const drafts = credited.flatMap((refund) => {
    const added = draftCreditNotes(order, { invoices, notes, settled }, refund);
    notes.push(...added.map(noteOf));
    settled.push(refund);
    return added;
  });
  await number(drafts);
  await number(cancelled.flatMap((refund) => draftCancellations(issued, refund)));
  if (begins) await recordInvoiced(transaction, order.order_id);
  await recordCredited(
    transaction,
    credited.map(({ refund_id }) => refund_id),
    true,
  );
  await recordCredited(
    transaction,
    cancelled.map(({ refund_id }) => refund_id),
    false,
  );
  return issued.length - had;
}

function toCredit(refunds: readonly InvoicedRefund[]): InvoicedRefund[] {
  return refunds.filter(({ state, credited }) => state === 'succeeded' && !credited);
}

function issuerIds(order: StoredOrder, issued: readonly IssuedInvoice[]): string[] {
  const ids = [...order.lines.map(({ seller_id }) => seller_id ?? OPERATOR), ...issued.map(({ issuer }) => issuer)];
  return [...new Set(ids)].filter((id) => id !== OPERATOR);
}

async function numberDraft(
  transaction: Transaction<ApiTables>,
  { operator, now }: Issuing,
  { draft, order, shops }: { draft: Draft; order: PaidOrder; shops: ReadonlyMap<string, IssuingShop> },
): Promise<IssuedInvoice> {
  const { kind, issuer } = draft;
  const { year, sequence, issuedAt } = await takeNumber(transaction, { issuer, kind, now: now() });
  const number = numberOf(kind, year, sequence);
  const shop = shops.get(issuer) ?? null;
  if (issuer !== OPERATOR && !shop) throw new Error(`the shop ${issuer} is not known, and cannot invoice`);
  const pdf = invoicePdfOf({ draft, order, number, issuedAt, operator, shop });
  const { cents, tax } = totalOf(draft.lines);
  const invoice: IssuedInvoice = {
    invoice_id: randomUUID(),
    issuer,
    kind,
    number,
    order_id: order.order_id,
    refund_id: draft.refund?.refund_id ?? null,
    corrects: draft.corrects?.invoice_id ?? null,
    lines: draft.lines,
    total_cents: cents,
    tax_cents: tax,
    issued_at: issuedAt,
  };
  const content_hash = createHash('sha256').update(JSON.stringify(pdf)).digest('base64url');
  await insertInvoice(transaction, { ...invoice, year, sequence, paper: pdf, content_hash });
  return invoice;
}
