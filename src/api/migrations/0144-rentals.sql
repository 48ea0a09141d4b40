-- What is sold by time takes machines of the stock, not hours (decision 0066). A line that is null in "taken" is older, and took its quantity.
alter table api.cart_item add column machines integer not null default 1 check (machines > 0);
alter table api.order_line
  add column machines integer not null default 1 check (machines > 0),
  add column taken integer check (taken >= 0),
  add column machines_returned integer not null default 0 check (machines_returned >= 0),
  -- How long a machine is reserved once it is delivered; null: it is no rental, or its hours say when it ends.
  add column rental_seconds bigint check (rental_seconds > 0);
create index order_line_rented on api.order_line (order_id, line)
  where rental_seconds is not null and machines_returned < taken;

-- A line of several machines is an entitlement for each.
alter table api.entitlement add column machine integer not null default 1 check (machine > 0);
alter table api.entitlement drop constraint entitlement_order_id_line_key;
alter table api.entitlement add unique (order_id, line, machine);

-- Since when the machine of these hours is in stock again.
alter table api.hours_balance add column machine_returned_at timestamptz;
-- Those of before took no machine that could come back.
update api.hours_balance set machine_returned_at = now() where minutes = 0;
create index hours_balance_over on api.hours_balance (entitlement_id) where minutes = 0 and machine_returned_at is null;

-- Units that a shop has sold, as its analytics count them.
create or replace function api.keep_listing_sold() returns trigger language plpgsql as $$
declare
  sign integer := case when api.is_sold(new.status, new.resume_status) then 1 else -1 end;
begin
  if not exists (select from api.order_line where order_id = new.order_id and seller_id is not null) then
    return null;
  end if;
  perform from api.listing where product_id in (
    select product_id from api.order_line where order_id = new.order_id and seller_id is not null)
    order by product_id for no key update;
  update api.listing set sold = greatest(0, listing.sold + sign * line.quantity)
  from (select product_id, seller_id, sum(quantity * machines) as quantity from api.order_line
    where order_id = new.order_id and seller_id is not null group by product_id, seller_id) as line
  where listing.product_id = line.product_id and listing.seller_id = line.seller_id;
  return null;
end $$;
