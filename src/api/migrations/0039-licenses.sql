-- Every text of a license that was sold under or may be, for ever: an order knows the hash of the one that its buyer accepted.
create table api.license_text (
  license_id text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  text text not null,
  primary key (license_id, sha256)
);

-- Named licenses (LicenseRef-...) as they are now. Those of SPDX come with a package.
create table api.license (
  license_id text primary key check (license_id ~ '^LicenseRef-[A-Za-z0-9.-]+$'),
  name text not null,
  facts jsonb not null,
  sha256 text not null,
  updated_at timestamptz not null default now(),
  foreign key (license_id, sha256) references api.license_text
);
create trigger license_changed after insert or update or delete or truncate on api.license
  for each statement execute function api.note_catalogue_change();

-- What the buyer accepted: the license of the product, and each of its texts as it was, [{license_id, name, sha256}].
alter table api.order_line
  add column license text not null default '',
  add column license_texts jsonb not null default '[]';
