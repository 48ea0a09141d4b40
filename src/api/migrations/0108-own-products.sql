-- How the operator's own products stand, where they are not simply on sale: a row for each that was ever paused or archived. What it says shows
-- in api.product.listed, as what a listing says of a seller's does.
create table api.own_product (
  product_id text collate "C" primary key references api.product on delete cascade,
  paused boolean not null default false,
  archived boolean not null default false,
  updated_at timestamptz not null default now()
);
create index own_product_paused on api.own_product (product_id) where paused and not archived;

-- Stock that somebody of the staff has changed, and why. What orders take and give back stands with the orders.
create table api.stock_change (
  change_id bigint generated always as identity primary key,
  product_id text collate "C" not null references api.product on delete cascade,
  at timestamptz not null default now(),
  -- Who: an account of the staff.
  by_account text not null,
  reason text not null check (reason <> ''),
  -- Of which variant; [] is the product without variants.
  selected_options jsonb not null default '[]',
  -- Null is not counted.
  stock_before bigint check (stock_before >= 0),
  stock_after bigint check (stock_after >= 0)
);
create index stock_change_of_product on api.stock_change (product_id, change_id desc);
