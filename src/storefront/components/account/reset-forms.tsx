import { dismissAlert, showAlert } from '../../alert/alert.ts';
import { loadAccounts } from '../../session/session.ts';
import { CodeField, Field } from '../../ui/field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { useForm } from '../../ui/use-form.ts';
import { checkReset, checkResetRequest } from './account-checks.ts';
import { faultOf } from './account-error.ts';
import { NewPasswordField, OwnerOfPassword } from './new-password-field.tsx';
import { ResendCode } from './resend-code.tsx';

function sendResetCode(email: string) {
  return faultOf(async () => {
    const { resetPassword } = await loadAccounts();
    await resetPassword({ username: email });
  });
}

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
  return (
    <form {...form.props} className="grid gap-5" aria-label="Forgot Password">
      <Field label="Email" type="email" autoComplete="username" {...form.field('email')} />
      <SubmitButton busy={form.busy}>Reset Password</SubmitButton>
    </form>
  );
}

/** Asks for the code that was sent, and for the new password. */
export function NewPasswordForm({ email, onReset }: { email: string; onReset: () => void }) {
  const form = useForm({
    initial: { code: '', password: '' },
    check: checkReset,
    begin: dismissAlert,
    async send({ code, password }) {
      const fault = await faultOf(async () => {
        const { confirmResetPassword } = await loadAccounts();
        await confirmResetPassword({ username: email, newPassword: password, confirmationCode: code });
      });
      if (!fault) {
        onReset();
        return undefined;
      }
      if (fault.kind === 'code') return { errors: { code: fault.message } };
      if (fault.kind === 'password') return { errors: { password: fault.message } };
      showAlert({ type: 'error', message: fault.message });
      return {};
    },
  });
  return (
    <>
      <form {...form.props} className="grid gap-5" aria-label="Set New Password">
        <OwnerOfPassword email={email} />
        <CodeField label="Confirmation Code" {...form.field('code')} />
        <NewPasswordField {...form.field('password')} />
        <SubmitButton busy={form.busy}>Confirm</SubmitButton>
      </form>
      <ResendCode send={() => sendResetCode(email)} />
    </>
  );
}
