-- Closing is no way out of a suspension: the state that the rights of a shop follow.
alter table api.seller add column acting_state text collate "C"
  generated always as (case when state = 'closing' and reason <> '' then 'suspended' else state end) stored;
