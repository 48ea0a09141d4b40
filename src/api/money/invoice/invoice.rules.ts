import type { InvoicedLine } from '../../schema/invoice.record.ts';
// Which invoices and credit notes an order needs, and what of which line is on each.

import { sumCents } from '#contract/money/amount/money.ts';
import type { Invoice } from '#contract/money/invoice.ts';
import type { InvoiceIssuers, InvoiceKind } from '#contract/money/invoice-labels.ts';
import type { StoredLine, StoredOrder } from '../../schema/order.record.ts';
import { lineCents } from '../order-amount/order-amount.rules.ts';
import { refundParts } from '../order-amount/refund-share.rules.ts';
import { taxOfPart } from '../tax/tax.rules.ts';

/** The issuer of what is not a shop's. */
export const OPERATOR = '';

/** As it stands. */
export type IssuedInvoice = {
  invoice_id: string;
  issuer: string;
  kind: InvoiceKind;
  number: string;
  order_id: string;
  refund_id: string | null;
  corrects: string | null;
  lines: InvoicedLine[];
  total_cents: number;
  tax_cents: number;
  issued_at: Date;
};

/** One that is to be numbered. */
export type Draft = {
  kind: InvoiceKind;
  issuer: string;
  refund: InvoicedRefund | null;
  corrects: Pick<IssuedInvoice, 'invoice_id' | 'number'> | null;
  lines: InvoicedLine[];
};

export type InvoicedRefund = {
  refund_id: string;
  amount_cents: number;
  state: string;
  credited: boolean;
  reason: string;
  created_at: string;
  /** Parts of it for each line, where they were named. */
  named: Array<{ line: number; amount_cents: number }>;
};

/** A credit note or a cancellation, numbered or about to be. */
export type Note = Pick<IssuedInvoice, 'kind' | 'refund_id' | 'lines'>;

/** Documents of an order so far: its invoices, credits against them, and the refunds that caused those. */
export type InvoiceState = {
  invoices: readonly IssuedInvoice[];
  notes: readonly Note[];
  settled: readonly InvoicedRefund[];
};

const prefixes: Record<InvoiceKind, string> = { invoice: 'INV', credit_note: 'CN', cancellation: 'CAN' };

/** 'INV-2026-000001'. */
export function numberOf(kind: InvoiceKind, year: number, sequence: number): string {
  return `${prefixes[kind]}-${year}-${String(sequence).padStart(6, '0')}`;
}

/** True if it was sold for money. A late payment that went back at once never was a sale. */
export function isInvoiced(
  order: Pick<StoredOrder, 'paid_at' | 'total_cents' | 'status' | 'items_returned'>,
): order is typeof order & { paid_at: Date } {
  return order.paid_at !== null && order.total_cents > 0 && (order.status !== 'refunded' || order.items_returned);
}

/** One of each issuer with something that was paid for. */
export function draftInvoices(order: Pick<StoredOrder, 'lines'>, issuers: InvoiceIssuers): Draft[] {
  const byIssuer = Map.groupBy(order.lines, ({ seller_id: id }) =>
    issuers === 'seller' ? (id ?? OPERATOR) : OPERATOR,
  );
  return [...byIssuer]
    .map(([issuer, lines]) => ({
      kind: 'invoice' as const,
      issuer,
      refund: null,
      corrects: null,
      lines: lines.map((line) => ({ line: line.line, cents: lineCents(line).paid, tax_cents: line.tax_cents })),
    }))
    .filter(({ lines }) => totalOf(lines).cents > 0);
}

/** The credit notes of a refund that has arrived: one for each invoice of which it gives something back. */
export function draftCreditNotes(order: StoredOrder, state: InvoiceState, refund: InvoicedRefund): Draft[] {
  const before = new Map(order.lines.map(({ line }) => [line, creditedOf(state.notes, line)]));
  const parts = creditParts(order, state, refund, before);
  return state.invoices
    .map((invoice) => ({
      kind: 'credit_note' as const,
      issuer: invoice.issuer,
      refund,
      corrects: invoice,
      lines: invoice.lines.flatMap(({ line }) => {
        const cents = parts.get(line) ?? 0;
        const stored = order.lines.find((other) => other.line === line);
        if (cents === 0 || !stored) return [];
        return [{ line, cents, tax_cents: taxOfPart({ before: before.get(line) ?? 0, part: cents }, stored) }];
      }),
    }))
    .filter(({ lines }) => lines.length > 0);
}

/** A refund that had arrived has come back: its credit notes count no more. */
export function draftCancellations(issued: readonly IssuedInvoice[], refund: InvoicedRefund): Draft[] {
  return issued
    .filter(({ kind, refund_id }) => kind === 'credit_note' && refund_id === refund.refund_id)
    .map((note) => ({
      kind: 'cancellation' as const,
      issuer: note.issuer,
      refund,
      corrects: note,
      lines: note.lines,
    }));
}

/** Amount credited of a line by credit notes that count. */
function creditedOf(notes: readonly Note[], line: number): number {
  const signs: Record<InvoiceKind, number> = { invoice: 0, credit_note: 1, cancellation: -1 };
  return sumCents(
    notes.flatMap(({ kind, lines }) =>
      lines.filter((part) => part.line === line).map(({ cents }) => signs[kind] * cents),
    ),
  );
}

/**
 * Splits a refund among the lines: each gets at most what is left of it. Money received beyond the total is on no invoice, and goes back
 * before what is.
 */
function creditParts(
  order: StoredOrder,
  state: InvoiceState,
  refund: InvoicedRefund,
  before: ReadonlyMap<number, number>,
): Map<number, number> {
  const lines = order.lines.map((line) => {
    const { paid } = lineCents(line);
    const left = Math.max(0, paid - (before.get(line.line) ?? 0));
    const named = refund.named.find((part) => part.line === line.line)?.amount_cents ?? 0;
    return { line: line.line, paid, left, before: paid - left, named: Math.min(named, left) };
  });
  const named = sumCents(lines.map((line) => line.named));
  const asked = sumCents(refund.named.map(({ amount_cents }) => amount_cents));
  const unnamed = Math.max(0, refund.amount_cents - asked - beyondTotal(order, state));
  const left = sumCents(lines.map((line) => line.left)) - named;
  // A line that is named may have had a share of a refund that named none: what is too much for it is of the others.
  const rest = Math.min(left, asked - named + unnamed);
  return refundParts(lines, named + rest);
}

/** Amount received beyond the total, less the part of earlier refunds that was on no credit note. */
function beyondTotal(
  { received_cents, total_cents }: Pick<StoredOrder, 'received_cents' | 'total_cents'>,
  { notes, settled }: InvoiceState,
): number {
  const beyond = Math.max(0, (received_cents ?? total_cents) - total_cents);
  const gone = settled.map((refund) => {
    const own = notes.filter(({ kind, refund_id }) => kind === 'credit_note' && refund_id === refund.refund_id);
    return refund.amount_cents - sumCents(own.map(({ lines }) => totalOf(lines).cents));
  });
  return Math.max(0, beyond - sumCents(gone));
}

export function totalOf(lines: readonly InvoicedLine[]): { cents: number; tax: number } {
  return {
    cents: sumCents(lines.map(({ cents }) => cents)),
    tax: sumCents(lines.map(({ tax_cents }) => tax_cents)),
  };
}

/** Sorts drafts of one kind by issuer: numbers are given in one order everywhere, so that nobody waits for the other for ever. */
export function inOrderOfIssuers(drafts: readonly Draft[]): Draft[] {
  return drafts.toSorted((a, b) => (a.issuer < b.issuer ? -1 : a.issuer > b.issuer ? 1 : 0));
}

/** A draft as one that stands. */
export function noteOf({ kind, refund, lines }: Draft): Note {
  return { kind, refund_id: refund?.refund_id ?? null, lines };
}

/** The lines that a document is about, as the order has them, each with what of it is on it. */
export function linesOn(
  order: Pick<StoredOrder, 'lines'>,
  lines: readonly InvoicedLine[],
): Array<{ stored: StoredLine; cents: number; tax_cents: number }> {
  return lines.flatMap(({ line, cents, tax_cents }) => {
    const stored = order.lines.find((other) => other.line === line);
    return stored ? [{ stored, cents, tax_cents }] : [];
  });
}

/** As the API tells it. */
export function toInvoice(invoice: IssuedInvoice & { issuer_name: string; corrected_number: string | null }): Invoice {
  return {
    invoice_id: invoice.invoice_id,
    kind: invoice.kind,
    number: invoice.number,
    issuer: { name: invoice.issuer_name, seller_id: invoice.issuer === OPERATOR ? null : invoice.issuer },
    order_id: invoice.order_id,
    issued_at: invoice.issued_at.toISOString(),
    total: invoice.total_cents / 100,
    ...(invoice.tax_cents > 0 && { tax: invoice.tax_cents / 100 }),
    ...(invoice.corrected_number !== null && { corrects: invoice.corrected_number }),
  };
}
