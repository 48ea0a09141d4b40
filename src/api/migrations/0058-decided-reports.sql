-- What the staff decide about a conversation that was reported, and what they write about it to the side that was reported.
alter table api.report add column decision text not null default 'dismiss' check (decision in ('dismiss', 'warn', 'stop'));
alter table api.report add column told text not null default '';

-- The staff, too, end the messages between a shop and a buyer.
alter table api.thread_block drop constraint thread_block_side_check;
alter table api.thread_block add check (side in ('buyer', 'seller', 'staff'));

-- An answer stays the one of the shop that wrote it, under its name, when the product comes to another shop, which answers for itself.
create or replace function api.name_seller_of_reviews() returns trigger language plpgsql as $$
begin
  update api.review set seller_id = new.seller_id, answered_at = null, answer_edited_at = null
    where product_id = new.product_id;
  return null;
end $$;
