// Transactions of the provider's balance, in the shop's words. Checked in shape: what is built on them is money.
import { z } from 'zod';
import type { JudgedTransaction } from './reconciliation.rules.ts';

export type ProviderTransaction = JudgedTransaction & {
  fee_cents: number;
  net_cents: number;
  created_at: Date;
  available_on: Date;
};

/** In cents, of the ledger's currency: what can be used, what waits, and what covers what accounts of shops owe. */
export type ProviderBalance = { available: number; pending: number; reserved: number };

/** An answer that is in none of the provider's documented forms. */
export class UnreadableTransaction extends Error {}

const id = z.string().regex(/^[\w-]{1,255}$/);
const word = z.string().regex(/^\w{1,100}$/);
const reference = z
  .union([id, z.object({ id }).transform((object) => object.id)])
  .nullish()
  .transform((found) => found ?? null);
const instant = z.int().transform((seconds) => new Date(seconds * 1_000));

const transactionSchema = z.object({
  id,
  type: word,
  reporting_category: word,
  currency: word,
  amount: z.int(),
  fee: z.int(),
  net: z.int(),
  created: instant,
  available_on: instant,
  source: z
    .union([id.transform((only) => ({ id: only })), z.looseObject({ id })])
    .nullish()
    .transform((found) => found ?? null),
});
const sourceSchema = z.object({ object: z.string().nullish(), payment_intent: reference, transfer: reference });

export function readTransaction(answer: unknown): ProviderTransaction {
  const parsed = transactionSchema.safeParse(answer);
  if (!parsed.success) throw unreadable(parsed.error);
  const { id: transaction_id, source, ...told } = parsed.data;
  // Other objects that a source names may be of a kind that is not known yet.
  const known = sourceSchema.safeParse(source).data;
  return {
    transaction_id,
    type: told.type,
    reporting_category: told.reporting_category,
    currency: told.currency,
    amount_cents: told.amount,
    fee_cents: told.fee,
    net_cents: told.net,
    source: source?.id ?? null,
    payment_intent: known?.payment_intent ?? null,
    connect_transfer: known?.object === 'transfer' ? (source?.id ?? null) : (known?.transfer ?? null),
    created_at: told.created,
    available_on: told.available_on,
  };
}

const amounts = z.array(z.object({ amount: z.int(), currency: word })).nullish();
const balanceSchema = z.object({ available: amounts, pending: amounts, connect_reserved: amounts });

export function readProviderBalance(answer: unknown, currency: string): ProviderBalance {
  const parsed = balanceSchema.safeParse(answer);
  if (!parsed.success) throw unreadable(parsed.error);
  const of = (list: z.output<typeof amounts>) =>
    list?.filter((one) => one.currency === currency).reduce((sum, { amount }) => sum + amount, 0) ?? 0;
  const { available, pending, connect_reserved: reserved } = parsed.data;
  return { available: of(available), pending: of(pending), reserved: of(reserved) };
}

function unreadable(error: z.ZodError): UnreadableTransaction {
  const [issue] = error.issues;
  return new UnreadableTransaction(
    `The payment provider’s answer is no form of a balance transaction or balance: ${issue?.path.join('.')} ${issue?.message}`,
  );
}
