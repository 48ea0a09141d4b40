-- A double-entry ledger: accounts with kept balances, transfers between them, and the entries of a transfer. What is written is never
-- changed or deleted, each transfer sums to zero, and an account's balance is that of its last entry: the triggers below hold it,
-- whoever writes.

create table ledger.account (
  account_id text collate "C" primary key check (account_id <> ''),
  -- What it is for, such as 'order_held'.
  kind text collate "C" not null,
  currency text collate "C" not null,
  may_be_negative boolean not null,
  may_be_positive boolean not null,
  -- In the smallest unit of the currency, after the entry of this version.
  balance bigint not null default 0,
  version bigint not null default 0,
  last_at timestamptz,
  constraint account_not_below_zero check (may_be_negative or balance >= 0),
  constraint account_not_above_zero check (may_be_positive or balance <= 0),
  constraint account_safe_integer check (balance between -9007199254740991 and 9007199254740991)
);
create index account_by_kind on ledger.account (kind, account_id);

create table ledger.transfer (
  transfer_id bigint generated always as identity primary key,
  -- By whom the caller knows it: the same is written once.
  key text collate "C" not null unique,
  kind text collate "C" not null,
  -- Why, and by which rule and rate.
  details jsonb not null,
  -- When it became so; an account's entries never go back in time (entry.at).
  at timestamptz not null,
  posted_at timestamptz not null default clock_timestamp()
);

create table ledger.entry (
  account_id text collate "C" not null,
  -- 1, 2, 3... within its account.
  version bigint not null check (version > 0),
  transfer_id bigint not null references ledger.transfer,
  amount bigint not null check (amount <> 0 and amount between -9007199254740991 and 9007199254740991),
  -- Of the account, after it.
  balance bigint not null,
  at timestamptz not null,
  -- Of its transfer, and the thing and the part of it that it is about: what statements are filtered by.
  kind text collate "C" not null,
  about text collate "C",
  item text collate "C",
  primary key (account_id, version)
);
create index entry_by_transfer on ledger.entry (transfer_id);
create index entry_by_kind on ledger.entry (account_id, kind, version);
create index entry_by_time on ledger.entry (account_id, at, version);
create index entry_by_about on ledger.entry (about, account_id, version) where about is not null;
create index entry_by_item on ledger.entry (account_id, item, version) where item is not null;

create function ledger.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'what is in % is never changed', tg_table_schema || '.' || tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger transfer_kept before update or delete or truncate on ledger.transfer
  for each statement execute function ledger.refuse_change();
create trigger entry_kept before update or delete or truncate on ledger.entry
  for each statement execute function ledger.refuse_change();
create trigger account_kept before delete or truncate on ledger.account
  for each statement execute function ledger.refuse_change();
-- Entries alone move a balance: their trigger is one level up.
create trigger account_moved_by_entries before update on ledger.account
  for each statement when (pg_trigger_depth() = 0) execute function ledger.refuse_change();

create function ledger.begin_at_zero() returns trigger language plpgsql as $$
begin
  if new.balance <> 0 or new.version <> 0 or new.last_at is not null then
    raise exception 'account % does not begin at zero', new.account_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger account_begins_at_zero before insert on ledger.account
  for each row execute function ledger.begin_at_zero();

create function ledger.book_entries() returns trigger language plpgsql as $$
declare
  wrong text;
  moved bigint;
begin
  select added.transfer_id into wrong from added join ledger.account using (account_id)
    group by added.transfer_id having sum(amount) <> 0 or count(distinct currency) > 1 limit 1;
  if wrong is not null then
    raise exception 'transfer % does not sum to zero in one currency', wrong using errcode = 'check_violation';
  end if;

  -- Also one that was written before cannot get more entries.
  if (select count(*) from added) <> (select count(*) from ledger.entry where transfer_id in (select transfer_id from added)) then
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

  update ledger.account set balance = newest.balance, version = newest.version, last_at = newest.at
    from (select distinct on (account_id) * from added order by account_id, version desc) as newest
    where account.account_id = newest.account_id and account.version < newest.version;
  get diagnostics moved = row_count;
  if moved <> (select count(distinct account_id) from added) then
    raise exception 'an entry has no account' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger entries_booked after insert on ledger.entry
  referencing new table as added for each statement execute function ledger.book_entries();

-- Opens the accounts that are not there, and locks all until the transaction ends, in the order of their ids: whoever locks several locks
-- them in one call, so that no two wait for each other.
create function ledger.lock_accounts(wanted jsonb) returns table (account_id text, balance bigint) language plpgsql as $$
#variable_conflict use_column
begin
  insert into ledger.account (account_id, kind, currency, may_be_negative, may_be_positive)
    select account_id, kind, currency, may_be_negative, may_be_positive
      from jsonb_to_recordset(wanted) as one (account_id text, kind text, currency text, may_be_negative boolean, may_be_positive boolean)
      where not exists (select from ledger.account as known where known.account_id = one.account_id)
      order by account_id collate "C"
    on conflict do nothing;
  return query select account.account_id, account.balance from ledger.account
    where account.account_id in (select one ->> 'account_id' from jsonb_array_elements(wanted) as one)
    order by account.account_id for update;
end $$;

-- Writes transfers, in their order; one whose key is known is left out. Answers the keys of those that were written.
create function ledger.post(wanted jsonb, transfers jsonb) returns setof text language plpgsql as $$
begin
  perform ledger.lock_accounts(wanted);
  return query
    with given as (
      select one, place, one ->> 'key' as key from jsonb_array_elements(transfers) with ordinality as listed (one, place)
    ), posted as (
      insert into ledger.transfer (key, kind, details, at)
        select key, one ->> 'kind', one -> 'details', (one ->> 'at')::timestamptz from given order by place
        on conflict (key) do nothing
        returning transfer_id, key, kind, at
    ), written as (
      insert into ledger.entry (account_id, version, transfer_id, amount, balance, at, kind, about, item)
        select account.account_id, account.version + row_number() over chain, posted.transfer_id, (entry ->> 'amount')::bigint,
            account.balance + sum((entry ->> 'amount')::bigint) over chain, greatest(account.last_at, max(posted.at) over chain),
            posted.kind, entry ->> 'about', entry ->> 'item'
          from posted join given on given.key = posted.key
          cross join lateral jsonb_array_elements(one -> 'entries') with ordinality as listed (entry, nth)
          left join ledger.account on account.account_id = entry ->> 'account_id'
          window chain as (partition by account.account_id order by posted.transfer_id, nth rows unbounded preceding)
    )
    select posted.key from posted order by posted.transfer_id;
end $$;
