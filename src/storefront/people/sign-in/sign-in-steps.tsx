import { useState } from 'react';
import { dismissAlert } from '#client/alert/alert.ts';
import { type Message, msg, t } from '#language/message.ts';
import { Field } from '#ui/form/field.tsx';
import { CodeField } from '#ui/form/secret-fields.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { useOwnAccounts } from '../../shop/shop-context.ts';
import { checkNewPassword } from '../account/account-checks.ts';
import { NewPasswordField, OwnerOfPassword } from '../account/new-password-field.tsx';
import type { SecondFactor } from './sign-in-step.ts';
import type { SignIn } from './use-sign-in.ts';

type CodeStepProps = {
  signIn: SignIn;
  label: string;
  /** The code is the account's second step: a recovery code will do as well. */
  isSecond?: boolean | undefined;
};

/** A code from an app, a mail or a message; or one of those that were kept on paper. */
export function CodeStep({ isSecond, ...step }: CodeStepProps) {
  const [onPaper, setOnPaper] = useState(false);
  const own = useOwnAccounts();
  return (
    <>
      <CodeForm key={String(onPaper)} {...step} {...(onPaper && { label: t('Recovery code'), onPaper })} />
      {isSecond && own && (
        <p className="text-sm">
          <button type="button" className="text-link" onClick={() => setOnPaper(!onPaper)}>
            {onPaper ? t('Use the code that was asked for') : t('Use a recovery code')}
          </button>
        </p>
      )}
    </>
  );
}

function CodeForm({ signIn, label, onPaper }: { signIn: SignIn; label: string; onPaper?: boolean }) {
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => (code.trim() ? {} : { code: `${label} is required` }),
    begin: dismissAlert,
    async send({ code }) {
      const fault = await signIn.answer(code);
      return fault && (fault.kind === 'code' ? { errors: { code: fault.message } } : {});
    },
  });
  return (
    <form {...form.props} className="grid gap-5" aria-label={t('Sign-in code')}>
      {onPaper ? (
        <Field label={label} autoComplete="off" hint={t('Each is good for one login.')} {...form.field('code')} />
      ) : (
        <CodeField label={label} {...form.field('code')} />
      )}
      <SubmitButton busy={form.busy}>{t('Continue')}</SubmitButton>
    </form>
  );
}

const factorNames: Record<SecondFactor, Message> = {
  TOTP: msg('Code from your authenticator app'),
  EMAIL: msg('Code by e-mail'),
  SMS: msg('Code by text message'),
};

/** Which of the account's second factors to use this time. */
export function FactorStep({ signIn, factors }: { signIn: SignIn; factors: SecondFactor[] }) {
  const form = useForm({
    initial: { factor: factors[0] ?? 'TOTP' },
    check: () => ({}),
    begin: dismissAlert,
    async send({ factor }) {
      const fault = await signIn.answer(factor);
      return fault && {};
    },
  });
  return (
    <form {...form.props} className="grid gap-5" aria-label={t('Second factor')}>
      <fieldset className="grid gap-3">
        <legend className="mb-3 text-sm font-[560]">{t('Prove that it is you by')}</legend>
        {factors.map((factor) => (
          <label key={factor} className="choice">
            <input
              type="radio"
              name="factor"
              value={factor}
              checked={form.values.factor === factor}
              onChange={() => form.set('factor', factor)}
            />
            {t(factorNames[factor])}
          </label>
        ))}
      </fieldset>
      <SubmitButton busy={form.busy}>{t('Continue')}</SubmitButton>
    </form>
  );
}

/** The account was given a password that its owner has to replace. */
export function NewPasswordStep({ signIn }: { signIn: SignIn }) {
  const form = useForm({
    initial: { password: '' },
    check: checkNewPassword,
    begin: dismissAlert,
    async send({ password }) {
      const fault = await signIn.answer(password);
      return fault && (fault.kind === 'password' ? { errors: { password: fault.message } } : {});
    },
  });
  return (
    <form {...form.props} className="grid gap-5" aria-label={t('New password')}>
      <OwnerOfPassword email={signIn.email} />
      <NewPasswordField {...form.field('password')} />
      <SubmitButton busy={form.busy}>{t('Continue')}</SubmitButton>
    </form>
  );
}
