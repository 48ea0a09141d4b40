-- Wrong codes of a day: what five tries of a code leave open, many codes one after another must not give.
alter table identity.code
  add column wrong integer not null default 0,
  -- When the first of them was given.
  add column wrong_since timestamptz not null default 'epoch';
