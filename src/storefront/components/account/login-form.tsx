import type { SignInOutput } from 'aws-amplify/auth';
import { KeyRound, Mail } from 'lucide-react';
import { dismissAlert } from '../../alert/alert.ts';
import type { Accounts } from '../../session/session.ts';
import { Field, PasswordField } from '../../ui/field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { type Refusal, useForm } from '../../ui/use-form.ts';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { checkLogin } from './account-checks.ts';
import { TextLink } from './account-frame.tsx';
import type { SignIn } from './use-sign-in.ts';

/** E-mail address and password; below them the ways to sign in that need the address alone. */
export function LoginForm({ signIn, email, forgotHref }: { signIn: SignIn; email: string; forgotHref: string }) {
  const passkeys = useHydrated() && 'PublicKeyCredential' in window;
  const form = useForm({
    initial: { email, password: '' },
    check: checkLogin,
    begin: dismissAlert,
    send: (typed) => begin(typed.email, (username, { signIn }) => signIn({ username, password: typed.password })),
  });

  async function begin(
    typed: string,
    call: (username: string, accounts: Accounts) => Promise<SignInOutput>,
  ): Promise<Refusal<'email' | 'password'> | undefined> {
    const username = typed.trim();
    const fault = await signIn.start(username, (accounts) => call(username, accounts));
    return fault && { forget: fault.kind === 'credentials' ? ['password'] : [] };
  }

  const mailCode = () =>
    form.sendOnly(['email'], (typed) =>
      begin(typed.email, (username, { signIn }) =>
        signIn({ username, options: { authFlowType: 'CUSTOM_WITHOUT_SRP' } }),
      ),
    );

  const passkey = () =>
    form.sendOnly(['email'], (typed) =>
      begin(typed.email, (username, { signIn }) =>
        signIn({ username, options: { authFlowType: 'USER_AUTH', preferredChallenge: 'WEB_AUTHN' } }),
      ),
    );

  return (
    <>
      <form {...form.props} className="grid gap-5" aria-label="Login">
        <Field label="Email" type="email" autoComplete="username" {...form.field('email')} />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          aside={<TextLink href={forgotHref}>Forgot password?</TextLink>}
          {...form.field('password')}
        />
        <SubmitButton busy={form.busy}>Login</SubmitButton>
      </form>
      <fieldset className="grid gap-3" disabled={form.busy}>
        <legend className="mb-3 text-sm text-ink-3">Or with your email alone</legend>
        <button type="button" className="btn btn-line" onClick={mailCode}>
          <Mail size={18} strokeWidth={1.6} aria-hidden />
          Email me a sign-in code
        </button>
        {passkeys && (
          <button type="button" className="btn btn-line" onClick={passkey}>
            <KeyRound size={18} strokeWidth={1.6} aria-hidden />
            Sign in with a passkey
          </button>
        )}
      </fieldset>
    </>
  );
}
