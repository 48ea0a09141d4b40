-- Carts that are kept for an account, where the shop keeps them. Prices are never kept: a cart always costs what it costs now.
create table api.cart_item (
  user_id text not null,
  line smallint not null,
  product_id text collate "C" not null references api.product on delete cascade,
  quantity integer not null check (quantity > 0),
  primary key (user_id, line)
);
