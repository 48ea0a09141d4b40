-- What sellers' lists of products stand on.

alter table api.listing
  -- The revision of the draft that waits for a decision: a later one has not been submitted.
  add column submitted_revision integer,
  -- How many things the draft lacks before it can be submitted, as it was saved.
  add column missing smallint not null default 0;

-- Every order of the list, in which a page goes on from where the one before ended: by rows of (what it is sorted by, product_id).
drop index api.listing_by_attention;
create index listing_by_attention on api.listing (seller_id, attention, updated_at desc, product_id desc);
drop index api.listing_by_state;
create index listing_by_state on api.listing (seller_id, state, updated_at desc, product_id desc);
create index listing_by_updated on api.listing (seller_id, updated_at, product_id);
-- What is not counted is more than any number.
drop index api.listing_by_stock;
create index listing_by_stock on api.listing (seller_id, (coalesce(stock, 9007199254740991)), product_id);

-- How many of each product of a seller have been sold: of orders that are paid, however that came about, and not given back as a whole.
-- When the transaction ends: its products are locked by then, which everybody locks before listings.
create function api.is_sold(status text, resume_status text) returns boolean language sql immutable as $$
  select status in ('paid', 'fulfilled') or (status = 'in_review' and coalesce(resume_status in ('paid', 'fulfilled'), false))
$$;
create function api.keep_listing_sold() returns trigger language plpgsql as $$
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
  from (select product_id, seller_id, sum(quantity) as quantity from api.order_line
    where order_id = new.order_id and seller_id is not null group by product_id, seller_id) as line
  where listing.product_id = line.product_id and listing.seller_id = line.seller_id;
  return null;
end $$;
create constraint trigger order_sold after update of status, resume_status on api."order"
  deferrable initially deferred for each row
  when (api.is_sold(old.status, old.resume_status) <> api.is_sold(new.status, new.resume_status))
  execute function api.keep_listing_sold();
