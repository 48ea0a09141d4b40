-- Who has done what that concerns money, roles, keys or the whole catalogue: written in the transaction of what it tells of.
-- Nobody is named but operators, by their name on the system; customers are ids that mean nothing once they have left.
create table platform.audit_entry (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('operator', 'customer', 'provider', 'job')),
  -- An operator's; '' otherwise.
  actor_name text not null check ((actor_kind = 'operator') = (actor_name <> '')),
  -- Such as 'order.paid'.
  action text not null check (action ~ '^[a-z]+\.[a-z_]+$'),
  subject_kind text not null,
  subject_id text not null,
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object' and length(details::text) <= 2000)
);
create index audit_entry_by_subject on platform.audit_entry (subject_id, id);
create index audit_entry_by_action on platform.audit_entry (action, id);
create index audit_entry_by_time on platform.audit_entry (at);

create function platform.keep_audit_entries() returns trigger language plpgsql as $$
begin
  raise exception 'entries of the audit log are neither changed nor deleted';
end $$;

create trigger audit_entry_kept before update or delete or truncate on platform.audit_entry
  for each statement execute function platform.keep_audit_entries();
