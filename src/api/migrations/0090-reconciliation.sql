-- What the payment provider says that it has moved, each beside the transfer of our ledger that says the same.

create table api.provider_transaction (
  -- The provider's, as are the words below.
  transaction_id text collate "C" primary key,
  type text collate "C" not null,
  reporting_category text collate "C" not null,
  currency text collate "C" not null,
  amount_cents bigint not null,
  fee_cents bigint not null,
  net_cents bigint not null,
  source text collate "C",
  -- Of its source, where it has them: what ours is found by.
  payment_intent text collate "C",
  connect_transfer text collate "C",
  created_at timestamptz not null,
  available_on timestamptz not null,
  fetched_at timestamptz not null,
  order_id text collate "C",
  state text not null default 'unmatched' check (state in ('matched', 'different', 'unmatched', 'closed')),
  -- Why it needs no posting, or has it.
  explanation text check (explanation in ('posting', 'held', 'under_way', 'offset', 'within')),
  -- Of the ledger: no two have the same.
  transfer_id bigint unique,
  -- What that has moved, and what of the amount nothing explains.
  posted_cents bigint not null default 0,
  difference_cents bigint not null,
  judged_at timestamptz,
  closed_by text,
  closed_at timestamptz,
  close_reason text not null default '',
  check ((state = 'closed') = (closed_at is not null)),
  check (state <> 'matched' or (difference_cents = 0 and explanation is not null))
);
create index provider_transaction_newest on api.provider_transaction (created_at desc, transaction_id);
create index provider_transaction_by_type on api.provider_transaction (type, created_at desc, transaction_id);
create index provider_transaction_open on api.provider_transaction (created_at desc, transaction_id) where state in ('different', 'unmatched');
create index provider_transaction_closed on api.provider_transaction (created_at desc, transaction_id) where state = 'closed';
create index provider_transaction_by_source on api.provider_transaction (source) where source is not null;
-- What may still come to another end is looked at again.
create index provider_transaction_to_judge on api.provider_transaction (judged_at nulls first, created_at, transaction_id)
  where state in ('different', 'unmatched') or (state = 'matched' and explanation in ('held', 'under_way'));

-- Totals of them, kept by the triggers below: a page that tells them reads a few rows, however long the list is. Whoever changes transactions holds the
-- lock of api.reconciliation, so that no two wait for each other here.
create table api.provider_transaction_sum (
  currency text collate "C" not null,
  type text collate "C" not null,
  state text collate "C" not null,
  -- Empty without one.
  explanation text collate "C" not null,
  transactions bigint not null,
  amount_cents bigint not null,
  posted_cents bigint not null,
  difference_cents bigint not null,
  primary key (currency, type, state, explanation)
);

create function api.sum_provider_transactions() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into api.provider_transaction_sum as kept
      select currency, type, state, coalesce(explanation, ''), -count(*), -sum(amount_cents), -sum(posted_cents), -sum(difference_cents)
      from removed group by 1, 2, 3, 4
    on conflict (currency, type, state, explanation) do update set
      transactions = kept.transactions + excluded.transactions, amount_cents = kept.amount_cents + excluded.amount_cents,
      posted_cents = kept.posted_cents + excluded.posted_cents, difference_cents = kept.difference_cents + excluded.difference_cents;
  end if;
  if tg_op <> 'DELETE' then
    insert into api.provider_transaction_sum as kept
      select currency, type, state, coalesce(explanation, ''), count(*), sum(amount_cents), sum(posted_cents), sum(difference_cents)
      from added group by 1, 2, 3, 4
    on conflict (currency, type, state, explanation) do update set
      transactions = kept.transactions + excluded.transactions, amount_cents = kept.amount_cents + excluded.amount_cents,
      posted_cents = kept.posted_cents + excluded.posted_cents, difference_cents = kept.difference_cents + excluded.difference_cents;
  end if;
  return null;
end $$;
create trigger provider_transaction_added after insert on api.provider_transaction
  referencing new table as added for each statement execute function api.sum_provider_transactions();
create trigger provider_transaction_changed after update on api.provider_transaction
  referencing old table as removed new table as added for each statement execute function api.sum_provider_transactions();
create trigger provider_transaction_removed after delete on api.provider_transaction
  referencing old table as removed for each statement execute function api.sum_provider_transactions();

-- How far the provider's list was read: one row. A pass reads it from its newest down to what was read before; it may take several runs.
create table api.reconciliation (
  one boolean primary key default true check (one),
  -- Everything that the provider made until then is here.
  read_until timestamptz,
  pass bigint not null default 0,
  is_reading boolean not null default false,
  pass_begun_at timestamptz,
  pass_from timestamptz,
  pass_newest timestamptz,
  -- The last transaction that the pass has read.
  pass_after text collate "C",
  -- When the last pass that came to its end had begun.
  fetched_at timestamptz,
  failed_at timestamptz,
  failure text not null default '',
  -- Up to this entry of external:card every posting has its transaction, or is closed.
  explained_version bigint not null default 0
);
insert into api.reconciliation default values;

-- Postings that the provider knows nothing of, where the staff have said why. What is missing and open is found by query.
create table api.closed_posting (
  transfer_id bigint primary key,
  closed_by text not null,
  closed_at timestamptz not null,
  close_reason text not null
);
