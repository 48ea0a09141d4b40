-- The index of the search has other keys from here on (roots of words, regions, families of licenses, pairs of signs): it is emptied, and
-- every product that is listed is taken in anew. Until that is done the search finds less than there is.
truncate api.search_posting, api.search_spelling, api.search_queue;
insert into api.search_queue (position) select position from api.listed_product order by position;
