-- Pictures of products that lie in the storage of the shop, each under the hash of its bytes: what lies there and has no row here is nobody's.
create table api.picture (
  hash text collate "C" primary key check (hash ~ '^[0-9a-f]{64}$'),
  -- Who has sent it last. Others may have sent, and may use, the same.
  seller_id text collate "C" not null references api.seller,
  width integer not null,
  height integer not null,
  -- Of all that is kept of it.
  size_bytes bigint not null,
  sent_at timestamptz not null default now(),
  -- When it was last looked whether something shows it, and since when nothing does.
  checked_at timestamptz not null default now(),
  unused_since timestamptz
);
create index picture_by_check on api.picture (checked_at, hash);
create index picture_unused on api.picture (unused_since, hash) where unused_since is not null;

-- What shows a picture is found by its address.
create index product_by_own_image on api.product (product_img collate "C") where product_img like '/pictures/%';
create index product_by_picture on api.product using gin (pictures) where pictures <> '[]';
create index listing_by_picture on api.listing using gin ((draft -> 'pictures')) where draft is not null;
create index listing_by_own_image on api.listing ((draft ->> 'product_img') collate "C") where draft ->> 'product_img' like '/pictures/%';
create index product_version_by_picture on api.product_version using gin ((content -> 'pictures'));
create index approval_by_picture on api.approval using gin ((content -> 'pictures')) where state = 'waiting';
