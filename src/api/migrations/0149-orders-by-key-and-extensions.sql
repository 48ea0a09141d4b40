-- Orders that were sent with a key: the same key is the same order, whatever became of it since.
alter table api."order"
  add column request_key text,
  add column request_sha256 text,
  add constraint order_request_hashed check ((request_key is null) = (request_sha256 is null));
create unique index order_by_request on api."order" (account_id, request_key) where request_key is not null;

-- A line that is more time for a machine that its buyer has: it takes nothing of the stock, and is no library item of its own.
alter table api.order_line
  add column extends text collate "C",
  add constraint order_line_extends_takes_nothing check (extends is null or (machines = 1 and taken = 0 and not counted));

-- Minutes that such a line has added to the hours of the machine, and those of them that went with its money. Lost ones went with the money
-- of the machine: their share of the line is refunded, by the request of this key.
create table api.hours_extension (
  order_id text collate "C" not null,
  line integer not null,
  entitlement_id text collate "C" not null references api.entitlement on delete cascade,
  minutes bigint not null check (minutes > 0),
  taken_minutes bigint check (taken_minutes between 0 and minutes),
  granted_at timestamptz not null,
  lost_at timestamptz,
  lost_minutes bigint check (lost_minutes between 0 and minutes),
  lost_refund_key text,
  check ((lost_at is null) = (lost_minutes is null)),
  check (lost_at is not null or lost_refund_key is null),
  primary key (order_id, line),
  foreign key (order_id, line) references api.order_line (order_id, line) on delete cascade
);
create index hours_extension_by_entitlement on api.hours_extension (entitlement_id);
create index hours_extension_to_refund on api.hours_extension (lost_at, order_id, line)
  where lost_minutes > 0 and lost_refund_key is null and taken_minutes is null;
