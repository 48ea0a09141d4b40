-- Files that are on their way, through whichever process; and the work with objects that waits to be done.
create table api.upload (
  object_id text collate "C" primary key references api.goods_object on delete cascade,
  seller_id text collate "C" not null references api.seller,
  -- What the storage needs to know to go on with it (platform/storage/growing-files.ts).
  growth jsonb not null default '{}',
  -- What its sender said of it, which tus tells back.
  metadata jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- All bytes are there: what is left is the shop's to do.
  received_at timestamptz,
  -- Who may write to it, until when, and whether somebody else waits for it.
  lock_holder text,
  locked_until timestamptz,
  lock_wanted boolean not null default false
);
create index upload_by_seller on api.upload (seller_id);
create index upload_by_expiry on api.upload (expires_at) where received_at is null;

alter table api.goods_object
  -- When it is looked at next by whoever hashes and scans, and how often that was tried.
  add column work_at timestamptz not null default now(),
  add column work_attempts integer not null default 0,
  -- Since when no release has it; looked at by a job.
  add column unused_since timestamptz;
create index goods_object_by_seller on api.goods_object (seller_id);
create index goods_object_at_work on api.goods_object (work_at) where state = 'uploading' or scan = 'waiting';
