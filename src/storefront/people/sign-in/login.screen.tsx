import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { accountPath } from '#client/session/account-path.ts';
import { t } from '#language/message.ts';
import { rich } from '#ui/rich.ts';
import { AccountFrame, TextLink } from '../account/account-frame.tsx';
import { ConfirmEmailForm } from '../account/confirm-email-form.tsx';
import { ResendCode } from '../account/resend-code.tsx';
import { emailTypedBefore } from '../account/typed-email.ts';
import { isOfBackOffice, recordWhetherStaff } from '../profile/record-staff.ts';
import { HostedLogin } from './hosted-login.tsx';
import { LoginForm } from './login-form.tsx';
import { safeReturnUrl } from './return-url.ts';
import { CodeStep, FactorStep, NewPasswordStep } from './sign-in-steps.tsx';
import { useAccountStep } from './use-account-step.ts';
import { type SignIn, useSignIn } from './use-sign-in.ts';

/** Signing in, in as many steps as the account asks for; afterwards to the address that was asked for. */
export function Component() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const returnUrl = params.get('returnUrl');
  async function goOn(target: string | null) {
    const path = safeReturnUrl(target);
    await recordWhetherStaff();
    if (isOfBackOffice(path)) window.location.replace(path);
    else await navigate(path, { replace: true });
  }
  const signIn = useSignIn(() => goOn(returnUrl));
  // The registration and the new password hand over the address, so that it need not be typed again.
  const [handedOver] = useAccountStep();

  if (signIn.step.kind !== 'start') {
    const { heading, lead, form } = laterStep(signIn, signIn.step);
    return (
      <Frame heading={heading} lead={lead}>
        {form}
        <p className="text-sm">
          <button type="button" className="text-link" onClick={signIn.cancel}>
            {t('Start again')}
          </button>
        </p>
      </Frame>
    );
  }
  return (
    <Frame
      heading={t('Login')}
      lead={
        <>
          {params.has('registered') && <p>{t('Your account is ready: log in with the password you chose.')}</p>}
          <p>
            {rich('New here? <textlink>Register</textlink>', {
              textlink: (words) => <TextLink href={accountPath('register', returnUrl)}>{words}</TextLink>,
            })}
          </p>
        </>
      }
    >
      <LoginForm
        key={handedOver?.email}
        signIn={signIn}
        email={signIn.email || handedOver?.email || emailTypedBefore()}
        proof={handedOver?.proof}
        forgotHref={accountPath('forgotPassword', returnUrl)}
      />
      <HostedLogin returnUrl={returnUrl} onSignedIn={goOn} />
    </Frame>
  );
}

function Frame(props: { heading: string; lead: ReactNode; children: ReactNode }) {
  return <AccountFrame description={t('Log in to your account.')} {...props} />;
}

type LaterStep = Exclude<SignIn['step'], { kind: 'start' }>;

function laterStep(signIn: SignIn, step: LaterStep): { heading: string; lead: ReactNode; form: ReactNode } {
  switch (step.kind) {
    case 'confirm-email':
      return {
        heading: t('Confirm Your Email'),
        lead: (
          <p>{t('This account is not confirmed yet. We have sent a new code to {email}.', { email: signIn.email })}</p>
        ),
        form: <ConfirmEmailForm email={signIn.email} onConfirmed={() => signIn.again()} />,
      };
    case 'app-code':
      return {
        heading: t('Two-step verification'),
        lead: step.setUpKey ? (
          <>
            <p>{t('Your account asks for a second step. Add an account with this key to your authenticator app:')}</p>
            <code className="font-mono text-sm text-ink">{step.setUpKey}</code>
          </>
        ) : (
          <p>{t('Your authenticator app shows the code.')}</p>
        ),
        form: <CodeStep signIn={signIn} label={t('Authentication code')} isSecond={!step.setUpKey} />,
      };
    case 'sent-code':
      return {
        heading: step.phone ? t('Check Your Messages') : t('Check Your Email'),
        lead: step.phone ? (
          <p>{t('We have sent a sign-in code to {phone}.', { phone: step.phone })}</p>
        ) : (
          <p>{t('If there is an account for {email}, a sign-in code is on its way to it.', { email: signIn.email })}</p>
        ),
        form: (
          <>
            <CodeStep signIn={signIn} label={t('Sign-in code')} isSecond={step.isSecond} />
            <ResendCode send={signIn.again} />
          </>
        ),
      };
    case 'choose-factor':
      return {
        heading: t('Two-step verification'),
        lead: <p>{t('Your account asks for a second step.')}</p>,
        form: <FactorStep signIn={signIn} factors={step.factors} />,
      };
    case 'new-password':
      return {
        heading: t('Set New Password'),
        lead: <p>{t('The password you were given is good for one sign-in only. Please choose your own.')}</p>,
        form: <NewPasswordStep signIn={signIn} />,
      };
  }
}
