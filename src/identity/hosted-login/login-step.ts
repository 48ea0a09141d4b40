// One step of the hosted login: what its form proves, and what is asked next.
import { emailMaximum, passwordMaximum } from '#contract/people/account-limits.ts';
import { findSubject } from '../accounts/subject.ts';
import { secondFactors } from '../factors/second-factors.ts';
import { invalidParameter, notAuthorized } from '../protocol/errors.ts';
import { text, username } from '../protocol/input.ts';
import type { User } from '../schema.ts';
import type { Call, Service } from '../service.ts';
import type { Progress } from '../sign-in/answer.ts';
import { methodsOf } from '../sign-in/authentication-methods.ts';
import { proveAuthenticator } from '../sign-in/authenticator-code.ts';
import { proveMailbox } from '../sign-in/emailed-code.ts';
import { challengeFactor, nextChallenge } from '../sign-in/next-step.ts';
import { checkPassword } from '../sign-in/password.ts';
import type { LoginPage } from './login-page.ts';

export type LoginForm = Record<string, string>;
export type LoginStep = LoginPage['step'];

type Proved = { user: User; progress: Progress };

const hints: Record<string, string> = {
  SOFTWARE_TOKEN_MFA: 'Open your authenticator app and type the code that it shows, or one of your recovery codes.',
  EMAIL_OTP: 'A code was sent to your email address. Type it here, or one of your recovery codes.',
};

/** Step that the form showed, to show it again with an error. */
export function stepOf(form: LoginForm): LoginStep {
  const { session, challenge = '', email = '' } = form;
  if (!session) return { kind: 'password', email: email.slice(0, emailMaximum) };
  return { kind: 'code', session, challenge, hint: hints[challenge] ?? '' };
}

/** The next step, or the user when nothing is left to prove. Throws the protocol's error for what proves nothing. */
export async function takeStep(
  service: Service,
  call: Call,
  form: LoginForm,
): Promise<{ step: LoginStep } | { user: User; amr: string[] }> {
  const { user, progress } = form.session
    ? await proveCode(service, call, form)
    : await provePassword(service, call, form);
  const challenge = await nextChallenge(service, user, progress);
  if (!challenge) return { user, amr: methodsOf(user, progress) };
  const [factor] = secondFactors(user, progress);
  const asked =
    challenge.ChallengeName === 'SELECT_MFA_TYPE' && factor
      ? await challengeFactor(service, user, progress, factor)
      : challenge;
  const hint = hints[asked.ChallengeName];
  if (!hint)
    throw notAuthorized(`Finish setting up your account in the shop first, at ${service.pool.origin}/account/login.`);
  return { step: { kind: 'code', session: asked.Session, challenge: asked.ChallengeName, hint } };
}

async function provePassword(service: Service, call: Call, form: LoginForm): Promise<Proved> {
  await service.limits.beginSignIn(call.address);
  const name = username.safeParse(form.email);
  const password = text(passwordMaximum).safeParse(form.password);
  if (!name.success || !password.success) throw invalidParameter('Type your email and your password.');
  const proved = await checkPassword(service, call, await findSubject(service, name.data), password.data, null);
  service.limits.finishSignIn(call.address);
  return proved;
}

async function proveCode(service: Service, call: Call, form: LoginForm): Promise<Proved> {
  const { session = '', code = '', challenge } = form;
  if (challenge === 'EMAIL_OTP') return proveMailbox(service, call, challenge, session, code);
  return proveAuthenticator(service, call, session, code);
}
