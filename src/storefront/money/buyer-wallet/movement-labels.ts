import type { BuyerWalletMovement } from '#contract/money/buyer-wallet.ts';

const titles: Record<string, string> = {
  pay_in: 'Paid in by card',
  pay_in_returned: 'Payment taken back to the card',
  wallet_payment: 'Paid for an order',
  wallet_payment_returned: 'Order that was not paid: given back',
  refund_paid: 'Refund',
  refund_came_back: 'Refund taken back',
  withdrawal: 'Back to your card',
  withdrawal_failed: 'Did not reach your card: given back',
  withdrawal_came_back: 'Came back from your card',
  by_hand: 'From the shop',
};

/** Title of a transaction in a buyer's wallet. */
export function movementTitle({ kind }: Pick<BuyerWalletMovement, 'kind'>): string {
  const words = kind.replaceAll('_', ' ');
  return titles[kind] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
