-- The account that a record belongs to (its sub). An address can pass to somebody else; what the shop knows of its owner must not.
-- Null until its owner comes: a role may be given before.
alter table api."user" add column account_id text;
