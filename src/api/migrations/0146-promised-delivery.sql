-- Hours within which the seller promises what a person delivers; null: no time is promised.
alter table api.product add column delivery_within_hours integer check (delivery_within_hours between 1 and 720);

-- As it was when it was ordered; null too for lines of before.
alter table api.order_line add column delivery_within_hours integer check (delivery_within_hours > 0);

-- True if these goods are there as soon as they are paid: as contract/catalogue/product/delivery.ts says it.
create function api.are_goods_at_once(goods jsonb, stock bigint) returns boolean
language sql immutable parallel safe as $$
  select goods ?| array['files', 'keys', 'access', 'hours']
    and (goods #>> '{access,by}') is distinct from 'endpoint'
    and (goods #>> '{hours,by}') is distinct from 'hand'
    and not ((goods #>> '{keys,source}') is not distinct from 'list' and stock is not distinct from 0)
$$;

-- True if all variants that are not sold out are delivered at once. Variants without goods of their own get the product's.
create function api.is_at_once(goods jsonb, variants jsonb, stock bigint) returns boolean
language sql immutable parallel safe as $$
  select case when variants = '[]' then api.are_goods_at_once(goods, stock) else (
    select coalesce(bool_and(each.at_once) filter (where each.stock is distinct from 0), bool_and(each.at_once), false)
    from (
      select (variant ->> 'stock')::bigint as stock,
        api.are_goods_at_once(coalesce((
          select own from jsonb_array_elements(coalesce(goods -> 'variants', '[]')) as own
          where (own -> 'selected_options') @> (variant -> 'selected_options')
            and (own -> 'selected_options') <@ (variant -> 'selected_options')
          limit 1), goods), (variant ->> 'stock')::bigint) as at_once
      from jsonb_array_elements(variants) as variant) as each) end
$$;

-- The database makes it of what it depends on: whoever writes goods, variants or a stock of keys cannot forget it.
alter table api.product add column at_once boolean not null generated always as (
  case when goods = '{}' then false else api.is_at_once(goods, variants, stock) end) stored;
create index product_at_once on api.product (position) where at_once;
create or replace view api.listed_product as select * from api.product where listed;

drop trigger product_updated on api.product;
create trigger product_updated after update of product_name, product_type, description, product_img, price_micros,
  on_sale, sale_price_micros, stock, price_unit, provider, options, specs, attributes, variants, license,
  pictures, listed, seller_id, goods, delivery_within_hours on api.product
  for each statement execute function api.note_catalogue_change();
