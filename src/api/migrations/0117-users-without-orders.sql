-- Who has ordered nothing, in the order in which they came: whether there is no order of somebody could be told of each customer alone.
create table api.user_without_order (
  user_id text primary key references api."user" on delete cascade on update cascade,
  account_id text,
  created_at timestamptz not null
);
create index user_without_order_newest on api.user_without_order (created_at, user_id);
create index user_without_order_of_account on api.user_without_order (account_id) where account_id is not null;

create function api.keep_user_without_order() returns trigger language plpgsql as $$
begin
  delete from api.user_without_order where user_id = new.user_id;
  insert into api.user_without_order (user_id, account_id, created_at)
    select new.user_id, new.account_id, new.created_at
    where not exists (select from api."order" as placed where placed.account_id = new.account_id);
  return null;
end $$;
create trigger user_without_order_added after insert on api."user"
  for each row execute function api.keep_user_without_order();
create trigger user_without_order_moved after update of account_id, created_at on api."user"
  for each row when ((old.account_id, old.created_at) is distinct from (new.account_id, new.created_at))
  execute function api.keep_user_without_order();

create function api.note_order_of_user() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.account_id is not null then
    insert into api.user_without_order (user_id, account_id, created_at)
      select user_id, account_id, created_at from api."user" as customer where customer.account_id = old.account_id
        and not exists (select from api."order" as placed where placed.account_id = old.account_id)
      on conflict do nothing;
  end if;
  if tg_op <> 'DELETE' then
    delete from api.user_without_order where account_id = new.account_id;
  end if;
  return null;
end $$;
create trigger order_of_user_added after insert on api."order"
  for each row when (new.account_id is not null) execute function api.note_order_of_user();
create trigger order_of_user_moved after update of account_id on api."order"
  for each row when (old.account_id is distinct from new.account_id) execute function api.note_order_of_user();
create trigger order_of_user_taken after delete on api."order"
  for each row when (old.account_id is not null) execute function api.note_order_of_user();

insert into api.user_without_order (user_id, account_id, created_at)
  select user_id, account_id, created_at from api."user" as customer
  where not exists (select from api."order" as placed where placed.account_id = customer.account_id);
