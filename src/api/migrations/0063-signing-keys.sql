-- The keys that the shop signs goods with: manifests of releases, and license tokens. The public halves are published for good.

create table api.signing_key (
  -- SHA-256 of the public half's PEM text, as signatures name it.
  key_id text collate "C" primary key,
  purpose text not null check (purpose in ('manifest', 'token')),
  public_pem text not null,
  -- Sealed. What a key has signed is good after it was replaced; to sign with it again nobody needs to.
  private_sealed bytea,
  created_at timestamptz not null default now(),
  valid_from timestamptz not null,
  -- Since when another one signs.
  valid_until timestamptz,
  -- Since when nothing that it signed is to be relied on.
  retired_at timestamptz,
  check ((private_sealed is null) = (valid_until is not null)),
  check (retired_at is null or valid_until is not null)
);
create unique index signing_key_that_signs on api.signing_key (purpose) where valid_until is null;
