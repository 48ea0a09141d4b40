-- A message is written in its sender's transaction and delivered afterwards by whichever process takes it first.
create table mail.outbox (
  id uuid primary key,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  -- The message, sealed by the application under keys that are not in the database: it may hold a one-time code.
  -- Deleted when it is sent; what has failed keeps it, so that an operator can put it back to 'waiting'.
  content bytea,
  attempts integer not null default 0 check (attempts >= 0),
  -- When it is tried next. The process that takes a message moves this ahead and keeps it ahead while it works: what
  -- a dead process has taken is due again soon after.
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Codes that say why the last attempt failed; never the answer of a mail server, which repeats the address.
  failure text,
  check ((content is null) = (state = 'sent')),
  check ((finished_at is null) = (state = 'waiting'))
);

create index outbox_due on mail.outbox (due_at) where state = 'waiting';
create index outbox_finished on mail.outbox (finished_at) where state <> 'waiting';

create function mail.note_outbox() returns trigger language plpgsql as $$
begin
  perform pg_notify('mail_outbox', '');
  return null;
end $$;

create trigger outbox_filled after insert on mail.outbox
  for each statement execute function mail.note_outbox();
