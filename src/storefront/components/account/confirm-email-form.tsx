import { dismissAlert, showAlert } from '#client/alert/alert.ts';
import { loadAccounts } from '#client/session/session.ts';
import { CodeField } from '#ui/field.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { useForm } from '#ui/use-form.ts';
import { checkConfirmation } from '../../account/account-checks.ts';
import { faultOf } from '../../account/account-fault.ts';
import { ResendCode } from './resend-code.tsx';

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
      let canSignIn = false;
      const fault = await faultOf(async () => {
        const { confirmSignUp } = await loadAccounts();
        const { nextStep } = await confirmSignUp({ username: email, confirmationCode: code });
        canSignIn = nextStep.signUpStep === 'COMPLETE_AUTO_SIGN_IN';
      });
      if (fault?.kind === 'code') return { errors: { code: fault.message } };
      // Confirmed already, by an attempt whose answer was lost or in another tab: that is what was wanted.
      if (fault && fault.kind !== 'confirmed') {
        showAlert({ type: 'error', message: fault.message });
        return {};
      }
      await onConfirmed({ canSignIn });
      return undefined;
    },
  });

  const resend = () =>
    faultOf(async () => {
      const { resendSignUpCode } = await loadAccounts();
      await resendSignUpCode({ username: email });
    });

  return (
    <>
      <form {...form.props} className="grid gap-5" aria-label="Confirm Your Email">
        <CodeField label="Confirmation Code" {...form.field('code')} />
        <SubmitButton busy={form.busy}>Confirm</SubmitButton>
      </form>
      <ResendCode send={resend} />
    </>
  );
}
