-- The index of the search: which products have a word, for blocks of 4,096 positions of the shop (api/search/).
create table api.search_posting (
  -- A word and where it stands; made by the application (api/search/index-keys.rules.ts).
  key text collate "C" not null,
  block bigint not null,
  -- Positions within the block, in order.
  offsets smallint[] not null,
  primary key (key, block)
);

-- The words that somebody may mean who writes one of them wrongly, each with what is left of it without one or two letters.
create table api.search_spelling (
  spelling text collate "C" primary key,
  variants text[] not null
);
-- Written seldom, once most words are known: what is put off would be read through by every search.
create index search_spelling_variants on api.search_spelling using gin (variants) with (fastupdate = off);

-- The words of which one of these is left. By the index, whatever the planner thinks of it: it takes comparing two lists of
-- texts for as cheap as comparing two numbers, and would read every row.
create function api.spellings_with(given text[], most integer) returns setof text
language sql stable set enable_seqscan = off as $$
  select spelling from api.search_spelling where variants && given limit most
$$;

-- Products that the index does not know as they are. Whoever changes a product only adds a row, and so waits for nobody.
create table api.search_queue (
  id bigint generated always as identity primary key,
  position bigint not null,
  -- What the index has of the product; null for a new one.
  before jsonb
);

create function api.queue_added_products() returns trigger language plpgsql as $$
begin
  insert into api.search_queue (position) select position from added order by position;
  return null;
end $$;
create trigger product_added_for_search after insert on api.product referencing new table as added
  for each statement execute function api.queue_added_products();

create function api.queue_changed_product() returns trigger language plpgsql as $$
begin
  insert into api.search_queue (position, before) values (old.position, jsonb_build_object(
    'product_name', old.product_name, 'product_type', old.product_type, 'provider', old.provider,
    'description', old.description, 'options', old.options, 'specs', old.specs,
    'attributes', old.attributes, 'license', old.license));
  return null;
end $$;
create trigger product_removed_from_search after delete on api.product
  for each row execute function api.queue_changed_product();
create trigger product_changed_for_search
  after update of product_name, product_type, provider, description, options, specs, attributes, license on api.product
  for each row when ((old.product_name, old.product_type, old.provider, old.description, old.options, old.specs,
      old.attributes, old.license)
    is distinct from (new.product_name, new.product_type, new.provider, new.description, new.options, new.specs,
      new.attributes, new.license))
  execute function api.queue_changed_product();

insert into api.search_queue (position) select position from api.product order by position;
