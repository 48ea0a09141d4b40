-- What buyers' own programs say who they are by, to fetch what was bought.

create table api.library_token (
  token_id text collate "C" primary key,
  account_id text collate "C" not null,
  name text not null,
  -- How the token begins, to know it by; and what it is recognized by: the token itself is kept by its owner alone.
  prefix text not null,
  sha256 text collate "C" not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index library_token_by_account on api.library_token (account_id, created_at desc, token_id);

-- Ids of products that are no names of repositories, and too long to be written in the letters of one (hub/hub-name.rules.ts).
create index product_named_by_hash on api.product (product_id)
  where octet_length(product_id) > 96 or (octet_length(product_id) > 31 and product_id !~ '^[a-z0-9]+(-[a-z0-9]+)*$');
