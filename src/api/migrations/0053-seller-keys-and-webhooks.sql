-- How a seller's own programs work with the shop: keys for its API, and webhooks that tell them what happens.

create table api.seller_key (
  key_id text collate "C" primary key,
  seller_id text collate "C" not null references api.seller on delete cascade,
  name text not null,
  -- How the key begins, to know it by; and what it is recognized by: the key itself is kept by its owner alone.
  prefix text not null,
  sha256 text collate "C" not null unique,
  -- Names of actions (access/access.rules.ts), in a list.
  scopes jsonb not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index seller_key_by_seller on api.seller_key (seller_id, created_at desc, key_id);

create table api.webhook (
  webhook_id text collate "C" primary key,
  seller_id text collate "C" not null references api.seller on delete cascade,
  url text not null,
  -- Types of events, in a list.
  events jsonb not null,
  enabled boolean not null default true,
  -- Why the shop itself has switched it off.
  off_reason text check (off_reason in ('gone', 'failing')),
  -- Sealed; the one before signs beside it until then.
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamptz,
  -- Since when nothing has arrived, and how many attempts that were; what waits is left alone until `paused_until`.
  failing_since timestamptz,
  failures integer not null default 0,
  paused_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (off_reason is null or not enabled)
);
create index webhook_by_seller on api.webhook (seller_id, created_at, webhook_id);

-- An event on its way to one webhook: written with what it tells of, delivered afterwards by whichever process takes it first.
create table api.webhook_delivery (
  id text collate "C" primary key,
  webhook_id text collate "C" not null references api.webhook on delete cascade,
  seller_id text collate "C" not null,
  -- The same for every webhook that is told of it, and however often it is sent.
  event_id text collate "C" not null,
  type text not null,
  -- As it is signed and sent.
  body text not null,
  created_at timestamptz not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  due_at timestamptz not null default now(),
  finished_at timestamptz,
  failure text,
  check ((finished_at is null) = (state = 'waiting'))
);
create index webhook_delivery_due on api.webhook_delivery (due_at) where state = 'waiting';
create index webhook_delivery_finished on api.webhook_delivery (finished_at) where state <> 'waiting';
create index webhook_delivery_newest on api.webhook_delivery (seller_id, created_at desc, id);
create index webhook_delivery_by_webhook on api.webhook_delivery (webhook_id, created_at desc, id);

create function api.note_webhook_delivery() returns trigger language plpgsql as $$
begin
  perform pg_notify('api_webhook_delivery', '');
  return null;
end $$;
create trigger webhook_delivery_filled after insert on api.webhook_delivery
  for each statement execute function api.note_webhook_delivery();

-- What was sent, and what came back.
create table api.webhook_attempt (
  attempt_id bigint generated always as identity primary key,
  delivery_id text collate "C" not null references api.webhook_delivery on delete cascade,
  at timestamptz not null default now(),
  url text not null,
  request_headers jsonb not null,
  status integer,
  answer text not null default '',
  duration_ms integer not null,
  error text
);
create index webhook_attempt_by_delivery on api.webhook_attempt (delivery_id, attempt_id);
