-- Lines of before, in a transaction of their own: it locks these rows and no table, so that orders are placed meanwhile.
update api.order_line as line set placed_at = placed.created_at
  from api."order" as placed where placed.order_id = line.order_id and line.placed_at is null;
