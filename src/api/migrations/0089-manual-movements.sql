-- What the staff move in the ledger by hand. One that needs a second person waits here and is in the ledger once that one has confirmed it.
create table api.manual_movement (
  movement_id text collate "C" primary key,
  way text not null check (way in ('correction', 'goodwill', 'write_off', 'hold_back', 'give_back', 'tax_paid', 'profit_drawn')),
  from_account text collate "C" not null,
  to_account text collate "C" not null check (to_account <> from_account),
  cents bigint not null check (cents > 0),
  reason text not null check (reason <> ''),
  state text not null check (state in ('proposed', 'made', 'refused')),
  proposed_by text not null,
  proposed_at timestamptz not null,
  -- Null of one that needed nobody else.
  decided_by text check (decided_by <> proposed_by or state = 'refused'),
  decided_at timestamptz,
  refusal text not null default '',
  check ((state = 'proposed') = (decided_at is null))
);
create index manual_movement_by_time on api.manual_movement (proposed_at desc, movement_id);
create index manual_movement_waiting on api.manual_movement (proposed_at) where state = 'proposed';
