-- Items of orders that may still be paid for: there as long as their order is pending.
alter table api.product add column held bigint not null default 0 check (held >= 0);

-- Holding items changes nothing that visitors see; every other column does.
drop trigger product_changed on api.product;
create trigger product_changed after insert or delete or truncate on api.product
  for each statement execute function api.note_catalogue_change();
create trigger product_updated after update of product_name, product_type, description, product_img, price_micros,
  on_sale, sale_price_micros, stock, price_unit, provider, options, specs on api.product
  for each statement execute function api.note_catalogue_change();

create table api.coupon (
  -- In upper case: people type it as they like.
  code text collate "C" primary key check (code = upper(code)),
  percent smallint check (percent between 1 and 100),
  amount_cents bigint check (amount_cents > 0),
  minimum_cents bigint not null default 0,
  category text check (category in ('solutions', 'computing', 'data', 'algorithm')),
  expires_at timestamptz,
  total_limit integer check (total_limit > 0),
  customer_limit integer check (customer_limit > 0),
  used integer not null default 0 check (used >= 0),
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  check ((percent is null) <> (amount_cents is null)),
  check (total_limit is null or used <= total_limit)
);

create table api."order" (
  order_id text collate "C" primary key,
  -- The customer's e-mail address in lower case; null once the customer has left.
  user_id text,
  status text not null default 'pending'
    check (status in ('pending', 'paid', 'fulfilled', 'cancelled', 'expired', 'refunded')),
  payment_method text not null check (payment_method in ('card', 'transfer', 'check')),
  subtotal_cents bigint not null check (subtotal_cents >= 0),
  discount_cents bigint not null default 0 check (discount_cents between 0 and subtotal_cents),
  total_cents bigint not null check (total_cents = subtotal_cents - discount_cents),
  refunded_cents bigint not null default 0 check (refunded_cents between 0 and total_cents),
  coupon_code text references api.coupon,
  billing jsonb,
  session_id text unique,
  checkout_url text,
  payment_intent text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  updated_at timestamptz not null
);
create index order_by_user on api."order" (user_id, created_at desc);
create index order_by_expiry on api."order" (expires_at) where status = 'pending';

create table api.order_line (
  order_id text collate "C" not null references api."order" on delete cascade,
  line smallint not null,
  -- No reference: a product that is taken out of the catalogue stays in the orders.
  product_id text collate "C" not null,
  product_name text not null,
  unit_price_micros bigint not null check (unit_price_micros >= 0),
  quantity integer not null check (quantity > 0),
  amount_cents bigint not null check (amount_cents >= 0),
  discount_cents bigint not null default 0 check (discount_cents between 0 and amount_cents),
  -- Whether these items are counted in stock, and so were held.
  counted boolean not null,
  primary key (order_id, line)
);

create table api.coupon_use (
  order_id text collate "C" primary key references api."order" on delete cascade,
  code text collate "C" not null references api.coupon,
  user_id text not null
);
create index coupon_use_by_customer on api.coupon_use (code, user_id);

-- Events of the payment provider that were acted upon: each is acted upon once.
create table api.payment_event (
  event_id text collate "C" primary key,
  received_at timestamptz not null
);

-- Money given back. The row is there before the provider is asked, and its id is the provider's idempotency key.
create table api.refund (
  refund_id text collate "C" primary key,
  order_id text collate "C" not null references api."order",
  amount_cents bigint not null check (amount_cents > 0),
  reason text not null default '',
  provider_id text,
  created_at timestamptz not null
);
create index refund_by_order on api.refund (order_id);
create index refund_open on api.refund (created_at) where provider_id is null;
