-- What becomes of the money of an order: which share of a line is its seller's, when it comes to them, and what of it a refund takes back.

-- What of the discount is the sellers' to bear; the rest is the operator's.
alter table api.coupon add column seller_percent smallint not null default 0 check (seller_percent between 0 and 100);

-- What the operator keeps of a sale. The most exact rule in force counts: of a shop and category, of a shop, of a category, of all.
create table api.fee_rule (
  rule_id text collate "C" primary key,
  name text not null check (name <> ''),
  seller_id text collate "C" references api.seller on delete cascade,
  category text,
  -- Hundredths of a percent of what the seller's share is counted from, and cents for each line.
  rate_bp integer not null check (rate_bp between 0 and 10000),
  fixed_cents bigint not null check (fixed_cents between 0 and 100000000),
  -- Whether the percentage goes back with a refund.
  returned boolean not null,
  from_at timestamptz not null,
  until_at timestamptz check (until_at > from_at),
  created_at timestamptz not null default now(),
  created_by text not null
);

-- How long the money of a delivered line waits.
create table api.holding_rule (
  rule_id text collate "C" primary key,
  seller_id text collate "C" references api.seller on delete cascade,
  category text,
  hours integer not null check (hours between 0 and 8784),
  from_at timestamptz not null,
  until_at timestamptz check (until_at > from_at),
  created_at timestamptz not null default now(),
  created_by text not null
);
insert into api.holding_rule (rule_id, hours, from_at, created_by) values ('standard', 14 * 24, '2000-01-01', 'the shop');

alter table api.order_line
  -- The rules as they were when it was ordered.
  add column fee_rule text not null default '',
  add column fee_rate_bp integer not null default 0,
  add column fee_fixed_cents bigint not null default 0,
  add column fee_returned boolean not null default true,
  add column holding_hours integer not null default 0,
  -- What of the discount its seller bears; null, of before this was said: all.
  add column seller_discount_cents bigint,
  -- Of the tax contained in what was paid: what the operator pays on.
  add column withheld_tax_cents bigint not null default 0,
  -- When its money comes to its seller: once it is delivered.
  add column release_at timestamptz,
  add column released_at timestamptz,
  -- What of it was released, in cents: of what was paid, and of the operator's share of the discount; and what was kept as fee and as tax.
  add column released_cents bigint,
  add column released_discount_cents bigint,
  add column released_fee_cents bigint,
  add column released_tax_cents bigint;
create index order_line_to_release on api.order_line (release_at) where release_at is not null and released_at is null;
create index order_line_waiting on api.order_line (seller_id, release_at) where release_at is not null and released_at is null;

-- Orders of before the ledger are written into it later.
alter table api.order add column in_ledger boolean not null default false;
create index order_not_in_ledger on api.order (coalesce(paid_at, created_at)) where not in_ledger and (paid_at is not null or received_cents > 0);

-- What a refund, or a disputed payment, takes of each line.
create table api.refund_share (
  -- Of the refund or the dispute.
  refund_id text collate "C" not null,
  order_id text collate "C" not null references api.order,
  -- -1: of no line, beyond what all of them had left.
  line integer not null,
  state text not null default 'taken' check (state in ('taken', 'arrived', 'failed')),
  cents bigint not null check (cents >= 0),
  -- Whether its money had come to its seller before. Then: what of the discount, the fee and the tax goes back with it.
  released boolean not null,
  discount_cents bigint not null default 0,
  fee_cents bigint not null default 0,
  tax_cents bigint not null default 0,
  primary key (refund_id, line)
);
create index refund_share_of_order on api.refund_share (order_id);
