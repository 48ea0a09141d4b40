-- What becomes of a payment after the customer has done their part: money that comes days later, refunds that wait or
-- come back, disputes.
alter table payments.payment_intent
  drop constraint payment_intent_status_check,
  add constraint payment_intent_status_check check
    (status in ('requires_payment_method', 'requires_action', 'processing', 'succeeded', 'canceled')),
  -- What the bank will do later, as the test card or the test account says.
  add column plan jsonb not null default '{}',
  -- Instead of a card: bank and last four digits.
  add column bank_account jsonb,
  -- When a payment that is processing comes to its end by itself; null: when it is told to.
  add column settles_at timestamptz,
  add column disputed boolean not null default false;

create index payment_intent_settles on payments.payment_intent (settles_at) where settles_at is not null;

alter table payments.checkout_session
  add column payment_status text not null default 'unpaid' check (payment_status in ('paid', 'unpaid')),
  -- What the shop has asked for, and what comes of it with the settings of the account and the currency.
  add column allowed_payment_method_types jsonb,
  add column payment_method_types jsonb not null default '["card"]';

update payments.checkout_session set payment_status = 'paid' where status = 'complete';

alter table payments.refund
  add column status text not null default 'succeeded' check (status in ('pending', 'succeeded', 'failed')),
  add column pending_reason text,
  add column failure_reason text,
  -- What it becomes later, and when: by itself, or (null) when it is told to.
  add column becomes text check (becomes in ('succeeded', 'failed')),
  add column settles_at timestamptz;

create index refund_settles on payments.refund (settles_at) where settles_at is not null;

create table payments.dispute (
  id text primary key,
  number bigint generated always as identity unique,
  payment_intent text not null references payments.payment_intent,
  charge text not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  reason text not null,
  status text not null check (status in
    ('warning_needs_response', 'warning_under_review', 'warning_closed', 'needs_response', 'under_review', 'won', 'lost')),
  evidence jsonb not null default '{}',
  submissions integer not null default 0,
  metadata jsonb not null default '{}',
  created_at timestamptz not null
);

create index dispute_of_payment_intent on payments.dispute (payment_intent);

-- Of what the shop must not take for its own: the provider has two modes, and one address may hear of both.
alter table payments.event add column livemode boolean not null default false;
