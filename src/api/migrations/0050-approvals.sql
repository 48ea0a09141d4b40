-- The queue of one kind, and what has been decided, newest first: both are read a page at a time.

create index approval_queue_of_kind on api.approval (kind, submitted_at, approval_id) where state = 'waiting';
create index approval_by_state on api.approval (state, submitted_at desc, approval_id) where state <> 'waiting';
create index approval_by_state_and_kind on api.approval (state, kind, submitted_at desc, approval_id) where state <> 'waiting';
