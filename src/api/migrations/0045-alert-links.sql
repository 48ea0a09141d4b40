-- The links in the mails of alerts. They outlive what was saved: who has removed a product, or saved it anew, ends alerts by them all the same.
create table api.alert_link (
  end_token text collate "C" primary key,
  account_id text not null,
  -- Where the mail went to.
  user_id text not null,
  -- What the mail was about, whether or not it is still sold.
  product_id text collate "C" not null
);
create index alert_link_by_account on api.alert_link (account_id);
create index alert_link_by_address on api.alert_link (user_id);
-- Any of these may be in a mail.
insert into api.alert_link (end_token, account_id, user_id, product_id)
  select end_token, account_id, user_id, product_id from api.saved_product;

-- Who asks for an alert waits for nobody who is changing the product, whose trigger does not see the alert: the product is looked at until
-- everything has ended that was under way in the database when the job first saw that somebody had asked.
alter table api.watched_change
  add column asked boolean not null default false,
  -- The first transaction that came after all of these.
  add column looked_at_until xid8;
