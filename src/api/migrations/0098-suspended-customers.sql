-- Customers who may not sign in at the moment, and what they were told. What was decided before stands in the audit log.
create table api.suspended_customer (
  account_id text primary key,
  reason text not null check (reason <> ''),
  suspended_at timestamptz not null default now(),
  -- The account of the staff; null where an operator did it by a command.
  suspended_by text
);
