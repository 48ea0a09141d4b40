import { endSession } from '#client/session/session.ts';

/** Signs out of this browser. */
export async function signOut(): Promise<void> {
  await endSession();
  window.location.assign('/account/login');
}
