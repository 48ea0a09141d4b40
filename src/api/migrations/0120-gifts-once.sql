-- A request for a gift may come twice, also at once: the key that it was sent with. One that a command gives has none.
alter table api.entitlement add column request_key text;
create unique index gift_by_request on api.entitlement (account_id, request_key) where request_key is not null;
