import { useEffect, useState } from 'react';
import type { AccountFault } from '#client/session/account-fault.ts';
import { t } from '#language/message.ts';

/** Long enough for a mail to arrive before the next one is asked for. */
const COOLDOWN_SECONDS = 30;

/** Has a code sent once more by `send`. After a success the button pauses, and says for how long. */
export function ResendCode({ send }: { send: () => Promise<AccountFault | undefined> }) {
  const [cooldown, setCooldown] = useState(0);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState('');

  useEffect(() => {
    if (cooldown === 0) return;
    const timer = setTimeout(() => setCooldown(cooldown - 1), 1_000);
    return () => clearTimeout(timer);
  }, [cooldown]);

  async function resend() {
    setBusy(true);
    setSaid('');
    const fault = await send();
    setSaid(fault?.message ?? t('A new code is on its way. Only the newest one counts.'));
    if (!fault) setCooldown(COOLDOWN_SECONDS);
    setBusy(false);
  }

  return (
    <div className="grid gap-2 text-sm">
      <p className="flex items-center gap-3">
        <button type="button" className="btn btn-line btn-sm" disabled={busy || cooldown > 0} onClick={resend}>
          {t('Send the code again')}
        </button>
        {cooldown > 0 && <span className="num text-ink-3">{t('possible in {cooldown} s', { cooldown })}</span>}
      </p>
      <p role="status" className="text-ink-2 empty:hidden">
        {said}
      </p>
    </div>
  );
}
