-- Since when somebody has the role that they have in a shop: who has become an owner a moment ago confirms no account that payouts go to.
alter table api.seller_member add column role_since timestamptz not null default now();
update api.seller_member set role_since = joined_at;
