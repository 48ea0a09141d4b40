// The accounts of the shop, all of them (docs/wallet/README.md has the table). Above zero is money that somebody has a right to; the outside, where it
// comes from and goes to, is below zero by what of it is in here.
import type { Account } from '#ledger/transfer.rules.ts';

/** Owner of the operator's own products, which have no shop. */
export const OPERATOR = 'operator';

const currency = 'usd';

function account(kind: string, account_id: string, may: 'hold' | 'owe' | 'both'): Account {
  return { account_id, kind, currency, may_be_negative: may !== 'hold', may_be_positive: may !== 'owe' };
}

function sellerAccount(kind: string, name: string, may: 'hold' | 'owe' = 'hold') {
  return (sellerId: string | null) => account(kind, `seller:${sellerId ?? OPERATOR}:${name}`, may);
}

/** Source of card payments, and target of money to cards and, by the provider, to sellers; below zero by what the provider has of ours. */
export const cardProcessor = account('card_processor', 'external:card', 'both');
/** The same of transfers and checks, in and out. */
export const bank = account('bank', 'external:bank', 'both');
/** Fees that the provider keeps of payments. */
export const processorFees = account('processor_fees', 'processor:fees', 'owe');
export const platformFees = account('platform_fees', 'platform:fees', 'hold');
export const platformTax = account('platform_tax', 'platform:tax', 'hold');
/** Costs that nobody else bears: coupons of the operator, losses, goodwill. */
export const platformLoss = account('platform_loss', 'platform:loss', 'both');
export const disputesHeld = account('disputes_held', 'disputes:held', 'hold');
/** Differences between what was asked and what the operator took for it. */
export const rounding = account('rounding', 'rounding', 'both');

export const orderHeld = (orderId: string) => account('order_held', `order:${orderId}:held`, 'hold');
export const sellerAvailable = sellerAccount('seller_available', 'available');
export const sellerReserve = sellerAccount('seller_reserve', 'reserve');
export const sellerInTransit = sellerAccount('seller_in_transit', 'in_transit');
/** Below zero: what refunds have taken beyond the balance. */
export const sellerOwed = sellerAccount('seller_owed', 'owed', 'owe');
export const buyerWallet = (accountId: string) => account('buyer_wallet', `buyer:${accountId}:wallet`, 'hold');
/** Money on its way back to the cards that it was paid in from. */
export const buyerInTransit = (accountId: string) =>
  account('buyer_in_transit', `buyer:${accountId}:in_transit`, 'hold');

/** Where the money of an order's payment came from, and goes back to. */
export function outsideOf(order: { payment_method: 'card' | 'transfer' | 'check' }): Account {
  return order.payment_method === 'card' ? cardProcessor : bank;
}
