import { dismissAlert, showAlert } from '#client/alert/alert.ts';
import type { AccountFault } from '#client/session/account-fault.ts';
import { t } from '#language/message.ts';
import { Field } from '#ui/form/field.tsx';
import { CodeField } from '#ui/form/secret-fields.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { useOwnAccounts } from '../../shop/shop-context.ts';
import { checkReset, checkResetRequest } from './account-checks.ts';
import { NewPasswordField, OwnerOfPassword } from './new-password-field.tsx';
import { ResendCode } from './resend-code.tsx';
import { sendResetCode, setNewPassword } from './reset-password.ts';
import { useTypedEmail } from './typed-email.ts';

/** Asks where to send the code that allows a new password. */
export function ResetRequestForm({ email, onSent }: { email: string; onSent: (email: string) => void }) {
  const form = useForm({
    initial: { email },
    check: checkResetRequest,
    begin: dismissAlert,
    async send(typed) {
      const fault = await sendResetCode(typed.email.trim());
      if (!fault) {
        onSent(typed.email.trim());
        return undefined;
      }
      showAlert({ type: 'error', message: fault.message });
      return {};
    },
  });
  useTypedEmail(form.values.email);
  return (
    <form {...form.props} className="grid gap-5" aria-label={t('Forgot Password')}>
      <Field label={t('Email')} type="email" autoComplete="username" {...form.field('email')} />
      <SubmitButton busy={form.busy}>{t('Reset Password')}</SubmitButton>
    </form>
  );
}

type NewPasswordFormProps = {
  email: string;
  /** Proof from the link that was opened: it stands for the code. */
  proof: string | undefined;
  onReset: () => void;
};

/** Asks for the code that was sent, where it is not known by now, and for the new password. */
export function NewPasswordForm({ email, proof, onReset }: NewPasswordFormProps) {
  const hasLinks = useOwnAccounts();
  const form = useForm({
    initial: { code: proof ?? '', password: '' },
    check: checkReset,
    begin: dismissAlert,
    async send({ code, password }) {
      const fault = await setNewPassword({ email, code, password });
      if (!fault) {
        onReset();
        return undefined;
      }
      if (fault.kind === 'code' && !proof) return { errors: { code: fault.message } };
      if (fault.kind === 'password') return { errors: { password: fault.message } };
      showAlert({ type: 'error', message: messageOf(fault) });
      return {};
    },
  });

  function messageOf({ kind, message }: AccountFault): string {
    if (kind === 'code') return t('This link is no longer valid. Please have a new mail sent.');
    // Anybody may have tried the code; the link beside it cannot be guessed.
    return kind === 'wait' && hasLinks && !proof
      ? t('This code was tried too often. Open the link in the mail.')
      : message;
  }

  return (
    <>
      <form {...form.props} className="grid gap-5" aria-label={t('Set New Password')}>
        <OwnerOfPassword email={email} />
        {!proof && <CodeField label={t('Confirmation Code')} {...form.field('code')} />}
        <NewPasswordField {...form.field('password')} />
        <SubmitButton busy={form.busy}>{t('Confirm')}</SubmitButton>
      </form>
      {!proof && <ResendCode send={() => sendResetCode(email)} />}
    </>
  );
}
