-- Filters of lists that had no index: the price of an hour of one GPU, and the operator's own products.

-- As api/catalogue/product/product-filter.rules.ts says it: null of what is no machine with GPUs, or is sold by another time.
create function api.gpu_hour_micros(
  product_type text, price_unit text, effective_micros bigint, memory_order bigint, default_gpus bigint, least_gpus bigint
) returns numeric language sql immutable parallel safe as $$
  select case
    when product_type <> 'computing' or (memory_order >= 0 and least_gpus is null) then null
    when price_unit in ('GPU hour', 'GPU-hour') then effective_micros::numeric
    when price_unit = 'hour' then effective_micros::numeric / coalesce(default_gpus, least_gpus, 1)
  end
$$;
create index product_by_gpu_hour on api.product
  (api.gpu_hour_micros(product_type, price_unit, effective_micros, memory_order, default_gpus, least_gpus)) where listed;
create index product_of_operator on api.product (position) where listed and seller_id is null;
