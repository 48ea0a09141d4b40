-- What a session can be made cheaper by, and which one is: its name and amount as they were when the session was made.
create table payments.coupon (
  id text primary key,
  name text,
  amount_off bigint not null check (amount_off > 0),
  currency text not null,
  max_redemptions integer,
  times_redeemed integer not null default 0,
  redeem_by timestamptz,
  metadata jsonb not null,
  created_at timestamptz not null
);
alter table payments.checkout_session add column discount jsonb;
