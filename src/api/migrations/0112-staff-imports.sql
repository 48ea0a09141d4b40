-- Imports of catalogue files in the back office. The file lies in the storage; what it would change is judged in the background, and what it changes is
-- stored in batches, each of which says in its transaction how far the file has come: whoever goes on after a crash repeats nothing.
create table api.staff_import (
  import_id text collate "C" primary key,
  name text not null,
  size_bytes bigint not null,
  storage_key text not null,
  format text not null check (format in ('csv', 'jsonl')),
  -- [{name, samples}], and by their names what each holds.
  found jsonb not null,
  columns jsonb not null,
  replace boolean not null default false,
  state text not null check (state in ('columns', 'checking', 'checked', 'importing', 'done', 'stopped', 'failed')),
  -- {rows, new, changed, same, refused, adjusted, bytes_read} of the check and of the import.
  check_counts jsonb not null default '{}',
  import_counts jsonb not null default '{}',
  message text not null default '',
  -- The account that asks; its right is looked up again for each batch.
  asked_by text collate "C" not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  -- Which process is at it, and until when nobody else goes on with it.
  worker text,
  leased_until timestamptz
);
-- What there is to do is few.
create index staff_import_due on api.staff_import (created_at) where state in ('checking', 'importing');
create index staff_import_newest on api.staff_import (created_at desc, import_id);

-- Rows to look at: what the check and the import had to say.
create table api.staff_import_row (
  import_id text collate "C" not null references api.staff_import on delete cascade,
  phase text not null check (phase in ('check', 'import')),
  -- Of the row in the file, counted from 1.
  number integer not null,
  line integer not null,
  product_id text not null,
  outcome text not null check (outcome in ('new', 'changed', 'refused', 'adjusted')),
  -- {changes: [{field, before, after}], remarks: [{field, reason}]}
  told jsonb not null,
  primary key (import_id, phase, number)
);
create index staff_import_row_outcome on api.staff_import_row (import_id, phase, outcome, number);
