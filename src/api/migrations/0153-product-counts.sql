-- How many products are for sale, by type: the number at the last folding, and the changes since then (api/catalogue/product-count/).
-- Changes are rows of their own, so that no writer waits for another.
-- Processes of the version before go on writing: nothing may come between the count and the triggers.
lock table api.product in share row exclusive mode;

create table api.product_count (
  product_type text primary key,
  products bigint not null
);
create table api.product_count_change (
  id bigint generated always as identity primary key,
  product_type text not null,
  change bigint not null
);
insert into api.product_count (product_type, products)
  select product_type, count(*) from api.product where listed group by product_type;

create function api.count_added_products() returns trigger language plpgsql as $$
begin
  insert into api.product_count_change (product_type, change)
    select product_type, count(*) from added where listed group by product_type;
  return null;
end $$;
create trigger product_added_to_count after insert on api.product referencing new table as added
  for each statement execute function api.count_added_products();

create function api.count_removed_products() returns trigger language plpgsql as $$
begin
  insert into api.product_count_change (product_type, change)
    select product_type, -count(*) from removed where listed group by product_type;
  return null;
end $$;
create trigger product_removed_from_count after delete on api.product referencing old table as removed
  for each statement execute function api.count_removed_products();

-- By the row, because most changes of products concern neither of these columns, and cost nothing here.
create function api.count_changed_product() returns trigger language plpgsql as $$
begin
  insert into api.product_count_change (product_type, change)
    select type, change from (values (old.product_type, -1, old.listed), (new.product_type, 1, new.listed)) as counted (type, change, listed)
    where listed;
  return null;
end $$;
create trigger product_changed_for_count after update of product_type, listed on api.product
  for each row when ((old.product_type, old.listed) is distinct from (new.product_type, new.listed))
  execute function api.count_changed_product();

create function api.forget_product_counts() returns trigger language plpgsql as $$
begin
  delete from api.product_count_change;
  delete from api.product_count;
  return null;
end $$;
create trigger products_removed_from_count after truncate on api.product
  for each statement execute function api.forget_product_counts();
