// The password itself, over the encrypted connection: for clients that do not speak SRP.
import { type Subject, verifierOf } from '../accounts/subject.ts';
import { countedAs, counterOf } from '../guard/attempt-counter.ts';
import { prove } from '../guard/attempts.ts';
import { isPassword } from '../passwords/passwords.ts';
import { wrongPassword } from '../protocol/errors.ts';
import type { User } from '../schema.ts';
import type { Call, Service } from '../service.ts';
import type { Progress } from './answer.ts';

/** Throws the same, after the same work, for a wrong password and for an unknown user. */
export async function checkPassword(
  service: Service,
  call: Call,
  subject: Subject,
  password: string,
  deviceKey: string | null,
): Promise<{ user: User; progress: Progress }> {
  const counter = await counterOf(service, call, { userId: subject.userId, deviceKey });
  const user = await prove(
    service,
    call,
    counter,
    () => {
      const owner = { poolName: service.pool.name, userId: subject.userId };
      return isPassword(owner, verifierOf(service, subject), password) ? subject.user : null;
    },
    wrongPassword,
  );
  return { user, progress: { userId: user.user_id, deviceKey, methods: ['pwd'], ...countedAs(counter) } };
}
