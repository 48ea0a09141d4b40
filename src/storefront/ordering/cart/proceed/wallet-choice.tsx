import { useStore } from '@nanostores/react';
import { useEffect, useId, useRef } from 'react';
import { smallestCardPayment } from '#contract/money/amount/card-amount.ts';
import { formatAmount, formatCents } from '#contract/money/amount/money.ts';
import type { BuyerWallet } from '#contract/money/buyer-wallet.ts';
import { readCents } from '#contract/text/typed-number.ts';
import { t } from '#language/message.ts';
import { Field } from '#ui/form/field.tsx';
import { walletPart } from '../cart.ts';
import { useWalletBesideCart } from './use-wallet-beside-cart.ts';

type WalletChoiceProps = {
  /** In cents: what is to be paid. */
  total: number;
  /** While it is being paid nothing changes; when that has failed the wallet is asked for again. */
  busy: boolean;
  /** In cents: what of it is paid from the wallet; null while that is no amount that can be. */
  onChoose: (cents: number | null) => void;
};

/** Choice for customers with money in their wallet: whether to pay from it, and how much. */
export function WalletChoice({ total, busy, onChoose }: WalletChoiceProps) {
  const { value, reload } = useWalletBesideCart();
  const wasBusy = useRef(busy);
  useEffect(() => {
    if (wasBusy.current && !busy) void reload();
    wasBusy.current = busy;
  }, [busy, reload]);
  if (!value?.is_open || value.balance === 0 || total === 0) return null;
  return <Choice wallet={value} total={total} onChoose={onChoose} />;
}

type ChoiceProps = Omit<WalletChoiceProps, 'busy'> & { wallet: BuyerWallet };

function Choice({ wallet, total, onChoose }: ChoiceProps) {
  const most = mostOf(wallet, total);
  // With the cart, not with this screen: it is there again for whoever comes back from another one.
  const part = useStore(walletPart);
  const isOn = part !== null;
  const text = part === 'most' ? null : part;
  const hint = useId();
  const asked = text === null ? most : readCents(text);
  const fault = isOn ? faultOf(asked, { most, total }) : undefined;
  const cents = fault ? null : isOn ? (asked ?? 0) : 0;

  useEffect(() => onChoose(cents), [cents, onChoose]);
  // Hidden choices pay nothing from the wallet.
  useEffect(() => () => onChoose(0), [onChoose]);

  return (
    <div className="grid gap-3 border-t pt-5 text-sm">
      <label className="flex items-center gap-2.5">
        <input
          type="checkbox"
          checked={isOn}
          disabled={most === 0 && !isOn}
          aria-describedby={hint}
          onChange={(event) => walletPart.set(event.target.checked ? 'most' : null)}
        />
        <span className="min-w-0 flex-1">{t('Pay from my wallet')}</span>
        <span className="num text-ink-2">{formatAmount(wallet.balance)}</span>
      </label>
      {isOn && (
        <Field
          label={t('Amount from my wallet, in dollars')}
          name="wallet_amount"
          value={text ?? (most / 100).toFixed(2)}
          onChange={walletPart.set}
          error={fault}
          autoComplete="off"
        />
      )}
      <p id={hint} role="status" className="text-ink-3 empty:hidden">
        {isOn && cents !== null ? restText(total - cents) : limitText(wallet, most)}
      </p>
    </div>
  );
}

/** As much as is there, may be spent this month, and leaves nothing or enough for a card. */
function mostOf({ balance, monthly_limit: limit, spent_this_month: spent }: BuyerWallet, total: number): number {
  const left = limit === null ? balance : Math.max(0, Math.min(balance, limit - spent));
  const cents = Math.min(Math.round(left * 100), total);
  const rest = total - cents;
  return rest === 0 || rest >= smallestCardPayment ? cents : Math.max(0, total - smallestCardPayment);
}

function faultOf(cents: number | null, { most, total }: { most: number; total: number }): string | undefined {
  if (cents === null || cents === 0) return t('Write an amount such as 12.50');
  if (cents > most) return t('At most {most} can be paid from your wallet', { most: formatCents(most) });
  const rest = total - cents;
  if (rest > 0 && rest < smallestCardPayment)
    return t('A card pays {smallestCardPayment} or more: take at most {value}, or all', {
      smallestCardPayment: formatCents(smallestCardPayment),
      value: formatCents(total - smallestCardPayment),
    });
  return undefined;
}

function restText(rest: number): string {
  return rest === 0
    ? t('Your wallet pays all of it.')
    : t('Your card pays the other {rest}.', { rest: formatCents(rest) });
}

function limitText({ monthly_limit: limit, spent_this_month: spent }: BuyerWallet, most: number): string {
  if (most > 0 || limit === null) return '';
  return t('Your limit of {limit} per month is reached: {spent} is spent.', {
    limit: formatAmount(limit),
    spent: formatAmount(spent),
  });
}
