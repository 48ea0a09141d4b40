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
