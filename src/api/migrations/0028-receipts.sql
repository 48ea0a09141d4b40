-- What the payment provider tells of the card that an order was paid with.
alter table api."order"
  add column card_brand text,
  add column card_last4 text check (card_last4 ~ '^[0-9]{4}$');

-- Receipts that were drawn, so that nobody draws them again. Nothing is lost with them: they are drawn from their orders.
create unlogged table api.receipt (
  order_id text collate "C" primary key,
  -- Of what stands on it: once that is something else, such as after a refund, the receipt is another one.
  content_hash text not null,
  pdf bytea not null,
  drawn_at timestamptz not null default now()
);
create index receipt_by_age on api.receipt (drawn_at);
