import { type FormEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ProductType } from '#contract/catalogue/product/product.ts';
import { t } from '#language/message.ts';
import { Field } from '#ui/form/field.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { categoryLinks } from '../../catalogue/product-list/category-links.ts';
import { editorPath, listingsPath, sellerOf } from '../listing/listings-address.ts';
import { beginListing } from '../listing/use-listing.ts';
import type { SellerHere } from '../seller/seller-screen.tsx';

/** The first two words about a product; everything else is written in its editor. */
export function NewProduct({ seller }: { seller: SellerHere }) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [type, setType] = useState<ProductType | null>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const [asked, setAsked] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  async function begin(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (busy) return;
    if (!name.trim()) return form.current?.querySelector<HTMLElement>('[name="product_name"]')?.focus();
    if (!type) return form.current?.querySelector<HTMLElement>('[name="category"]')?.focus();
    setBusy(true);
    setFault(undefined);
    const begun = await beginListing(seller.sellerId, { product_name: name.trim(), product_type: type });
    setBusy(false);
    if ('fault' in begun) return setFault(begun.fault);
    navigate(editorPath(begun.productId, search), { replace: true });
  }

  if (seller.state !== 'approved' || seller.role === 'finance')
    return (
      <p className="text-ink-2">
        {seller.role === 'finance'
          ? t('Your role in this shop, finance, does not include this. Ask an owner of the shop.')
          : t('Nothing new can be written while this is so.')}{' '}
        <a className="text-link" href={listingsPath + sellerOf(search)}>
          {t('See the products of the shop')}
        </a>
      </p>
    );
  return (
    <form ref={form} noValidate onSubmit={begin} className="grid max-w-[36rem] gap-6">
      <Field
        label={t('Name')}
        name="product_name"
        value={name}
        autoComplete="off"
        onChange={setName}
        error={asked && !name.trim() ? t('Give it a name. It can be changed.') : undefined}
      />
      <fieldset aria-describedby="category-fault">
        <legend className="mb-1.5 text-sm font-[560]">{t('Category')}</legend>
        <div className="grid gap-2">
          {categoryLinks.map(({ category, label, hint }) => (
            <label key={category} className="choice">
              <input type="radio" name="category" checked={type === category} onChange={() => setType(category)} />
              <span>
                <span className="font-[540]">{t(label)}</span>
                <span className="block text-sm text-ink-3">{t(hint)}</span>
              </span>
            </label>
          ))}
        </div>
        <p id="category-fault" role="alert" className="mt-1.5 text-sm text-danger empty:hidden">
          {asked && !type && t('Choose a category.')}
        </p>
      </fieldset>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {fault}
      </p>
      <SubmitButton busy={busy} className="btn btn-primary justify-self-start">
        {t('Create draft')}
      </SubmitButton>
    </form>
  );
}
