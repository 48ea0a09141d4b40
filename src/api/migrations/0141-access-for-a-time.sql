-- When access that was bought for a time is over; null: it has no end. The shop is told to withdraw it then.
alter table api.access_grant add column ends_at timestamptz;
create index access_grant_ending on api.access_grant (ends_at) where ends_at is not null and state <> 'withdrawn';
