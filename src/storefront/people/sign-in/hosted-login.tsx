import { ArrowUpRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { showAlert } from '#client/alert/alert.ts';
import { accountFault } from '#client/session/account-fault.ts';
import { t } from '#language/message.ts';
import { useShop } from '../../shop/shop-context.ts';

type HostedLoginProps = { returnUrl: string | null; onSignedIn: (returnUrl: string | null) => void };

/** The way to the account service's own login page and back, where one is configured. */
export function HostedLogin({ returnUrl, onSignedIn }: HostedLoginProps) {
  const { hostedLoginDomain } = useShop().accounts;
  const [busy, setBusy] = useState(false);

  async function openHostedLogin() {
    setBusy(true);
    try {
      const { redirectToHostedLogin } = await import('./hosted-login.ts');
      await redirectToHostedLogin(returnUrl);
    } catch (error) {
      showAlert({ type: 'error', message: accountFault(error).message });
      setBusy(false);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is looked at once, on arrival
  useEffect(() => {
    const params = new URLSearchParams(window.location.search);
    if (!hostedLoginDomain || !params.has('state') || !(params.has('code') || params.has('error'))) return;
    setBusy(true);
    import('./hosted-login.ts')
      .then(({ completeHostedLogin }) => completeHostedLogin())
      .then(onSignedIn)
      .catch(() => showAlert({ type: 'error', message: t('The login on the other page was not completed.') }))
      .finally(() => setBusy(false));
  }, []);

  if (!hostedLoginDomain) return null;
  return (
    <button type="button" className="btn btn-line" disabled={busy} onClick={openHostedLogin}>
      {t('Log in on {hostedLoginDomain}', { hostedLoginDomain })}
      <ArrowUpRight size={18} strokeWidth={1.6} aria-hidden />
    </button>
  );
}
