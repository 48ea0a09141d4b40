import { sql } from 'kysely';
import { reviewList } from '#contract/catalogue/review-list.ts';
import {
  always,
  isExactly,
  isOnDays,
  iso,
  isSo,
  listSource,
  oneOf,
  onlyOf,
  onlyYes,
} from '../../operations/ports.sql.ts';
import { containsPattern } from '../../text/search-text.rules.ts';

type Raw = {
  review_id: string;
  product_name: string;
  username: string | null;
  user_email: string;
  review_text: string;
  rate: number;
  reports: number | null;
  seller_name: string | null;
  show: boolean;
  updated_at: Date;
};

/** Characters of a long review that stand in the list. */
const SHOWN = 160;
const waits = sql<boolean>`review.review_id in (select queue.review_id from api.review_queue as queue)`;

export const reviewSource = listSource<Raw>({
  list: reviewList,
  from: sql`api.review`,
  alias: sql`review`,
  id: sql`review.review_id`,
  sorts: { updated_at: { by: sql`review.updated_at`, as: 'moment' } },
  filters: {
    waiting: isSo(waits, sql`not ${waits}`),
    state: (value) =>
      value.kind === 'choice' && value.values.length === 1
        ? value.values[0] === 'shown'
          ? sql<boolean>`review.show`
          : sql<boolean>`not review.show`
        : sql<boolean>`true`,
    rate: (value) =>
      value.kind === 'choice'
        ? oneOf(value.values.map((rate) => sql<boolean>`review.rate = ${Number(rate)}`))
        : sql<boolean>`false`,
    written: isOnDays(sql`review.updated_at`),
    product: isExactly(sql`review.product_id`),
    seller: isExactly(sql`review.seller_id`),
  },
  walks: {
    updated_at: {
      waiting: (value) => onlyYes(value) && 'rare',
      state: onlyOf('hidden'),
      rate: always,
      written: always,
      product: always,
      seller: always,
    },
  },
  search: async (_db, text) => [
    { where: sql<boolean>`lower(review.review_text) like ${containsPattern(text)}` },
    { where: sql<boolean>`review.review_id = ${text}`, isShort: true },
  ],
  select: sql`review.review_id, review.user_email, left(review.review_text, ${SHOWN}) as review_text, review.rate, review.show, review.updated_at,
    product.product_name, seller.name as seller_name, author.username, queue.reports`,
  joins: sql`join api.product as product on product.product_id = review.product_id
    left join api.seller as seller on seller.seller_id = review.seller_id
    left join api."user" as author on author.user_id = review.user_email
    left join api.review_queue as queue on queue.review_id = review.review_id`,
  toRow: (raw) => ({
    id: raw.review_id,
    product: raw.product_name,
    author: raw.username ?? raw.user_email,
    text: raw.review_text,
    rate: String(raw.rate),
    reports: raw.reports ?? 0,
    seller: raw.seller_name,
    state: raw.show ? 'shown' : 'hidden',
    updated_at: iso(raw.updated_at),
  }),
});
