-- Whether the books, the figures, the coupons and the storage are in order: the last runs of each check, asked for by the staff, due once a day, or made by
-- a command.
create table api.check_run (
  run_id text primary key,
  name text collate "C" not null,
  -- Puts right what differs before it compares.
  repairs boolean not null default false,
  state text collate "C" not null check (state in ('waiting', 'running', 'in_order', 'differs', 'failed')),
  origin text collate "C" not null check (origin in ('staff', 'schedule', 'command')),
  asked_by text,
  created_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  ended_at timestamptz,
  took_ms integer,
  -- How often a process has begun it: one that ends each of them is given up.
  attempts integer not null default 0,
  difference_count integer not null default 0,
  -- The first of them, in sentences.
  differences jsonb not null default '[]',
  -- What was read, or why it failed.
  message text not null default '',
  worker text,
  leased_until timestamptz
);
-- Of each check one at a time, whoever asks for it.
create unique index check_run_open on api.check_run (name) where state in ('waiting', 'running');
create index check_run_newest on api.check_run (name, created_at);

create table api.check_schedule (
  name text collate "C" primary key,
  due_at timestamptz not null
);
