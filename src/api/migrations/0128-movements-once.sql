-- A request for a movement by hand may come twice, also at once: the key that it was sent with. Those of before have none.
alter table api.manual_movement add column request_key text;
create unique index manual_movement_by_request on api.manual_movement (proposed_by, request_key) where request_key is not null;
-- What one person has moved alone within the last day.
create index manual_movement_alone on api.manual_movement (proposed_by, proposed_at) where state = 'made' and decided_by is null;
