import { sql } from 'kysely';
import { customerList } from '#contract/people/customer-list.ts';
import type { User } from '#contract/people/user.ts';
import {
  always,
  isAddress,
  isOnDays,
  isOneOf,
  iso,
  isSo,
  type Lead,
  listSource,
  nameAndAddress,
} from '../../operations/ports.sql.ts';
import { containsPattern } from '../../text/search-text.rules.ts';

type Raw = {
  user_id: string;
  account_id: string | null;
  username: string;
  user_type: User['user_type'];
  created_at: Date;
  orders: number;
  last_order_at: Date | null;
};

/** Nobody needs to know more exactly how many orders somebody has. */
const COUNTED = 1_000;

/** Kept by triggers (migrations/0117-users-without-orders.sql). */
const hasNotOrdered = sql<boolean>`customer.user_id in (select user_id from api.user_without_order)`;
const byNotOrdered: Lead = {
  from: sql`api.user_without_order as idle`,
  id: sql`idle.user_id`,
  by: sql`idle.created_at`,
  where: sql<boolean>`true`,
};

export const customerSource = listSource<Raw>({
  list: customerList,
  from: sql`api."user"`,
  alias: sql`customer`,
  id: sql`customer.user_id`,
  sorts: {
    email: { by: sql`customer.user_id`, as: 'text' },
    created_at: { by: sql`customer.created_at`, as: 'moment' },
  },
  filters: {
    role: isOneOf(sql`customer.user_type`),
    since: isOnDays(sql`customer.created_at`),
    has_ordered: isSo(sql`not ${hasNotOrdered}`, hasNotOrdered),
  },
  walks: {
    created_at: {
      since: always,
      role: always,
      has_ordered: (value) => value.kind === 'yes' && !value.is && byNotOrdered,
    },
    email: {},
  },
  search: async (db, text) =>
    (await isAddress(db, text))
      ? [{ where: sql<boolean>`customer.user_id = ${text.toLowerCase()}`, isShort: true }]
      : [
          { where: sql<boolean>`${nameAndAddress} like ${containsPattern(text)}` },
          { where: sql<boolean>`customer.account_id = ${text}`, isShort: true },
        ],
  select: sql`customer.user_id, customer.account_id, customer.username, customer.user_type, customer.created_at,
    (select count(*)::int from (select from api."order" as placed where placed.account_id = customer.account_id limit ${COUNTED}) as counted) as orders,
    (select max(placed.created_at) from api."order" as placed where placed.account_id = customer.account_id) as last_order_at`,
  toRow: (raw) => ({
    id: raw.account_id ?? raw.user_id,
    name: raw.username || raw.user_id,
    email: raw.user_id,
    role: raw.user_type,
    orders: raw.orders,
    last_order_at: iso(raw.last_order_at),
    created_at: iso(raw.created_at),
  }),
});
