-- What a statement sees was committed when it began: one that waits for a lock sees nothing of those before it. In PL/pgSQL each statement of a
-- function begins by itself, so that one question locks, and reads what is true then.

create function api.has_ended(of_account text, since_moment timestamptz) returns boolean language plpgsql as $$
begin
  return exists (select from api.ended_account where account_id = of_account and ended_at >= since_moment)
    or exists (select from api.suspended_customer where account_id = of_account);
end $$;

create function api.lock_buyer(of_account text, placed_since timestamptz, most_orders integer, signed_in timestamptz,
  out placed integer, out invoice_to json, out has_ended boolean) language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || of_account, 0));
  placed := (select count(*) from (
    select from api."order" where account_id = of_account and created_at > placed_since limit most_orders) as recent);
  invoice_to := (select json_build_object('name', details.name, 'address', details.address, 'country', details.country,
    'tax_number', details.tax_number) from api.invoice_details as details where account_id = of_account);
  has_ended := signed_in is not null and api.has_ended(of_account, signed_in);
end $$;
