-- Minutes of machine time that go back with a part of a line's money.
alter table api.refund_line add column minutes bigint check (minutes > 0);
-- Minutes of these hours that such refunds have taken.
alter table api.hours_balance add column refunded_minutes bigint not null default 0 check (refunded_minutes >= 0);
