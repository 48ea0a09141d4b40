-- A page of a product's reviews costs the same at any depth, and their stars are counted without reading them.
create index review_by_time on api.review (product_id, updated_at desc, review_id) where show;
create index review_by_rate on api.review (product_id, rate) where show;
