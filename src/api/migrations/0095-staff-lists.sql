-- What the lists of the back office walk, and the views of them that the staff save.

-- In the order of each list, with what has one value before it: a page costs what it tells.
create index order_newest on api."order" (created_at, order_id);
create index order_by_state on api."order" (status, created_at, order_id);
create index order_by_total on api."order" (total_cents, order_id);
-- Few orders are of these: the indexes have no others.
create index order_not_by_card on api."order" (payment_method, created_at, order_id) where payment_method <> 'card';
create index order_of_coupon on api."order" (coupon_code, created_at) where coupon_code is not null;
create index order_refunded on api."order" (created_at, order_id) where refunded_cents > 0;

-- All there are: the catalogue's own indexes have only what visitors see.
create index product_changed on api.product (updated_at, product_id);
-- By the name alone: with the longest id behind the longest name an entry would be too large.
create index product_whole_by_name on api.product (name_folded);
create index product_whole_by_price on api.product (effective_micros, product_id);
create index product_by_stock on api.product (coalesce(stock, 9007199254740991), product_id);

create index user_newest on api."user" (created_at, user_id);
create index user_by_type on api."user" (user_type, created_at, user_id);
-- The parts of a name, or of an address, that somebody types.
create index user_search_trigrams on api."user" using gin (lower(username || ' ' || user_id) gin_trgm_ops);

create index payout_by_amount on api.payout (amount_cents, payout_id);
create index line_dispute_newest on api.line_dispute (opened_at, dispute_id);
create index dispute_newest on api.dispute (created_at, dispute_id);
create index line_dispute_standing on api.line_dispute
  ((case when ended_at is not null then timestamptz '9999-12-31 00:00:00+00' else answer_until end), dispute_id);
create index dispute_standing on api.dispute
  ((case when state <> 'open' then timestamptz '9999-12-31 00:00:00+00' else coalesce(evidence_due_at, timestamptz '9999-12-31 00:00:00+00') end), dispute_id);

-- A view is whose it is by account: a shared one outlives its owner's leaving, and is then looked after by administrators.
create table api.staff_view (
  view_id text primary key,
  list text not null,
  name text not null,
  query text not null,
  shared boolean not null,
  account_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index staff_view_of on api.staff_view (account_id, list);
create index staff_view_shared on api.staff_view (list) where shared;
