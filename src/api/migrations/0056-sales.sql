-- Closing is no way out of a suspension: the state that the rights of a shop follow.
alter table api.seller add column acting_state text collate "C"
  generated always as (case when state = 'closing' and reason <> '' then 'suspended' else state end) stored;

-- A payment that went back at once, as nothing could be had for it any more, was no sale: nothing of its buyer is told.
create or replace function api.keep_seller_orders(asked text) returns void language sql as $$
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
      where seller_order.state is distinct from excluded.state
$$;
delete from api.seller_order as sale using api."order" as "order"
  where "order".order_id = sale.order_id and "order".status = 'refunded' and not "order".items_returned;

-- A request for a refund may come twice: the key that it was sent with, and what it asked for.
alter table api.refund add column request_key text, add column request_sha256 text;
create unique index refund_by_request on api.refund (order_id, request_key) where request_key is not null;
