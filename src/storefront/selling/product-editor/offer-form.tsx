import { LoaderCircle } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { selectedOptionsText, variantKey } from '#contract/catalogue/product/variant.ts';
import type { ListingContent, PutOffer } from '#contract/selling/listing/listing.ts';
import { t } from '#language/message.ts';
import { DraftAmount } from '#product-form/draft-inputs.tsx';
import { focusFault } from '#ui/form/focus-fault.ts';
import { isOfKeys, offerOf } from '../listing/offer-of.ts';
import type { Draft } from './use-draft.ts';

type OfferFormProps = { approved: ListingContent; saveOffer: Draft['saveOffer'] };

/** While it is typed a price may be empty. */
type Emptied<Price> = Omit<Price, 'price'> & { price?: number | null };
type Written = Emptied<Omit<PutOffer, 'variants'>> & { variants?: Emptied<OfferVariant>[] };
type OfferVariant = NonNullable<PutOffer['variants']>[number];

/** Price, sale and stock of what has been approved: they change at once, beside the draft. */
export function OfferForm({ approved, saveOffer }: OfferFormProps) {
  const [offer, setOffer] = useState<Written>(() => offerOf(approved));
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const [told, setTold] = useState('');
  const { variants = [] } = offer;

  function change(next: Written) {
    setOffer((known) => ({ ...known, ...next }));
    setTold('');
  }

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    setFault(undefined);
    setTold('');
    // Text that is no amount was never taken: the one before would be saved in its place.
    if (focusFault(event.currentTarget)) return;
    setBusy(true);
    const answer = await saveOffer(offer as PutOffer);
    setBusy(false);
    if ('fault' in answer) return setFault(answer.fault);
    const what = answer.waits
      ? t('The new price waits for approval: it changes by much.')
      : t('Saved. Buyers see it now.');
    setTold([what, ...answer.warnings].join(' '));
  }

  const cell = 'px-1 py-1.5';
  return (
    <form noValidate onSubmit={save} aria-label={t('Price and stock')} className="grid gap-4 border-y py-4">
      <p className="text-sm text-ink-2">
        {t('Price, sale and stock change at once when you save them here. They are no part of the draft.')}
      </p>
      <label className="flex items-center gap-2 text-sm">
        <input
          type="checkbox"
          checked={offer.on_sale ?? false}
          onChange={(event) => change({ on_sale: event.target.checked })}
        />
        {t('On sale at a lower price')}
      </label>
      {variants.length === 0 ? (
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          <DraftAmount
            label={t('Price')}
            field="price"
            value={offer.price}
            needed={approved.price != null}
            onChange={(price) => change({ price })}
          />
          {offer.on_sale && (
            <DraftAmount
              label={t('Sale price')}
              field="sale_price"
              value={offer.sale_price}
              onChange={(sale_price) => change({ sale_price })}
            />
          )}
          {isOfKeys(approved) ? (
            <div className="text-sm">
              <p className="font-[560]">{t('Stock')}</p>
              <p className="num mt-2.5">{keysText(approved.stock)}</p>
            </div>
          ) : (
            <DraftAmount
              label={t('Stock')}
              field="stock"
              whole
              placeholder={t('not counted')}
              value={offer.stock}
              onChange={(stock) => change({ stock })}
            />
          )}
        </div>
      ) : (
        <table className="w-full text-sm [overflow-wrap:break-word] [&_.field]:!px-2">
          <caption className="sr-only">{t('What each variant costs now')}</caption>
          <thead className="text-xs text-ink-3">
            <tr>
              <th scope="col" className="py-1.5 text-left font-normal">
                {t('Choice')}
              </th>
              <th scope="col" className={`${cell} w-28 text-right font-normal`}>
                {t('Price')}
              </th>
              {offer.on_sale && (
                <th scope="col" className={`${cell} w-28 text-right font-normal`}>
                  {t('Sale price')}
                </th>
              )}
              <th scope="col" className={`${cell} w-28 text-right font-normal`}>
                {t('Stock')}
              </th>
            </tr>
          </thead>
          <tbody>
            {variants.map((variant, at) => {
              const name = selectedOptionsText(variant.selected_options);
              const put = (given: object) =>
                change({ variants: variants.map((known, index) => (index === at ? { ...known, ...given } : known)) });
              return (
                <tr key={variantKey(variant.selected_options)} className="border-t">
                  <th scope="row" className="py-1.5 text-left font-[540]">
                    <bdi>{name}</bdi>
                  </th>
                  <td className={cell}>
                    <DraftAmount
                      name={t('Price of {name}', { name })}
                      field="price"
                      value={variant.price}
                      needed={approved.variants?.[at]?.price != null}
                      onChange={(price) => put({ price })}
                    />
                  </td>
                  {offer.on_sale && (
                    <td className={cell}>
                      <DraftAmount
                        name={t('Sale price of {name}', { name })}
                        field="sale_price"
                        value={variant.sale_price}
                        onChange={(sale_price) => put({ sale_price })}
                      />
                    </td>
                  )}
                  <td className={`${cell} num text-right`}>
                    {isOfKeys(approved, variant.selected_options) ? (
                      keysText(approved.variants?.[at]?.stock)
                    ) : (
                      <DraftAmount
                        name={t('Stock of {name}', { name })}
                        field="stock"
                        whole
                        placeholder={t('not counted')}
                        value={variant.stock}
                        onChange={(stock) => put({ stock })}
                      />
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <button type="submit" className="btn btn-primary btn-sm" aria-disabled={busy || undefined}>
          {busy && <LoaderCircle size={16} aria-hidden className="spinner" />}
          {t('Save price')}
        </button>
        <p role="status" className="text-sm text-success">
          {told}
        </p>
      </div>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {fault}
      </p>
    </form>
  );
}

function keysText(stock: number | null | undefined): string {
  return stock === 1 ? '1 key' : t('{value} keys', { value: (stock ?? 0).toLocaleString('en-US') });
}
