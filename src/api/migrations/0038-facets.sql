-- What filters by attribute look for; made by the application (product/facet-token.rules.ts). Added in the same release as
-- the attributes themselves, so there are none yet.
alter table api.product add column facets text[] not null default '{}';
create index product_by_facet on api.product using gin (facets);
create index product_by_provider on api.product (provider);

-- Prices of different units are not one order: each unit has its own.
drop index api.product_by_price;
create index product_by_unit_price on api.product (price_unit collate "C", effective_micros, position);
create index product_by_type_unit_price on api.product (product_type, price_unit collate "C", effective_micros, position);
