// Sentences of refusals, one for each code of contract/refusal.ts: an empty cart, a coupon below its minimum, stock that is gone.

import { quantityInUnits } from '#contract/catalogue/product/price-unit.ts';
import { offeredText } from '#contract/catalogue/product/rental.ts';
import { selectedOptionsText } from '#contract/catalogue/product/variant.ts';
import { minutesText } from '#contract/goods/access/hours.ts';
import { formatCents, formatUnitPrice } from '#contract/money/amount/money.ts';
import type { CouponProblem, LicenseChange, PriceChange, Refusal } from '#contract/refusal.ts';

export function refusalText(refusal: Refusal): string {
  switch (refusal.code) {
    case 'cart_empty':
      return 'Your cart is empty.';
    case 'not_sold':
      return `A product in your cart is not sold any more (${refusal.productId}). Remove it and try again.`;
    case 'rented_elsewhere':
      return `${refusal.productName} is rented at its provider and cannot be bought here.`;
    case 'options_missing':
      return `Choose ${listed(refusal.missing)} of ${refusal.productName}, then try again.`;
    case 'options_unknown':
      return `${refusal.productName} has no such choice (${selectedOptionsText(refusal.selected)}). Look at the product and choose again.`;
    case 'variant_not_sold':
      return `${refusal.productName} is not sold as ${selectedOptionsText(refusal.selected)}. Choose another combination, or remove it.`;
    case 'out_of_stock':
      return refusal.left === 0
        ? `${refusal.productName} is sold out.`
        : `Only ${refusal.left} of ${refusal.productName} can be had now.`;
    case 'no_machines':
      return `${refusal.productName} is not rented by machines. Order it without a number of machines.`;
    case 'time_out_of_range':
      return `${refusal.productName} is rented for ${offeredText(refusal.unit, refusal)}. Change the time, then try again.`;
    case 'hold_limit':
      return holdLimitText(refusal);
    case 'coupon_refused':
      return couponProblemText(refusal.problem);
    case 'price_changed':
      return priceChangeText(refusal);
    case 'already_owned':
      return `You have ${refusal.productName} in your library. Confirm in your cart that you want to buy it again, or remove it.`;
    case 'no_such_machine':
      return 'You have no machine with this id.';
    case 'no_machine':
      return 'Your machine is free for others now. Start one first, then extend it.';
    case 'other_variant':
      return `Your machine is another ${refusal.productName} than this. Extend it by its own kind.`;
    case 'extended_twice':
      return 'One machine is extended twice by this. Order all of its time in one line.';
    case 'cannot_extend':
      return `${refusal.productName} is not sold by hours any more as you have it. Order it anew.`;
    case 'extension_too_long':
      return extensionText(refusal);
    case 'license_changed':
      return `${refusal.lines.map(licenseChangeText).join(' ')} Look at what ordering accepts, and try again.`;
    case 'amount_out_of_range':
      return refusal.bound === 'smallest'
        ? `The smallest amount that can be paid by card is ${formatCents(refusal.boundCents)}.`
        : `The largest amount that can be paid by card at once is ${formatCents(refusal.boundCents)}. Order a part of it first.`;
    case 'too_many_open_orders':
      return `You have ${refusal.open} orders that wait for their payment. Pay or cancel one in My Orders, then try again.`;
    case 'too_many_orders':
      return 'You have placed many orders within ten minutes. Wait a little, then try again.';
    case 'too_many_at_once':
      return 'Many of your orders are being placed. Wait, then try again.';
    case 'unmailable_address':
      return 'We cannot send a confirmation to the e-mail address of your account. Change it, then try again.';
    case 'already_paid':
      return `This cart was paid for a moment ago (order ${refusal.orderId}). You find it in My Orders; to buy the same again, try once more.`;
    case 'payment_under_way':
      return `The payment of this cart is under way (order ${refusal.orderId}). You find it in My Orders.`;
    case 'payment_not_confirmed':
      return 'The payment is not confirmed yet.';
    case 'order_ended':
      return 'This order can no longer be paid for. Start again from your cart.';
    case 'provider_refused':
      return 'The payment provider does not take this order. Nothing was charged; please write to us.';
    case 'provider_away':
      return `The payment provider does not answer. ${effects[refusal.effect]} Try again in a minute.`;
    case 'buyer_left':
      return 'Its buyer has left.';
    case 'no_such_order':
      return `There is no order ${refusal.orderId}.`;
    case 'not_in_review':
      return `${refusal.orderId} is not in review because of its amount.`;
    case 'not_paid':
      return `${refusal.orderId} is not a paid order.`;
    case 'items_gone':
      return 'The items cannot be had any more. Give the money back instead.';
    case 'payment_disputed':
      return 'The payment is disputed: its money goes back by the dispute, if at all.';
    case 'nothing_to_refund':
      return `The order is ${refusal.status}: there is nothing to refund.`;
    case 'refund_too_large':
      return `${formatCents(refusal.leftCents)} of the order can be refunded.`;
    case 'nothing_to_deliver':
      return `Nothing of ${refusal.orderId} waits to be delivered: what you sold in it is delivered or refunded.`;
    case 'comes_by_itself':
      return `${refusal.productName} comes by itself: it is delivered when its buyer has it. Load keys or look at your endpoint if it waits, or give the money back.`;
    case 'no_such_line':
      return `You have sold no line ${refusal.line} in this order. Look at the order again.`;
    case 'order_on_hold':
      return `The payment of ${refusal.orderId} is being looked at. Deliver and refund nothing of it; it comes back to your list when that is settled.`;
    case 'line_refund_too_large':
      return refusal.leftCents === 0
        ? `${refusal.productName} is refunded already: nothing is left to give back.`
        : `At most ${formatCents(refusal.leftCents)} is left to give back for ${refusal.productName}.`;
    case 'line_time_too_long':
      return refusal.leftMinutes === 0
        ? `No machine time of ${refusal.productName} can go with a part of its money: it is used up, its payment is looked at, or it was added to a machine that was rented before. Give the rest of its money back as a whole, and what is left of it goes.`
        : `At most ${minutesText(refusal.leftMinutes)} of machine time are left of ${refusal.productName}.`;
    case 'wallet_closed':
      return 'This shop takes no money for wallets at the moment, and nothing can be paid from them. What is in yours can be withdrawn.';
    case 'wallet_full':
      return `At most ${formatCents(refusal.mostCents)} can be in a wallet, with what you are about to pay in. You can pay in ${formatCents(refusal.leftCents)} now.`;
    case 'wallet_short':
      return `There is ${formatCents(refusal.balanceCents)} in your wallet. Pay less from it, or pay in first.`;
    case 'wallet_limit_reached':
      return `Your own limit is ${formatCents(refusal.limitCents)} a month: ${formatCents(refusal.leftCents)} can still be paid from your wallet this month. Pay less from it, or change the limit.`;
    case 'wallet_not_empty':
      return `There is ${formatCents(refusal.balanceCents)} in your wallet, with what could still come back to it from orders that are not finished. Withdraw or spend it first, or write to us, then delete your account.`;
    case 'pay_in_too_small':
      return `Pay in at least ${formatCents(refusal.smallestCents)}.`;
    case 'card_rest_too_small':
      return `${formatCents(refusal.restCents)} would be left for your card, and the smallest card payment is ${formatCents(refusal.smallestCents)}. Pay all of it from your wallet, or less.`;
    case 'withdrawal_too_large':
      return refusal.mostCents === 0
        ? 'Nothing in your wallet can go back to a card: only what was paid in by card, and is still there.'
        : `At most ${formatCents(refusal.mostCents)} can go back to your cards: what was paid in by card, and is still there.`;
    case 'request_key_reused':
      return 'This Idempotency-Key came with another request before. Send a key of its own with each request.';
  }
}

/** For the person who typed the coupon. */
export function couponProblemText(problem: CouponProblem): string {
  switch (problem.code) {
    case 'unknown':
      return 'This coupon code is not known.';
    case 'expired':
      return 'This coupon has expired.';
    case 'used_up':
      return 'This coupon has been used up.';
    case 'used_before':
      return 'You have used this coupon already.';
    case 'other_category':
      return `This coupon is for ${problem.category} products only.`;
    case 'below_minimum':
      return `This coupon needs a subtotal of at least ${formatCents(problem.minimumCents)}.`;
  }
}

const listed = (names: string[]) => new Intl.ListFormat('en').format(names);

const effects = {
  nothing_charged: 'Nothing was charged.',
  nothing_changed: 'Nothing was changed.',
  event_not_heard: 'The event was not acted upon.',
} as const;

function holdLimitText(refusal: Extract<Refusal, { code: 'hold_limit' }>): string {
  const { most, productName, held, paymentMethod } = refusal;
  const others = held > 0 ? ` You hold ${held} in orders that are not paid.` : '';
  const way = paymentMethod === 'card' ? '' : ', pay by card';
  return `${most} of ${productName} can be held for one customer until they are paid.${others} Order fewer at once${way}, or write to us.`;
}

function priceChangeText({ lines, totalCents, seenTotalCents }: Extract<Refusal, { code: 'price_changed' }>): string {
  const [total, seen] = [totalCents, seenTotalCents].map(formatCents);
  const why = lines.length > 0 ? '' : ': a price in your cart has changed';
  const totals = lines.length > 0 && total === seen ? [] : [`The total is ${total} now, not ${seen}${why}.`];
  return [...lines.map(linePriceText), ...totals, 'Look at your cart and try again.'].join(' ');
}

function linePriceText({ productName, price, seenPrice, unit, seenUnit }: PriceChange): string {
  const per = (named: string) => (unit !== seenUnit && named ? `/${named}` : '');
  return `${productName} costs ${formatUnitPrice(price)}${per(unit)} now, not ${formatUnitPrice(seenPrice)}${per(seenUnit)}.`;
}

function licenseChangeText({ productName, license, seenLicense }: LicenseChange): string {
  if (license === '') return `${productName} comes without a license now, not under ${seenLicense}.`;
  return seenLicense === ''
    ? `${productName} comes under the license ${license}, which you were not shown.`
    : `${productName} comes under the license ${license} now, not ${seenLicense}.`;
}

function extensionText({ productName, unit, left }: Extract<Refusal, { code: 'extension_too_long' }>): string {
  if (left < 1) return `You have rented ${productName} for as long as one can.`;
  return `${productName} can be extended by at most ${quantityInUnits(left, unit) ?? left}. Change the time, then try again.`;
}
