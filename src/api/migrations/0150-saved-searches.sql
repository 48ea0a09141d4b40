-- Searches that customers have saved, and what alerts have seen of them.
create table api.saved_search (
  search_id uuid primary key default gen_random_uuid(),
  account_id text not null,
  -- Where alerts go to.
  user_id text not null,
  name text not null check (char_length(name) between 1 and 120),
  -- As contract/catalogue/saved-search-address.ts writes it: one search has one address.
  address text collate "C" not null check (length(address) <= 2000),
  saved_at timestamptz not null default now(),
  alerts boolean not null,
  -- Null: not looked at since alerts were asked for; what fits at the first look is known then.
  looked_at timestamptz,
  too_many boolean not null default false,
  -- Products that fit: those that the customer knows of, and those of which the next email tells.
  known_ids text[] not null default '{}',
  new_ids text[] not null default '{}',
  unique (account_id, address)
);
create index saved_search_by_address on api.saved_search (user_id);

-- One row for each account that has ever asked for alerts of a search: whose turn it is, and when it was last written to.
create table api.search_watch (
  account_id text primary key,
  user_id text not null,
  -- Grows with each look and with each change of what is asked for: of two looks at once the later one counts.
  turn bigint not null default 0,
  -- 'infinity': it has no alerts, and is left alone until it asks for some.
  looked_at timestamptz,
  -- Version of the catalogue that all of its searches were compared with; null: not of all.
  version text,
  mailed_at timestamptz
);
create index search_watch_by_turn on api.search_watch (looked_at nulls first, account_id);
create index search_watch_by_address on api.search_watch (user_id);

-- The links in the emails of alerts, one for each email. They outlive the searches.
create table api.search_alert_link (
  end_token text collate "C" primary key,
  account_id text not null,
  user_id text not null,
  search_ids uuid[] not null,
  created_at timestamptz not null default now()
);
create index search_alert_link_by_account on api.search_alert_link (account_id);
create index search_alert_link_by_user on api.search_alert_link (user_id);
