-- The rest of the user record. user_id is the e-mail address in lower case, made so by the application.
alter table api."user"
  add column profile_pic text not null default '',
  add column user_type text not null default 'buyer' check (user_type in ('buyer', 'seller', 'admin')),
  add column phone text not null default '',
  add column addresses jsonb not null default '[]';

-- Finds the reviews that leave together with their author.
create index review_by_user on api.review (user_email);

-- Only a name that really changes is a change of what visitors see: a statement's trigger would run for every
-- registration and every new phone number, and all kept pages would be rendered again.
drop trigger user_changed on api."user";
create trigger user_renamed after update of username on api."user"
  for each row when (old.username is distinct from new.username) execute function api.note_catalogue_change();

-- A deletion that finds no review changes nothing either.
drop trigger review_changed on api.review;
create trigger review_changed after insert or update or delete on api.review
  for each row execute function api.note_catalogue_change();
create trigger review_truncated after truncate on api.review
  for each statement execute function api.note_catalogue_change();
