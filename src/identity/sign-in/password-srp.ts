// The password by SRP: the challenge PASSWORD_VERIFIER and its answer.
import { findSubject, type Subject, verifierOf } from '../accounts/subject.ts';
import { countedAs, counterOf } from '../guard/attempt-counter.ts';
import { prove } from '../guard/attempts.ts';
import { isSignedWith, readPublicValue, sharedKey, startExchange } from '../passwords/srp.ts';
import { invalidSrpA, wrongPassword } from '../protocol/errors.ts';
import { openState, sealState, spend } from '../protocol/sealed-state.ts';
import type { User } from '../schema.ts';
import type { Call, Service } from '../service.ts';
import { type AuthAnswer, CHALLENGE_SECONDS, type Progress } from './answer.ts';

type State = Progress & { a: string; b: string; secret: string; custom: boolean };

/** `custom`: a one-time code is asked for after the password (CUSTOM_AUTH). */
export function challengePassword(
  service: Service,
  subject: Subject,
  given: { srpA: string; deviceKey: string | null; custom?: boolean },
): AuthAnswer {
  const clientValue = readPublicValue(given.srpA);
  if (clientValue === null) throw invalidSrpA();
  const { salt, verifier } = verifierOf(service, subject);
  const { secret, publicValue } = startExchange(verifier);
  const state: State = {
    userId: subject.userId,
    deviceKey: given.deviceKey,
    a: clientValue.toString(16),
    b: publicValue.toString(16),
    secret: secret.toString('base64'),
    custom: given.custom ?? false,
  };
  // Some clients do not send the session back: the block that they sign carries everything.
  const block = sealState(service.secrets, 'password', state, { now: service.now(), seconds: CHALLENGE_SECONDS });
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    Session: block,
    ChallengeParameters: {
      SALT: salt.toString('hex'),
      SRP_B: publicValue.toString(16),
      SECRET_BLOCK: block,
      USER_ID_FOR_SRP: subject.userId,
      USERNAME: subject.userId,
    },
  };
}

/** The user whose password was proved. An exchange is good for one try, right or wrong. */
export async function provePassword(
  service: Service,
  call: Call,
  responses: Record<string, string>,
): Promise<{ user: User; progress: Progress; custom: boolean }> {
  const block = responses.PASSWORD_CLAIM_SECRET_BLOCK ?? '';
  const state = openState<State>(service.secrets, 'password', block, service.now());
  const subject = await findSubject(service, state.userId);
  const deviceKey = responses.DEVICE_KEY || state.deviceKey;
  const counter = await counterOf(service, call, { userId: state.userId, deviceKey });
  const user = await prove(
    service,
    call,
    counter,
    async () => {
      await spend(service.db, state);
      const { verifier } = verifierOf(service, subject);
      const server = { secret: Buffer.from(state.secret, 'base64'), publicValue: BigInt(`0x${state.b}`) };
      const key = sharedKey(BigInt(`0x${state.a}`), server, verifier);
      const signed = {
        pool: service.pool.name,
        user: state.userId,
        secretBlock: Buffer.from(block, 'base64'),
        timestamp: responses.TIMESTAMP ?? '',
      };
      const proved = key !== null && isSignedWith(key, signed, responses.PASSWORD_CLAIM_SIGNATURE ?? '');
      return proved ? subject.user : null;
    },
    wrongPassword,
  );
  return {
    user,
    progress: { userId: user.user_id, deviceKey, methods: ['pwd'], ...countedAs(counter) },
    custom: state.custom,
  };
}
