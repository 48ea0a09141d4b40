import type { BuyerWalletMovement } from '#contract/money/buyer-wallet.ts';
import { type Message, msg, t } from '#language/message.ts';

const titles: Record<string, Message> = {
  pay_in: msg('Paid in by card'),
  pay_in_returned: msg('Payment taken back to the card'),
  wallet_payment: msg('Paid for an order'),
  wallet_payment_returned: msg('Order that was not paid: given back'),
  refund_paid: msg('Refund'),
  refund_came_back: msg('Refund taken back'),
  withdrawal: msg('Back to your card'),
  withdrawal_failed: msg('Did not reach your card: given back'),
  withdrawal_came_back: msg('Came back from your card'),
  by_hand: msg('From the shop'),
};

/** Title of a transaction in a buyer's wallet. */
export function movementTitle({ kind }: Pick<BuyerWalletMovement, 'kind'>): string {
  const words = kind.replaceAll('_', ' ');
  return t(titles[kind]) ?? words.charAt(0).toUpperCase() + words.slice(1);
}
