import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatAmount } from '#contract/money/amount/money.ts';
import { t } from '#language/message.ts';
import { ActionButton } from '#ui/form/action-button.tsx';
import { findPayIn } from './buyer-wallet.ts';

const PAUSE_MS = 1_500;
const LOOKS = 4;

type Known = Awaited<ReturnType<typeof findPayIn>> | null;

/** Outcome of the top-up that the buyer comes back from. */
export function PayInOutcome({ onSettled }: { onSettled: () => Promise<void> }) {
  const [query] = useSearchParams();
  const id = query.get('pay_in');
  return id ? <Outcome key={id} id={id} isCancelled={query.has('cancelled')} onSettled={onSettled} /> : null;
}

type OutcomeProps = { id: string; isCancelled: boolean; onSettled: () => Promise<void> };

function Outcome({ id, isCancelled, onSettled }: OutcomeProps) {
  const [known, setKnown] = useState<Known>(null);
  const settled = useRef(onSettled);
  useEffect(() => {
    settled.current = onSettled;
  });

  useEffect(() => {
    let isShown = true;
    async function look() {
      for (let time = 0; time < (isCancelled ? 1 : LOOKS) && isShown; time++) {
        if (time > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
        const found = await findPayIn(id, isCancelled);
        if (!isShown) return;
        setKnown(found);
        if (typeof found !== 'object' || found?.state === 'open') continue;
        return settled.current();
      }
    }
    void look();
    return () => {
      isShown = false;
    };
  }, [id, isCancelled]);

  async function lookAgain() {
    const found = await findPayIn(id, isCancelled);
    setKnown(found);
    if (typeof found === 'object' && found?.state !== 'open') await settled.current();
    else return t('Still not confirmed.');
    return undefined;
  }

  const waits = known === 'failed' || (typeof known === 'object' && known?.state === 'open');
  return (
    <div className="my-6 grid justify-items-start gap-3 rounded-lg bg-sunken p-5">
      <p role="status">{outcomeText(known)}</p>
      {waits && <ActionButton action={lookAgain}>{t('Look again')}</ActionButton>}
    </div>
  );
}

function outcomeText(known: Known): string {
  if (known === null) return t('Looking for your payment...');
  if (known === 'unknown') return t('There is no such payment into your wallet.');
  if (known === 'failed') return t('Your payment could not be looked up.');
  const amount = formatAmount(known.amount);
  if (known.state === 'paid') return t('{amount} is in your wallet.', { amount });
  if (known.state === 'expired') return t('{amount} was not paid in. Nothing was charged.', { amount });
  return t('Your payment of {amount} is not confirmed yet. It comes into your wallet by itself as soon as it is.', {
    amount,
  });
}
