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

-- What of a line has gone back, as figures count it. Where nobody says for which line, in proportion.
alter table api.order_line add column counted_refund_cents bigint not null default 0;

-- What was sold before.
create temporary table sold_line on commit drop as
  select line.order_id, line.line, line.seller_id, line.product_id, line.quantity, ("order".paid_at at time zone 'UTC')::date as day,
    line.amount_cents - line.discount_cents as paid, "order".refunded_cents as refunded,
    sum(line.amount_cents - line.discount_cents) over (partition by line.order_id) as total,
    sum(line.amount_cents - line.discount_cents) over (partition by line.order_id order by line.line) as up_to
  from api.order_line as line join api."order" as "order" using (order_id)
  where "order".paid_at is not null and ("order".status in ('paid', 'fulfilled') or "order".resume_status in ('paid', 'fulfilled')
      or ("order".status = 'refunded' and "order".items_returned))
    and exists (select from api.order_line as own where own.order_id = line.order_id and own.seller_id is not null);
update api.order_line as line
  set counted_refund_cents = round(refunded * up_to / nullif(total, 0)) - round(refunded * (up_to - paid) / nullif(total, 0))
  from sold_line where sold_line.order_id = line.order_id and sold_line.line = line.line and refunded > 0 and total > 0;
insert into api.product_day (seller_id, day, product_id, orders, quantity, revenue_cents, refunds_cents)
  select sold_line.seller_id, day, sold_line.product_id, count(distinct order_id), sum(sold_line.quantity), sum(paid),
    sum(line.counted_refund_cents)
  from sold_line join api.order_line as line using (order_id, line)
  where sold_line.seller_id is not null
  group by sold_line.seller_id, day, sold_line.product_id;
