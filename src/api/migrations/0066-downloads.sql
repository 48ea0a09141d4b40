-- What went out of the files of products: for the buyer to see, for the seller to count, and for whoever gives money back to know.
create table api.download (
  download_id text collate "C" primary key,
  door text not null check (door in ('link', 'hub', 'free')),
  -- Null where everybody may have it.
  entitlement_id text collate "C" references api.entitlement on delete cascade,
  -- Null also once the customer has left.
  account_id text,
  product_id text collate "C" not null,
  seller_id text collate "C",
  release_id text collate "C" not null,
  path text collate "C" not null,
  size_bytes bigint not null check (size_bytes >= 0),
  started_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  -- When all of the file had gone out, in one transfer or in several.
  completed_at timestamptz,
  -- All that went out, what went twice included.
  bytes bigint not null default 0,
  -- What of the file went out: pairs of the first and the last byte, in order, at most a few.
  parts jsonb not null default '[]',
  -- Transfers of a day are one download; later ones begin another.
  open boolean not null default true,
  -- Not the address: what many share. And what the program calls itself.
  network text not null default '',
  agent text not null default '',
  check ((entitlement_id is null) = (door = 'free'))
);
create unique index download_open on api.download (entitlement_id, release_id, path) where open and entitlement_id is not null;
create unique index download_open_free on api.download (release_id, path, network) where open and entitlement_id is null;
create index download_by_entitlement on api.download (entitlement_id, started_at desc, download_id) where entitlement_id is not null;
create index download_by_account on api.download (account_id) where account_id is not null;
create index download_by_product on api.download (product_id, release_id, path);

-- As the storage dated the bytes when they were last read whole and had their hash; null: they were not since.
alter table api.goods_object add column stored_at timestamptz;
