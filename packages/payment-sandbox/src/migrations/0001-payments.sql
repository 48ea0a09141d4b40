-- What the card payment provider would keep. Times are those of the sandbox's clock; only who works on what, in
-- webhook_delivery and idempotency_key, goes by the database's, because several processes share it.
-- `number` is the order of creation, by which lists are sorted.
create table payments.customer (
  id text primary key,
  number bigint generated always as identity unique,
  email text,
  name text,
  phone text,
  description text,
  metadata jsonb not null,
  created_at timestamptz not null
);

-- Made when a session is first tried to be paid.
create table payments.payment_intent (
  id text primary key,
  number bigint generated always as identity unique,
  status text not null check (status in ('requires_payment_method', 'requires_action', 'succeeded', 'canceled')),
  currency text not null,
  -- Minor units, as every amount.
  amount bigint not null check (amount > 0),
  amount_received bigint not null default 0 check (amount_received in (0, amount)),
  amount_refunded bigint not null default 0 check (amount_refunded between 0 and amount_received),
  customer text references payments.customer,
  description text,
  metadata jsonb not null,
  -- Of the last attempt: brand, last four digits and expiry. The number of a card is never kept.
  card jsonb,
  billing_details jsonb,
  failure jsonb,
  -- The charge of that attempt, when it has reached the bank.
  charge text unique,
  charged_at timestamptz,
  created_at timestamptz not null,
  canceled_at timestamptz
);

create table payments.checkout_session (
  id text primary key,
  number bigint generated always as identity unique,
  status text not null check (status in ('open', 'complete', 'expired')),
  currency text not null,
  amount_total bigint not null check (amount_total > 0),
  line_items jsonb not null,
  payment_intent text unique references payments.payment_intent,
  payment_intent_data jsonb not null,
  customer text references payments.customer,
  customer_email text,
  customer_details jsonb,
  client_reference_id text,
  metadata jsonb not null,
  success_url text not null,
  cancel_url text,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  check (status <> 'complete' or payment_intent is not null)
);

create index checkout_session_open on payments.checkout_session (expires_at) where status = 'open';

create table payments.refund (
  id text primary key,
  number bigint generated always as identity unique,
  payment_intent text not null references payments.payment_intent,
  charge text not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  reason text,
  metadata jsonb not null,
  created_at timestamptz not null
);

create index refund_of_payment_intent on payments.refund (payment_intent);

create table payments.event (
  id text primary key,
  number bigint generated always as identity unique,
  type text not null,
  -- What it is about, as it was then.
  object jsonb not null,
  previous_attributes jsonb,
  created_at timestamptz not null
);

create index event_created on payments.event (created_at);

-- An event on its way to the shop: written with it, delivered afterwards by whichever process takes it first.
create table payments.webhook_delivery (
  id text primary key references payments.event on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  -- When it is tried next. The process that takes it moves this ahead and keeps it ahead while it works: what a dead
  -- process has taken is due again soon after.
  due_at timestamptz not null default now(),
  finished_at timestamptz,
  failure text,
  check ((finished_at is null) = (state = 'waiting'))
);

create index webhook_delivery_due on payments.webhook_delivery (due_at) where state = 'waiting';
create index webhook_delivery_finished on payments.webhook_delivery (finished_at) where state <> 'waiting';

create function payments.note_webhook_delivery() returns trigger language plpgsql as $$
begin
  perform pg_notify('payments_webhook_delivery', '');
  return null;
end $$;

create trigger webhook_delivery_filled after insert on payments.webhook_delivery
  for each statement execute function payments.note_webhook_delivery();

-- The first answer to each key. While there is none, the request is in flight.
create table payments.idempotency_key (
  key text primary key,
  endpoint text not null,
  parameters_hash bytea not null,
  -- Of the request that works on it. A later one takes over what a dead process has left, once `locked_until` is past.
  request_id text not null,
  locked_until timestamptz not null,
  status integer,
  body text,
  created_at timestamptz not null default now(),
  check ((status is null) = (body is null))
);

create index idempotency_key_created on payments.idempotency_key (created_at);
