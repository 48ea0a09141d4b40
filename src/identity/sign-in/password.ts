// The password itself, over the encrypted connection: for clients that do not speak SRP.
import { prove } from '../attempts.ts';
import { wrongPassword } from '../errors.ts';
import { isPassword } from '../passwords.ts';
import type { User } from '../schema.ts';
import type { Call, Service } from '../service.ts';
import { type Subject, verifierOf } from '../subject.ts';

/** Throws the same, after the same work, for a wrong password and for an unknown user. */
export function checkPassword(service: Service, call: Call, subject: Subject, password: string): Promise<User> {
  return prove(
    service,
    call,
    subject.userId,
    () => {
      const owner = { poolName: service.pool.name, userId: subject.userId };
      return isPassword(owner, verifierOf(service, subject), password) ? subject.user : null;
    },
    wrongPassword,
  );
}
