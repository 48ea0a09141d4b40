-- When a shop's money was last sent to somewhere else than before, by whom, and who else has confirmed it: payouts wait for some days, or for that.
alter table api.payout_settings add column destination_changed_at timestamptz;
alter table api.payout_settings add column destination_changed_by text;
alter table api.payout_settings add column destination_confirmed_by text;
