-- What the payment provider says of a payment after it was made: other amounts, refunds of its own, disputes.
alter table api."order"
  -- What was really received; null until something was. It is the total but for orders in review.
  add column received_cents bigint check (received_cents >= 0),
  -- Why an order is in review, and what it goes back to.
  add column review_reason text check (review_reason in ('amount', 'dispute')),
  add column resume_status text check (resume_status in ('pending', 'cancelled', 'expired', 'paid', 'fulfilled')),
  -- When the reconciliation looks at the order next; null: there is nothing that could still come.
  add column next_check_at timestamptz default now() + interval '1 minute',
  -- Whether a whole refund has put its items back into stock.
  add column items_returned boolean not null default false,
  -- Looks in a row that failed: each makes the pause before the next one longer.
  add column failed_checks integer not null default 0;

alter table api."order" drop constraint order_status_check, add constraint order_status_check
  check (status in ('pending', 'paid', 'fulfilled', 'cancelled', 'expired', 'refunded', 'in_review'));
alter table api."order" add constraint order_review_check
  check ((status = 'in_review') = (coalesce(review_reason, '') <> '') and (status = 'in_review') = (coalesce(resume_status, '') <> ''));
-- More may come back than the order's total, where more was paid.
alter table api."order" drop constraint order_check2, add constraint order_refunded_check
  check (refunded_cents between 0 and greatest(total_cents, coalesce(received_cents, 0)));

update api."order" set received_cents = total_cents where paid_at is not null;
update api."order" set next_check_at =
  case when status <> 'pending' then null when payment_method = 'card' then now() else expires_at end;

drop index api.order_by_expiry;
create index order_by_check on api."order" (next_check_at) where next_check_at is not null;
-- Few at a time, however many orders an account has had.
create index order_open_by_account on api."order" (account_id, created_at desc) where status = 'pending';
create index order_by_card_by_account on api."order" (account_id, created_at desc) where session_id is not null;
create index order_in_review on api."order" (order_id) where status = 'in_review';
create index order_by_payment on api."order" (payment_intent) where payment_intent is not null;

-- A refund is decided, then asked for, then pending for as long as the provider works on it, and ends in one of two ways.
alter table api.refund
  add column state text not null default 'decided' check (state in ('decided', 'pending', 'succeeded', 'failed')),
  -- 'provider': made in its dashboard. 'dispute': a dispute that was lost.
  add column origin text not null default 'shop' check (origin in ('shop', 'provider', 'dispute')),
  add column failure text,
  add column attempts integer not null default 0,
  add column next_attempt_at timestamptz not null default now();
update api.refund set state = 'succeeded' where provider_id is not null;
drop index api.refund_open;
create index refund_open on api.refund (next_attempt_at) where state in ('decided', 'pending');
create unique index refund_by_provider_id on api.refund (provider_id) where provider_id <> 'by hand';

-- Disputes of cardholders with their banks, as the provider tells of them.
create table api.dispute (
  dispute_id text collate "C" primary key,
  order_id text collate "C" not null references api."order",
  state text not null check (state in ('open', 'won', 'lost')),
  reason text not null,
  amount_cents bigint not null check (amount_cents >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index dispute_by_order on api.dispute (order_id);

-- Money that arrived at the provider and is no order's: for the operator to look at.
create table api.unmatched_payment (
  -- The provider's id of the session or the payment.
  payment_id text collate "C" primary key,
  order_id text,
  amount_cents bigint,
  currency text not null default '',
  reason text not null check (reason in ('unknown_order', 'other_session')),
  seen_at timestamptz not null
);
