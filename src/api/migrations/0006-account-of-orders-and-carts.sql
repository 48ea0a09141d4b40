-- Orders and carts belong to an account (its sub) and not to whoever owns its address: an address can pass to somebody else.
-- An order of before is its owner's as far as the shop knows them. user_id stays the address that mails go to.
alter table api."order" add column account_id text;
update api."order" as "order" set account_id = owner.account_id
  from api."user" as owner where owner.user_id = "order".user_id;
create index order_by_account on api."order" (account_id, created_at desc);

alter table api.cart_item add column account_id text;
update api.cart_item as item set account_id = owner.account_id
  from api."user" as owner where owner.user_id = item.user_id;
delete from api.cart_item where account_id is null;
alter table api.cart_item drop constraint cart_item_pkey, add primary key (account_id, line);
create index cart_item_by_address on api.cart_item (user_id);

-- When the token was issued by which the account took the record: what was issued before to another account is of the past.
alter table api."user" add column account_since timestamptz;
