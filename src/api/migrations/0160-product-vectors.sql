-- Vectors of what products mean (api/catalogue/search/meaning/): empty while no address of embeddings is set. `changes` counts how
-- often the index of the search was told of the product, `seen` is that count when its text was looked at last. Processes follow
-- `number`, which rises with each vector that is made.
create sequence api.product_vector_number;
create table api.product_vector (
  position bigint primary key references api.product (position) on delete cascade,
  changes integer not null default 0,
  seen integer not null default -1,
  model text,
  text_hash bytea,
  -- One signed byte for each dimension, and one bit, which is its sign; null: the endpoint refuses the text.
  vector bytea,
  signature bytea,
  number bigint
);
create index product_vector_due on api.product_vector (position) where changes <> seen;
create index product_vector_by_number on api.product_vector (number);
