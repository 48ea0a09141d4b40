import { z } from 'zod';
import { findSubject } from '../accounts/subject.ts';
import { missingParameter } from '../protocol/errors.ts';
import { alongside, checkClient, clientId, ownerProofOf, parameters } from '../protocol/input.ts';
import { operation } from '../protocol/operation.ts';
import type { Call, Service } from '../service.ts';
import type { AuthAnswer } from '../sign-in/answer.ts';
import { startChoice, startPasskey } from '../sign-in/choice.ts';
import { challengeCode } from '../sign-in/emailed-code.ts';
import { nextStep } from '../sign-in/next-step.ts';
import { checkPassword } from '../sign-in/password.ts';
import { challengePassword } from '../sign-in/password-srp.ts';
import { answerRenewed } from '../sign-in/renew-tokens.ts';

type Flow = (given: Record<string, string>, service: Service, call: Call) => Promise<AuthAnswer>;

const renew: Flow = (given, service, call) => answerRenewed(service, call, needed(given, 'REFRESH_TOKEN'));

const flows = {
  async USER_SRP_AUTH(given, service, call) {
    await service.limits.beginSignIn(call.address);
    const subject = await findSubject(service, needed(given, 'USERNAME'));
    return challengePassword(service, subject, { srpA: needed(given, 'SRP_A'), deviceKey: given.DEVICE_KEY || null });
  },

  async USER_PASSWORD_AUTH(given, service, call) {
    const password = needed(given, 'PASSWORD');
    await service.limits.beginSignIn(call.address);
    const subject = await findSubject(service, needed(given, 'USERNAME'));
    const { user, progress } = await checkPassword(service, call, subject, password, given.DEVICE_KEY || null);
    return nextStep(service, call, user, progress);
  },

  /** The built-in custom challenge is a one-time code by mail; after the password where SRP_A is given. */
  async CUSTOM_AUTH(given, service, call) {
    const username = needed(given, 'USERNAME');
    await service.limits.beginSignIn(call.address);
    const subject = await findSubject(service, username);
    const deviceKey = given.DEVICE_KEY || null;
    if (given.SRP_A) return challengePassword(service, subject, { srpA: given.SRP_A, deviceKey, custom: true });
    return challengeCode(service, call, subject, { name: 'CUSTOM_CHALLENGE', username, deviceKey });
  },

  /** The client says how it would like to sign in, or is told what there is. */
  async USER_AUTH(given, service, call) {
    // This service's own: a passkey knows whose it is.
    if (!given.USERNAME && given.PREFERRED_CHALLENGE === 'WEB_AUTHN') return startPasskey(service, call);
    needed(given, 'USERNAME');
    return startChoice(service, call, given, given.PREFERRED_CHALLENGE || null);
  },

  REFRESH_TOKEN_AUTH: renew,
  REFRESH_TOKEN: renew,
} satisfies Record<string, Flow>;

const names = Object.keys(flows) as [keyof typeof flows];

const input = z.object({
  AuthFlow: z.enum(names),
  AuthParameters: parameters.nullish(),
  ClientId: clientId,
  Session: z.string().nullish(),
  ...alongside,
});

export const initiateAuth = operation(input, async (given, service, call) => {
  checkClient(service, given.ClientId);
  return flows[given.AuthFlow](given.AuthParameters ?? {}, service, { ...call, ...ownerProofOf(given) });
});

function needed(given: Record<string, string>, name: string): string {
  const value = given[name];
  if (!value) throw missingParameter(name);
  return value;
}
