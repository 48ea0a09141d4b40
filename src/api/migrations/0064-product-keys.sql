-- Keys of products, such as the license keys of a program: from a list that the seller loads, or signed by the shop.

-- Keys that are of one list: those of a product, or of a variant that has keys of its own.
create table api.product_key_list (
  product_id text collate "C" not null,
  -- As that of a release (0061-goods.sql), and the variant's choices; '' and none for the product as a whole.
  edition text not null default '',
  selected_options jsonb not null default '[]',
  last_batch integer not null default 0 check (last_batch >= 0),
  -- Since when its seller knows that there are few left, and that somebody waits; null once more were loaded.
  low_told_at timestamptz,
  waiting_told_at timestamptz,
  primary key (product_id, edition)
);

create table api.product_key (
  key_id text collate "C" primary key,
  -- Of a product that is taken out of the catalogue the keys stay with those who have them.
  product_id text collate "C" not null,
  edition text not null default '',
  seller_id text collate "C" references api.seller,
  source text not null check (source in ('list', 'signed')),
  -- The order in which they are given out: the one they were loaded in.
  place bigint generated always as identity,
  -- The text, under the keys of platform/secrets.ts; and what tells two of a product apart without it.
  sealed bytea not null,
  digest bytea not null,
  state text not null check (state in ('free', 'given', 'revoked')),
  batch text not null default '',
  entitlement_id text collate "C" references api.entitlement on delete set null,
  created_at timestamptz not null default now(),
  given_at timestamptz,
  revoked_at timestamptz,
  unique (product_id, digest),
  check ((state = 'free') = (given_at is null)),
  check ((state = 'revoked') = (revoked_at is not null)),
  check (state <> 'free' or (entitlement_id is null and source = 'list'))
);
create index product_key_free on api.product_key (product_id, edition, place) where state = 'free';
create index product_key_of_entitlement on api.product_key (entitlement_id, place) where entitlement_id is not null;
create index product_key_by_product on api.product_key (product_id, place desc);

-- Paid, and not given out because there was none. What is loaded next is theirs.
create table api.product_key_wait (
  entitlement_id text collate "C" primary key references api.entitlement on delete cascade,
  product_id text collate "C" not null,
  edition text not null,
  missing integer not null check (missing > 0),
  since timestamptz not null,
  -- Counts them: the same moment has an order too.
  place bigint generated always as identity
);
create index product_key_wait_by_list on api.product_key_wait (product_id, edition, place);

-- How many can be sold of a list.
create function api.keys_to_sell(of_product text, of_options jsonb) returns bigint language sql as $$
  select greatest(0,
      (select count(*) from api.product_key as key
        where key.product_id = list.product_id and key.edition = list.edition and key.state = 'free')
      - (select coalesce(sum(wait.missing), 0) from api.product_key_wait as wait
        where wait.product_id = list.product_id and wait.edition = list.edition))
    from api.product_key_list as list
    where list.product_id = of_product
      and list.selected_options @> of_options and list.selected_options <@ of_options
$$;

-- The stock of what is sold as keys from a list is the number of those, whoever writes another one: the editor, an import, a sale.
create function api.stock_of_keys() returns trigger language plpgsql as $$
declare
  variant jsonb;
  own jsonb;
  goods jsonb;
  options jsonb;
  counted bigint;
  variants jsonb := '[]';
  shared boolean := false;
  total bigint := 0;
begin
  if not (new.goods @> '{"keys": {"source": "list"}}'
      or new.goods @> '{"variants": [{"keys": {"source": "list"}}]}') then
    return new;
  end if;
  if new.variants = '[]' then
    if new.goods @> '{"keys": {"source": "list"}}' then
      new.stock := coalesce(api.keys_to_sell(new.product_id, '[]'), 0);
    end if;
    return new;
  end if;
  for variant in select one.value from jsonb_array_elements(new.variants) with ordinality as one (value, place) order by one.place loop
    select one.value into own from jsonb_array_elements(coalesce(new.goods -> 'variants', '[]')) as one
      where one.value -> 'selected_options' @> variant -> 'selected_options'
        and one.value -> 'selected_options' <@ variant -> 'selected_options' limit 1;
    goods := coalesce(own, new.goods);
    options := case when own is null then '[]' else variant -> 'selected_options' end;
    if goods @> '{"keys": {"source": "list"}}' then
      counted := coalesce(api.keys_to_sell(new.product_id, options), 0);
      variant := jsonb_set(variant, '{stock}', to_jsonb(counted));
      -- Variants without keys of their own share those of the product.
      if own is not null or not shared then
        total := total + counted;
      end if;
      shared := shared or own is null;
    else
      total := total + (variant ->> 'stock')::bigint;
    end if;
    variants := variants || jsonb_build_array(variant);
  end loop;
  new.variants := variants;
  new.stock := total;
  return new;
end $$;
create trigger product_stock_of_keys before insert or update of stock, variants, goods on api.product
  for each row when (new.goods <> '{}') execute function api.stock_of_keys();
