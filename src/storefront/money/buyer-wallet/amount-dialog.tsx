import { useState } from 'react';
import { formatAmount } from '#contract/money/amount/money.ts';
import type { BuyerWallet } from '#contract/money/buyer-wallet.ts';
import { readCents } from '#contract/text/typed-number.ts';
import { t } from '#language/message.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { createRequestKeys, payInFault, startPayIn, takeBack, withdrawalFault } from './buyer-wallet.ts';

type AmountDialogProps = {
  way: 'pay in' | 'take back';
  wallet: BuyerWallet;
  onMoved: () => Promise<void>;
  onClose: () => void;
};

const usual = [25, 50, 100, 250];

/** Asks how much: to be paid in on the provider's page, or to go back to the cards. */
export function AmountDialog({ way, wallet, onMoved, onClose }: AmountDialogProps) {
  const isIn = way === 'pay in';
  const [keys] = useState(createRequestKeys);
  const [amount, setAmount] = useState(isIn ? '' : wallet.can_withdraw.toFixed(2));
  const [judged, setJudged] = useState(false);
  const fault = isIn ? payInFault(amount, wallet) : withdrawalFault(amount, wallet);
  const cents = readCents(amount);

  async function confirm() {
    setJudged(true);
    if (fault) return '';
    const failed = await (isIn ? startPayIn : takeBack)(amount, keys);
    // On the way to the provider's page the dialog stays: nothing has moved yet.
    if (failed || isIn) return failed ?? '';
    await onMoved();
    return undefined;
  }

  const verb = isIn ? t('Pay In') : t('Take Back');
  return (
    <ConfirmDialog
      tone="main"
      title={isIn ? t('Pay into your wallet') : t('Take money back to your card')}
      confirmLabel={fault || cents === null ? verb : `${verb} ${formatAmount(cents / 100)}`}
      onConfirm={confirm}
      onClose={onClose}
    >
      {isIn && <Usual room={wallet.room} chosen={cents} onChoose={setAmount} />}
      <Field
        label={t('Amount in dollars')}
        name="amount"
        value={amount}
        onChange={setAmount}
        error={judged ? fault : undefined}
        autoComplete="off"
      />
      <p className="text-sm">
        {isIn
          ? t('You pay it by card on the next page. It is yours: what you do not spend can go back to your card.')
          : t('It goes to the cards that you paid in from, the latest first. Your bank shows it within a few days.')}
      </p>
    </ConfirmDialog>
  );
}

type UsualProps = { room: number; chosen: number | null; onChoose: (amount: string) => void };

function Usual({ room, chosen, onChoose }: UsualProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that fill in a field, not fields
    <div role="group" aria-label={t('Usual amounts')} className="flex flex-wrap gap-2">
      {usual
        .filter((amount) => amount <= room)
        .map((amount) => (
          <button
            key={amount}
            type="button"
            className="chip"
            aria-pressed={chosen === amount * 100}
            onClick={() => onChoose(amount.toFixed(2))}
          >
            ${amount}
          </button>
        ))}
    </div>
  );
}
