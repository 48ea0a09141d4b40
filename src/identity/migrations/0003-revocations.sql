-- What has ended before its tokens do: sign-ins (origin_jti) and accounts (sub). Whoever verifies tokens by the keys alone asks for this list.
-- Triggers write it, so that no way of ending something can be forgotten.
create table identity.revocation (
  kind text not null check (kind in ('session', 'account')),
  subject uuid not null,
  revoked_at timestamptz not null default clock_timestamp(),
  -- Transactions do not commit in the order of any number that they draw: a reader goes on from the oldest one that was still under way.
  transaction_id xid8 not null default pg_current_xact_id()
);
create index revocation_by_transaction on identity.revocation (transaction_id);
create index revocation_by_time on identity.revocation (revoked_at);

create function identity.note_revocation() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'session' then
    insert into identity.revocation (kind, subject) values ('session', old.session_id);
  else
    insert into identity.revocation (kind, subject) values ('account', old.user_id);
  end if;
  perform pg_notify('identity_revocation', '');
  return null;
end $$;

create trigger session_revoked after update of revoked_at on identity.session
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function identity.note_revocation();
create trigger session_deleted after delete on identity.session
  for each row when (old.revoked_at is null and old.expires_at > now()) execute function identity.note_revocation();
create trigger user_disabled after update of enabled on identity."user"
  for each row when (old.enabled and not new.enabled) execute function identity.note_revocation();
-- Of an account that nobody confirmed there are no tokens.
create trigger user_deleted after delete on identity."user"
  for each row when (old.status <> 'UNCONFIRMED') execute function identity.note_revocation();
