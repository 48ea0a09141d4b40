import { dismissAlert, showAlert } from '#client/alert/alert.ts';
import { Field } from '#ui/form/field.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { useForm } from '#ui/form/use-form.ts';
import type { AccountStep } from '../sign-in/use-account-step.ts';
import { checkRegistration } from './account-checks.ts';
import { TextLink } from './account-frame.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { signUp } from './sign-up.ts';
import { useTypedEmail } from './typed-email.ts';

type RegisterFormProps = {
  initial: AccountStep;
  loginHref: string;
  forgotHref: string;
  /** The account is made, and a code is on its way to its address. */
  onRegistered: (account: AccountStep) => void;
};

export function RegisterForm({ initial, loginHref, forgotHref, onRegistered }: RegisterFormProps) {
  const form = useForm({
    initial: { email: initial.email, username: initial.username ?? '', password: '' },
    check: checkRegistration,
    begin: dismissAlert,
    async send(typed) {
      const email = typed.email.trim();
      const username = typed.username.trim();
      const fault = await signUp({ email, username, password: typed.password });
      switch (fault?.kind) {
        case undefined:
          onRegistered({ email, username });
          return undefined;
        case 'exists':
          return { errors: { email: <KnownAddress loginHref={loginHref} forgotHref={forgotHref} /> } };
        case 'password':
          return { errors: { password: fault.message } };
        default:
          showAlert({ type: 'error', message: fault?.message ?? '' });
          return {};
      }
    },
  });

  useTypedEmail(form.values.email);

  return (
    <form {...form.props} className="grid gap-5" aria-label="Register">
      <Field label="Email" type="email" autoComplete="username" {...form.field('email')} />
      <Field
        label="Username"
        autoComplete="nickname"
        hint="The name beside your reviews."
        {...form.field('username')}
      />
      <NewPasswordField {...form.field('password')} />
      <SubmitButton busy={form.busy}>Register</SubmitButton>
    </form>
  );
}

function KnownAddress({ loginHref, forgotHref }: { loginHref: string; forgotHref: string }) {
  return (
    <>
      An account with this email exists already. <TextLink href={loginHref}>Log in</TextLink> or{' '}
      <TextLink href={forgotHref}>set a new password</TextLink>.
    </>
  );
}
