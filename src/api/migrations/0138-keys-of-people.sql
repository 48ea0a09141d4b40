-- Who answers for a key: whoever made it, or an owner who has taken it over. What that person may not do (any more), the key does not do.
alter table api.seller_key add column kept_by text;
update api.seller_key set kept_by = created_by;
-- A release of before writes rows without it, while both serve.
create function api.keep_seller_key() returns trigger language plpgsql as $$
begin
  new.kept_by := coalesce(new.kept_by, new.created_by);
  return new;
end $$;
create trigger seller_key_kept before insert on api.seller_key for each row execute function api.keep_seller_key();
create index seller_key_by_keeper on api.seller_key (seller_id, kept_by) where revoked_at is null;

-- Who has made a webhook; null: it was made before this was noted.
alter table api.webhook add column created_by text;
