import type { InvoiceKind } from '#contract/money/invoice-labels.ts';

/** The part of an order's line that is on a document. */
export type InvoicedLine = { line: number; cents: number; tax_cents: number };

export type Pdf = {
  kind: 'receipt' | InvoiceKind;
  /** Its own, or that of the order. */
  number: string;
  /** Whose name stands at its head, and whether that is the shop's own, whose mark goes with it. */
  shop: string;
  isOwn: boolean;
  seller: string[];
  /** Empty once the account is deleted, where the order has no billing details. */
  buyer: string[];
  facts: Array<[label: string, value: string]>;
  /** `details`: what is chosen of the product, and what the quantity is in its unit. */
  lines: Array<{ name: string; details: string; price: string; quantity: string; amount: string }>;
  sums: Array<{ label: string; amount: string; strong?: true }>;
  /** The taxes that the lines contain, by rate. */
  taxes: Array<{ rate: string; net: string; tax: string; gross: string }>;
  refunds: Array<{ day: string; reason: string; amount: string }>;
  /** Sentences below all of it. */
  notes: string[];
  /** Whom to ask, at the foot of every page. */
  contact: string;
  /** The moment the document says it was made; ISO 8601. */
  moment: string;
};
