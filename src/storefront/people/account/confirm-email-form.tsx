import { dismissAlert, showAlert } from '#client/alert/alert.ts';
import { t } from '#language/message.ts';
import { CodeField } from '#ui/form/secret-fields.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { checkConfirmation } from './account-checks.ts';
import { ResendCode } from './resend-code.tsx';
import { confirmAddress, resendConfirmation } from './sign-up.ts';

type ConfirmEmailFormProps = {
  email: string;
  /** The address is confirmed. `canSignIn`: the account library still knows the password of the registration. */
  onConfirmed: (result: { canSignIn: boolean }) => Promise<unknown>;
};

/** Asks for the code that was sent to the address of a new account. */
export function ConfirmEmailForm({ email, onConfirmed }: ConfirmEmailFormProps) {
  const form = useForm({
    initial: { code: '' },
    check: checkConfirmation,
    begin: dismissAlert,
    async send({ code }) {
      const result = await confirmAddress(email, code);
      if ('fault' in result) {
        if (result.fault.kind === 'code') return { errors: { code: result.fault.message } };
        showAlert({ type: 'error', message: result.fault.message });
        return {};
      }
      await onConfirmed(result);
      return undefined;
    },
  });

  return (
    <>
      <form {...form.props} className="grid gap-5" aria-label={t('Confirm Your Email')}>
        <CodeField label={t('Confirmation Code')} {...form.field('code')} />
        <SubmitButton busy={form.busy}>{t('Confirm')}</SubmitButton>
      </form>
      <ResendCode send={() => resendConfirmation(email)} />
    </>
  );
}
