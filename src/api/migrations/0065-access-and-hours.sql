-- What only a shop can set up: its endpoint that is called, access, and hours of machines.

-- One of a shop; '' for the operator's own.
create table api.provision_endpoint (
  seller_id text collate "C" primary key,
  url text not null,
  -- Sealed; the one before signs beside it until then.
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamptz,
  last_success_at timestamptz,
  failing_since timestamptz,
  failures integer not null default 0,
  last_failure text,
  -- What waits for it is left alone until then.
  paused_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- What an endpoint is asked for: written with what asks for it, delivered afterwards by whichever process takes it first.
create table api.provision_call (
  -- Also the header webhook-id, the same however often it is sent.
  id text collate "C" primary key,
  seller_id text collate "C" not null,
  type text not null check (type in ('access.grant', 'access.withdraw', 'hours.start', 'hours.stop', 'hours.extend', 'hours.status')),
  entitlement_id text collate "C" not null references api.entitlement on delete cascade,
  session_id text collate "C",
  -- As it is signed and sent.
  body text not null,
  -- Until when it is tried often; until when at all.
  promised_at timestamptz,
  give_up_at timestamptz not null,
  created_at timestamptz not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  due_at timestamptz not null default now(),
  finished_at timestamptz,
  failure text,
  check ((finished_at is null) = (state = 'waiting'))
);
create index provision_call_waiting on api.provision_call (seller_id, due_at, id) where state = 'waiting';
create index provision_call_due on api.provision_call (due_at) where state = 'waiting';
create index provision_call_finished on api.provision_call (finished_at) where state <> 'waiting';
create index provision_call_newest on api.provision_call (seller_id, created_at desc, id);
create index provision_call_by_entitlement on api.provision_call (entitlement_id);
create index provision_call_by_session on api.provision_call (session_id) where session_id is not null;

create function api.note_provision_call() returns trigger language plpgsql as $$
begin
  perform pg_notify('api_provision_call', '');
  return null;
end $$;
create trigger provision_call_filled after insert on api.provision_call
  for each statement execute function api.note_provision_call();

-- What an entitlement is reached by. A text is made of what was bought whenever it is read; what an endpoint answered is kept sealed.
create table api.access_grant (
  entitlement_id text collate "C" primary key references api.entitlement on delete cascade,
  state text not null check (state in ('waiting', 'ready', 'withdrawn')),
  -- How often it was asked for: it may be withdrawn, and granted again.
  round integer not null default 1 check (round > 0),
  call_id text collate "C",
  promised_at timestamptz,
  ready_at timestamptz,
  answer bytea,
  -- When the buyer was told that it is late, and when they took the money instead.
  late_told_at timestamptz,
  money_back_at timestamptz,
  check ((state = 'ready') = (ready_at is not null)),
  check (answer is null or state = 'ready')
);
create index access_grant_late on api.access_grant (promised_at) where state = 'waiting' and promised_at is not null;

-- What is left of hours, beside the ledger that it is the sum of. Whoever changes it locks it, and writes an entry.
create table api.hours_balance (
  entitlement_id text collate "C" primary key references api.entitlement on delete cascade,
  minutes bigint not null check (minutes >= 0),
  bought bigint not null default 0 check (bought >= 0),
  -- Without those that were given back.
  used bigint not null default 0 check (used >= 0),
  expires_at timestamptz
);
create index hours_balance_expiring on api.hours_balance (expires_at) where minutes > 0 and expires_at is not null;

create table api.machine_session (
  session_id text collate "C" primary key,
  entitlement_id text collate "C" not null references api.entitlement on delete cascade,
  seller_id text collate "C" not null,
  by text not null check (by in ('endpoint', 'hand')),
  state text not null check (state in ('starting', 'running', 'stopping', 'stopped', 'failed')),
  requested_at timestamptz not null,
  started_at timestamptz,
  -- Until when minutes are counted.
  stopped_at timestamptz,
  stop_reason text,
  failure text,
  -- Minutes since it was started, and those of them that outages gave back.
  counted integer not null default 0 check (counted >= 0),
  returned integer not null default 0 check (returned >= 0 and returned <= counted),
  -- How the machine is reached, sealed.
  fields bytea,
  -- When the buyer was told that little is left.
  warned_at timestamptz,
  -- By which the same request to start is known.
  request_key text,
  unique (entitlement_id, request_key),
  check (started_at is not null or counted = 0),
  check (state not in ('running') or started_at is not null),
  check ((stopped_at is null) = (state in ('starting', 'running')))
);
-- One machine at a time.
create unique index machine_session_live on api.machine_session (entitlement_id) where state in ('starting', 'running', 'stopping');
create index machine_session_of_shop on api.machine_session (seller_id, requested_at desc, session_id);
create index machine_session_by_entitlement on api.machine_session (entitlement_id, requested_at desc);
create index machine_session_running on api.machine_session (session_id) where state = 'running';

-- Every minute that was bought, used, given back or taken. Never changed.
create table api.hours_entry (
  entry_id bigint generated always as identity primary key,
  entitlement_id text collate "C" not null references api.entitlement on delete cascade,
  kind text not null check (kind in ('bought', 'used', 'returned', 'expired', 'taken')),
  minutes bigint not null check (case when kind in ('bought', 'returned') then minutes > 0 else minutes < 0 end),
  at timestamptz not null,
  session_id text collate "C",
  reason text not null default '',
  by text not null
);
create index hours_entry_by_entitlement on api.hours_entry (entitlement_id, entry_id desc);
create index hours_entry_by_session on api.hours_entry (session_id) where session_id is not null;

create function api.keep_hours_entry() returns trigger language plpgsql as $$
begin
  raise exception 'entries of hours are never changed';
end $$;
create trigger hours_entry_kept before update on api.hours_entry
  for each row execute function api.keep_hours_entry();

-- When machines were not there. What several of them say of one minute gives it back once.
create table api.hours_outage (
  outage_id text collate "C" primary key,
  seller_id text collate "C" not null,
  product_id text collate "C",
  session_id text collate "C",
  from_at timestamptz not null,
  to_at timestamptz not null,
  reason text not null,
  by text not null,
  created_at timestamptz not null default now(),
  check (from_at < to_at),
  check ((product_id is null) <> (session_id is null))
);
create index hours_outage_by_product on api.hours_outage (seller_id, product_id, to_at) where product_id is not null;
create index hours_outage_by_session on api.hours_outage (session_id) where session_id is not null;
