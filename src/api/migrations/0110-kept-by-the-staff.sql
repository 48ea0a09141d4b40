-- What the staff keep of the operator's own products: sales that begin and end by themselves, pictures, and files of releases.
create table api.planned_sale (
  sale_id text collate "C" primary key,
  product_id text collate "C" not null references api.product on delete cascade,
  state text not null default 'planned'
    check (state in ('planned', 'running', 'ended', 'cancelled', 'refused', 'missed')),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- So much below the price of then; or, of a product without variants, what it costs.
  percent double precision check (percent between 1 and 95),
  sale_price_micros bigint check (sale_price_micros > 0),
  -- Why it did not begin.
  note text not null default '',
  -- Who has planned it: an account of the staff.
  by_account text not null,
  created_at timestamptz not null default now(),
  check ((percent is null) <> (sale_price_micros is null))
);
create index planned_sale_of_product on api.planned_sale (product_id, starts_at desc);
-- What is to be done next, however many are past.
create index planned_sale_to_begin on api.planned_sale (starts_at) where state = 'planned';
create index planned_sale_to_end on api.planned_sale (ends_at) where state = 'running';

-- Null: sent by the staff.
alter table api.picture alter column seller_id drop not null;
alter table api.upload alter column seller_id drop not null;
