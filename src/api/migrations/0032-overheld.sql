-- Fewer items than pending orders hold: an import has said so. Orders end until the rest fits (release-holds.ts). A column
-- of its own keeps what changes with every order out of the index.
alter table api.product
  add column overheld boolean generated always as (coalesce(held > stock, false)) stored;
create index product_overheld on api.product (product_id) where overheld;

-- Finds the orders of a product.
create index order_line_by_product on api.order_line (product_id);
