-- The home page shows what is new, on sale and most bought (api/catalogue/highlight/).

-- Products on sale by what is left of their price: the greatest discount first.
create index product_by_discount on api.product ((effective_micros::float8 / price_micros), position)
  where listed and on_sale and in_stock and effective_micros < price_micros;

-- Buyers of a product on a day, in UTC, by the day of their orders; and when a day was counted (api/selling/analytics/count-buyers.ts).
create table api.product_buyer_day (
  day date not null,
  product_id text collate "C" not null,
  buyers integer not null check (buyers > 0),
  primary key (day, product_id)
);
create table api.buyer_day (day date primary key, counted_at timestamptz not null);

-- The products of each type with the most buyers of late, as they were last counted.
create table api.most_bought (
  product_id text collate "C" primary key,
  product_type text not null,
  buyers bigint not null
);
create index most_bought_of_type on api.most_bought (product_type, buyers desc, product_id);
