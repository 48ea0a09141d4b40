-- The code that stands in a stored cart. Whether it takes anything off is asked anew with each quote: it need not be a coupon.
create table api.cart_coupon (
  account_id text primary key,
  user_id text not null,
  coupon text not null check (coupon <> '')
);
create index cart_coupon_by_address on api.cart_coupon (user_id);
