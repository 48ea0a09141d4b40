import { useState } from 'react';
import type { LoadedProductKeys, ProductKeyList } from '#contract/goods/product-key.schema.ts';
import { t } from '#language/message.ts';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import type { Loaded } from '#ui/loading/use-loaded.ts';
import { RowSkeleton } from '#ui/section.tsx';
import { DraftText } from '../draft-inputs.tsx';

type KeyStoreProps = {
  edition: string;
  found: Loaded<{ lists: ProductKeyList[] }>;
  /** Loads a key of each line, or says what would be loaded. */
  load: (given: { keys: string; edition: string; dryRun: boolean }) => Promise<LoadedProductKeys | { fault: string }>;
};

/** How many keys there are, and more of them. */
export function KeyStore({ edition, found, load: send }: KeyStoreProps) {
  const [text, setText] = useState('');
  const [said, setSaid] = useState<LoadedProductKeys | { fault: string } | null>(null);

  /** One answer for both buttons: what was wrong with a list before is not said beside what became of the next. */
  async function load(dryRun: boolean): Promise<undefined> {
    setSaid(null);
    if (text.trim() === '') return void setSaid({ fault: t('Paste the keys first, one on each line.') });
    const loaded = await send({ keys: text, edition, dryRun });
    setSaid(loaded);
    if ('fault' in loaded || dryRun) return;
    setText('');
    await found.reload();
  }

  return (
    <div className="grid gap-4">
      <ShowLoaded from={found} skeleton={<RowSkeleton rows={1} />} fault={t('The keys could not be counted.')}>
        {({ lists }) => <KeyCounts list={lists.find((list) => list.edition === edition)} />}
      </ShowLoaded>
      <DraftText
        label={t('Load keys')}
        field="keys"
        rows={4}
        value={text}
        onChange={setText}
        hint={t(
          'One on each line, at most 10,000 at once. They are stored sealed, and each is shown to its buyer alone.',
        )}
      />
      <div className="flex flex-wrap gap-3">
        <ActionButton className="btn btn-primary btn-sm" action={() => load(false)}>
          {t('Load these keys')}
        </ActionButton>
        <ActionButton className="btn btn-ghost btn-sm" action={() => load(true)}>
          {t('Look first')}
        </ActionButton>
      </div>
      <p role="status" className="text-sm text-ink-2 empty:hidden">
        {said && !('fault' in said) && saidText(said)}
      </p>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {said && 'fault' in said && said.fault}
      </p>
    </div>
  );
}

function KeyCounts({ list }: { list: ProductKeyList | undefined }) {
  const { free = 0, given = 0, revoked = 0, waiting = 0, is_low: isLow = true } = list ?? {};
  return (
    <p className={`num text-sm ${isLow ? 'text-warning' : 'text-ink-2'}`}>
      {t('{free} free, {given} given out, {revoked} revoked', {
        free: count(free),
        given: count(given),
        revoked: count(revoked),
      })}
      {waiting > 0 &&
        `; ${waiting === 1 ? t('1 buyer waits') : t('{waiting} buyers wait', { waiting: count(waiting) })} for one`}
      {free === 0 ? '. Without a free key the product is sold out.' : isLow ? '. It is running low.' : '.'}
    </p>
  );
}

function saidText({ loaded, duplicates, served, dry_run: isDryRun }: LoadedProductKeys): string {
  const left =
    duplicates > 0
      ? t(' {duplicates} left out: known already, or named twice.', { duplicates: count(duplicates) })
      : '';
  const went = served > 0 ? t(' {served} went to buyers who had waited.', { served: count(served) }) : '';
  return t('{loaded} {value}.{left}{went}', {
    loaded: keysText(loaded),
    value: isDryRun ? t('would be loaded') : 'loaded',
    left,
    went,
  });
}

function keysText(keys: number): string {
  return keys === 1 ? '1 key' : t('{keys} keys', { keys: count(keys) });
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}
