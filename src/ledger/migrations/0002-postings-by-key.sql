-- A posting looks up a few rows by their keys, whatever statistics say: from some thousand entries on the planner, which takes what a transaction
-- adds for a thousand rows, read the whole ledger for each posting, with the accounts locked.
alter function ledger.lock_accounts(jsonb) set enable_seqscan = off;
alter function ledger.lock_accounts(jsonb) set enable_hashjoin = off;
alter function ledger.lock_accounts(jsonb) set enable_mergejoin = off;
alter function ledger.post(jsonb, jsonb) set enable_seqscan = off;
alter function ledger.post(jsonb, jsonb) set enable_hashjoin = off;
alter function ledger.post(jsonb, jsonb) set enable_mergejoin = off;
alter function ledger.book_entries() set enable_seqscan = off;
alter function ledger.book_entries() set enable_hashjoin = off;
alter function ledger.book_entries() set enable_mergejoin = off;
