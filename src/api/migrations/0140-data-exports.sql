-- What a customer has asked to be made of their own data: one at a time for an account, and the file while it lasts, in parts. Both go with the
-- account. `round` tells the attempt whose parts count: one that was overtaken keeps nothing.
create table api.data_export (
  account_id text collate "C" primary key,
  state text not null check (state in ('waiting', 'running', 'ready', 'failed')),
  requested_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  round integer not null default 0,
  ready_at timestamptz,
  expires_at timestamptz,
  size_bytes bigint
);
create index data_export_due on api.data_export (due_at) where state in ('waiting', 'running');
create index data_export_expiring on api.data_export (expires_at);

create table api.data_export_part (
  account_id text collate "C" not null references api.data_export on delete cascade,
  round integer not null,
  part integer not null,
  content bytea not null,
  primary key (account_id, round, part)
);
