-- Public SSH keys of accounts, and those that were handed over with a machine.
create table api.ssh_key (
  ssh_key_id uuid primary key default gen_random_uuid(),
  account_id text not null,
  name text not null check (char_length(name) between 1 and 100),
  -- As OpenSSH writes them: two texts of one key cannot be.
  type text collate "C" not null,
  base64 text collate "C" not null check (length(base64) <= 8192),
  fingerprint text collate "C" not null,
  created_at timestamptz not null default now(),
  unique (account_id, fingerprint)
);

-- 'type base64' of each, without names; null once the machine is off.
alter table api.machine_session add column ssh_keys jsonb;
