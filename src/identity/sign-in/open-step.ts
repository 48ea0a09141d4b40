// Reads the Session of a challenge back.
import { invalidSession } from '../errors.ts';
import type { User } from '../schema.ts';
import { openState, type Sealed } from '../sealed-state.ts';
import type { Service } from '../service.ts';
import { findUser } from '../user.store.ts';
import type { ChallengeName, Progress } from './answer.ts';

export function openStep<T>(service: Service, name: ChallengeName, session: string): Sealed<T> {
  return openState<T>(service.secrets, `step ${name}`, session, service.now());
}

/** What was proved so far, without what belongs to the one challenge only. */
export function progressOf({ userId, deviceKey, mailed, strong, deviceProved }: Progress): Progress {
  return {
    userId,
    deviceKey,
    ...(mailed && { mailed }),
    ...(strong && { strong }),
    ...(deviceProved && { deviceProved }),
  };
}

export async function ownerOf(service: Service, { userId }: Progress): Promise<User> {
  const user = await findUser(service.db, userId);
  if (!user) throw invalidSession();
  return user;
}
