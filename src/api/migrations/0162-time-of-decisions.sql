-- Minutes of machine time that go with the money of a dispute that is decided in part; null: none.
alter table api.line_dispute add column decided_minutes bigint check (decided_minutes > 0);
