import type { TestIdentity } from '../parts/identity.ts';
import { srpClient } from './srp-client.ts';

type Given = Record<string, string>;

/** A sign-in by the protocol, step by step, each of which a test may get wrong. `service` is asked when a step is taken. */
export function signInSteps(service: { readonly identity: TestIdentity }) {
  function begin(AuthFlow: string, AuthParameters: Given) {
    return service.identity.call('InitiateAuth', { AuthFlow, AuthParameters });
  }

  function respond(ChallengeName: string, Session: string | undefined, ChallengeResponses: Given) {
    return service.identity.call('RespondToAuthChallenge', {
      ChallengeName,
      ...(Session && { Session }),
      ChallengeResponses,
    });
  }

  /** Answers with the challenge, and with how it is answered by a password; `changed` takes the place of what is right. */
  async function beginSrp(USERNAME: string, flow = 'USER_SRP_AUTH') {
    const srp = srpClient({ poolName: service.identity.pool.name });
    const answer = await begin(flow, {
      USERNAME,
      SRP_A: srp.A,
      ...(flow === 'USER_AUTH' && { PREFERRED_CHALLENGE: 'PASSWORD_SRP' }),
    });
    const challenge = answer.body.ChallengeParameters ?? {};
    const prove = (given: string, changed: Given = {}) =>
      respond('PASSWORD_VERIFIER', answer.body.Session, {
        USERNAME: challenge.USERNAME ?? '',
        ...srp.sign(challenge, { userId: challenge.USER_ID_FOR_SRP ?? '', password: given }),
        ...changed,
      });
    return { answer, challenge, prove };
  }

  return { begin, respond, beginSrp };
}
