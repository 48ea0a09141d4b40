-- A bank file is the same whenever it is asked for: those of before keep the characters that they had.
alter table api.payout_batch add column charset text not null default 'utf8' check (charset in ('utf8', 'basic'));
