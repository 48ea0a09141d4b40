-- What operators did by commands, and what somebody of the staff or of a shop did: few among what customers and jobs do.
create index audit_entry_by_operator on platform.audit_entry (actor_kind, id) where actor_kind = 'operator';
create index audit_entry_by_person on platform.audit_entry ((details ->> 'by'), id) where details ->> 'by' is not null;
