import { LoaderCircle } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { firstPriceStep, priceStepOf, priceWays, roundings } from '#contract/catalogue/product/price-step.ts';
import { effectivePrice } from '#contract/catalogue/product/product.ts';
import { formatUnitPrice } from '#contract/money/amount/money.ts';
import type { BulkAnswer, BulkChange } from '#contract/selling/listing/listing.ts';
import { readPlainNumber } from '#contract/text/typed-number.ts';
import { type Message, msg, t } from '#language/message.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { PriceStepFields } from '#ui/form/price-step-fields.tsx';
import type { ChosenAction } from './bulk-bar.tsx';
import { changeMany } from './change-many.ts';
import { ListingBadge } from './listing-badge.tsx';

type BulkDialogProps = {
  sellerId: string;
  action: ChosenAction;
  productIds: string[];
  onDone: (answer: BulkAnswer) => void;
  onClose: () => void;
};

const TYPING_MS = 300;

const titles: Record<ChosenAction, (count: string) => string> = {
  price: (count) => t('Change the price of {count}', { count }),
  stock: (count) => t('Change the stock of {count}', { count }),
  pause: (count) => t('Pause {count}', { count }),
  resume: (count) => t('Resume {count}', { count }),
  archive: (count) => t('Archive {count}', { count }),
  restore: (count) => t('Restore {count}', { count }),
};

const notes: Record<ChosenAction, Message> = {
  price: msg('At once, for every variant in proportion, and for sale prices too.'),
  stock: msg('At once. Of a product with variants each variant is counted for itself: set it in its editor.'),
  pause: msg('Buyers do not see them until you resume them. What was sold stays sold.'),
  resume: msg('Buyers see them again, at once.'),
  archive: msg('Buyers do not see them any more. They can be restored; what was sold stays sold.'),
  restore: msg('They come back as they were.'),
};

/** Shows what would change before it is done, and says on its button how many. */
export function BulkDialog({ sellerId, action, productIds, onDone, onClose }: BulkDialogProps) {
  const [change, setChange] = useState<BulkChange | null>(() => firstChange(action, productIds));
  const [preview, setPreview] = useState<BulkAnswer | null>(null);
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const count = productIds.length === 1 ? '1 product' : t('{length} products', { length: productIds.length });
  const asked = JSON.stringify(change);
  const newest = useRef('');

  useEffect(() => {
    newest.current = asked;
    setFault(undefined);
    if (asked === 'null') return setPreview(null);
    const timer = setTimeout(async () => {
      const answer = await changeMany(sellerId, { ...(JSON.parse(asked) as BulkChange), dry_run: true });
      if (newest.current !== asked) return;
      setPreview(answer.ok ? answer.answer : null);
      setFault(answer.ok ? undefined : answer.fault);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [asked, sellerId]);

  async function apply(event: FormEvent) {
    event.preventDefault();
    if (busy || !change || !preview || preview.changed === 0) return;
    setBusy(true);
    const answer = await changeMany(sellerId, change);
    setBusy(false);
    if (!answer.ok) return setFault(answer.fault);
    onDone(answer.answer);
  }

  const isReady = preview !== null && preview.changed > 0;
  return (
    <Dialog title={titles[action](count)} busy={busy} onClose={onClose} wide>
      <form noValidate onSubmit={apply} className="grid gap-4">
        {action === 'price' && (
          <PriceStepFields
            ways={priceWays}
            roundings={roundings}
            first={firstPriceStep}
            onChange={(way, amount, round) => {
              const step = priceStepOf(way, amount, round);
              setChange(step && { action: 'price', product_ids: productIds, ...step });
            }}
          />
        )}
        {action === 'stock' && <StockChange productIds={productIds} onChange={setChange} />}
        <div aria-live="polite" className="min-h-10">
          {preview && <Preview answer={preview} />}
          {!preview && !fault && change && <p className="text-sm text-ink-3">{t('Working out what would change …')}</p>}
        </div>
        <p role="alert" className="text-sm text-danger empty:hidden">
          {fault}
        </p>
        <p className="text-xs text-ink-3">{t(notes[action])}</p>
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className="btn btn-line btn-sm" onClick={() => !busy && onClose()}>
            {t('Cancel')}
          </button>
          <button
            type="submit"
            className="btn btn-primary btn-sm aria-disabled:opacity-55"
            aria-disabled={!isReady || busy || undefined}
          >
            {busy && <LoaderCircle size={16} aria-hidden className="spinner" />}
            {label(action, preview?.changed ?? 0)}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Changes that need no further word are known at once. */
function firstChange(action: ChosenAction, product_ids: string[]): BulkChange | null {
  return action === 'price' || action === 'stock' ? null : { action, product_ids };
}

function label(action: ChosenAction, count: number): string {
  const products = count === 1 ? '1 product' : t('{count} products', { count });
  if (action === 'price') return count === 1 ? t('Change 1 price') : t('Change {count} prices', { count });
  if (action === 'stock') return t('Change the stock of {products}', { products });
  return titles[action](products);
}

type ChangeProps = { productIds: string[]; onChange: (change: BulkChange | null) => void };

function StockChange({ productIds, onChange }: ChangeProps) {
  const [amount, setAmount] = useState('');
  const [counted, setCounted] = useState(true);
  const id = useId();

  function changeStock(text: string, isCounted: boolean) {
    setAmount(text);
    setCounted(isCounted);
    const value = readPlainNumber(text);
    if (!isCounted) return onChange({ action: 'stock', product_ids: productIds, value: null });
    onChange(value === null || !Number.isInteger(value) ? null : { action: 'stock', product_ids: productIds, value });
  }

  return (
    <div className="flex flex-wrap items-end gap-4 text-sm">
      <div className="grid gap-1.5">
        <label htmlFor={id}>{t('Each has')}</label>
        <input
          id={id}
          inputMode="numeric"
          disabled={!counted}
          className="field num !min-h-9 !w-28 !py-1 !text-right !text-sm disabled:opacity-55"
          value={amount}
          onChange={(event) => changeStock(event.target.value, counted)}
        />
      </div>
      <label className="flex min-h-9 items-center gap-2">
        <input type="checkbox" checked={!counted} onChange={(event) => changeStock(amount, !event.target.checked)} />
        {t('Not counted')}
      </label>
    </div>
  );
}

function Preview({ answer: { action, results } }: { answer: BulkAnswer }) {
  return (
    <table className="w-full text-sm [overflow-wrap:break-word]">
      <caption className="sr-only">{t('What would change')}</caption>
      <tbody>
        {results.map((result) => (
          <tr key={result.product_id} className="border-b align-top">
            <th scope="row" className="py-2 pr-4 text-left font-normal">
              <bdi>{result.name || result.product_id}</bdi>
              {result.message && (
                <small className={`block text-xs ${result.outcome === 'refused' ? 'text-danger' : 'text-warning'}`}>
                  {result.message}
                </small>
              )}
            </th>
            <td className="num py-2 text-right">
              <Outcome action={action} result={result} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Result = BulkAnswer['results'][number];

function Outcome({ action, result }: { action: BulkAnswer['action']; result: Result }) {
  const { outcome, before, after, state_after: state } = result;
  if (outcome === 'refused') return <span className="text-danger">{t('stays as it is')}</span>;
  if (outcome === 'same') return <span className="text-ink-3">{t('as it is')}</span>;
  if (action === 'price' && before && after)
    return (
      <Difference before={formatUnitPrice(effectivePrice(before))} after={formatUnitPrice(effectivePrice(after))} />
    );
  if (action === 'stock' && before && after)
    return <Difference before={stockText(before.stock)} after={stockText(after.stock)} />;
  return state ? <ListingBadge state={state} /> : null;
}

function Difference({ before, after }: { before: string; after: string }) {
  return (
    <>
      <s className="text-ink-3">
        <span className="sr-only">{t('before:')} </span>
        {before}
      </s>{' '}
      <b className="font-[580]">
        <span className="sr-only">{t('after:')} </span>
        {after}
      </b>
    </>
  );
}

function stockText(stock: number | null): string {
  return stock === null ? t('not counted') : stock.toLocaleString('en-US');
}
