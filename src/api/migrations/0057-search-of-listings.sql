-- What a shop's search walks has the names beside the order: it finds what it tells without reading the rows between.

drop index api.listing_by_attention;
create index listing_by_attention on api.listing (seller_id, attention, updated_at desc, product_id desc) include (name_folded);
drop index api.listing_by_updated;
create index listing_by_updated on api.listing (seller_id, updated_at, product_id) include (name_folded);
drop index api.listing_by_price;
create index listing_by_price on api.listing (seller_id, price_micros, product_id) include (name_folded);
-- An index alone is read only where it also has what its expression is made of.
drop index api.listing_by_stock;
create index listing_by_stock on api.listing (seller_id, (coalesce(stock, 9007199254740991)), product_id) include (stock, name_folded);
drop index api.listing_by_sold;
create index listing_by_sold on api.listing (seller_id, sold, product_id) include (name_folded);
drop index api.listing_by_views;
create index listing_by_views on api.listing (seller_id, views, product_id) include (name_folded);

drop index api.listing_by_state;
create index listing_by_state on api.listing (seller_id, state, updated_at desc, product_id desc) include (name_folded);
drop index api.listing_by_state_price;
create index listing_by_state_price on api.listing (seller_id, state, price_micros, product_id) include (name_folded);
drop index api.listing_by_state_stock;
create index listing_by_state_stock on api.listing (seller_id, state, (coalesce(stock, 9007199254740991)), product_id) include (stock, name_folded);
drop index api.listing_by_state_sold;
create index listing_by_state_sold on api.listing (seller_id, state, sold, product_id) include (name_folded);
drop index api.listing_by_state_views;
create index listing_by_state_views on api.listing (seller_id, state, views, product_id) include (name_folded);
