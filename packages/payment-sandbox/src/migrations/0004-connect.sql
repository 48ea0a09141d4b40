-- Connect: sellers' accounts, what is transferred to them, what is paid out of it, and the balances that all of it comes
-- from. `account` is null where it is the platform's own.
create table payments.account (
  id text primary key,
  number bigint generated always as identity unique,
  display_name text,
  contact_email text,
  contact_phone text,
  dashboard text,
  currency text not null,
  identity jsonb not null default '{}',
  responsibilities jsonb,
  -- Whether it has the recipient's configuration, and whether transfers to it were asked for.
  recipient boolean not null,
  transfers_requested boolean not null,
  metadata jsonb not null,
  -- How far its onboarding is: what is left to tell, a document to hand in, or nothing.
  onboarding text not null default 'details_due'
    check (onboarding in ('details_due', 'document_due', 'complete', 'rejected')),
  -- Where it is paid out to: bank, last four digits, and what becomes of payouts there.
  bank_account jsonb,
  created_at timestamptz not null,
  closed_at timestamptz
);

-- Whoever knows its token may answer for the account, once.
create table payments.account_link (
  token text primary key,
  account text not null references payments.account,
  use_case text not null check (use_case in ('account_onboarding', 'account_update')),
  configurations jsonb not null,
  collection_options jsonb,
  refresh_url text not null,
  return_url text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  opened_at timestamptz,
  used_at timestamptz
);

create table payments.balance_transaction (
  id text primary key,
  number bigint generated always as identity unique,
  account text references payments.account,
  type text not null,
  reporting_category text not null,
  amount bigint not null,
  fee bigint not null default 0,
  net bigint not null check (net = amount - fee),
  currency text not null,
  -- The charge, refund, dispute, transfer, reversal or payout that it comes of.
  source text,
  description text,
  -- The automatic payout that it left with.
  payout text,
  available_on timestamptz not null,
  created_at timestamptz not null
);

create index balance_transaction_of_account on payments.balance_transaction (account, currency, available_on);
create index balance_transaction_of_source on payments.balance_transaction (source);
create index balance_transaction_of_payout on payments.balance_transaction (payout) where payout is not null;

create table payments.transfer (
  id text primary key,
  number bigint generated always as identity unique,
  destination text not null references payments.account,
  amount bigint not null check (amount > 0),
  amount_reversed bigint not null default 0 check (amount_reversed between 0 and amount),
  currency text not null,
  description text,
  metadata jsonb not null,
  source_transaction text,
  transfer_group text,
  balance_transaction text not null references payments.balance_transaction,
  destination_payment text not null unique,
  created_at timestamptz not null
);

create index transfer_of_destination on payments.transfer (destination);
create index transfer_of_source on payments.transfer (source_transaction) where source_transaction is not null;
create index transfer_of_group on payments.transfer (transfer_group) where transfer_group is not null;

create table payments.transfer_reversal (
  id text primary key,
  number bigint generated always as identity unique,
  transfer text not null references payments.transfer,
  amount bigint not null check (amount > 0),
  currency text not null,
  metadata jsonb not null,
  balance_transaction text not null references payments.balance_transaction,
  destination_payment_refund text not null,
  created_at timestamptz not null
);

create index reversal_of_transfer on payments.transfer_reversal (transfer);

create table payments.payout (
  id text primary key,
  number bigint generated always as identity unique,
  account text references payments.account,
  -- Below zero where it takes back what `original_payout` has brought.
  amount bigint not null check (amount <> 0),
  currency text not null,
  description text,
  statement_descriptor text,
  metadata jsonb not null,
  method text not null,
  automatic boolean not null,
  bank_account jsonb not null,
  status text not null check (status in ('pending', 'in_transit', 'paid', 'failed', 'canceled')),
  -- What becomes of it by itself, and when its next step comes; null: when it is told to.
  ends text not null check (ends in ('paid', 'failed', 'paid_then_failed')),
  settles_at timestamptz,
  failure_code text,
  arrives_at timestamptz not null,
  balance_transaction text not null references payments.balance_transaction,
  failure_balance_transaction text references payments.balance_transaction,
  original_payout text references payments.payout,
  reversed_by text references payments.payout,
  created_at timestamptz not null
);

create index payout_of_account on payments.payout (account);
create index payout_settles on payments.payout (settles_at) where settles_at is not null;

-- What somebody who tries the shop has turned on; no row: nothing.
create table payments.sandbox_switches (
  singleton boolean primary key default true check (singleton),
  -- How long money that has come in waits before it can be used.
  available_after_seconds integer not null default 0 check (available_after_seconds >= 0),
  payouts_end text not null default 'paid' check (payouts_end in ('paid', 'failed', 'paid_then_failed')),
  webhooks text not null default 'once' check (webhooks in ('once', 'twice', 'shuffled', 'held'))
);

alter table payments.payment_intent
  add column transfer_group text,
  add column balance_transaction text;

create index payment_intent_of_group on payments.payment_intent (transfer_group) where transfer_group is not null;

alter table payments.refund
  add column balance_transaction text,
  add column failure_balance_transaction text;

-- Events of connected accounts, and those of version 2, which tell only what they are about.
alter table payments.event
  add column account text,
  add column thin boolean not null default false,
  add column related_object jsonb;

create index event_of_account on payments.event (account) where account is not null;

-- What was paid before there were balances.
insert into payments.balance_transaction
  (id, type, reporting_category, amount, fee, net, currency, source, description, available_on, created_at)
select 'txn_' || substr(md5(charge), 1, 24), case when bank_account is null then 'charge' else 'payment' end, 'charge',
  amount_received, fee, amount_received - fee, currency, charge, description, charged_at, charged_at
from (select *, round(amount_received * 0.029) + 30 as fee from payments.payment_intent
  where status = 'succeeded' and charge is not null and charged_at is not null) as charged;

update payments.payment_intent set balance_transaction = 'txn_' || substr(md5(charge), 1, 24)
where status = 'succeeded' and charge is not null and charged_at is not null;

insert into payments.balance_transaction
  (id, type, reporting_category, amount, net, currency, source, available_on, created_at)
select 'txn_' || substr(md5(id), 1, 24), 'refund', 'refund', -amount, -amount, currency, id, created_at, created_at
from payments.refund where status <> 'failed' and pending_reason is distinct from 'insufficient_funds';

update payments.refund set balance_transaction = 'txn_' || substr(md5(id), 1, 24)
where status <> 'failed' and pending_reason is distinct from 'insufficient_funds';

insert into payments.balance_transaction
  (id, type, reporting_category, amount, fee, net, currency, source, description, available_on, created_at)
select 'txn_' || substr(md5(id), 1, 24), 'adjustment', 'dispute', -amount, 1500, -amount - 1500, currency, id,
  'Chargeback withdrawal for ' || charge, created_at, created_at
from payments.dispute where status in ('needs_response', 'under_review', 'lost');
