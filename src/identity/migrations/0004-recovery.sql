-- Hashes of the recovery codes that are left, sealed together; none were ever made where it is null.
alter table identity."user" add column recovery_sealed bytea;
-- When the owner of a sign-in last proved who they are, after it was opened.
alter table identity.session add column proved_at timestamptz;
