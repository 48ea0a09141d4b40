-- What a changed field was before and is after, by its name: {"price": {"before": 10, "after": 12}}. Never a secret, and long texts are cut.
alter table platform.audit_entry
  add column changes jsonb not null default '{}' check (jsonb_typeof(changes) = 'object' and length(changes::text) <= 8000);
create index audit_entry_by_family on platform.audit_entry (split_part(action, '.', 1), at, id);
create index audit_entry_by_kind on platform.audit_entry (subject_kind, at, id);
