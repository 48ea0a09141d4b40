-- What the staff do with many rows at once. A job begins as a preview, which says of each row what would become of it; confirmed, it is done in the
-- background, some rows in a transaction, and each of these transactions says how far it has come: whoever goes on after a crash repeats nothing.
create table api.staff_job (
  job_id text collate "C" primary key,
  kind text not null,
  -- The account that asks; its right is looked up again for each batch.
  asked_by text collate "C" not null,
  asked jsonb not null,
  -- The list's address that was asked for, where not the rows themselves were chosen.
  list_query text,
  list_zone text not null default 'UTC',
  state text not null check (state in ('preview', 'queued', 'running', 'stopped', 'done', 'failed')),
  total integer not null,
  done integer not null default 0,
  changed integer not null default 0,
  same integer not null default 0,
  refused integer not null default 0,
  -- Rows that fit the list when it was confirmed and were not there in the preview; null: that was not asked.
  added_since integer,
  -- Why it has ended before its last row.
  message text not null default '',
  -- The job that this one takes back, which is taken back once.
  undoes text collate "C" unique references api.staff_job on delete cascade,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  undo_until timestamptz,
  -- Of the batch that comes next: how often it has failed, and when it is due.
  attempts integer not null default 0,
  next_at timestamptz not null default now()
);
-- What there is to do is few.
create index staff_job_due on api.staff_job (next_at) where state in ('queued', 'running');
create index staff_job_newest on api.staff_job (created_at, job_id);
create index staff_job_by_state on api.staff_job (state, created_at, job_id);
create index staff_job_by_kind on api.staff_job (kind, created_at, job_id);
create index staff_job_of on api.staff_job (asked_by, created_at, job_id);

create table api.staff_job_row (
  job_id text collate "C" not null references api.staff_job on delete cascade,
  number integer not null,
  row_id text not null,
  name text not null,
  -- What is to be made of it, where each row has something of its own, such as a line of a file.
  input jsonb,
  -- Until it is done what would become of it, then what has.
  outcome text not null check (outcome in ('changed', 'same', 'refused')),
  is_done boolean not null default false,
  message text not null default '',
  before jsonb,
  after jsonb,
  primary key (job_id, number)
);
create index staff_job_row_to_do on api.staff_job_row (job_id, number) where not is_done;
create index staff_job_row_outcome on api.staff_job_row (job_id, outcome, number);
