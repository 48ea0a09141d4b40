// Answers of InitiateAuth and RespondToAuthChallenge: the next challenge, or the tokens.
import { sealState } from '../protocol/sealed-state.ts';
import type { Service } from '../service.ts';

export type ChallengeName =
  | 'PASSWORD_VERIFIER'
  | 'DEVICE_SRP_AUTH'
  | 'DEVICE_PASSWORD_VERIFIER'
  | 'SOFTWARE_TOKEN_MFA'
  | 'EMAIL_OTP'
  | 'SELECT_MFA_TYPE'
  | 'MFA_SETUP'
  | 'NEW_PASSWORD_REQUIRED'
  | 'CUSTOM_CHALLENGE'
  | 'SELECT_CHALLENGE'
  | 'WEB_AUTHN';

export type AuthenticationResult = {
  AccessToken: string;
  IdToken: string;
  /** Only at sign-in: renewing tokens keeps the one there is. */
  RefreshToken?: string;
  /** Seconds. */
  ExpiresIn: number;
  TokenType: 'Bearer';
  NewDeviceMetadata?: { DeviceKey: string; DeviceGroupKey: string };
};

export type Challenge = {
  ChallengeName: ChallengeName;
  Session: string;
  ChallengeParameters: Record<string, string>;
  AvailableChallenges?: string[];
};

export type AuthAnswer =
  | Challenge
  | { AuthenticationResult: AuthenticationResult; ChallengeParameters: Record<string, never> };

/** `pwd`: the password; `otp`: a code, of an app or by mail; `pop`: a passkey; `swk`: the key of a known device. */
export type AuthenticationMethod = 'pwd' | 'otp' | 'pop' | 'swk';

/** Proofs so far; they travel sealed in Session or SECRET_BLOCK. */
export type Progress = {
  userId: string;
  deviceKey: string | null;
  /** By what they have proved who they are. */
  methods?: AuthenticationMethod[];
  /** The mailbox was a factor already: another code to it would prove nothing new. */
  mailed?: boolean;
  /** A passkey checked the person as well as the device. */
  strong?: boolean;
  /** The code by mail is asked for as the second factor. */
  second?: boolean;
  /** The known device proved itself too. */
  deviceProved?: boolean;
  /** The owner's own counter of attempts (guard/attempt-counter.ts); without it the sign-in is counted as a stranger's. */
  countedAs?: string;
  /** Tells which password the account had: a new one ends the sign-in. */
  passwordMark?: string;
};

/** A browser may hold the one of a passkey for as long as the login page is open. */
const SECONDS: Partial<Record<ChallengeName, number>> = {
  EMAIL_OTP: 600,
  CUSTOM_CHALLENGE: 600,
  MFA_SETUP: 600,
  WEB_AUTHN: 600,
};
export const CHALLENGE_SECONDS = 180;

/** A challenge whose Session carries the progress; it is opened again with `openState(..., 'step <name>')`. */
export function challenge(
  service: Service,
  name: ChallengeName,
  progress: Progress & Record<string, unknown>,
  parameters: Record<string, string>,
): Challenge {
  const seconds = SECONDS[name] ?? CHALLENGE_SECONDS;
  return {
    ChallengeName: name,
    Session: sealState(service.secrets, `step ${name}`, progress, { now: service.now(), seconds }),
    ChallengeParameters: { USERNAME: progress.userId, ...parameters },
  };
}
