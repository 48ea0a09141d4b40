import { useState } from 'react';
import type { LibraryEntry } from '#contract/goods/library/library.ts';
import type { OwnProductKeys } from '#contract/goods/product-key.schema.ts';
import { maskKey } from '#contract/goods/product-key.ts';
import { t } from '#language/message.ts';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { localDate } from '#ui/local-date.ts';
import { CopyIcon } from '../copy-icon.tsx';
import { entryName } from '../library-labels.ts';
import { RowsSkeleton } from '../rows-skeleton.tsx';
import type { GoodsState } from './use-goods-state.ts';
import { useKeys } from './use-keys.ts';

/** The keys that were bought: hidden until they are asked for, as somebody may look over a shoulder. */
export function KeysSection({ entry, keys }: { entry: LibraryEntry; keys: GoodsState['keys'] }) {
  return (
    <section aria-label={t('Keys of {entry}', { entry: entryName(entry) })} className="grid gap-3">
      <h3 className="text-sm font-[560]">{t('Keys')}</h3>
      <ShowLoaded from={keys} skeleton={<RowsSkeleton rows={1} />} fault={t('The keys could not be loaded.')}>
        {({ found }) => found && <Keys own={found} />}
      </ShowLoaded>
    </section>
  );
}

function Keys({ own }: { own: OwnProductKeys }) {
  const { waiting, seats, valid_until: until, is_expired: isExpired } = own;
  const { items, more } = useKeys(own);
  return (
    <>
      {items.length > 0 && (
        <ol className="grid gap-1">
          {items.map(({ key_id, key }, index) => (
            <li key={key_id}>
              <KeyLine text={key} name={items.length > 1 ? t('key {value}', { value: index + 1 }) : t('the key')} />
            </li>
          ))}
        </ol>
      )}
      {more && <ActionButton action={more}>{t('Show more keys')}</ActionButton>}
      <p className="text-[0.8125rem] text-ink-3">
        {[
          waiting > 0 &&
            t('{value} not there yet: they come here by themselves as soon as the shop has new ones.', {
              value: waiting === 1 ? t('One key is') : t('{waiting} keys are', { waiting }),
            }),
          seats &&
            t('For {seats} {value}{value2}.', {
              seats,
              value: seats === 1 ? 'seat' : 'seats',
              value2: items.length > 1 ? ' each' : '',
            }),
          until && `${isExpired ? t('Was good until') : t('Good until')} ${localDate(new Date(until))}.`,
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
    </>
  );
}

function KeyLine({ text, name }: { text: string; name: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <code className={`font-mono text-sm [overflow-wrap:anywhere] ${isShown ? 'select-all' : ''}`}>
        {isShown ? text : maskKey(text)}
      </code>
      <button type="button" className="btn btn-ghost btn-sm" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? t('Hide') : t('Show')}
        <span className="sr-only"> {name}</span>
      </button>
      <CopyIcon text={text} label={t('Copy {name}', { name })} />
    </div>
  );
}
