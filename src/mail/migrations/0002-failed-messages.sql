-- How many have failed is asked every few seconds, and must not cost reading all that were sent within the month.
create index outbox_failed on mail.outbox (finished_at) where state = 'failed';
