-- The trigger holds by itself that an account's numbers come once, which a key of account and number held beside it: a table that is
-- divided by time has no such key. And it looks for other entries of a transfer from the transfer's time on alone: it passes by
-- partitions of before.
create or replace function ledger.book_entries() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  wrong text;
  moved bigint;
  since timestamptz;
begin
  select added.transfer_id into wrong from added join ledger.account using (account_id)
    group by added.transfer_id having sum(amount) <> 0 or count(distinct currency) > 1 limit 1;
  if wrong is not null then
    raise exception 'transfer % does not sum to zero in one currency', wrong using errcode = 'check_violation';
  end if;

  select min(transfer.at), min(added.transfer_id) filter (where added.at < transfer.at) into since, wrong
    from added join ledger.transfer using (transfer_id);
  if wrong is not null then
    raise exception 'transfer % has an entry from before it', wrong using errcode = 'check_violation';
  end if;
  -- Also one that was written before cannot get more entries.
  if (select count(*) from added) <> (select count(*) from ledger.entry
      where transfer_id in (select transfer_id from added) and at >= coalesce(since, '-infinity')) then
    raise exception 'the entries of a transfer are written at once' using errcode = 'restrict_violation';
  end if;

  select chained.account_id into wrong
    from (
      select added.*, lag(version) over chain as version_before, lag(balance) over chain as balance_before, lag(at) over chain as at_before
        from added window chain as (partition by account_id order by version)
    ) as chained
    left join ledger.account using (account_id)
    where account.account_id is null
      or chained.version <> coalesce(version_before, account.version) + 1
      or chained.balance <> coalesce(balance_before, account.balance) + amount
      or chained.at < coalesce(at_before, account.last_at, chained.at)
      or (chained.balance < 0 and not may_be_negative)
      or (chained.balance > 0 and not may_be_positive)
    limit 1;
  if wrong is not null then
    raise exception 'an entry of account % does not follow the one before, or is beyond what it may hold', wrong
      using errcode = 'check_violation';
  end if;

  -- Who wrote to the account since it was compared above has moved it: then the first new entry does not follow its version any more.
  update ledger.account set balance = newest.balance, version = newest.version, last_at = newest.at
    from (
      select distinct on (account_id) *, min(version) over (partition by account_id) as first
        from added order by account_id, version desc
    ) as newest
    where account.account_id = newest.account_id and account.version = newest.first - 1;
  get diagnostics moved = row_count;
  if moved <> (select count(distinct account_id) from added) then
    raise exception 'an entry has no account, or another was written to its account meanwhile' using errcode = 'check_violation';
  end if;
  return null;
end $$;
