-- Applications of sellers, their support addresses, and how a shop closes.

alter table api.seller
  -- What no other shop's name may look like (seller-name.rules.ts); null while there is no name.
  add column name_skeleton text collate "C",
  -- The support address that was shown to be theirs, by a link in a mail or as an owner's own; buyers are told no other one.
  add column support_confirmed text not null default '';
update api.seller set support_confirmed = support_email, name_skeleton = lower(name);
create unique index seller_name_skeleton on api.seller (name_skeleton)
  where state in ('submitted', 'approved', 'suspended', 'closing');

-- A mail to a support address that has not been answered yet: one for each shop, the newest.
create table api.seller_support_mail (
  seller_id text collate "C" primary key references api.seller on delete cascade,
  email text not null,
  token_sha256 text not null unique,
  sent_at timestamptz not null,
  expires_at timestamptz not null
);

-- Whether the shop's closing has archived it: reopening brings back what it has taken away, and nothing else.
alter table api.listing add column archived_by_closing boolean not null default false;

-- What is written in an application is on no page: only shops that have been let in change what visitors see.
drop trigger seller_changed on api.seller;
create trigger seller_changed after update of name, address, state, about, sells, country, support_confirmed, closed_at on api.seller
  for each row when (
    (old.state in ('approved', 'suspended', 'closing', 'closed') or new.state in ('approved', 'suspended', 'closing', 'closed'))
    and (old.name, old.address, old.state, old.about, old.sells, old.country, old.support_confirmed)
      is distinct from (new.name, new.address, new.state, new.about, new.sells, new.country, new.support_confirmed))
  execute function api.note_catalogue_change();

-- One invitation waits for each address of a shop.
create unique index seller_invitation_open on api.seller_invitation (seller_id, email) where used_at is null and withdrawn_at is null;

-- Which products of a shop are in which category, in the order of its page.
create index product_listed_by_seller on api.product (seller_id, position) where seller_id is not null and listed;
