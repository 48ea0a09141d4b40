-- What waits is found webhook by webhook, however much of it there is; a test goes out at once also where a webhook is left alone for a while.
create index webhook_delivery_waiting on api.webhook_delivery (webhook_id, due_at, id) where state = 'waiting';
create index webhook_delivery_tests on api.webhook_delivery (due_at, id) where state = 'waiting' and type = 'webhook.test';
