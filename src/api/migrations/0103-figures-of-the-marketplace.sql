-- What the marketplace sold, by quarters of an hour (docs/decisions/0043-rollups-of-the-shop.md).

-- Every zone's days, since 2000, begin at a quarter of an hour in UTC.
create function api.quarter_of(at timestamptz) returns timestamptz language sql immutable as $$
  select date_bin('15 minutes', at, timestamptz '2000-01-01T00:00:00Z')
$$;

-- One row for each quarter in which there was anything.
create table api.shop_quarter (
  quarter timestamptz primary key,
  -- Orders that were paid, and what was paid for them; what has gone back; customers who came for the first time.
  orders bigint not null default 0,
  sales_cents bigint not null default 0,
  refunds_cents bigint not null default 0,
  customers bigint not null default 0,
  -- Times pages of products were shown.
  views bigint not null default 0
);

-- What is to be added to the quarters: each writer adds rows of its own, so that no order waits for another; a job folds them. The index is what
-- the job finds them by, and grows at its right end alone.
create table api.shop_change (
  change_id bigint generated always as identity primary key,
  quarter timestamptz not null,
  orders bigint not null default 0,
  sales_cents bigint not null default 0,
  refunds_cents bigint not null default 0,
  customers bigint not null default 0,
  views bigint not null default 0
);

-- Since when views are counted: orders of before had none.
create table api.shop_views_from (
  one boolean primary key default true check (one),
  at timestamptz not null default now()
);
insert into api.shop_views_from default values;

-- What of the money of orders that were sold has gone back, and when; below zero: it came back after all.
create table api.order_given_back (
  given_back_id bigint generated always as identity primary key,
  order_id text collate "C" not null references api."order" on delete cascade,
  at timestamptz not null,
  cents bigint not null
);
-- By which an order finds its own.
create index order_given_back_of_order on api.order_given_back (order_id);

-- Whether an order is one of those that were sold: also where all of its money went back since, and not where it came too late.
create function api.was_sold(paid_at timestamptz, status text, resume_status text, items_returned boolean) returns boolean
language sql immutable as $$
  select paid_at is not null and (api.is_sold(status, resume_status) or items_returned)
$$;

create function api.note_shop_order() returns trigger language plpgsql as $$
declare
  was boolean := coalesce(api.was_sold(old.paid_at, old.status, old.resume_status, old.items_returned), false);
  sold boolean := coalesce(api.was_sold(new.paid_at, new.status, new.resume_status, new.items_returned), false);
  paid_before bigint := coalesce(old.received_cents, old.total_cents);
  paid bigint := coalesce(new.received_cents, new.total_cents);
  given bigint := case when sold then new.refunded_cents else 0 end - case when was then old.refunded_cents else 0 end;
begin
  if (was, case when was then old.paid_at end, case when was then paid_before end)
    is distinct from (sold, case when sold then new.paid_at end, case when sold then paid end) then
    if was then
      insert into api.shop_change (quarter, orders, sales_cents) values (api.quarter_of(old.paid_at), -1, -paid_before);
    end if;
    if sold then
      insert into api.shop_change (quarter, orders, sales_cents) values (api.quarter_of(new.paid_at), 1, paid);
    end if;
  end if;
  if tg_op <> 'DELETE' and given <> 0 then
    insert into api.order_given_back (order_id, at, cents) values (new.order_id, new.updated_at, given);
  end if;
  return null;
end $$;
create trigger order_added_to_figures after insert on api."order"
  for each row when (new.paid_at is not null) execute function api.note_shop_order();
create trigger order_moved_in_figures
  after update of status, resume_status, paid_at, items_returned, received_cents, total_cents, refunded_cents on api."order"
  for each row when (new.paid_at is not null or old.paid_at is not null) execute function api.note_shop_order();
create trigger order_taken_from_figures after delete on api."order"
  for each row when (old.paid_at is not null) execute function api.note_shop_order();

create function api.note_shop_refund() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into api.shop_change (quarter, refunds_cents) values (api.quarter_of(new.at), new.cents);
  else
    insert into api.shop_change (quarter, refunds_cents) values (api.quarter_of(old.at), -old.cents);
  end if;
  return null;
end $$;

-- A customer is somebody who has signed in: names under reviews that were imported are nobody yet.
create function api.note_shop_customer() returns trigger language plpgsql as $$
begin
  if old.account_id is not null then
    insert into api.shop_change (quarter, customers) values (api.quarter_of(old.created_at), -1);
  end if;
  if new.account_id is not null then
    insert into api.shop_change (quarter, customers) values (api.quarter_of(new.created_at), 1);
  end if;
  return null;
end $$;
create trigger customer_added_to_figures after insert on api."user"
  for each row when (new.account_id is not null) execute function api.note_shop_customer();
create trigger customer_moved_in_figures after update of account_id, created_at on api."user"
  for each row when ((old.account_id is null, old.created_at) is distinct from (new.account_id is null, new.created_at))
  execute function api.note_shop_customer();
create trigger customer_taken_from_figures after delete on api."user"
  for each row when (old.account_id is not null) execute function api.note_shop_customer();

-- What was given back before, when its refunds were decided; what no refund says, when the order was written last.
insert into api.order_given_back (order_id, at, cents)
  with sold as (
    select order_id, refunded_cents, updated_at from api."order"
    where refunded_cents <> 0 and api.was_sold(paid_at, status, resume_status, items_returned)
  ), known as (
    select refund.order_id, refund.created_at as at, refund.amount_cents as cents
    from api.refund as refund join sold using (order_id) where refund.state = 'succeeded'
  )
  select order_id, at, cents from known
  union all
  select sold.order_id, sold.updated_at, sold.refunded_cents - coalesce(told.cents, 0)
    from sold left join (select order_id, sum(cents) as cents from known group by 1) as told using (order_id)
    where sold.refunded_cents <> coalesce(told.cents, 0);
create trigger refund_added_to_figures after insert on api.order_given_back
  for each row execute function api.note_shop_refund();
create trigger refund_taken_from_figures after delete on api.order_given_back
  for each row execute function api.note_shop_refund();

-- What the rows come to, by quarters: what the figures must be.
create view api.shop_quarter_of_rows as
  select quarter, sum(orders)::bigint as orders, sum(sales_cents)::bigint as sales_cents, sum(refunds_cents)::bigint as refunds_cents,
    sum(customers)::bigint as customers
  from (
    select api.quarter_of(paid_at) as quarter, 1 as orders, coalesce(received_cents, total_cents) as sales_cents, 0 as refunds_cents, 0 as customers
      from api."order" where api.was_sold(paid_at, status, resume_status, items_returned)
    union all select api.quarter_of(at), 0, 0, cents, 0 from api.order_given_back
    union all select api.quarter_of(created_at), 0, 0, 0, 1 from api."user" where account_id is not null
  ) as counted group by quarter;

insert into api.shop_quarter (quarter, orders, sales_cents, refunds_cents, customers)
  select quarter, orders, sales_cents, refunds_cents, customers from api.shop_quarter_of_rows;
