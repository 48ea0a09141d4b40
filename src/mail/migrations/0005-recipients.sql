-- To whom a message went and what it was called, for the staff who are asked "did you write to me?": kept as long as the row. The address is an
-- HMAC under keys that are not in the database; a one-time code is taken out of the subject before it is written here.
alter table mail.outbox
  add column recipient_hmac bytea,
  add column subject text;
create index outbox_by_recipient on mail.outbox (recipient_hmac, created_at desc, id) where recipient_hmac is not null;
