-- What sellers do after a sale: they answer reviews, deliver and refund their own order lines, and write to buyers.

-- Records are looked up by their account for mails and names.
create index if not exists user_by_account on api."user" (account_id) where account_id is not null;

-- A review knows whose product it is about, so that a shop finds those of its products newest first.
alter table api.review
  add column seller_id text collate "C",
  -- When the seller answered first, and wrote the answer that stands there now.
  add column answered_at timestamptz,
  add column answer_edited_at timestamptz;
update api.review as review set seller_id = product.seller_id
  from api.product as product where product.product_id = review.product_id and product.seller_id is not null;
create index review_by_seller on api.review (seller_id, updated_at desc, review_id) where seller_id is not null and show;
create index review_unanswered on api.review (seller_id, updated_at desc, review_id)
  where seller_id is not null and show and answered_at is null;
create index review_answered on api.review (seller_id, updated_at desc, review_id)
  where seller_id is not null and show and answered_at is not null;

create function api.name_seller_of_review() returns trigger language plpgsql as $$
begin
  new.seller_id := (select product.seller_id from api.product as product where product.product_id = new.product_id);
  return new;
end $$;
create trigger review_of_seller before insert on api.review
  for each row execute function api.name_seller_of_review();
create function api.name_seller_of_reviews() returns trigger language plpgsql as $$
begin
  update api.review set seller_id = new.seller_id where product_id = new.product_id;
  return null;
end $$;
create trigger product_of_another_seller after update of seller_id on api.product
  for each row when (old.seller_id is distinct from new.seller_id) execute function api.name_seller_of_reviews();

-- Lines are delivered and refunded one by one: an order may be of several sellers.
alter table api.order_line
  add column delivered_at timestamptz,
  -- What was decided to go back for this line and has not failed, in cents; and whether all that was paid for it has arrived there.
  add column refunded_cents bigint not null default 0 check (refunded_cents >= 0 and refunded_cents <= amount_cents - discount_cents),
  add column given_back boolean not null default false;

-- What of a refund is for which line. Refunds of the operator and the provider may name none.
create table api.refund_line (
  refund_id text not null references api.refund on delete cascade,
  order_id text collate "C" not null,
  line smallint not null,
  amount_cents bigint not null check (amount_cents > 0),
  primary key (refund_id, line),
  foreign key (order_id, line) references api.order_line on delete cascade
);
create index refund_line_by_order on api.refund_line (order_id, line);

-- Which paid orders have lines of a seller, and what the seller has to do: the list of a shop's sales, kept by triggers.
create table api.seller_order (
  seller_id text collate "C" not null,
  order_id text collate "C" not null references api."order" on delete cascade,
  paid_at timestamptz not null,
  state text not null check (state in ('to_deliver', 'delivered', 'refunded', 'on_hold')),
  primary key (seller_id, order_id)
);
create index seller_order_newest on api.seller_order (seller_id, paid_at desc, order_id);
create index seller_order_by_state on api.seller_order (seller_id, state, paid_at desc, order_id);

create function api.keep_seller_orders(asked text) returns void language sql as $$
  insert into api.seller_order (seller_id, order_id, paid_at, state)
    select line.seller_id, line.order_id, "order".paid_at, case
        when "order".status = 'refunded' or bool_and(line.given_back) then 'refunded'
        when "order".status = 'in_review' then 'on_hold'
        -- Fulfilled as a whole, where no line says when.
        when "order".fulfilled_at is not null and not exists (select from api.order_line as other
          where other.order_id = asked and other.delivered_at is not null) then 'delivered'
        when bool_or(line.delivered_at is null and not line.given_back) then 'to_deliver'
        else 'delivered' end
      from api.order_line as line join api."order" as "order" on "order".order_id = line.order_id
      where line.order_id = asked and line.seller_id is not null and "order".paid_at is not null
        and "order".status in ('paid', 'fulfilled', 'in_review', 'refunded')
      group by line.seller_id, line.order_id, "order".paid_at, "order".status, "order".fulfilled_at
    on conflict (seller_id, order_id) do update set state = excluded.state
      where seller_order.state is distinct from excluded.state
$$;
create function api.keep_seller_orders_of_row() returns trigger language plpgsql as $$
begin
  perform api.keep_seller_orders(new.order_id);
  return null;
end $$;
create trigger order_added_for_sellers after insert on api."order"
  for each row when (new.paid_at is not null) execute function api.keep_seller_orders_of_row();
create trigger order_moved_for_sellers after update of status, paid_at, fulfilled_at on api."order"
  for each row when (new.paid_at is not null
    and (old.status, old.paid_at, old.fulfilled_at) is distinct from (new.status, new.paid_at, new.fulfilled_at))
  execute function api.keep_seller_orders_of_row();
create trigger line_moved_for_sellers after insert or update of delivered_at, given_back, seller_id on api.order_line
  for each row when (new.seller_id is not null) execute function api.keep_seller_orders_of_row();

-- What a buyer and a shop write to each other, about one product or one order.
create table api.thread (
  thread_id text collate "C" primary key,
  seller_id text collate "C" not null references api.seller,
  -- The buyer; null once they have left.
  account_id text,
  product_id text collate "C",
  -- As it was called when the thread began; null of an order.
  product_name text,
  order_id text collate "C",
  created_at timestamptz not null default now(),
  -- Where the buyer began it: when, and when the shop answered first.
  asked_at timestamptz,
  answered_at timestamptz,
  -- Of the last message.
  last_at timestamptz not null default now(),
  last_side text not null check (last_side in ('buyer', 'seller')),
  -- Messages of the other side that were not read, and whether a mail has said that there are some.
  buyer_unread integer not null default 0,
  seller_unread integer not null default 0,
  buyer_told boolean not null default false,
  seller_told boolean not null default false,
  check ((product_id is null) <> (order_id is null)),
  check ((product_id is null) = (product_name is null))
);
create unique index thread_of_product on api.thread (account_id, seller_id, product_id)
  where account_id is not null and product_id is not null;
create unique index thread_of_order on api.thread (account_id, seller_id, order_id)
  where account_id is not null and order_id is not null;
create index thread_by_buyer on api.thread (account_id, last_at desc, thread_id) where account_id is not null;
create index thread_by_seller on api.thread (seller_id, last_at desc, thread_id);
create index thread_asked on api.thread (seller_id, asked_at) where asked_at is not null;
create index thread_by_order on api.thread (order_id) where order_id is not null;
create index thread_unread_by_buyer on api.thread (account_id) where buyer_unread > 0 and account_id is not null;
create index thread_unread_by_seller on api.thread (seller_id) where seller_unread > 0;

create table api.message (
  message_id text collate "C" primary key,
  thread_id text collate "C" not null references api.thread on delete cascade,
  side text not null check (side in ('buyer', 'seller')),
  -- Who wrote it; null once they have left.
  account_id text,
  text text not null,
  created_at timestamptz not null default now()
);
create index message_by_thread on api.message (thread_id, created_at desc, message_id);
create index message_by_account on api.message (account_id) where account_id is not null;

-- A side that wants no more messages of the other, in any thread.
create table api.thread_block (
  seller_id text collate "C" not null references api.seller on delete cascade,
  account_id text not null,
  side text not null check (side in ('buyer', 'seller')),
  created_at timestamptz not null default now(),
  primary key (seller_id, account_id, side)
);

-- Threads that a side has asked the staff to look at.
create table api.report (
  report_id text collate "C" primary key,
  thread_id text collate "C" not null references api.thread on delete cascade,
  side text not null check (side in ('buyer', 'seller')),
  reason text not null,
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by text,
  note text not null default ''
);
create unique index report_open_of_side on api.report (thread_id, side) where resolved_at is null;
create index report_open on api.report (created_at desc, report_id) where resolved_at is null;
create index report_resolved on api.report (created_at desc, report_id) where resolved_at is not null;
create index report_by_thread on api.report (thread_id, created_at desc);
