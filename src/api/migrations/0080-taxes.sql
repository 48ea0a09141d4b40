-- Taxes that prices contain, frozen with what was ordered; and whom a buyer wants invoices made out to.

alter table api.order_line
  add column tax_name text,
  -- Thousandths of a percent.
  add column tax_thousandths integer check (tax_thousandths between 0 and 100000),
  add column tax_cents bigint not null default 0 check (tax_cents >= 0),
  -- Of the buyer, by which the rate was chosen.
  add column tax_country text;
alter table api."order" add column invoice_to jsonb;

create table api.invoice_details (
  account_id text collate "C" primary key,
  name text not null,
  address text not null,
  country text not null,
  tax_number text not null,
  updated_at timestamptz not null default now()
);
