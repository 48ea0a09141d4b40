-- Every filter of the staff's lists finds its rows in the order of the list, however many there are of others (docs/decisions/0044-one-list.md). What is
-- between two amounts is sorted once it is found; the index tells by what. Those of before go afterwards, in a migration of their own: whoever drops one
-- shuts out readers until the end of its transaction, and here that would be until all of these are made.

-- Orders, and their lines, by which those of a product, of a shop and those to deliver are found.
alter index api.order_by_state rename to order_by_state_before;
create index order_by_state on api."order" (status, created_at, order_id) include (total_cents);
alter index api.order_by_total rename to order_by_total_before;
create index order_by_total on api."order" (total_cents, order_id) include (created_at);
alter index api.order_not_by_card rename to order_not_by_card_before;
create index order_by_method on api."order" (payment_method, created_at, order_id);
alter index api.order_line_by_product rename to order_line_by_product_before;
create index order_line_by_product on api.order_line (product_id, placed_at, order_id);
create index order_line_of_seller on api.order_line (seller_id, placed_at, order_id) where seller_id is not null;
create index order_line_to_deliver on api.order_line (placed_at, order_id)
  where delivered_at is null and refunded_cents < amount_cents - discount_cents;

create index product_changed_of_type on api.product (product_type, updated_at, product_id);
-- With the longest id behind the longest name an entry would be too large.
alter index api.product_by_provider rename to product_by_provider_before;
create index product_by_provider on api.product (provider, updated_at);
create index product_changed_of_seller on api.product (seller_id, updated_at, product_id) where seller_id is not null;
create index product_changed_own on api.product (updated_at, product_id) where seller_id is null;
create index product_changed_on_sale on api.product (updated_at, product_id) where on_sale;
create index product_hidden on api.product (updated_at, product_id) where not listed and seller_id is not null;
create index product_own_not_shown on api.product (updated_at, product_id) where not listed and seller_id is null;
alter index api.product_by_stock rename to product_by_stock_before;
create index product_by_stock on api.product (coalesce(stock, 9007199254740991), product_id) include (updated_at);
alter index api.product_whole_by_price rename to product_whole_by_price_before;
create index product_whole_by_price on api.product (effective_micros, product_id) include (updated_at);

create index seller_by_country on api.seller (country, updated_at, seller_id);

-- Hidden ones too; those that are shown are nearly all.
alter index api.review_by_seller rename to review_by_seller_before;
create index review_by_seller on api.review (seller_id, updated_at desc, review_id) where seller_id is not null;

create index coupon_open on api.coupon (created_at, code) where enabled and (total_limit is null or used < total_limit);
create index coupon_used_up on api.coupon (created_at, code) where enabled and used >= total_limit;
create index coupon_ended on api.coupon (created_at, code) where not enabled;
create index coupon_to_expire on api.coupon (expires_at, created_at, code) where enabled and expires_at is not null;
create index coupon_by_use on api.coupon (used, created_at, code);

alter index api.payout_open rename to payout_open_before;
create index payout_by_state on api.payout (state, created_at, payout_id);
create index payout_by_method on api.payout (method, created_at, payout_id);
alter index api.payout_of_batch rename to payout_of_batch_before;
create index payout_of_batch on api.payout (batch_id, created_at, payout_id) where batch_id is not null;
alter index api.payout_by_amount rename to payout_by_amount_before;
create index payout_by_amount on api.payout (amount_cents, payout_id) include (created_at);

create index line_dispute_by_amount on api.line_dispute (amount_cents) include (dispute_id, opened_at, ended_at, answer_until);
create index dispute_open on api.dispute (created_at, dispute_id) where state = 'open';
create index dispute_by_amount on api.dispute (amount_cents);
