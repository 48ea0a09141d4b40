alter table api.product
  -- Typed by category: contract/product-attributes.ts.
  add column attributes jsonb not null default '{}',
  -- The combinations of options that are sold, as the contract has them. Price and stock of the product follow from them: the
  -- price of the default or the cheapest one, the sum of what is counted.
  add column variants jsonb not null default '[]',
  add column default_options jsonb,
  -- {key of the variant: items of orders that may still be paid for}; `held` is the sum.
  add column variants_held jsonb not null default '{}',
  add column variants_overheld boolean not null default false,
  add column license text not null default '';

-- A product of which one variant is held more often than there is waits as one that is so as a whole (0032-overheld.sql).
drop index api.product_overheld;
alter table api.product drop column overheld;
alter table api.product
  add column overheld boolean generated always as (coalesce(held > stock, false) or variants_overheld) stored;
create index product_overheld on api.product (product_id) where overheld;

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
