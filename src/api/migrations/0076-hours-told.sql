-- What shops are told by mail of machines that people switch on and off, and buyers of minutes that come back.

alter table api.machine_session
  -- What the people of the shop are to be told, and when they were told something last.
  add column shop_to_tell text check (shop_to_tell in ('start', 'stop', 'extend')),
  add column shop_told_at timestamptz;
create index machine_session_shop_to_tell on api.machine_session (session_id) where shop_to_tell is not null;
-- Who waits for a shop.
create index machine_session_by_hand on api.machine_session (entitlement_id) where by = 'hand' and state in ('starting', 'stopping');

-- What an outage has given back, of which machine and purchase; told once it is settled.
create table api.outage_return (
  outage_id text collate "C" not null references api.hours_outage on delete cascade,
  session_id text collate "C" not null,
  entitlement_id text collate "C" not null references api.entitlement on delete cascade,
  minutes bigint not null check (minutes > 0),
  told_at timestamptz,
  primary key (outage_id, session_id, entitlement_id)
);
create index outage_return_to_tell on api.outage_return (outage_id) where told_at is null;
create index outage_return_by_entitlement on api.outage_return (entitlement_id);

-- Hours that a shop has sold, newest first.
create index entitlement_hours_of_shop on api.entitlement ((coalesce(seller_id, '')), granted_at desc, entitlement_id) where goods ? 'hours';
