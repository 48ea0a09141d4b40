-- Invoices and credit notes: numbered without gaps by issuer and year, and kept as they were.

-- The last number that was given. Its row is locked by whoever gives the next one, until that is committed or is none.
create table api.invoice_counter (
  -- A shop; '' is the operator.
  issuer text collate "C" not null,
  kind text not null,
  year integer not null,
  last integer not null check (last > 0),
  issued_at timestamptz not null,
  primary key (issuer, kind, year)
);

create table api.invoice (
  invoice_id text collate "C" primary key,
  issuer text collate "C" not null,
  kind text not null check (kind in ('invoice', 'credit_note', 'cancellation')),
  year integer not null,
  sequence integer not null check (sequence > 0),
  number text not null,
  order_id text collate "C" not null references api."order",
  -- What has gone back by a credit note; what has come back by a cancellation.
  refund_id text collate "C",
  -- The invoice of a credit note, the credit note of a cancellation. No foreign key: a backup is read row by row, and may have the later one first.
  corrects text collate "C",
  -- Of which lines of the order, with what of each.
  lines jsonb not null,
  total_cents bigint not null check (total_cents > 0),
  tax_cents bigint not null check (tax_cents >= 0),
  -- What stands on it, and its SHA-256.
  paper jsonb not null,
  content_hash text not null,
  -- As it was drawn, a moment after.
  pdf bytea,
  issued_at timestamptz not null,
  unique (issuer, kind, year, sequence),
  check ((kind = 'invoice') = (refund_id is null) and (kind = 'invoice') = (corrects is null))
);
create unique index invoice_of_order on api.invoice (order_id, issuer) where kind = 'invoice';
create unique index invoice_of_refund on api.invoice (refund_id, issuer, kind) where kind <> 'invoice';
create index invoice_by_order on api.invoice (order_id);
create index invoice_by_issuer on api.invoice (issuer, issued_at desc, invoice_id);
create index invoice_to_draw on api.invoice (issued_at) where pdf is null;
create index invoice_corrected on api.invoice (corrects) where corrects is not null;

create function api.keep_invoice() returns trigger language plpgsql as $$
begin
  if old.pdf is not null or to_jsonb(new) - 'pdf' <> to_jsonb(old) - 'pdf' then
    raise exception 'an invoice stays as it is';
  end if;
  return new;
end $$;
create trigger invoice_kept before update on api.invoice for each row execute function api.keep_invoice();

-- What has none yet, of before too.
alter table api."order" add column invoiced boolean not null default false;
create index order_to_invoice on api."order" (paid_at) where paid_at is not null and total_cents > 0 and not invoiced;
alter table api.refund add column credited boolean not null default false;
create index refund_to_credit on api.refund (created_at) where state = 'succeeded' and not credited;
create index refund_to_uncredit on api.refund (created_at) where state = 'failed' and credited;
