-- Products that customers have saved, and what they want to be told about them. A product that leaves the catalogue leaves these lists.
create table api.saved_product (
  account_id text not null,
  -- Where alerts go to.
  user_id text not null,
  product_id text collate "C" not null references api.product on delete cascade,
  saved_at timestamptz not null default now(),
  saved_micros bigint not null check (saved_micros >= 0),
  saved_unit text not null,
  -- Each alert that is asked for, by its kind, with what it is compared with (saved-product.rules.ts).
  alerts jsonb not null default '{}',
  -- Ends alerts without a sign-in: it stands in their mails.
  end_token text collate "C" not null unique,
  primary key (account_id, product_id)
);
create index saved_product_by_address on api.saved_product (user_id);
create index saved_product_by_product on api.saved_product (product_id);
create index saved_product_watched on api.saved_product (product_id, account_id) where alerts <> '{}';

-- Products that have changed in what an alert may be about, for the job that tells of it. Written with the change, and only where
-- somebody has asked: looking for changes costs the same however large the catalogue is.
create table api.watched_change (
  id bigint generated always as identity primary key,
  product_id text collate "C" not null
);

create function api.note_watched_change() returns trigger language plpgsql as $$
begin
  insert into api.watched_change (product_id)
  select new.product_id
  where exists (select from api.saved_product where product_id = new.product_id and alerts <> '{}');
  return null;
end $$;

create trigger product_watched after update of price_micros, on_sale, sale_price_micros, price_unit, stock, specs on api.product
  for each row when (old.effective_micros <> new.effective_micros or old.price_unit <> new.price_unit
    or old.in_stock <> new.in_stock or old.specs <> new.specs)
  execute function api.note_watched_change();
