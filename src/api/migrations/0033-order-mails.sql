-- What customers were told about an order. The messages themselves are in the outbox, and go from there once they are sent.
create table api.order_mail (
  id bigint generated always as identity primary key,
  order_id text collate "C" not null,
  subject text not null,
  written_at timestamptz not null default now()
);
create index order_mail_by_order on api.order_mail (order_id, id);
