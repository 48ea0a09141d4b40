-- What an operator wants to know of the jobs, and of the processes that share the database.
alter table platform.job
  add column every_seconds integer,
  add column ended_at timestamptz,
  add column took_ms integer,
  -- Of the last turn that failed; a later one that went well leaves it, so that it can be looked at.
  add column failed_at timestamptz,
  -- The name of the error and its code, never its text, which may hold what somebody wrote.
  add column failure text,
  -- Under which the log tells the rest.
  add column request_id text;

create table platform.process (
  process_id uuid primary key,
  host text not null,
  pid integer not null,
  version text not null,
  node text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
