// Changes that weaken an account, or that open it from then on, need a proof of the moment:
// somebody who finds an open browser, or has stolen a token, has none.
import { notAuthorized } from '../protocol/errors.ts';
import type { Service } from '../service.ts';
import type { Session } from '../sessions/session.store.ts';

const MINUTES = 10;

/**
 * Throws unless the sign-in was opened within the last ten minutes, or its owner has proved since who they are (ProveOwner). So
 * the vendors' clients need nothing that the protocol does not have: they sign in again.
 */
export function checkFresh(service: Service, session: Session): void {
  if (service.now().getTime() - provedAt(session).getTime() > MINUTES * 60_000)
    throw notAuthorized(`This asks for a sign-in of the last ${MINUTES} minutes. Sign in again.`);
}

/** When the owner of a sign-in has last proved who they are: in opening it, or since. */
export function provedAt({ auth_time, proved_at }: Pick<Session, 'auth_time' | 'proved_at'>): Date {
  return proved_at && proved_at > auth_time ? proved_at : auth_time;
}
