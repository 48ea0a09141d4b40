import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { showAlert } from '#client/alert/alert.ts';
import { accountPath } from '#client/session/account-path.ts';
import { msg, t } from '#language/message.ts';
import { rich } from '#ui/rich.ts';
import { type AccountStep, useAccountStep } from '../sign-in/use-account-step.ts';
import { AccountFrame, TextLink } from './account-frame.tsx';
import { ConfirmEmailForm } from './confirm-email-form.tsx';
import { RegisterForm } from './register-form.tsx';
import { saveRegisteredUser } from './save-registered-user.ts';
import { emailTypedBefore } from './typed-email.ts';

const description = msg('Make an account to order and to write reviews.');
const nobody = (): AccountStep => ({ email: emailTypedBefore() });

/** Making an account: first its data, then the code that was sent to its address. */
export function Component() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [registered, setRegistered] = useAccountStep();
  const [typed, setTyped] = useState(nobody);
  const returnUrl = params.get('returnUrl');
  const loginHref = accountPath('login', returnUrl);

  async function finish({ email, username = '' }: AccountStep, canSignIn: boolean) {
    const saved = !canSignIn || (await saveRegisteredUser({ email, username }));
    showAlert(
      saved
        ? { type: 'success', message: t('Registration successful') }
        : { type: 'error', message: t('Failed saving user information') },
      { persist: true },
    );
    const query = new URLSearchParams({ registered: 'true', ...(returnUrl && { returnUrl }) });
    await navigate(`/account/login?${query}`, { state: { email } satisfies AccountStep, replace: true });
  }

  function startAgain() {
    setTyped(registered ?? nobody());
    setRegistered(null);
  }

  if (registered) {
    return (
      <AccountFrame
        heading={t('Confirm Your Email')}
        description={t(description)}
        lead={<p>{t('We have sent a code to {email}.', { email: registered.email })}</p>}
      >
        <ConfirmEmailForm email={registered.email} onConfirmed={({ canSignIn }) => finish(registered, canSignIn)} />
        <p className="text-sm text-ink-2">
          <button type="button" className="text-link" onClick={startAgain}>
            {t('Use another address')}
          </button>{' '}
          {rich('or <textlink>log in</textlink>.', {
            textlink: (words) => <TextLink href={loginHref}>{words}</TextLink>,
          })}
        </p>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      heading={t('Register')}
      description={t(description)}
      lead={
        <p>
          {rich('Have an account? <textlink>Login</textlink>', {
            textlink: (words) => <TextLink href={loginHref}>{words}</TextLink>,
          })}
        </p>
      }
    >
      <RegisterForm
        initial={typed}
        loginHref={loginHref}
        forgotHref={accountPath('forgotPassword', returnUrl)}
        onRegistered={setRegistered}
      />
    </AccountFrame>
  );
}
