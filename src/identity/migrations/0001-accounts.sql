-- Accounts. What would let somebody sign in is sealed (AES-256-GCM) or kept as an HMAC; the keys are not in the database.
create table identity."user" (
  -- The sub of tokens, and the user name that the protocol hands out.
  user_id uuid primary key,
  email text not null,
  -- NFKC and lower case: two spellings of one address are one account.
  email_folded text collate "C" not null unique,
  status text not null check (status in ('UNCONFIRMED', 'CONFIRMED', 'RESET_REQUIRED', 'FORCE_CHANGE_PASSWORD')),
  enabled boolean not null default true,
  email_verified boolean not null default false,
  attributes jsonb not null default '{}',
  -- Salt and SRP verifier.
  password_sealed bytea not null,
  totp_sealed bytea,
  -- A new secret until its first code is seen; an enabled one stays in force meanwhile.
  totp_pending_sealed bytea,
  totp_enabled boolean not null default false,
  -- The time step of the last accepted code: a code is good for one sign-in.
  totp_last_step bigint not null default 0,
  email_mfa_enabled boolean not null default false,
  preferred_mfa text check (preferred_mfa in ('SOFTWARE_TOKEN_MFA', 'EMAIL_OTP')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- One row a sign-in: it holds the refresh token and, as origin_jti, stands in every token made from it.
create table identity.session (
  session_id uuid primary key,
  user_id uuid not null references identity."user" on delete cascade,
  client_id text not null,
  scope text not null,
  refresh_token_hmac bytea not null unique,
  -- The device that signed in, or the one it was offered to become.
  device_key text,
  device_group_key text,
  auth_time timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index session_by_user on identity.session (user_id);
create index session_by_expiry on identity.session (expires_at);

create table identity.device (
  device_key text primary key,
  user_id uuid not null references identity."user" on delete cascade,
  device_group_key text not null,
  name text not null,
  -- Salt and SRP verifier of the device's own secret.
  secret_sealed bytea not null,
  remembered boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_authenticated_at timestamptz not null default now()
);
create index device_by_user on identity.device (user_id);

create table identity.passkey (
  credential_id text primary key,
  user_id uuid not null references identity."user" on delete cascade,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports jsonb not null default '[]',
  relying_party text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkey_by_user on identity.passkey (user_id);

-- One-time codes. The subject may be nobody's: an unknown address is treated as a known one, limits included.
create table identity.code (
  subject uuid not null,
  purpose text not null,
  code_hmac bytea not null,
  tries integer not null default 0,
  expires_at timestamptz not null,
  -- How many were sent in the hour that began then.
  sent integer not null default 1,
  sending_since timestamptz not null,
  primary key (subject, purpose)
);
create index code_by_expiry on identity.code (expires_at);

-- Failed proofs of an account in a row, and until when further ones are refused.
create table identity.attempt (
  subject uuid primary key,
  failures integer not null,
  blocked_until timestamptz not null,
  last_at timestamptz not null
);

-- Challenges carry their own state; this remembers the ones that are spent, until they would have ended anyway.
create table identity.spent_challenge (
  nonce text primary key,
  expires_at timestamptz not null
);
create index spent_challenge_by_expiry on identity.spent_challenge (expires_at);

create table identity.signing_key (
  kid text primary key,
  public_jwk jsonb not null,
  private_sealed bytea not null,
  created_at timestamptz not null default now()
);

-- Identities of the identity pool: one for each account, and one for each guest.
create table identity.identity (
  identity_id text primary key,
  user_id uuid unique references identity."user" on delete cascade,
  created_at timestamptz not null default now()
);

create table identity.authorization_code (
  code_hmac bytea primary key,
  user_id uuid not null references identity."user" on delete cascade,
  client_id text not null,
  redirect_uri text not null,
  scope text not null,
  nonce text,
  code_challenge text,
  auth_time timestamptz not null,
  expires_at timestamptz not null
);
create index authorization_code_by_expiry on identity.authorization_code (expires_at);
