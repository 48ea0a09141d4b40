// Reads the Session of a challenge back.
import { findUser } from '../accounts/user.store.ts';
import { passwordMarkOf } from '../passwords/password-mark.ts';
import { invalidSession } from '../protocol/errors.ts';
import { openState, type Sealed } from '../protocol/sealed-state.ts';
import type { User } from '../schema.ts';
import type { Service } from '../service.ts';
import type { ChallengeName, Progress } from './answer.ts';

export function openStep<T>(service: Service, name: ChallengeName, session: string): Sealed<T> {
  return openState<T>(service.secrets, `step ${name}`, session, service.now());
}

/** Proofs so far, without the fields that belong to the one challenge only. */
export function progressOf(progress: Progress): Progress {
  const { userId, deviceKey, methods, mailed, strong, deviceProved, passwordMark, countedAs } = progress;
  return {
    userId,
    deviceKey,
    ...(methods && { methods }),
    ...(mailed && { mailed }),
    ...(strong && { strong }),
    ...(deviceProved && { deviceProved }),
    ...(passwordMark && { passwordMark }),
    ...(countedAs && { countedAs }),
  };
}

/** Throws when the account is gone, or has another password than when the sign-in began. */
export async function ownerOf(service: Service, progress: Progress): Promise<User> {
  const user = await findUser(service.db, progress.userId);
  if (!user) throw invalidSession();
  checkSamePassword(user, progress);
  return user;
}

export function checkSamePassword(user: User, { passwordMark }: Progress) {
  if (passwordMark && passwordMark !== passwordMarkOf(user)) throw invalidSession();
}
