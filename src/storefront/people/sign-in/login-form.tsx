import { KeyRound, Mail } from 'lucide-react';
import { dismissAlert } from '#client/alert/alert.ts';
import type { AccountFault } from '#client/session/account-fault.ts';
import { t } from '#language/message.ts';
import { Field } from '#ui/form/field.tsx';
import { PasswordField } from '#ui/form/secret-fields.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { checkLogin } from '../account/account-checks.ts';
import { TextLink } from '../account/account-frame.tsx';
import { useTypedEmail } from '../account/typed-email.ts';
import { withMailedCode, withPasskeyOf, withPassword } from './sign-in-calls.ts';
import { usePasskeys } from './use-passkeys.ts';
import type { SignIn, SignInCall } from './use-sign-in.ts';

type LoginFormProps = {
  signIn: SignIn;
  email: string;
  /** Proof from the email by which the password was just set: wrong tries of strangers do not count for this login. */
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
    async send({ email, password }) {
      const fault = await begin(email, (username) => withPassword(username, password, proof));
      if (fault?.kind !== 'credentials') return fault && {};
      return { errors: { password: fault.message }, clear: ['password'] };
    },
  });
  useTypedEmail(form.values.email);

  function begin(email: string, callOf: (username: string) => SignInCall): Promise<AccountFault | undefined> {
    const username = email.trim();
    return signIn.start(username, callOf(username));
  }

  /** Sends the address alone: what goes wrong is no fault of the password. */
  const sendAddress = (callOf: (username: string) => SignInCall) =>
    form.sendOnly(['email'], async ({ email }) => (await begin(email, callOf)) && {});
  const mailCode = () => sendAddress(withMailedCode);
  const passkeyOf = () => sendAddress(withPasskeyOf);

  return (
    <>
      <form {...form.props} className="grid gap-5" aria-label={t('Login')}>
        <Field
          label={t('Email')}
          type="email"
          autoComplete={passkeys.own ? 'username webauthn' : 'username'}
          {...form.field('email')}
        />
        <PasswordField
          label={t('Password')}
          autoComplete="current-password"
          aside={<TextLink href={forgotHref}>{t('Forgot password?')}</TextLink>}
          {...form.field('password')}
        />
        <SubmitButton busy={form.busy}>{t('Login')}</SubmitButton>
      </form>
      <fieldset className="grid gap-3" disabled={form.busy}>
        <legend className="mb-3 text-sm text-ink-3">
          {passkeys.own ? t('Or without a password') : t('Or with your email alone')}
        </legend>
        <button type="button" className="btn btn-line" onClick={mailCode}>
          <Mail size={18} strokeWidth={1.6} aria-hidden />
          {t('Email me a sign-in code')}
        </button>
        {passkeys.available && (
          <button type="button" className="btn btn-line" onClick={passkeys.own ? passkeys.signIn : passkeyOf}>
            <KeyRound size={18} strokeWidth={1.6} aria-hidden />
            {t('Sign in with a passkey')}
          </button>
        )}
      </fieldset>
    </>
  );
}
