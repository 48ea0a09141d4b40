import { KeyRound, Mail } from 'lucide-react';
import { dismissAlert } from '#client/alert/alert.ts';
import { Field } from '#ui/field.tsx';
import { PasswordField } from '#ui/secret-fields.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { type Refusal, useForm } from '#ui/use-form.ts';
import { checkLogin } from '../../account/account-checks.ts';
import { withMailedCode, withPasskeyOf, withPassword } from '../../account/sign-in-calls.ts';
import { usePasskeys } from '../../account/use-passkeys.ts';
import type { SignIn, SignInCall } from '../../account/use-sign-in.ts';
import { TextLink } from './account-frame.tsx';

type LoginFormProps = {
  signIn: SignIn;
  email: string;
  /** Of the mail by which the password was just set: wrong tries of strangers do not count for this login. */
  proof: string | undefined;
  forgotHref: string;
};

/** E-mail address and password; below them the ways to sign in that need the address alone. */
export function LoginForm({ signIn, email, proof, forgotHref }: LoginFormProps) {
  const passkeys = usePasskeys(signIn);
  const form = useForm({
    initial: { email, password: '' },
    check: checkLogin,
    begin: dismissAlert,
    send: ({ email, password }) => begin(email, (username) => withPassword(username, password, proof)),
  });

  async function begin(
    email: string,
    callOf: (username: string) => SignInCall,
  ): Promise<Refusal<'email' | 'password'> | undefined> {
    const username = email.trim();
    const fault = await signIn.start(username, callOf(username));
    return fault && { clear: fault.kind === 'credentials' ? ['password'] : [] };
  }

  const mailCode = () => form.sendOnly(['email'], ({ email }) => begin(email, withMailedCode));
  const passkeyOf = () => form.sendOnly(['email'], ({ email }) => begin(email, withPasskeyOf));

  return (
    <>
      <form {...form.props} className="grid gap-5" aria-label="Login">
        <Field
          label="Email"
          type="email"
          autoComplete={passkeys.own ? 'username webauthn' : 'username'}
          {...form.field('email')}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          aside={<TextLink href={forgotHref}>Forgot password?</TextLink>}
          {...form.field('password')}
        />
        <SubmitButton busy={form.busy}>Login</SubmitButton>
      </form>
      <fieldset className="grid gap-3" disabled={form.busy}>
        <legend className="mb-3 text-sm text-ink-3">
          {passkeys.own ? 'Or without a password' : 'Or with your email alone'}
        </legend>
        <button type="button" className="btn btn-line" onClick={mailCode}>
          <Mail size={18} strokeWidth={1.6} aria-hidden />
          Email me a sign-in code
        </button>
        {passkeys.available && (
          <button type="button" className="btn btn-line" onClick={passkeys.own ? passkeys.signIn : passkeyOf}>
            <KeyRound size={18} strokeWidth={1.6} aria-hidden />
            Sign in with a passkey
          </button>
        )}
      </fieldset>
    </>
  );
}
