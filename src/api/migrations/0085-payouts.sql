-- What leaves the marketplace to its sellers: where to, when, and what became of it.

create table api.payout_settings (
  seller_id text collate "C" primary key references api.seller on delete cascade,
  method text check (method in ('bank', 'connect')),
  schedule text not null default 'none' check (schedule in ('none', 'weekly', 'monthly')),
  -- Of the week, Monday is 1; or of the month.
  day smallint check (day between 1 and 28),
  -- When the next payout of the schedule is due.
  next_at timestamptz,
  minimum_cents bigint not null check (minimum_cents > 0),
  -- The bank account, sealed; what people are told of it.
  bank bytea,
  bank_last4 text,
  bank_changed_at timestamptz,
  connect_account text collate "C" unique,
  -- As the provider last told: whether it pays out there, and what it still asks for.
  connect_ready boolean not null default false,
  connect_missing jsonb not null default '[]',
  updated_at timestamptz not null,
  updated_by text not null
);
create index payout_settings_due on api.payout_settings (next_at) where next_at is not null;

-- Transfers that the staff type into their bank together, as a file. The same file whenever it is asked for.
create table api.payout_batch (
  batch_id text collate "C" primary key,
  made_at timestamptz not null,
  made_by text not null,
  sent_at timestamptz,
  sent_by text,
  -- The operator's account, as it was then.
  debtor jsonb not null
);
create index payout_batch_newest on api.payout_batch (made_at desc, batch_id);

create table api.payout (
  payout_id text collate "C" primary key,
  seller_id text collate "C" not null references api.seller,
  -- Made by who asked: the same key is the same payout.
  request_key text collate "C" not null,
  asked_cents bigint,
  amount_cents bigint not null check (amount_cents > 0),
  state text not null default 'pending' check (state in ('pending', 'sent', 'paid', 'failed', 'returned')),
  method text not null check (method in ('bank', 'connect')),
  -- The entries of the seller's account that it is made of: those since the payout before. Its own entry follows them.
  from_version bigint not null,
  to_version bigint not null check (to_version >= from_version - 1),
  -- Whether the money is out of the ledger's books already, while it is on its way or arrived.
  has_left boolean not null default false,
  -- Why it has failed or come back.
  failure text,
  -- Why it waits for a decision of the staff.
  hold text,
  released_by text,
  -- Where it goes to, sealed; what people are told of it.
  bank bytea,
  bank_last4 text,
  connect_account text collate "C",
  transfer text collate "C" unique,
  provider_payout text collate "C",
  -- Since when the provider is asked for it, and how often it has said no: each time it is asked with a key of its own.
  begun_at timestamptz,
  refusals integer not null default 0,
  batch_id text collate "C" references api.payout_batch,
  by_schedule boolean not null,
  requested_by text not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  paid_at timestamptz,
  ended_at timestamptz,
  -- Of those that the provider carries out: when to look again.
  next_check_at timestamptz,
  unique (seller_id, request_key),
  unique (seller_id, to_version)
);
create index payout_newest on api.payout (created_at desc, payout_id);
create index payout_of_seller on api.payout (seller_id, created_at desc, payout_id);
create index payout_open on api.payout (state, created_at) where state in ('pending', 'sent');
create index payout_of_batch on api.payout (batch_id) where batch_id is not null;
create index payout_at_provider on api.payout (provider_payout) where provider_payout is not null;
create index payout_to_check on api.payout (next_check_at) where next_check_at is not null;
