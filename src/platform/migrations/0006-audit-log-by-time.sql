-- The audit log is read in the order of its moments, so that days are found where they are in it; each filter's index has the moment behind it.
drop index platform.audit_entry_by_time;
create index audit_entry_by_time on platform.audit_entry (at, id);
drop index platform.audit_entry_by_action;
create index audit_entry_by_action on platform.audit_entry (action, at, id);
drop index platform.audit_entry_by_operator;
create index audit_entry_by_actor on platform.audit_entry (actor_kind, at, id);
drop index platform.audit_entry_by_person;
create index audit_entry_by_person on platform.audit_entry ((details ->> 'by'), at, id) where details ->> 'by' is not null;
-- Most entries change no field.
create index audit_entry_with_changes on platform.audit_entry (at, id) where changes <> '{}';
