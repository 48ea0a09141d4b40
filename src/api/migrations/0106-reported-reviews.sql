-- Readers report reviews, and the staff hide them and show them again.
alter table api.review
  -- When and why the staff have hidden it; null and empty while it is shown.
  add column hidden_at timestamptz,
  add column hidden_reason text not null default '';

create table api.review_report (
  report_id text collate "C" primary key,
  review_id text collate "C" not null references api.review on delete cascade,
  -- Null once the account has left.
  account_id text,
  reason text not null check (reason in ('spam', 'insult', 'personal', 'off_topic', 'fake', 'other')),
  text text not null default '',
  -- Somebody of the shop whose product it is about.
  by_shop boolean not null,
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  decision text check (decision in ('hide', 'show', 'dismiss')),
  check ((resolved_at is null) = (decision is null))
);
-- One report waits for each reader and review.
create unique index review_report_open on api.review_report (review_id, account_id) where resolved_at is null;
create index review_report_by_review on api.review_report (review_id, created_at desc, report_id);
-- Finds those of an account that leaves.
create index review_report_by_account on api.review_report (account_id);

-- Reviews that wait for the staff: reported, or hidden and edited by their author since. It is short where the staff keep up, so that the queue
-- costs the same whatever number of reviews there is, and a report changes nothing of the review, which would empty the caches of its page.
create table api.review_queue (
  review_id text collate "C" primary key references api.review on delete cascade,
  since timestamptz not null default now(),
  reports integer not null default 0 check (reports >= 0),
  edited boolean not null default false
);
create index review_queue_by_time on api.review_queue (since, review_id);

-- What the staff have decided about a review, and how it was then.
create table api.review_decision (
  decision_id bigint generated always as identity primary key,
  review_id text collate "C" not null references api.review on delete cascade,
  at timestamptz not null default now(),
  by_account text not null,
  action text not null check (action in ('hide', 'show', 'dismiss')),
  reason text not null,
  reports integer not null,
  rate smallint not null,
  review_text text not null
);
create index review_decision_by_review on api.review_decision (review_id, decision_id desc);

-- A hidden review that its author deletes: what they post about the product next is hidden for the same reason until the staff have read it.
create table api.hidden_review (
  product_id text collate "C" not null references api.product on delete cascade,
  user_email text not null references api."user" on delete cascade,
  hidden_at timestamptz not null,
  hidden_reason text not null,
  primary key (product_id, user_email)
);

-- The staff's list: all of them newest first, those of so many stars, those that are hidden. Reviews are written seldom, and read much.
create index review_newest on api.review (updated_at desc, review_id);
create index review_newest_of_rate on api.review (rate, updated_at desc, review_id);
create index review_newest_hidden on api.review (updated_at desc, review_id) where not show;
-- Those of a product, which the staff see whole: one index serves them and the page of the product, where few are hidden.
drop index api.review_by_time;
create index review_by_time on api.review (product_id, updated_at desc, review_id);
-- What they say, and whom they are by.
create index review_text_trigrams on api.review using gin (lower(review_text) gin_trgm_ops);
