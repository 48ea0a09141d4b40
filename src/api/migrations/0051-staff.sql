-- Who somebody is on the staff is asked at each of their requests, by account.
create index user_by_account on api."user" (account_id) where account_id is not null;

-- The back office: its list of sellers, and what it searches them by.
create index seller_newest on api.seller (updated_at desc, seller_id);
create index seller_trigrams on api.seller
  using gin ((lower(coalesce(name, '')) || ' ' || coalesce(address, '')) gin_trgm_ops);
