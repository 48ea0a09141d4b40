-- What the processes of one shop must know of each other.

-- How often something was tried, in the columns of rate-limiter-flexible. Unlogged: counts of minutes need not survive a
-- crash of the database, and so cost no writing to its log.
create unlogged table platform.rate_limit (
  key text collate "C" primary key,
  points integer not null default 0,
  -- Milliseconds since 1970.
  expire bigint
) with (fillfactor = 50);

-- What is done now and then, in one process at a time.
create table platform.job (
  name text primary key,
  -- Counts the turns: who took one knows by it whether somebody else has taken the next.
  turn bigint not null default 1,
  started_at timestamptz not null default now(),
  -- Nobody begins the next turn before.
  next_at timestamptz not null
);
