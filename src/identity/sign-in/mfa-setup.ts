// Setting up a second factor in the middle of a sign-in, where the pool asks everybody for one.
import { secondFactors } from '../factors/second-factors.ts';
import { invalidSession } from '../protocol/errors.ts';
import { openState } from '../protocol/sealed-state.ts';
import type { User } from '../schema.ts';
import type { Service } from '../service.ts';
import { challenge, type Progress } from './answer.ts';
import { ownerOf } from './open-step.ts';

type Setup = Progress & { done?: boolean };

/** Throws where the user has a second factor by now: another sign-in, begun earlier, must not replace it. */
export async function readSetup(service: Service, session: string): Promise<{ user: User; progress: Setup }> {
  const progress = openState<Setup>(service.secrets, 'step MFA_SETUP', session, service.now());
  const user = await ownerOf(service, progress);
  if (secondFactors(user, progress).length > 0) throw invalidSession();
  return { user, progress };
}

/** The session of the same sign-in that says that the new factor was seen to work. */
export function setupDone(service: Service, session: string): string {
  const {
    nonce: _nonce,
    expires: _expires,
    ...progress
  } = openState<Setup>(service.secrets, 'step MFA_SETUP', session, service.now());
  return challenge(service, 'MFA_SETUP', { ...progress, done: true }, {}).Session;
}
