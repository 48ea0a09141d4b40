import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { showAlert } from '../../alert/alert.ts';
import { AccountFrame, TextLink } from '../../components/account/account-frame.tsx';
import { NewPasswordForm, ResetRequestForm } from '../../components/account/reset-forms.tsx';
import { type AccountStep, useAccountStep } from '../../components/account/use-account-step.ts';
import { accountPath } from '../../session/account-path.ts';

const description = 'Set a new password for your account.';

/** A new password for who has forgotten the old one: first the address, then the code that was sent to it. */
export function Component() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [sent, setSent] = useAccountStep();
  const [typed, setTyped] = useState('');
  const loginHref = accountPath('login', params.get('returnUrl'));

  function finish(email: string) {
    showAlert({ type: 'success', message: 'Password Reset successful' }, { persist: true });
    void navigate(loginHref, { state: { email } satisfies AccountStep, replace: true });
  }

  function startAgain() {
    setTyped(sent?.email ?? '');
    setSent(null);
  }

  if (sent) {
    return (
      <AccountFrame
        heading="Set New Password"
        description={description}
        lead={<p>If there is an account for {sent.email}, a code is on its way to it.</p>}
      >
        <NewPasswordForm email={sent.email} onReset={() => finish(sent.email)} />
        <p className="text-sm">
          <button type="button" className="text-link" onClick={startAgain}>
            Use another address
          </button>
        </p>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      heading="Forgot Password"
      description={description}
      lead={<p>Tell us your address, and we send a code to it.</p>}
    >
      <ResetRequestForm email={typed} onSent={(email) => setSent({ email })} />
      <p className="text-sm">
        <TextLink href={loginHref}>Back to the login</TextLink>
      </p>
    </AccountFrame>
  );
}
