-- When its order was placed, on each line too: the orders of a product or of a shop are then walked to in an index of lines, in the order of the list.
alter table api.order_line add column placed_at timestamptz;

-- A process of the release before writes lines without it, in the statement that writes the order.
create function api.date_order_line() returns trigger language plpgsql as $$
begin
  update api.order_line set placed_at = (select created_at from api."order" where order_id = new.order_id)
    where order_id = new.order_id and line = new.line;
  return null;
end $$;
create trigger line_dated after insert on api.order_line
  for each row when (new.placed_at is null) execute function api.date_order_line();
