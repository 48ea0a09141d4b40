-- What the staff note of an order for each other. Its buyer and the shops never see it. A note is added and may be taken back for a while; nobody
-- writes another text in its place, so what a colleague has read and acted on stays what it was.
create table api.order_note (
  note_id text collate "C" primary key,
  order_id text collate "C" not null references api."order" on delete cascade,
  -- Who wrote it: an account, or null where it was written by a command; and how they are called.
  account_id text collate "C",
  written_by text not null,
  text text not null check (text <> ''),
  written_at timestamptz not null default now()
);
-- Read with its order alone.
create index order_note_of_order on api.order_note (order_id, written_at);
