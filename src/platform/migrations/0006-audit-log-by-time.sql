-- The audit log is read in the order of its moments, so that days are found where they are in it; each filter's index has the moment behind it.
alter index platform.audit_entry_by_time rename to audit_entry_by_time_before;
create index audit_entry_by_time on platform.audit_entry (at, id);
alter index platform.audit_entry_by_action rename to audit_entry_by_action_before;
create index audit_entry_by_action on platform.audit_entry (action, at, id);
alter index platform.audit_entry_by_operator rename to audit_entry_by_operator_before;
create index audit_entry_by_actor on platform.audit_entry (actor_kind, at, id);
alter index platform.audit_entry_by_person rename to audit_entry_by_person_before;
create index audit_entry_by_person on platform.audit_entry ((details ->> 'by'), at, id) where details ->> 'by' is not null;
-- Most entries change no field.
create index audit_entry_with_changes on platform.audit_entry (at, id) where changes <> '{}';

-- At the end, because readers wait from here on.
drop index platform.audit_entry_by_time_before;
drop index platform.audit_entry_by_action_before;
drop index platform.audit_entry_by_operator_before;
drop index platform.audit_entry_by_person_before;
