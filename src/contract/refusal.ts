// Why the shop does not do what it is asked for, where that is an answer and no fault: a closed list of codes, each with what is
// to be known of it. The sentences are the API's (api/text/refusal-text.rules.ts). Amounts are in cents.

import type { ProductType, SelectedOption } from './catalogue/product/product.ts';
import type { OrderStatus, PaymentMethod } from './ordering/order.ts';

export const refusalCodes = [
  'cart_empty',
  'not_sold',
  'rented_elsewhere',
  'options_missing',
  'options_unknown',
  'variant_not_sold',
  'out_of_stock',
  'no_machines',
  'time_out_of_range',
  'hold_limit',
  'coupon_refused',
  'price_changed',
  'license_changed',
  'already_owned',
  'no_such_machine',
  'no_machine',
  'other_variant',
  'extended_twice',
  'cannot_extend',
  'extension_too_long',
  'amount_out_of_range',
  'too_many_open_orders',
  'too_many_orders',
  'too_many_at_once',
  'unmailable_address',
  'already_paid',
  'payment_under_way',
  'payment_not_confirmed',
  'order_ended',
  'provider_refused',
  'provider_away',
  'buyer_left',
  'no_such_order',
  'not_in_review',
  'not_paid',
  'items_gone',
  'payment_disputed',
  'nothing_to_refund',
  'refund_too_large',
  'sign_in_again',
  'second_factor_needed',
  'role_needed',
  'no_such_approval',
  'no_such_listing',
  'own_shop',
  'own_order',
  'refund_changed',
  'order_ended_before',
  'not_waiting',
  'paid_meanwhile',
  'receipts_sent',
  'note_stays',
  'own_conversation',
  'messages_blocked',
  'messages_stopped',
  'no_report_waits',
  'not_stopped',
  'own_review',
  'review_changed',
  'coupon_exists',
  'coupon_changed',
  'coupon_used',
  'coupon_ended',
  'named_license_exists',
  'named_license_changed',
  'seller_name_refused',
  'seller_address_refused',
  'no_such_account',
  'products_not_own',
  'approval_ended',
  'application_moved',
  'cannot_decide',
  'already_hidden',
  'not_hidden',
  'seller_not_acting',
  'nothing_to_deliver',
  'comes_by_itself',
  'no_such_line',
  'order_on_hold',
  'line_refund_too_large',
  'line_time_too_long',
  'last_admin',
  'last_owner',
  'request_key_reused',
  'seller_acting',
  'dispute_open',
  'dispute_ended',
  'dispute_too_early',
  'dispute_too_late',
  'nothing_to_dispute',
  'dispute_files_full',
  'bank_decides',
  'wallet_closed',
  'wallet_full',
  'wallet_short',
  'wallet_limit_reached',
  'wallet_not_empty',
  'pay_in_too_small',
  'card_rest_too_small',
  'withdrawal_too_large',
] as const;
export type RefusalCode = (typeof refusalCodes)[number];

/** Why a coupon takes nothing off. */
export type CouponProblem =
  | { code: 'unknown' | 'expired' | 'used_up' | 'used_before' }
  | { code: 'other_category'; category: ProductType }
  | { code: 'below_minimum'; minimumCents: number };

export type PriceChange = { productName: string; price: number; seenPrice: number; unit: string; seenUnit: string };
/** Empty where there is none, or none was shown. */
export type LicenseChange = { productName: string; license: string; seenLicense: string };

export type Refusal =
  // About a cart.
  | { code: 'cart_empty' }
  | { code: 'not_sold'; productId: string }
  | { code: 'rented_elsewhere'; productName: string }
  /** A product that has no default variant, or of which only some options are chosen. */
  | { code: 'options_missing'; productName: string; missing: string[] }
  /** An option or a choice that the product does not have, or one option twice. */
  | { code: 'options_unknown'; productName: string; selected: SelectedOption[] }
  /** A combination of choices that is not, or not any more, sold. */
  | { code: 'variant_not_sold'; productName: string; selected: SelectedOption[] }
  | { code: 'out_of_stock'; productName: string; left: number }
  | { code: 'no_machines'; productName: string }
  | {
      code: 'time_out_of_range';
      productName: string;
      /** Unit of the price, such as 'hour', of which the bounds are so many. */
      unit: string;
      least_quantity: number;
      most_quantity: number | null;
    }
  /** One customer would keep more from the others than `most`; `held`: what their unpaid orders keep already. */
  | { code: 'hold_limit'; productName: string; most: number; held: number; paymentMethod: PaymentMethod }
  | { code: 'coupon_refused'; problem: CouponProblem }
  /** `lines`: those whose prices the buyer's client has told, and told otherwise; in US dollars. */
  | { code: 'price_changed'; lines: PriceChange[]; totalCents: number; seenTotalCents: number }
  | { code: 'license_changed'; lines: LicenseChange[] }
  /** The same files are in the buyer's library, and nobody has said that they are wanted again. */
  | { code: 'already_owned'; productName: string }
  // About more time for a machine.
  | { code: 'no_such_machine' }
  /** It is in stock again, or its hours have ended. */
  | { code: 'no_machine' }
  | { code: 'other_variant'; productName: string }
  | { code: 'extended_twice' }
  | { code: 'cannot_extend'; productName: string }
  /** `left`: so many units of the price until the longest time that its product is rented for. */
  | { code: 'extension_too_long'; productName: string; unit: string; left: number }
  | { code: 'amount_out_of_range'; bound: 'smallest' | 'largest'; boundCents: number }
  // About the buyer.
  | { code: 'too_many_open_orders'; open: number }
  | { code: 'too_many_orders' }
  | { code: 'too_many_at_once' }
  | { code: 'unmailable_address' }
  // About a payment.
  | { code: 'already_paid'; orderId: string }
  | { code: 'payment_under_way'; orderId: string }
  | { code: 'payment_not_confirmed' }
  | { code: 'order_ended' }
  | { code: 'provider_refused' }
  | { code: 'provider_away'; effect: 'nothing_charged' | 'nothing_changed' | 'event_not_heard' }
  | { code: 'buyer_left' }
  // About a buyer's own money with the shop.
  | { code: 'wallet_closed' }
  | { code: 'wallet_full'; mostCents: number; leftCents: number }
  | { code: 'wallet_short'; balanceCents: number }
  | { code: 'wallet_limit_reached'; limitCents: number; leftCents: number }
  | { code: 'wallet_not_empty'; balanceCents: number }
  | { code: 'pay_in_too_small'; smallestCents: number }
  /** The rest that the wallet leaves to the card is less than a card payment can be. */
  | { code: 'card_rest_too_small'; restCents: number; smallestCents: number }
  | { code: 'withdrawal_too_large'; mostCents: number }
  // About actions of the operator on an order.
  | { code: 'no_such_order'; orderId: string }
  | { code: 'not_in_review'; orderId: string }
  | { code: 'not_paid'; orderId: string }
  | { code: 'items_gone' }
  | { code: 'payment_disputed' }
  | { code: 'nothing_to_refund'; status: OrderStatus }
  | { code: 'refund_too_large'; leftCents: number }
  // About actions of a seller on an order.
  | { code: 'nothing_to_deliver'; orderId: string }
  /** Goods that the shop's programs hand out: nobody says so in their place. */
  | { code: 'comes_by_itself'; productName: string }
  | { code: 'no_such_line'; line: number }
  | { code: 'order_on_hold'; orderId: string }
  | { code: 'line_refund_too_large'; productName: string; leftCents: number }
  | { code: 'line_time_too_long'; productName: string; leftMinutes: number }
  /** The same key came with another request before. */
  | { code: 'request_key_reused' };

/**
 * Answer of a verb that has not done what it was asked for. Nothing was charged or given back by it; an older order of
 * the same buyer may have been settled, or its holds released.
 */
export type Refused = { refused: Refusal };
