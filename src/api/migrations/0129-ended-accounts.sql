-- Accounts that were deleted, by their id alone: what was asked for with a sign-in of before, and comes after, places no order and pays nothing in.
-- Whoever places an order, pays in or deletes holds the lock of the buyer, so that each sees what the other has done.
create table api.ended_account (
  account_id text collate "C" primary key,
  ended_at timestamptz not null,
  -- Money has come into its wallet since: it goes back to the cards that it was paid in from, and what cannot waits for the staff.
  money_since timestamptz
);
create index ended_account_with_money on api.ended_account (money_since) where money_since is not null;
