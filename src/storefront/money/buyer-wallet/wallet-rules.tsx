import { type FormEvent, useState } from 'react';
import { formatAmount } from '#contract/money/amount/money.ts';
import type { BuyerWallet, RefundTarget } from '#contract/money/buyer-wallet.ts';
import { readCents } from '#contract/text/typed-number.ts';
import { type Message, msg, t } from '#language/message.ts';
import { Field } from '#ui/form/field.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { Section } from '#ui/section.tsx';
import { saveRules } from './buyer-wallet.ts';

type WalletRulesProps = { wallet: BuyerWallet; onSaved: () => Promise<void> };

/** Where refunds go, and how much may be paid from the wallet in a month. */
export function WalletRules({ wallet, onSaved }: WalletRulesProps) {
  const [refundsTo, setRefundsTo] = useState<RefundTarget>(wallet.refunds_to);
  const [limit, setLimit] = useState(wallet.monthly_limit?.toFixed(2) ?? '');
  const [judged, setJudged] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const cents = limit.trim() === '' ? null : readCents(limit);
  const limitFault =
    limit.trim() !== '' && !cents ? t('Write an amount such as 100.00, or nothing for no limit') : undefined;

  async function save(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setJudged(true);
    setFault(undefined);
    if (limitFault) return;
    setBusy(true);
    const found = await saveRules({ monthly_limit: cents === null ? null : cents / 100, refunds_to: refundsTo });
    setBusy(false);
    setFault(found);
    if (!found) await onSaved();
  }

  return (
    <form noValidate onSubmit={save} aria-label={t('Rules of your wallet')} className="mt-10 print:hidden">
      <Section
        title={t('Refunds')}
        lead={t(
          'Where your money goes when an order is refunded. What you paid from your wallet always comes back to it.',
        )}
      >
        <fieldset className="grid gap-2">
          <legend className="sr-only">{t('Refunds')}</legend>
          {targets.map(({ target, name, about }) => (
            <label key={target} className="flex items-baseline gap-2">
              <input
                type="radio"
                name="refunds_to"
                checked={refundsTo === target}
                onChange={() => setRefundsTo(target)}
              />
              <span>
                {t(name)} <span className="text-sm text-ink-3">{t(about)}</span>
              </span>
            </label>
          ))}
        </fieldset>
      </Section>
      <Section
        title={t('Monthly limit')}
        lead={t('No more than this is paid from your wallet in a month, whoever is at your device.')}
      >
        <Field
          label={t('Limit per month, in dollars')}
          name="monthly_limit"
          value={limit}
          onChange={setLimit}
          required={false}
          error={judged ? limitFault : undefined}
          hint={t('Leave it empty for no limit.')}
          autoComplete="off"
        />
        <Spent wallet={wallet} />
      </Section>
      <div className="grid justify-items-start gap-2 border-t pt-6">
        <p role="alert" className="text-sm text-danger empty:hidden">
          {fault}
        </p>
        <SubmitButton busy={busy} className="btn btn-primary">
          {t('Save Rules')}
        </SubmitButton>
      </div>
    </form>
  );
}

const targets: Array<{ target: RefundTarget; name: Message; about: Message }> = [
  {
    target: 'card',
    name: msg('Back to my card'),
    about: msg('Or where else you paid from. It takes your bank a few days.'),
  },
  {
    target: 'wallet',
    name: msg('To my wallet'),
    about: msg('At once, to be spent here: it cannot go back to a card.'),
  },
];

function Spent({ wallet: { spent_this_month: spent, monthly_limit: limit } }: { wallet: BuyerWallet }) {
  if (limit === null)
    return spent > 0 ? (
      <p className="text-sm text-ink-3">{t('{spent} was spent this month.', { spent: formatAmount(spent) })}</p>
    ) : null;
  return (
    <div className="grid gap-1.5 text-sm text-ink-3">
      <meter
        className="h-2 w-full max-w-80"
        aria-label={t('Spent this month')}
        min={0}
        max={limit}
        value={Math.min(spent, limit)}
        aria-valuetext={t('{spent} of {limit}', { spent: formatAmount(spent), limit: formatAmount(limit) })}
      />
      <p>{t('{spent} of {limit} is spent this month.', { spent: formatAmount(spent), limit: formatAmount(limit) })}</p>
    </div>
  );
}
