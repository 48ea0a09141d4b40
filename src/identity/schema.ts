// Every table of the account service, as the stores see them. The tables themselves are made by migrations/.
import type { ColumnType, Generated, Selectable } from 'kysely';

type Json<T> = ColumnType<T, string, string>;
type Instant = ColumnType<Date, string | Date | undefined, string | Date>;
type Moment = ColumnType<Date, Date, Date>;
type OptionalMoment = ColumnType<Date | null, Date | null | undefined, Date | null>;
type Defaulted<T> = Generated<T>;

export type UserStatus = 'UNCONFIRMED' | 'CONFIRMED' | 'RESET_REQUIRED' | 'FORCE_CHANGE_PASSWORD';
export type SecondFactor = 'SOFTWARE_TOKEN_MFA' | 'EMAIL_OTP';

export type UserTable = {
  user_id: string;
  email: string;
  email_folded: string;
  status: UserStatus;
  enabled: Defaulted<boolean>;
  email_verified: Defaulted<boolean>;
  attributes: Json<Record<string, string>>;
  password_sealed: Buffer;
  totp_sealed: Buffer | null;
  totp_pending_sealed: Buffer | null;
  totp_enabled: Defaulted<boolean>;
  totp_last_step: Defaulted<number>;
  email_mfa_enabled: Defaulted<boolean>;
  preferred_mfa: SecondFactor | null;
  recovery_sealed: Buffer | null;
  created_at: Instant;
  updated_at: Instant;
};

export type User = Selectable<UserTable>;

export type SessionTable = {
  session_id: string;
  user_id: string;
  client_id: string;
  scope: string;
  refresh_token_hmac: Buffer;
  device_key: string | null;
  device_group_key: string | null;
  auth_time: Moment;
  expires_at: Moment;
  revoked_at: OptionalMoment;
  proved_at: OptionalMoment;
  amr: ColumnType<string[], string | undefined, string>;
};

export type DeviceTable = {
  device_key: string;
  user_id: string;
  device_group_key: string;
  name: string;
  secret_sealed: Buffer;
  remembered: Defaulted<boolean>;
  created_at: Instant;
  updated_at: Instant;
  last_authenticated_at: Instant;
};

export type PasskeyTable = {
  credential_id: string;
  user_id: string;
  name: string;
  public_key: Buffer;
  counter: number;
  transports: Json<string[]>;
  relying_party: string;
  created_at: Instant;
  last_used_at: OptionalMoment;
};

/**
 * `sign_in` is asked for by anybody who knows an address, `second_factor` by whoever proved the password: the one must not
 * use up or replace the other.
 */
export type CodePurpose = 'sign_up' | 'reset' | 'sign_in' | 'second_factor';

type CodeTable = {
  subject: string;
  purpose: CodePurpose;
  code_hmac: Buffer;
  tries: Defaulted<number>;
  expires_at: Moment;
  sent: Defaulted<number>;
  sending_since: Moment;
  wrong: Defaulted<number>;
  wrong_since: Instant;
};

type AttemptTable = { subject: string; failures: number; blocked_until: Moment; last_at: Moment };

type SpentChallengeTable = { nonce: string; expires_at: Moment };

export type SigningKeyTable = {
  kid: string;
  public_jwk: Json<object>;
  private_sealed: Buffer;
  created_at: Instant;
};

export type IdentityTable = { identity_id: string; user_id: string | null; created_at: Instant };

export type AuthorizationCodeTable = {
  code_hmac: Buffer;
  user_id: string;
  client_id: string;
  redirect_uri: string;
  scope: string;
  nonce: string | null;
  code_challenge: string | null;
  auth_time: Moment;
  amr: ColumnType<string[], string | undefined, string>;
  expires_at: Moment;
};

/** Written by triggers. `transaction_id` is compared in SQL only. */
type RevocationTable = { kind: 'session' | 'account'; subject: string; revoked_at: Instant };

export type IdentityTables = {
  'identity.user': UserTable;
  'identity.session': SessionTable;
  'identity.device': DeviceTable;
  'identity.passkey': PasskeyTable;
  'identity.code': CodeTable;
  'identity.attempt': AttemptTable;
  'identity.spent_challenge': SpentChallengeTable;
  'identity.signing_key': SigningKeyTable;
  'identity.identity': IdentityTable;
  'identity.authorization_code': AuthorizationCodeTable;
  'identity.revocation': RevocationTable;
};
