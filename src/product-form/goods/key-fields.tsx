import type { ReactNode } from 'react';
import type { GoodsOfOne } from '#contract/goods/goods.ts';
import { t } from '#language/message.ts';
import { rich } from '#ui/rich.ts';
import { DraftAmount } from '../draft-inputs.tsx';
import { GoodsChoice } from './goods-choice.tsx';

type Keys = NonNullable<GoodsOfOne['keys']>;
type KeyFieldsProps = {
  productId: string;
  keys: Keys;
  onChange: (keys: Keys) => void;
  /** How many there are, and more of them. */
  store: ReactNode;
};

export function KeyFields({ productId, keys, onChange, store }: KeyFieldsProps) {
  return (
    <section aria-label={t('Keys')} className="grid gap-4 border-t pt-4">
      <h3 className="text-base">{t('Keys')}</h3>
      <GoodsChoice
        label={t('Keys come')}
        value={keys.source}
        options={[
          { value: 'list', label: t('From a list that you load: each is given out once') },
          { value: 'signed', label: t('Signed by the shop: your software checks them offline') },
        ]}
        onChange={(source) => onChange({ ...keys, source })}
      />
      <DraftAmount
        label={t('Seats of each key')}
        field="goods"
        whole
        value={keys.seats}
        onChange={(seats) => {
          const { seats: _, ...rest } = keys;
          onChange(seats ? { ...rest, seats } : rest);
        }}
        hint={t('Empty: nothing is said of seats.')}
      />
      <DraftAmount
        label={t('Days that a key is valid')}
        field="goods"
        whole
        value={keys.valid_days}
        onChange={(days) => {
          const { valid_days: _, ...rest } = keys;
          onChange(days ? { ...rest, valid_days: days } : rest);
        }}
        hint={t('From the purchase on. Empty: without an end.')}
      />
      {keys.source === 'list' && store}
      {keys.source === 'signed' && (
        <p className="text-sm text-ink-2">
          {rich(
            "How software checks them: <a>the shop's public keys</a>. Those that a refund takes back stand at {code}.",
            {
              a: (words) => (
                <a className="text-link" href="/api/goods/keys">
                  {words}
                </a>
              ),
              code: <code className="break-all">/api/goods/revoked-keys/{productId}</code>,
            },
          )}
        </p>
      )}
    </section>
  );
}
