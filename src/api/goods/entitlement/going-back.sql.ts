import { sql } from 'kysely';

/** As order.rules.ts says it of a line; and of an order all of which was decided to go back. */
export const isGoingBack = sql<boolean>`coalesce(line.given_back or (line.amount_cents > line.discount_cents and (
  line.refunded_cents >= line.amount_cents - line.discount_cents
  or (select coalesce(sum(refund.amount_cents), 0) from api.refund as refund
    where refund.order_id = "order".order_id and refund.state <> 'failed')
    >= coalesce("order".received_cents, "order".total_cents))), false)`;
