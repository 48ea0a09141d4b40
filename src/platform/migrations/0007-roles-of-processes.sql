-- What each process does of the shop's work. Processes of the version before do all of it, and say nothing of it.
alter table platform.process add column role text not null default 'all' check (role in ('web', 'jobs', 'all'));
