-- When everything of an order was handed over. It stays known when its money goes back, and comes again.
alter table api."order" add column fulfilled_at timestamptz;
