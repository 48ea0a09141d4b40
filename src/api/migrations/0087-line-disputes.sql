-- What a buyer disputes of one line of an order. Disputes of whole card payments, which banks decide, are in api.dispute.
create table api.line_dispute (
  dispute_id text collate "C" primary key,
  order_id text collate "C" not null,
  line integer not null,
  -- Whose product it is (null: the operator's own), and whose order.
  seller_id text collate "C",
  account_id text,
  reason text not null check (reason in ('not_delivered', 'not_as_described', 'unusable')),
  state text not null default 'open' check (state in ('open', 'answered', 'decided', 'withdrawn', 'lost_by_silence', 'settled')),
  -- What was left of the line when it was opened.
  amount_cents bigint not null check (amount_cents > 0),
  opened_at timestamptz not null,
  answer_until timestamptz not null,
  answered_at timestamptz,
  -- Since when the bank decides about the whole payment first: times stand still.
  paused_at timestamptz,
  ended_at timestamptz,
  decision text check (decision in ('buyer', 'part', 'seller')),
  decided_cents bigint check (decided_cents >= 0),
  decision_reason text not null default '',
  -- The account of the staff.
  decided_by text,
  -- What of the money was moved apart (api.refund_share); null: it waits in its order, or is apart no longer.
  hold_id text collate "C",
  foreign key (order_id, line) references api.order_line (order_id, line) on delete cascade,
  check ((state in ('open', 'answered')) = (ended_at is null))
);
create unique index line_dispute_open on api.line_dispute (order_id, line) where ended_at is null;
create index line_dispute_of_order on api.line_dispute (order_id, opened_at);
create index line_dispute_of_buyer on api.line_dispute (account_id, opened_at desc, dispute_id);
create index line_dispute_of_seller on api.line_dispute (seller_id, answer_until, dispute_id);
create index line_dispute_due on api.line_dispute (answer_until, dispute_id) where ended_at is null;

-- What is written and attached in disputes of both kinds: one row for a text, or for a file.
create table api.dispute_message (
  message_id text collate "C" primary key,
  -- Of api.line_dispute or api.dispute.
  dispute_id text collate "C" not null,
  side text not null check (side in ('buyer', 'seller', 'staff')),
  -- The shop for which it was written: of a payment to several shops each sees its own.
  seller_id text collate "C",
  account_id text,
  text text not null default '' check (length(text) <= 5000),
  file_name text,
  media_type text,
  size_bytes bigint,
  created_at timestamptz not null,
  check ((text = '') = (file_name is not null))
);
create index dispute_message_of_dispute on api.dispute_message (dispute_id, created_at, message_id);

-- Whether a line's money waits for the end of a dispute.
alter table api.order_line add column disputed boolean not null default false;
