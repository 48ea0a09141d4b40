-- Machines by the price of a GB-hour, lowest first, and by the memory of a GPU, highest first. What has neither is last.
alter table api.product
  add column gpu_memory_mb bigint check (gpu_memory_mb between 1 and 1000000000),
  add column least_gpus bigint check (least_gpus between 1 and 1000000),
  add column default_gpus bigint check (default_gpus between 1 and 1000000);
alter table api.product
  add column gb_hour_micros bigint not null generated always as (
    case when product_type = 'computing' and price_unit = 'hour' and gpu_memory_mb is not null
      then least(9007199254740990, (case when on_sale then sale_price_micros else price_micros end) * 1000
        / (gpu_memory_mb * coalesce(default_gpus, least_gpus, 1)))
      else 9007199254740991 end) stored,
  add column memory_order bigint not null generated always as (-coalesce(gpu_memory_mb, 0)) stored;
create index product_by_gb_hour on api.product (gb_hour_micros, position) where product_type = 'computing';
create index product_by_memory on api.product (memory_order, position) where product_type = 'computing';
