import { dismissAlert, showAlert } from '#client/alert/alert.ts';
import { t } from '#language/message.ts';
import { Field } from '#ui/form/field.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { rich } from '#ui/rich.ts';
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
    <form {...form.props} className="grid gap-5" aria-label={t('Register')}>
      <Field label={t('Email')} type="email" autoComplete="username" {...form.field('email')} />
      <Field
        label={t('Username')}
        autoComplete="nickname"
        hint={t('The name beside your reviews.')}
        {...form.field('username')}
      />
      <NewPasswordField {...form.field('password')} />
      <SubmitButton busy={form.busy}>{t('Register')}</SubmitButton>
    </form>
  );
}

function KnownAddress({ loginHref, forgotHref }: { loginHref: string; forgotHref: string }) {
  return (
    <>
      {rich(
        'An account with this email exists already. <textlink>Log in</textlink> or <textlink2>set a new password</textlink2>.',
        {
          textlink: (words) => <TextLink href={loginHref}>{words}</TextLink>,
          textlink2: (words) => <TextLink href={forgotHref}>{words}</TextLink>,
        },
      )}
    </>
  );
}
