-- Written seldom, once most words are known: what is put off would be read through by every search.
alter index api.search_spelling_variants set (fastupdate = off);

-- The words of which one of these is left. By the index, whatever the planner thinks of it: it takes comparing two lists of
-- texts for as cheap as comparing two numbers, and would read every row.
create function api.spellings_with(given text[], most integer) returns setof text
language sql stable set enable_seqscan = off as $$
  select spelling from api.search_spelling where variants && given limit most
$$;
