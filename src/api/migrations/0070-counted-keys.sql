-- How many keys of a list there are of each state is kept with the list: a sale, a stock that is written and a seller's list of products ask
-- for it, and a list may have 100,000 of them.
alter table api.product_key_list
  add column free integer not null default 0,
  add column given integer not null default 0,
  add column revoked integer not null default 0;

update api.product_key_list as list
  set free = counted.free, given = counted.given, revoked = counted.revoked
  from (select product_id, edition, count(*) filter (where state = 'free') as free,
      count(*) filter (where state = 'given') as given, count(*) filter (where state = 'revoked') as revoked
    from api.product_key where source = 'list' group by product_id, edition) as counted
  where counted.product_id = list.product_id and counted.edition = list.edition;

-- Keys that are there before their list.
create function api.count_keys_of_list() returns trigger language plpgsql as $$
begin
  select count(*) filter (where state = 'free'), count(*) filter (where state = 'given'), count(*) filter (where state = 'revoked')
    into new.free, new.given, new.revoked
    from api.product_key where product_id = new.product_id and edition = new.edition and source = 'list';
  return new;
end $$;
create trigger product_key_list_counted before insert on api.product_key_list
  for each row execute function api.count_keys_of_list();

-- Whatever changes keys of a list, once for each statement.
create function api.count_product_keys() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update api.product_key_list as list
      set free = list.free + change.free, given = list.given + change.given, revoked = list.revoked + change.revoked
      from (select product_id, edition, count(*) filter (where state = 'free') as free,
          count(*) filter (where state = 'given') as given, count(*) filter (where state = 'revoked') as revoked
        from new_keys where source = 'list' group by product_id, edition) as change
      where change.product_id = list.product_id and change.edition = list.edition;
  elsif tg_op = 'DELETE' then
    update api.product_key_list as list
      set free = list.free - change.free, given = list.given - change.given, revoked = list.revoked - change.revoked
      from (select product_id, edition, count(*) filter (where state = 'free') as free,
          count(*) filter (where state = 'given') as given, count(*) filter (where state = 'revoked') as revoked
        from old_keys where source = 'list' group by product_id, edition) as change
      where change.product_id = list.product_id and change.edition = list.edition;
  else
    update api.product_key_list as list
      set free = list.free + change.free, given = list.given + change.given, revoked = list.revoked + change.revoked
      from (select product_id, edition, sum(sign) filter (where state = 'free') as free,
          sum(sign) filter (where state = 'given') as given, sum(sign) filter (where state = 'revoked') as revoked
        from (select product_id, edition, state, 1 as sign from new_keys where source = 'list'
          union all select product_id, edition, state, -1 from old_keys where source = 'list') as both_of_each
        group by product_id, edition) as counted
      cross join lateral (select coalesce(counted.free, 0) as free, coalesce(counted.given, 0) as given,
        coalesce(counted.revoked, 0) as revoked) as change
      where counted.product_id = list.product_id and counted.edition = list.edition
        and (change.free <> 0 or change.given <> 0 or change.revoked <> 0);
  end if;
  return null;
end $$;
create trigger product_key_counted_inserted after insert on api.product_key
  referencing new table as new_keys for each statement execute function api.count_product_keys();
create trigger product_key_counted_updated after update on api.product_key
  referencing old table as old_keys new table as new_keys for each statement execute function api.count_product_keys();
create trigger product_key_counted_deleted after delete on api.product_key
  referencing old table as old_keys for each statement execute function api.count_product_keys();

create or replace function api.keys_to_sell(of_product text, of_options jsonb) returns bigint language sql as $$
  select greatest(0, list.free - (select coalesce(sum(wait.missing), 0) from api.product_key_wait as wait
      where wait.product_id = list.product_id and wait.edition = list.edition))
    from api.product_key_list as list
    where list.product_id = of_product
      and list.selected_options @> of_options and list.selected_options <@ of_options
$$;
