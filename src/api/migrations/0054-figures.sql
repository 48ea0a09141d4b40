-- What sellers see of their products by day: numbers alone, which nobody can be told from.

create table api.product_day (
  seller_id text collate "C" not null,
  -- In UTC.
  day date not null,
  product_id text collate "C" not null,
  views bigint not null default 0,
  -- Put into a cart.
  adds bigint not null default 0,
  -- Orders with it that were paid, how many of it they were for, what was paid for them, and what has gone back.
  orders bigint not null default 0,
  quantity bigint not null default 0,
  revenue_cents bigint not null default 0,
  refunds_cents bigint not null default 0,
  primary key (seller_id, day, product_id)
);
create index product_day_by_product on api.product_day (seller_id, product_id, day);

-- What was sold before. Of money that went back nobody noted for which line: in proportion, on the day of the order.
insert into api.product_day (seller_id, day, product_id, orders, quantity, revenue_cents, refunds_cents)
  select seller_id, day, product_id, count(distinct order_id), sum(quantity), sum(net), sum(refunded) from (
    select line.seller_id, ("order".paid_at at time zone 'UTC')::date as day, line.product_id, line.order_id, line.quantity,
      line.amount_cents - line.discount_cents as net,
      round(("order".refunded_cents * sum(line.amount_cents - line.discount_cents) over (partition by line.order_id order by line.line))
        ::numeric / nullif("order".total_cents, 0))
      - round(("order".refunded_cents * (sum(line.amount_cents - line.discount_cents) over (partition by line.order_id order by line.line)
        - (line.amount_cents - line.discount_cents)))::numeric / nullif("order".total_cents, 0)) as refunded
    from api.order_line as line join api."order" as "order" using (order_id)
    where "order".paid_at is not null
  ) as sold
  where seller_id is not null
  group by seller_id, day, product_id;
