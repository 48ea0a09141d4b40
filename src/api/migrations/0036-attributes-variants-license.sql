alter table api.product
  -- Typed by category: contract/product-attributes.ts.
  add column attributes jsonb not null default '{}',
  -- The combinations of options that are sold, as the contract has them. Price and stock of the product follow from them: the
  -- price of the default or the cheapest one, the sum of what is counted.
  add column variants jsonb not null default '[]',
  add column default_options jsonb,
  -- Items of each variant that orders hold: [{selected_options, held}]. `held` is the sum, with what is not a variant's.
  add column variants_held jsonb not null default '[]',
  add column license text not null default '';

-- How many more of the variant of these choices are held than there are; null where it is not counted or not held.
create function api.variant_excess(variants jsonb, variants_held jsonb, selected_options jsonb) returns bigint
language sql immutable as $$
  select (holding ->> 'held')::bigint - (variant ->> 'stock')::bigint
  from jsonb_array_elements(variants) as variant, jsonb_array_elements(variants_held) as holding
  where variant -> 'selected_options' @> selected_options and variant -> 'selected_options' <@ selected_options
    and holding -> 'selected_options' @> selected_options and holding -> 'selected_options' <@ selected_options
$$;

create function api.is_variant_overheld(variants jsonb, variants_held jsonb) returns boolean language sql immutable as $$
  select exists (
    select from jsonb_array_elements(variants_held) as holding
    where api.variant_excess(variants, variants_held, holding -> 'selected_options') > 0)
$$;

-- As with a whole product (0032-overheld.sql): orders end until the rest fits. Nothing is asked of products without holds.
alter table api.product add column variant_overheld boolean generated always as (
  case when variants_held = '[]' then false else api.is_variant_overheld(variants, variants_held) end) stored;
create index product_variant_overheld on api.product (product_id) where variant_overheld;

drop trigger product_updated on api.product;
create trigger product_updated after update of product_name, product_type, description, product_img, price_micros,
  on_sale, sale_price_micros, stock, price_unit, provider, options, specs, attributes, variants, license on api.product
  for each statement execute function api.note_catalogue_change();

-- What was chosen of a product that is in a cart or was ordered: [{name, value}].
alter table api.cart_item add column selected_options jsonb not null default '[]';
alter table api.order_line
  add column selected_options jsonb not null default '[]',
  -- What one piece was: 24 pieces of 'hour' are 24 hours.
  add column price_unit text not null default '';
