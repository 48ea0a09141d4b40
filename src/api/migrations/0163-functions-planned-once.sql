-- A function in SQL that a trigger calls is planned anew at every call, which took ten times as long as carrying it out. One in PL/pgSQL is
-- planned once in a connection.

-- An order without a line of a seller is done with after one look.
create or replace function api.keep_seller_orders(asked text) returns void language plpgsql as $$
begin
  if not exists (select from api.order_line where order_id = asked and seller_id is not null) then return; end if;
  insert into api.seller_order (seller_id, order_id, paid_at, state)
    select line.seller_id, line.order_id, "order".paid_at, case
        when "order".status = 'refunded' or bool_and(line.given_back) then 'refunded'
        when "order".status = 'in_review' then 'on_hold'
        -- Fulfilled as a whole, where no line says when.
        when "order".fulfilled_at is not null and not exists (select from api.order_line as other
          where other.order_id = asked and other.delivered_at is not null) then 'delivered'
        when bool_or(line.delivered_at is null and not line.given_back) then 'to_deliver'
        else 'delivered' end
      from api.order_line as line join api."order" as "order" on "order".order_id = line.order_id
      where line.order_id = asked and line.seller_id is not null and "order".paid_at is not null
        and ("order".status in ('paid', 'fulfilled', 'in_review') or ("order".status = 'refunded' and ("order".items_returned
          or exists (select from api.seller_order as known where known.seller_id = line.seller_id and known.order_id = asked))))
      group by line.seller_id, line.order_id, "order".paid_at, "order".status, "order".fulfilled_at
    on conflict (seller_id, order_id) do update set state = excluded.state
      where seller_order.state is distinct from excluded.state;
end $$;

create or replace function api.keys_to_sell(of_product text, of_options jsonb) returns bigint language plpgsql as $$
begin
  return (select greatest(0, list.free - (select coalesce(sum(wait.missing), 0) from api.product_key_wait as wait
      where wait.product_id = list.product_id and wait.edition = list.edition))
    from api.product_key_list as list
    where list.product_id = of_product
      and list.selected_options @> of_options and list.selected_options <@ of_options);
end $$;
