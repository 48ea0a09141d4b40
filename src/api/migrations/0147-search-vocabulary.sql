-- The operator's own words of the search, beside those that it knows by itself (api/catalogue/search/vocabulary/). Texts are folded as queries are.
create table api.search_synonym (
  synonym_id uuid primary key,
  -- Words that are typed, and what else is asked for by them; where it is two-way, the other way round too.
  words text collate "C" not null,
  means text collate "C" not null,
  is_two_way boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by text not null,
  unique (words, means)
);

-- Words that are right as they are: never corrected, and nothing is corrected into one.
create table api.search_kept_word (
  word text collate "C" primary key,
  created_at timestamptz not null default now(),
  created_by text not null
);

-- Products that stand first for a query, in their order. One that is gone, or not for sale, is passed over.
create table api.search_pin (
  query text collate "C" not null,
  rank smallint not null check (rank > 0),
  product_id text collate "C" not null,
  created_at timestamptz not null default now(),
  created_by text not null,
  primary key (query, rank),
  unique (query, product_id)
);

-- One row: a process that has read the words of this revision need not read them again.
create table api.search_vocabulary (
  is_only boolean primary key default true check (is_only),
  revision bigint not null default 0
);
insert into api.search_vocabulary default values;

-- Answers of the search are cached as those of the catalogue are: they have changed.
create function api.note_vocabulary_change() returns trigger language plpgsql as $$
begin
  update api.search_vocabulary set revision = revision + 1;
  insert into api.catalogue_change default values;
  perform pg_notify('catalogue_change', '');
  return null;
end $$;
create trigger search_synonym_changed after insert or update or delete or truncate on api.search_synonym
  for each statement execute function api.note_vocabulary_change();
create trigger search_kept_word_changed after insert or update or delete or truncate on api.search_kept_word
  for each statement execute function api.note_vocabulary_change();
create trigger search_pin_changed after insert or update or delete or truncate on api.search_pin
  for each statement execute function api.note_vocabulary_change();

-- Searches that found nothing, by their folded query: how often, and when. Nothing says who searched.
create table api.search_miss (
  query text collate "C" primary key,
  searches integer not null check (searches > 0),
  first_at timestamptz not null,
  last_at timestamptz not null
);
create index search_miss_least on api.search_miss (searches, last_at);
create index search_miss_old on api.search_miss (last_at);
