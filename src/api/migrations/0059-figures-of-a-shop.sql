-- The rating of a shop is read of this alone: neither its products nor the reviews themselves are looked at.
create index review_rate_by_seller on api.review (seller_id, rate) where seller_id is not null and show;

-- Orders add up by product alone: one with several of a shop's products is one order of the shop, and is counted for it with the first of them.
alter table api.product_day add column shop_orders bigint not null default 0;

update api.product_day as counted set shop_orders = sold.orders
  from (
    select line.seller_id, ("order".paid_at at time zone 'UTC')::date as day, line.product_id, count(*) as orders
    from (
      select distinct on (order_id, seller_id) order_id, seller_id, product_id from api.order_line
      where seller_id is not null order by order_id, seller_id, line
    ) as line join api."order" as "order" using (order_id)
    where "order".paid_at is not null
      and ("order".status in ('paid', 'fulfilled') or "order".resume_status in ('paid', 'fulfilled')
        or ("order".status = 'refunded' and "order".items_returned))
    group by 1, 2, 3
  ) as sold
  where (sold.seller_id, sold.day, sold.product_id) = (counted.seller_id, counted.day, counted.product_id);
