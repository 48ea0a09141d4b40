-- What buyers get: what a product promises, files in releases, and who may have what.

-- As contract/goods.ts; '{}': it is delivered by hand. What an order line promises stays as it was when it was ordered.
alter table api.product add column goods jsonb not null default '{}';
alter table api.order_line
  add column goods jsonb not null default '{}',
  -- For which variant its releases are made; '' where its goods are those of the whole product.
  add column edition text not null default '';
create or replace view api.listed_product as select * from api.product where listed;

drop trigger product_updated on api.product;
create trigger product_updated after update of product_name, product_type, description, product_img, price_micros,
  on_sale, sale_price_micros, stock, price_unit, provider, options, specs, attributes, variants, license,
  pictures, listed, seller_id, goods on api.product
  for each statement execute function api.note_catalogue_change();

-- Bytes in the storage, under goods/OBJECT_ID: what lies there and has no row here is nobody's.
create table api.goods_object (
  object_id text collate "C" primary key check (object_id ~ '^[0-9a-z]{16,64}$'),
  -- Whose it is; null: the operator's own.
  seller_id text collate "C" references api.seller,
  size_bytes bigint not null check (size_bytes >= 0),
  -- Null until it is complete.
  sha256 text collate "C" check (sha256 ~ '^[0-9a-f]{64}$'),
  state text not null default 'uploading' check (state in ('uploading', 'complete')),
  -- Of the operator's scanning command; 'off': there was none when it became complete.
  scan text not null default 'waiting' check (scan in ('waiting', 'off', 'clean', 'refused')),
  scan_note text not null default '',
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  check ((state = 'complete') = (sha256 is not null))
);

-- The files of a product at one time. Complete ones never change; a published one was approved as what buyers get.
create table api.release (
  release_id text collate "C" primary key,
  -- No reference: a product that is taken out of the catalogue stays with those who have bought it.
  product_id text collate "C" not null,
  seller_id text collate "C" references api.seller,
  -- '' for the product as a whole; otherwise the key of the variant that it is for.
  edition text not null default '',
  -- Counts the releases of an edition.
  number integer not null check (number > 0),
  version text collate "C" not null,
  notes text not null default '',
  state text not null default 'draft' check (state in ('draft', 'complete')),
  -- Made of its files, in 40 hexadecimal digits; and what the shop has signed.
  commit_sha text collate "C",
  manifest jsonb,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  published_at timestamptz,
  unique (product_id, edition, number),
  unique (product_id, edition, version),
  check ((state = 'complete') = (completed_at is not null and manifest is not null and commit_sha is not null)),
  check (published_at is null or state = 'complete')
);

create table api.release_file (
  release_id text collate "C" not null references api.release on delete cascade,
  -- In steps with '/', as it is written into a folder (file-path.rules.ts).
  path text collate "C" not null,
  -- What no other path of the release may be equal to: some disks do not tell letters apart.
  path_folded text collate "C" not null,
  object_id text collate "C" not null references api.goods_object,
  -- Of the object, once it is complete.
  size_bytes bigint not null,
  sha256 text collate "C",
  media_type text not null default 'application/octet-stream',
  -- 'none', 'rows': its first rows are shown; 'file': everybody may have it.
  sample text not null default 'none' check (sample in ('none', 'rows', 'file')),
  -- What it says of itself (api/file-format), and its first rows; null: nothing is known.
  facts jsonb,
  rows jsonb,
  primary key (release_id, path),
  unique (release_id, path_folded)
);
create index release_file_by_object on api.release_file (object_id);

-- What somebody may have, and why. What it is worth now is decided from it and its order (entitlement.rules.ts).
create table api.entitlement (
  entitlement_id text collate "C" primary key,
  -- Null once the customer has left.
  account_id text,
  product_id text collate "C" not null,
  product_name text not null,
  -- Whose product it was; null: the operator's own.
  seller_id text collate "C",
  edition text not null default '',
  selected_options jsonb not null default '[]',
  quantity integer not null check (quantity > 0),
  -- As it was promised.
  goods jsonb not null,
  license text not null default '',
  product_version integer,
  because text not null check (because in ('order', 'free', 'gift')),
  order_id text collate "C" references api."order" on delete cascade,
  line smallint,
  -- Of a gift: who gave it, and why.
  granted_by text,
  note text not null default '',
  granted_at timestamptz not null default now(),
  expires_at timestamptz,
  withdrawn_at timestamptz,
  withdrawn_reason text not null default '',
  unique (order_id, line),
  check ((order_id is null) = (because = 'gift')),
  check ((order_id is null) = (line is null))
);
create index entitlement_by_account on api.entitlement (account_id, granted_at desc, entitlement_id) where account_id is not null;
create index entitlement_of_account_by_product on api.entitlement (account_id, product_id) where account_id is not null;
create index entitlement_by_product on api.entitlement (product_id, granted_at desc);

-- What was bought before: all of it was delivered by hand.
insert into api.entitlement (entitlement_id, account_id, product_id, product_name, seller_id, edition, selected_options, quantity,
    goods, license, product_version, because, order_id, line, granted_at)
  select line.order_id || '-' || line.line, "order".account_id, line.product_id, line.product_name, line.seller_id, '',
    line.selected_options, line.quantity, '{}', line.license, line.product_version,
    case when line.amount_cents = 0 then 'free' else 'order' end, line.order_id, line.line, "order".paid_at
  from api.order_line as line join api."order" as "order" on "order".order_id = line.order_id
  where "order".paid_at is not null and "order".status in ('paid', 'fulfilled', 'in_review', 'refunded')
    and ("order".status <> 'refunded' or "order".items_returned);
