-- Of lines that were ordered before it was written down, each step asked the product of its own day. This asks once, in a migration
-- of its own, so that the table is not locked for everybody while its rows are written.

-- What open orders hold is a variant's as far as the product says that so many of it are held. Where a product has got its
-- variants since, these are of the newest orders: the older ones could only wish.
update api.order_line as line set is_variant = true
from (
  select line.order_id, line.line, holding.held, sum(line.quantity) over (
      partition by line.product_id, holding.place order by "order".created_at desc, line.order_id) as with_newer
  from api.order_line as line
    join api."order" as "order" on "order".order_id = line.order_id
    join api.product as product on product.product_id = line.product_id
    cross join lateral (
      select place, (list.holding ->> 'held')::bigint as held
      from jsonb_array_elements(product.variants_held) with ordinality as list (holding, place)
      where list.holding -> 'selected_options' @> line.selected_options
        and list.holding -> 'selected_options' <@ line.selected_options) as holding
  where line.counted and 'pending' in ("order".status, "order".resume_status)) as open
where line.order_id = open.order_id and line.line = open.line and open.with_newer <= open.held;

-- All others were of what the product says now.
update api.order_line as line set is_variant = true
from api."order" as "order", api.product as product
where line.selected_options <> '[]' and "order".order_id = line.order_id and product.product_id = line.product_id
  and (line.counted and 'pending' in ("order".status, "order".resume_status)) is not true
  and exists (
    select from jsonb_array_elements(product.variants) as variant
    where variant -> 'selected_options' @> line.selected_options
      and variant -> 'selected_options' <@ line.selected_options);
