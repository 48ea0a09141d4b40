import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { showAlert } from '#client/alert/alert.ts';
import { accountPath } from '#client/session/account-path.ts';
import { currentUser, endSession } from '#client/session/session.ts';
import { msg, t } from '#language/message.ts';
import { type AccountStep, useAccountStep } from '../sign-in/use-account-step.ts';
import { AccountFrame, TextLink } from './account-frame.tsx';
import { NewPasswordForm, ResetRequestForm } from './reset-forms.tsx';
import { emailTypedBefore } from './typed-email.ts';

const description = msg('Set a new password for your account.');

/** A new password in the place of a forgotten one: first the address, then the code that was sent to it. */
export function Component() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [begun, setBegun] = useAccountStep();
  const [linked, forgetLink] = useMailedLink();
  const sent = linked ?? begun;
  const [typed, setTyped] = useState(emailTypedBefore);
  const loginHref = accountPath('login', params.get('returnUrl'));

  async function finish(step: AccountStep) {
    // The new password has ended every session, also one of this browser.
    if (currentUser.get()) await endSession();
    showAlert({ type: 'success', message: t('Password Reset successful') }, { persist: true });
    await navigate(loginHref, { state: step, replace: true });
  }

  function startAgain() {
    setTyped(sent?.email ?? '');
    forgetLink();
    setBegun(null);
  }

  if (sent) {
    return (
      <AccountFrame
        heading={t('Set New Password')}
        description={t(description)}
        lead={
          sent.proof ? (
            <p>{t('Choose a new password for {email}.', { email: sent.email })}</p>
          ) : (
            <p>{t('If there is an account for {email}, a code is on its way to it.', { email: sent.email })}</p>
          )
        }
      >
        <NewPasswordForm key={sent.proof} email={sent.email} proof={sent.proof} onReset={() => finish(sent)} />
        <p className="text-sm">
          <button type="button" className="text-link" onClick={startAgain}>
            {t('Use another address')}
          </button>
        </p>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      heading={t('Forgot Password')}
      description={t(description)}
      lead={<p>{t('Tell us your address, and we send a code to it.')}</p>}
    >
      <ResetRequestForm email={typed} onSent={(email) => setBegun({ email })} />
      <p className="text-sm">
        <TextLink href={loginHref}>{t('Back to the login')}</TextLink>
      </p>
    </AccountFrame>
  );
}

/** Content of an email's link, and a function that drops it. */
function useMailedLink(): [AccountStep | null, () => void] {
  const [linked, setLinked] = useState<AccountStep | null>(null);

  useEffect(() => {
    const link = linkOf(window.location.hash);
    if (!link) return;
    setLinked(link);
    // Codes that open an account are not left where others can read them.
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  }, []);

  return [linked, () => setLinked(null)];
}

/** Content of an email's link behind its #; null for any other address. */
function linkOf(hash: string): AccountStep | null {
  const parameters = new URLSearchParams(hash.slice(1));
  const [email, proof] = [parameters.get('email'), parameters.get('code')];
  return email && proof ? { email, proof } : null;
}
