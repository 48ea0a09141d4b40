-- Where pg_trgm may be created by an administrator only, it is created beforehand (docs/operations.md).
create extension if not exists pg_trgm;

create table api.product (
  product_id text collate "C" primary key,
  -- The order of the shop: products stand as they were first imported.
  position bigint generated always as identity unique,
  product_name text not null,
  -- The name in NFKC and lower case, made by the application so that every database folds alike.
  name_folded text collate "C" not null,
  product_type text not null check (product_type in ('solutions', 'computing', 'data', 'algorithm')),
  description text not null default '',
  -- The beginning of the description as plain text, as lists show it; made by the application.
  excerpt text not null default '',
  product_img text not null default '',
  price_micros bigint not null check (price_micros >= 0),
  on_sale boolean not null default false,
  sale_price_micros bigint check (sale_price_micros >= 0),
  effective_micros bigint not null generated always as (case when on_sale then sale_price_micros else price_micros end) stored,
  stock bigint check (stock >= 0),
  in_stock boolean not null generated always as (stock is null or stock > 0) stored,
  price_unit text not null default '',
  provider text not null default '',
  options jsonb not null default '[]',
  specs jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (not on_sale or sale_price_micros < price_micros)
);

-- One index per order of the list, alone and within a category, so that a page costs the same at any depth.
create index product_by_type_position on api.product (product_type, position);
create index product_by_price on api.product (effective_micros, position);
create index product_by_type_price on api.product (product_type, effective_micros, position);
create index product_by_name on api.product (name_folded, position);
create index product_by_type_name on api.product (product_type, name_folded, position);
create index product_on_sale on api.product (position) where on_sale;
create index product_name_trigrams on api.product using gin (name_folded gin_trgm_ops);

create table api."user" (
  user_id text primary key,
  username text not null,
  created_at timestamptz not null default now()
);

create table api.review (
  review_id text collate "C" primary key,
  product_id text collate "C" not null references api.product on delete cascade,
  user_email text not null references api."user",
  rate smallint not null check (rate between 0 and 5),
  review_text text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  helpful_count integer not null default 0 check (helpful_count >= 0),
  verified_purchase boolean not null default false,
  responses jsonb not null default '[]',
  show boolean not null default true,
  unique (product_id, user_email)
);

-- The catalogue's version. Every change of what visitors see adds a row in its own transaction: no lock is shared
-- between writers, and (greatest id, number of rows) differs after every commit, in whatever order they come.
create table api.catalogue_change (
  id bigint generated always as identity primary key,
  changed_at timestamptz not null default now()
);
insert into api.catalogue_change default values;

create function api.note_catalogue_change() returns trigger language plpgsql as $$
begin
  insert into api.catalogue_change default values;
  perform pg_notify('catalogue_change', '');
  return null;
end $$;

create trigger product_changed after insert or update or delete or truncate on api.product
  for each statement execute function api.note_catalogue_change();
create trigger review_changed after insert or update or delete or truncate on api.review
  for each statement execute function api.note_catalogue_change();
create trigger user_changed after update of username on api."user"
  for each statement execute function api.note_catalogue_change();
