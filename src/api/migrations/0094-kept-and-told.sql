-- What was issued is kept, whoever writes: no invoice is deleted, and a number that was given is not given again.

create function api.refuse_invoice_loss() returns trigger language plpgsql as $$
begin
  raise exception 'what is in api.% is kept', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger invoice_not_lost before delete or truncate on api.invoice
  for each statement execute function api.refuse_invoice_loss();
create trigger invoice_counter_not_lost before delete or truncate on api.invoice_counter
  for each statement execute function api.refuse_invoice_loss();

create function api.count_invoices_up() returns trigger language plpgsql as $$
begin
  if (new.issuer, new.kind, new.year, new.last) is distinct from (old.issuer, old.kind, old.year, old.last + 1) then
    raise exception 'the next number of an invoice is the one after the last' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger invoice_counter_goes_up before update on api.invoice_counter
  for each row execute function api.count_invoices_up();

-- A payout that has not arrived, and whose money the provider does not give back from the account of the shop: since when, and what it says.
alter table api.payout add column stuck_since timestamptz, add column stuck_because text;
create index payout_stuck on api.payout (stuck_since) where stuck_since is not null;

-- Until when the bank takes evidence about a card payment; null: nothing is to be handed in (any more).
alter table api.dispute add column evidence_due_at timestamptz;
create index dispute_due on api.dispute (evidence_due_at) where state = 'open' and evidence_due_at is not null;
