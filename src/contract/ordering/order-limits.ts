// Limits of one order: units of a product, lines, the code of a coupon, and how often orders are placed. How many unpaid orders
// a customer may have, and what they hold, is api/ordering/order/unpaid-order-limits.rules.ts; what can be paid by card is
// contract/money/amount/card-amount.ts.

/** Units of one product in an order. */
export const quantityMaximum = 10_000;
/** Machines that one line of an order rents at once. */
export const machinesMaximum = 100;
/** Units of time of all machines of one line together, so that its amount stays one that can be written down. */
export const machineTimeMaximum = 100_000;
/** Lines of an order: different products, or the same one with other options. */
export const linesMaximum = 100;
/** Characters that are taken as the code of a coupon; the longest code has fewer. */
export const couponTypedMaximum = 64;
/** Orders placed are counted within this time. */
export const PLACING_SECONDS = 10 * 60;
/** A customer whose orders are being placed is asked to try again after this time. */
export const AT_ONCE_RETRY_SECONDS = 5;
