import { type RawBuilder, sql } from 'kysely';
import { staffPayoutSchema } from '#contract/money/payout.schema.ts';
import { payoutList, statusOfPayout } from '#contract/money/payout-list.ts';
import {
  always,
  beginsWith,
  dollars,
  isBetween,
  isExactly,
  isOnDays,
  isOneOf,
  iso,
  listSource,
  oneOf,
  onlyOf,
} from '../../operations/ports.sql.ts';
import { retryKey } from './payout.rules.ts';
import { type ListedPayout, toStaffPayout } from './payout-answer.rules.ts';

const isHeld = sql<boolean>`(payout.state = 'pending' and payout.released_by is null and (payout.hold is not null
  or (select seller.acting_state from api.seller as seller where seller.seller_id = payout.seller_id) in ('suspended', 'closed')))`;
const retriedAs = sql`(select retry.payout_id from api.payout as retry where retry.seller_id = payout.seller_id
  and retry.request_key = ${retryKey('')} || payout.payout_id)`;
const isStuck = sql<boolean>`payout.stuck_since is not null`;

function isIn(standing: string): RawBuilder<boolean> {
  if (standing === 'stuck') return isStuck;
  if (standing === 'held') return isHeld;
  return standing === 'pending'
    ? sql<boolean>`(payout.state = 'pending' and not ${isHeld})`
    : sql<boolean>`(payout.state = ${standing} and not ${isStuck})`;
}

/** Few wait for somebody; the others are in the order of their states' index. */
const areRare = onlyOf('held', 'stuck');
const areWalked = onlyOf('pending', 'sent', 'paid', 'failed', 'returned');

/** `shopName`: as bank statements name the payout. */
export const payoutSource = (shopName: string) =>
  listSource<ListedPayout>({
    list: payoutList,
    from: sql`api.payout`,
    alias: sql`payout`,
    id: sql`payout.payout_id`,
    sorts: {
      created_at: { by: sql`payout.created_at`, as: 'moment' },
      amount: { by: sql`payout.amount_cents`, as: 'number' },
    },
    filters: {
      state: (value) => (value.kind === 'choice' ? oneOf(value.values.map(isIn)) : sql<boolean>`false`),
      asked: isOnDays(sql`payout.created_at`),
      amount: isBetween(sql`payout.amount_cents`, 100),
      method: isOneOf(sql`payout.method`),
      seller: isExactly(sql`payout.seller_id`),
      batch: isExactly(sql`payout.batch_id`),
      filed: (value) => sql<boolean>`(payout.batch_id is not null) = ${value.kind === 'yes' && value.is}`,
    },
    walks: {
      created_at: {
        state: (value) => (areRare(value) ? 'rare' : areWalked(value)),
        asked: always,
        method: always,
        seller: always,
        batch: always,
        filed: always,
      },
      amount: { amount: always },
    },
    search: async (_db, text) => [{ where: beginsWith(sql`payout.payout_id`, text.toUpperCase()), isShort: true }],
    select: sql`payout.*, seller.name as seller_name, seller.acting_state as seller_state, ${retriedAs} as retried_as`,
    joins: sql`join api.seller as seller on seller.seller_id = payout.seller_id`,
    sums: { amount: sql`payout.amount_cents` },
    own: { payout: staffPayoutSchema },
    toRow: (raw) => {
      const payout = toStaffPayout(shopName, raw);
      return {
        id: payout.payout_id,
        payout_id: payout.payout_id,
        created_at: payout.create_time,
        seller: payout.seller_name ?? payout.seller_id,
        state: statusOfPayout(payout),
        why: payout.stuck_because ?? payout.hold ?? payout.failure,
        method: payout.method,
        account: payout.last4,
        batch: payout.batch_id,
        sent_at: iso(payout.sent_at),
        paid_at: iso(payout.paid_at),
        amount: dollars(raw.amount_cents),
        payout,
      };
    },
  });
