-- What coupons have brought, and who changed them.
alter table api.coupon
  -- Grows with each change of its terms: who saves second is told what the first has changed. Being used is no such change.
  add column revision integer not null default 1,
  add column updated_at timestamptz not null default now();

-- Orders that were paid with a coupon, by the day of the payment, and what of them was given back, by the day on which that was decided; days are UTC.
-- A day of a coupon is several rows, of which an order adds to one: buyers who pay at the same moment seldom wait for each other.
create table api.coupon_day (
  code text collate "C" not null references api.coupon,
  day date not null,
  slot smallint not null check (slot between 0 and 7),
  orders integer not null default 0,
  sales_cents bigint not null default 0,
  discount_cents bigint not null default 0,
  -- What of the discount the sellers bear.
  seller_discount_cents bigint not null default 0,
  refunds_cents bigint not null default 0,
  primary key (code, day, slot)
);

create function api.count_coupon_sale(sold api."order", sign integer) returns void language plpgsql as $$
begin
  insert into api.coupon_day as known (code, day, slot, orders, sales_cents, discount_cents, seller_discount_cents)
    select sold.coupon_code, (sold.paid_at at time zone 'UTC')::date, hashtext(sold.order_id) & 7, sign,
      sign * sold.total_cents, sign * sold.discount_cents, sign * coalesce(sum(line.seller_discount_cents), 0)
    from api.order_line as line where line.order_id = sold.order_id
    on conflict (code, day, slot) do update set
      orders = known.orders + excluded.orders,
      sales_cents = known.sales_cents + excluded.sales_cents,
      discount_cents = known.discount_cents + excluded.discount_cents,
      seller_discount_cents = known.seller_discount_cents + excluded.seller_discount_cents;
end $$;

create function api.note_coupon_sale() returns trigger language plpgsql as $$
begin
  if old.paid_at is not null then perform api.count_coupon_sale(old, -1); end if;
  if new.paid_at is not null then perform api.count_coupon_sale(new, 1); end if;
  return null;
end $$;
create trigger order_paid_with_coupon after update of paid_at on api."order"
  for each row when (new.coupon_code is not null and old.paid_at is distinct from new.paid_at)
  execute function api.note_coupon_sale();

-- A refund counts once the money is back, and no more when it has failed after all.
create function api.note_coupon_refund() returns trigger language plpgsql as $$
declare
  cents bigint := case when new.state = 'succeeded' then new.amount_cents else 0 end;
begin
  if tg_op = 'UPDATE' and old.state = 'succeeded' then cents := cents - old.amount_cents; end if;
  if cents = 0 then return null; end if;
  insert into api.coupon_day as known (code, day, slot, refunds_cents)
    select "order".coupon_code, (new.created_at at time zone 'UTC')::date, hashtext(new.order_id) & 7, cents
    from api."order" where "order".order_id = new.order_id and "order".coupon_code is not null
    on conflict (code, day, slot) do update set refunds_cents = known.refunds_cents + excluded.refunds_cents;
  return null;
end $$;
create trigger refund_of_coupon after insert or update of state on api.refund
  for each row execute function api.note_coupon_refund();

insert into api.coupon_day (code, day, slot, orders, sales_cents, discount_cents, seller_discount_cents)
  select "order".coupon_code, ("order".paid_at at time zone 'UTC')::date, hashtext("order".order_id) & 7, count(*),
    sum("order".total_cents), sum("order".discount_cents), sum(coalesce(borne.cents, 0))
  from api."order" as "order"
    left join lateral (select sum(line.seller_discount_cents) as cents from api.order_line as line
      where line.order_id = "order".order_id) as borne on true
  where "order".coupon_code is not null and "order".paid_at is not null
  group by 1, 2, 3;
insert into api.coupon_day as known (code, day, slot, refunds_cents)
  select "order".coupon_code, (refund.created_at at time zone 'UTC')::date, hashtext("order".order_id) & 7, sum(refund.amount_cents)
  from api.refund as refund join api."order" as "order" on "order".order_id = refund.order_id
  where "order".coupon_code is not null and refund.state = 'succeeded'
  group by 1, 2, 3
  on conflict (code, day, slot) do update set refunds_cents = known.refunds_cents + excluded.refunds_cents;

-- The newest orders of a coupon, and those that wait: only orders with one pay for it.
create index order_by_coupon on api."order" (coupon_code, paid_at desc, order_id) where coupon_code is not null and paid_at is not null;
create index order_waiting_by_coupon on api."order" (coupon_code) where coupon_code is not null and status = 'pending';
-- The staff's list: newest first.
create index coupon_newest on api.coupon (created_at desc, code);
