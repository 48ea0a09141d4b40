-- Buyers' own money with the shop: what they pay in, what goes back to their cards, and what of an order it pays. The money itself is in the
-- ledger (`buyer:ID:wallet`).

-- What a buyer wants of it. Without a row: no limit, and refunds to the card.
create table api.buyer_wallet (
  account_id text collate "C" primary key,
  -- The most that may be paid from it in a month of UTC; null: no limit.
  monthly_limit_cents bigint check (monthly_limit_cents > 0),
  refunds_to text not null default 'card' check (refunds_to in ('card', 'wallet'))
);

create table api.pay_in (
  pay_in_id text collate "C" primary key,
  -- Kept when the account is deleted, as the ledger does: a payment that arrives later goes back.
  account_id text collate "C" not null,
  -- The address that its payment page is told; null once the customer has left.
  user_id text,
  amount_cents bigint not null check (amount_cents > 0),
  state text not null default 'open' check (state in ('open', 'paid', 'expired')),
  session_id text collate "C" unique,
  checkout_url text,
  payment_intent text collate "C" unique,
  -- Made by who asked: the same key is the same pay-in.
  request_key text collate "C" not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  -- When the reconciliation looks at it next; null: nothing can come of it any more.
  next_check_at timestamptz,
  failed_checks integer not null default 0,
  unique (account_id, request_key),
  check ((state = 'paid') = (paid_at is not null))
);
create index pay_in_open on api.pay_in (account_id) where state = 'open';
create index pay_in_paid on api.pay_in (account_id, paid_at desc) where state = 'paid';
create index pay_in_due on api.pay_in (next_check_at) where next_check_at is not null;

-- What of a pay-in has gone back to its card, or was asked back by its bank.
create table api.pay_in_refund (
  pay_in_refund_id text collate "C" primary key,
  pay_in_id text collate "C" not null references api.pay_in,
  account_id text collate "C" not null,
  -- 'unwanted': nobody is there any more whose wallet it could go to; 'provider': made in its dashboard; 'dispute': a bank asks for it.
  origin text not null check (origin in ('withdrawal', 'unwanted', 'provider', 'dispute')),
  -- Of withdrawals: made by who asked. One may go to several cards, in this order.
  request_key text collate "C",
  place smallint not null default 0,
  amount_cents bigint not null check (amount_cents > 0),
  -- What of it the wallet had; the operator bears the rest.
  wallet_cents bigint not null check (wallet_cents between 0 and amount_cents),
  -- Of a dispute: pending while it is open, succeeded when it is lost, failed when it is won.
  state text not null default 'decided' check (state in ('decided', 'pending', 'succeeded', 'failed')),
  provider_id text collate "C" unique,
  failure text,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  created_at timestamptz not null,
  unique (account_id, request_key, place),
  check ((origin = 'withdrawal') = (request_key is not null))
);
create index pay_in_refund_of_pay_in on api.pay_in_refund (pay_in_id);
create index pay_in_refund_due on api.pay_in_refund (next_attempt_at) where next_attempt_at is not null;

-- What of the total is paid from the wallet, and whether that is back there because the order ended unpaid.
alter table api."order"
  add column wallet_cents bigint not null default 0,
  add column wallet_returned boolean not null default false;

-- Where a refund goes: to where the order was paid from, or to the buyer's wallet. One that goes to both is two, of which one names the other.
alter table api.refund
  add column destination text not null default 'origin' check (destination in ('origin', 'wallet')),
  add column part_of text collate "C";
create index refund_by_whole on api.refund (part_of) where part_of is not null;
drop index api.refund_by_provider_id;
create unique index refund_by_provider_id on api.refund (provider_id) where provider_id not in ('by hand', 'in wallet');
