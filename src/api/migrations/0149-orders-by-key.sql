-- Orders that were sent with a key: the same key is the same order, whatever became of it since.
alter table api."order"
  add column request_key text,
  add column request_sha256 text,
  add constraint order_request_hashed check ((request_key is null) = (request_sha256 is null));
create unique index order_by_request on api."order" (account_id, request_key) where request_key is not null;
