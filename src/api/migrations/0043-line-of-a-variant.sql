-- What was bought: the variant of these choices, or the product as such, for which they are wishes. What an order holds, sells and
-- gives back goes by that, whatever the product has become since.
alter table api.order_line add column is_variant boolean not null default false;
