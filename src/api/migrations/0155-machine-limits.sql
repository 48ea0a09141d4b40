-- A machine stops by itself after a time or for a sum, where its user has set that; what it was started with; and what its shop reports of it while it is on.
alter table api.machine_session
  -- Counted minutes after which it stops.
  add column stop_after_minutes integer check (stop_after_minutes > 0),
  -- The sum in cents, and the minutes that it pays for at the price of the hours that the machine was started from.
  add column budget_cents bigint check (budget_cents > 0),
  add column budget_minutes integer check (budget_minutes > 0),
  -- Name of the template that it was started with.
  add column template text,
  -- Utilization and log lines, sealed.
  add column report bytea,
  add check ((budget_cents is null) = (budget_minutes is null));
