-- A marketplace: sellers (shops with several people), what they list, what waits for a decision, and the roles of the staff.

create table api.seller (
  seller_id text collate "C" primary key,
  -- Null while the application does not say it yet.
  name text,
  -- The address of the page: /sellers/{address}. Also what other addresses may not look like (seller-address.rules.ts).
  address text collate "C" unique,
  address_skeleton text collate "C" unique,
  state text not null default 'draft'
    check (state in ('draft', 'submitted', 'returned', 'approved', 'suspended', 'closing', 'closed')),
  country text not null default '',
  responsible text not null default '',
  sells text not null default '',
  about text not null default '',
  support_email text not null default '',
  terms_accepted_at timestamptz,
  -- Why it was returned or suspended, as the seller is told.
  reason text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  approved_at timestamptz,
  closed_at timestamptz,
  check (state not in ('submitted', 'approved', 'suspended', 'closing', 'closed') or (name is not null and address is not null))
);
create index seller_by_state on api.seller (state, updated_at desc, seller_id);

create table api.seller_member (
  seller_id text collate "C" not null references api.seller on delete cascade,
  account_id text not null,
  -- Where mails of the shop go to.
  user_id text not null,
  role text not null check (role in ('owner', 'editor', 'finance')),
  joined_at timestamptz not null default now(),
  primary key (seller_id, account_id)
);
create index seller_member_by_account on api.seller_member (account_id);

create table api.seller_invitation (
  invitation_id text collate "C" primary key,
  seller_id text collate "C" not null references api.seller on delete cascade,
  -- The address that it is for, in lower case, and what its link is recognized by: the token itself is in the mail alone.
  email text not null,
  token_sha256 text not null unique,
  role text not null check (role in ('owner', 'editor', 'finance')),
  invited_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  withdrawn_at timestamptz
);
create index seller_invitation_by_seller on api.seller_invitation (seller_id, created_at desc);

-- Staff: what somebody whose user_type is 'admin' may do.
alter table api."user" add column staff_role text check (staff_role in ('admin', 'finance', 'catalogue', 'support'));
update api."user" set staff_role = 'admin' where user_type = 'admin';
create index user_by_staff_role on api."user" (staff_role, user_id) where staff_role is not null;

-- A product of a seller; null: the operator's own. What is not listed is there for orders and reviews, and for no visitor.
alter table api.product
  add column seller_id text collate "C" references api.seller,
  -- Which approved version it is (api.product_version); null where versions are not kept.
  add column version integer,
  add column listed boolean not null default true,
  -- Addresses of pictures, the first of which is product_img.
  add column pictures jsonb not null default '[]';
create index product_by_seller on api.product (seller_id, position) where seller_id is not null;

-- What visitors and buyers read. A later column of api.product needs this view to be made again.
create view api.listed_product as select * from api.product where listed;

-- The orders of lists, as before: what is not listed is not in them, so that counting needs the index alone.
drop index api.product_by_type_position;
create index product_by_type_position on api.product (product_type, position) where listed;
create index product_by_position on api.product (position) where listed;
drop index api.product_by_type_price;
create index product_by_type_price on api.product (product_type, effective_micros, position) where listed;
drop index api.product_by_name;
create index product_by_name on api.product (name_folded, position) where listed;
drop index api.product_by_type_name;
create index product_by_type_name on api.product (product_type, name_folded, position) where listed;
drop index api.product_by_unit_price;
create index product_by_unit_price on api.product (price_unit collate "C", effective_micros, position) where listed;
drop index api.product_by_type_unit_price;
create index product_by_type_unit_price
  on api.product (product_type, price_unit collate "C", effective_micros, position) where listed;
drop index api.product_by_gb_hour;
create index product_by_gb_hour on api.product (gb_hour_micros, position) where product_type = 'computing' and listed;
drop index api.product_by_memory;
create index product_by_memory on api.product (memory_order, position) where product_type = 'computing' and listed;

drop trigger product_updated on api.product;
create trigger product_updated after update of product_name, product_type, description, product_img, price_micros,
  on_sale, sale_price_micros, stock, price_unit, provider, options, specs, attributes, variants, license,
  pictures, listed, seller_id on api.product
  for each statement execute function api.note_catalogue_change();
create trigger seller_changed after update of name, address, state, about, country, support_email on api.seller
  for each statement execute function api.note_catalogue_change();

-- The index of the search has what is listed. Of what was not listed before it has nothing.
create or replace function api.queue_changed_product() returns trigger language plpgsql as $$
begin
  insert into api.search_queue (position, before) values (old.position, case when old.listed then jsonb_build_object(
    'product_name', old.product_name, 'product_type', old.product_type, 'provider', old.provider,
    'description', old.description, 'options', old.options, 'specs', old.specs,
    'attributes', old.attributes, 'license', old.license) end);
  return null;
end $$;
drop trigger product_changed_for_search on api.product;
create trigger product_changed_for_search
  after update of product_name, product_type, provider, description, options, specs, attributes, license, listed
  on api.product
  for each row when ((old.product_name, old.product_type, old.provider, old.description, old.options, old.specs,
      old.attributes, old.license, old.listed)
    is distinct from (new.product_name, new.product_type, new.provider, new.description, new.options, new.specs,
      new.attributes, new.license, new.listed))
  execute function api.queue_changed_product();

-- A product as its seller sees it. Its row in api.product begins with the first approval.
create table api.listing (
  product_id text collate "C" primary key,
  seller_id text collate "C" not null references api.seller,
  -- What is on sale, or was; null before the first approval.
  version integer,
  -- Fields of a product as a file has them (contract/listing.ts), whole or not; null where nothing differs from what is on sale.
  draft jsonb,
  -- Counts changes of the draft: who saves names the one that they have seen.
  draft_revision integer not null default 0,
  -- Of the draft: being written, waiting for a decision, or returned.
  draft_state text check (draft_state in ('draft', 'waiting', 'returned')),
  return_reason text not null default '',
  paused boolean not null default false,
  archived boolean not null default false,
  -- Why the operator has hidden it; null: they have not.
  hidden_reason text,
  -- As the seller's list says, sorts and filters it.
  state text not null generated always as (case
    when archived then 'archived'
    when hidden_reason is not null then 'hidden'
    when draft_state = 'returned' then 'returned'
    when version is null then coalesce(draft_state, 'draft')
    when paused then 'paused'
    when draft_state = 'waiting' then 'changes_waiting'
    else 'on_sale' end) stored,
  -- What needs the seller comes first.
  attention smallint not null generated always as (case
    when archived then 9
    when hidden_reason is not null then 0
    when draft_state = 'returned' then 1
    when version is null and draft_state = 'waiting' then 4
    when version is null then 2
    when draft_state = 'waiting' then 3
    when paused then 6
    else 5 end) stored,
  name text not null default '',
  name_folded text collate "C" not null default '',
  -- What it costs, kept by a trigger where it has been approved.
  price_micros bigint not null default 0,
  stock bigint,
  sold bigint not null default 0,
  views bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index listing_by_attention on api.listing (seller_id, attention, updated_at desc, product_id);
create index listing_by_state on api.listing (seller_id, state, updated_at desc, product_id);
create index listing_by_name on api.listing (seller_id, name_folded, product_id);
create index listing_by_price on api.listing (seller_id, price_micros, product_id);
create index listing_by_stock on api.listing (seller_id, stock, product_id);
create index listing_by_sold on api.listing (seller_id, sold, product_id);
create index listing_by_views on api.listing (seller_id, views, product_id);
create index listing_name_trigrams on api.listing using gin (name_folded gin_trgm_ops);

create function api.keep_listing_offer() returns trigger language plpgsql as $$
begin
  update api.listing set price_micros = new.effective_micros, stock = new.stock where product_id = new.product_id;
  return null;
end $$;
create trigger product_offer_changed after update of price_micros, on_sale, sale_price_micros, stock on api.product
  for each row when (new.seller_id is not null and (old.effective_micros, old.stock) is distinct from (new.effective_micros, new.stock))
  execute function api.keep_listing_offer();

-- Each approved version, as it was approved: the fields of a product as a file has them.
create table api.product_version (
  product_id text collate "C" not null,
  version integer not null,
  content jsonb not null,
  approval_id text collate "C",
  approved_by text,
  approved_at timestamptz not null default now(),
  primary key (product_id, version)
);

-- What waits for a decision of the staff, and what was decided: an application, a new product, or a change of one.
create table api.approval (
  approval_id text collate "C" primary key,
  kind text not null check (kind in ('application', 'product', 'change')),
  -- Of an application the seller itself, otherwise the product.
  subject_id text collate "C" not null,
  seller_id text collate "C" not null references api.seller,
  -- For the list: the name of the shop or of the product.
  title text not null,
  -- What is asked for, whole; and the version that it changes.
  content jsonb not null,
  base_version integer,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'returned', 'withdrawn', 'replaced')),
  reason text not null default '',
  submitted_by text not null,
  submitted_at timestamptz not null default now(),
  decided_by text,
  decided_at timestamptz
);
-- One at most waits for each subject.
create unique index approval_waiting_of_product on api.approval (subject_id) where state = 'waiting';
create index approval_queue on api.approval (submitted_at, approval_id) where state = 'waiting';
create index approval_by_subject on api.approval (subject_id, submitted_at desc);

-- Whose product a line was, and which version of it was bought.
alter table api.order_line
  add column seller_id text collate "C",
  add column product_version integer;
create index order_line_by_seller on api.order_line (seller_id, order_id, line) where seller_id is not null;
