import { useState } from 'react';
import type { GoodsOfOne } from '#contract/goods.ts';
import type { LoadedProductKeys, ProductKeyList } from '#contract/product-key.schema.ts';
import { ActionButton } from '#ui/action-button.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { ShowLoaded } from '#ui/show-loaded.tsx';
import { loadKeys, useProductKeys } from '../../../selling/product-keys.ts';
import { DraftAmount, DraftText } from '../draft-inputs.tsx';
import type { SellerHere } from '../seller-screen.tsx';
import { GoodsChoice } from './goods-choice.tsx';

type Keys = NonNullable<GoodsOfOne['keys']>;
type KeyFieldsProps = {
  seller: SellerHere;
  productId: string;
  edition: string;
  keys: Keys;
  onChange: (keys: Keys) => void;
};

export function KeyFields({ seller, productId, edition, keys, onChange }: KeyFieldsProps) {
  return (
    <section aria-label="Keys" className="grid gap-4 border-t pt-4">
      <h3 className="text-base">Keys</h3>
      <GoodsChoice
        label="Keys come"
        value={keys.source}
        options={[
          { value: 'list', label: 'From a list that you load: each is given out once' },
          { value: 'signed', label: 'Signed by the shop: your software checks them offline' },
        ]}
        onChange={(source) => onChange({ ...keys, source })}
      />
      <DraftAmount
        label="Seats of each key"
        field="goods"
        whole
        value={keys.seats}
        onChange={(seats) => {
          const { seats: _, ...rest } = keys;
          onChange(seats ? { ...rest, seats } : rest);
        }}
        hint="Empty: nothing is said of seats."
      />
      <DraftAmount
        label="Days that a key is valid"
        field="goods"
        whole
        value={keys.valid_days}
        onChange={(days) => {
          const { valid_days: _, ...rest } = keys;
          onChange(days ? { ...rest, valid_days: days } : rest);
        }}
        hint="From the purchase on. Empty: without an end."
      />
      {keys.source === 'list' && <KeyStore sellerId={seller.sellerId} productId={productId} edition={edition} />}
      {keys.source === 'signed' && (
        <p className="text-sm text-ink-2">
          How software checks them:{' '}
          <a className="text-link" href="/api/goods/keys">
            the shop's public keys
          </a>
          . Those that a refund takes back stand at{' '}
          <code className="break-all">/api/goods/revoked-keys/{productId}</code>.
        </p>
      )}
    </section>
  );
}

/** How many keys there are, and more of them. */
function KeyStore({ sellerId, productId, edition }: { sellerId: string; productId: string; edition: string }) {
  const product = { sellerId, productId };
  const found = useProductKeys(product);
  const [text, setText] = useState('');
  const [said, setSaid] = useState<LoadedProductKeys | { fault: string } | null>(null);

  /** One answer for both buttons: what was wrong with a list before is not said beside what became of the next. */
  async function load(dryRun: boolean): Promise<undefined> {
    setSaid(null);
    if (text.trim() === '') return void setSaid({ fault: 'Paste the keys first, one on each line.' });
    const loaded = await loadKeys(product, { keys: text, edition, dryRun });
    setSaid(loaded);
    if ('fault' in loaded || dryRun) return;
    setText('');
    await found.reload();
  }

  return (
    <div className="grid gap-4">
      <ShowLoaded from={found} skeleton={<RowSkeleton rows={1} />} fault="The keys could not be counted.">
        {({ lists }) => <KeyCounts list={lists.find((list) => list.edition === edition)} />}
      </ShowLoaded>
      <DraftText
        label="Load keys"
        field="keys"
        rows={4}
        value={text}
        onChange={setText}
        hint="One on each line, at most 10,000 at once. They are stored sealed, and each is shown to its buyer alone."
      />
      <div className="flex flex-wrap gap-3">
        <ActionButton className="btn btn-primary btn-sm" action={() => load(false)}>
          Load these keys
        </ActionButton>
        <ActionButton className="btn btn-ghost btn-sm" action={() => load(true)}>
          Look first
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
      {`${count(free)} free, ${count(given)} given out, ${count(revoked)} revoked`}
      {waiting > 0 && `; ${waiting === 1 ? '1 buyer waits' : `${count(waiting)} buyers wait`} for one`}
      {free === 0 ? '. Without a free key the product is out of stock.' : isLow ? '. It is running low.' : '.'}
    </p>
  );
}

function saidText({ loaded, duplicates, served, dry_run: isDryRun }: LoadedProductKeys): string {
  const left = duplicates > 0 ? ` ${count(duplicates)} left out: known already, or named twice.` : '';
  const went = served > 0 ? ` ${count(served)} went to buyers who had waited.` : '';
  return `${keysText(loaded)} ${isDryRun ? 'would be loaded' : 'loaded'}.${left}${went}`;
}

function keysText(keys: number): string {
  return keys === 1 ? '1 key' : `${count(keys)} keys`;
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}
