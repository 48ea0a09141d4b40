-- Who has asked, decided or bought stands in other tables in the collation "C". A comparison with those goes by that collation, for which the index of
-- accounts is none: every customer was read for each name.
create index user_by_account_bytes on api."user" (account_id collate "C") where account_id is not null;
