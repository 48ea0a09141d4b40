-- How many have failed is asked every few seconds, and must not cost reading all that were sent within the month.
create index webhook_delivery_failed on payments.webhook_delivery (finished_at) where state = 'failed';
