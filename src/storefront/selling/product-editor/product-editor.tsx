import { Check } from 'lucide-react';
import { type ReactNode, useDeferredValue } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { artPath, type ProductType } from '#contract/catalogue/product/product.ts';
import type { ProductFault } from '#contract/catalogue/product/product-fault.schema.ts';
import type { Listing, ListingContent } from '#contract/selling/listing/listing.ts';
import { msg, t } from '#language/message.ts';
import { AttributeFields, SpecFields } from '#product-form/attribute-fields.tsx';
import { previewOf } from '#product-form/draft-fields.ts';
import { DraftAmount, DraftText } from '#product-form/draft-inputs.tsx';
import { PictureField } from '#product-form/picture-field.tsx';
import { licenses, units } from '#product-form/suggestions.ts';
import { OptionFields, VariantFields } from '#product-form/variant-fields.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { categoryLinks } from '../../catalogue/product-list/category-links.ts';
import { WhatASaleBrings } from '../../ordering/seller-order/what-a-sale-brings.tsx';
import { listingsPath, sellerOf } from '../listing/listings-address.ts';
import { useListing } from '../listing/use-listing.ts';
import type { SellerHere } from '../seller/seller-screen.tsx';
import { EditorBar } from './editor-bar.tsx';
import { Conflict, Deeds, MissingList, StatusNotes } from './editor-status.tsx';
import { OfferForm } from './offer-form.tsx';
import { ProductPreview } from './product-preview.tsx';
import { SellerGoods } from './seller-goods.tsx';
import { pictureSenderOf } from './send-picture.ts';
import { type Draft, useDraft } from './use-draft.ts';

const longestDescription = 20_000;
/** The parts of the form, and which fields each has: what is missing marks its part. */
const parts = [
  { id: 'basics', title: msg('Basics'), fields: ['product_name', 'product_type', 'description'] },
  { id: 'pictures', title: msg('Pictures'), fields: ['pictures', 'product_img'] },
  { id: 'attributes', title: msg('Attributes'), fields: ['attributes', 'specs'] },
  {
    id: 'prices',
    title: msg('Variants and prices'),
    fields: ['price', 'on_sale', 'sale_price', 'stock', 'price_unit', 'options', 'variants'],
  },
  { id: 'goods', title: msg('What buyers get'), fields: ['goods', 'delivery_within_hours'] },
  { id: 'license-part', title: msg('License'), fields: ['license'] },
] as const;

/** Everything that a seller writes about a product, saved as it is written, beside the page that buyers will see. */
export function ProductEditor({ seller, productId }: { seller: SellerHere; productId: string }) {
  const listing = useListing(seller.sellerId, productId);
  return (
    <ShowLoaded
      from={listing}
      skeleton={<RowSkeleton rows={5} />}
      fault={t('The product could not be loaded, or is not there.')}
    >
      {(found) => <Editor key={found.product_id} seller={seller} first={found} />}
    </ShowLoaded>
  );
}

function Editor({ seller, first }: { seller: SellerHere; first: Listing }) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const draft = useDraft(first, () => navigate(listingsPath + sellerOf(search), { replace: true }));
  const { listing, content } = draft;
  const mayEdit = seller.role !== 'finance' && listing.actions.includes('edit');
  return (
    <div id="editor">
      <EditorBar draft={draft} search={search} missing={listing.missing.length} />
      <div className="grid gap-x-10 gap-y-8 min-[75rem]:grid-cols-[9rem_minmax(0,32rem)_minmax(0,1fr)]">
        <PartLinks missing={listing.missing} />
        <div className="grid min-w-0 content-start gap-8 [&_.field]:!min-h-9 [&_.field]:!py-1.5 [&_.field]:!text-sm pointer-coarse:[&_.field]:!min-h-10">
          <Conflict draft={draft} />
          <StatusNotes draft={draft} />
          <MissingList missing={listing.missing} />
          <fieldset disabled={!mayEdit} className="grid min-w-0 gap-8">
            <legend className="sr-only">{t('The product')}</legend>
            <Basics draft={draft} />
            <Part id="pictures">
              <PictureField
                sendPicture={pictureSenderOf(seller.sellerId)}
                pictures={content.pictures ?? []}
                onChange={(update) => draft.change((now) => ({ pictures: update(now.pictures ?? []) }))}
              />
            </Part>
            <Part id="attributes">
              {content.product_type ? (
                <AttributeFields
                  key={content.product_type}
                  type={content.product_type}
                  values={content.attributes ?? {}}
                  onChange={(attributes) => draft.change({ attributes })}
                />
              ) : (
                <p className="text-sm text-ink-3">{t('Choose a category first: each has its own.')}</p>
              )}
              <SpecFields specs={content.specs ?? []} onChange={(specs) => draft.change({ specs })} />
            </Part>
            <Prices draft={draft} sellerId={seller.sellerId} />
            <Part id="goods">
              <SellerGoods
                seller={seller}
                productId={listing.product_id}
                content={content}
                onChange={(update) => draft.change(update)}
              />
            </Part>
            <Part id="license-part">
              <DraftText
                label={t('License')}
                field="license"
                value={content.license ?? ''}
                list={licenses}
                maxLength={2_000}
                onChange={(license) => draft.change({ license })}
                hint={t('An SPDX expression such as CC-BY-4.0, or a license of your own as LicenseRef-...')}
              />
            </Part>
          </fieldset>
          {seller.role !== 'finance' && <Deeds draft={draft} search={search} />}
        </div>
        <Preview content={content} listing={listing} seller={seller} />
      </div>
    </div>
  );
}

function Preview({ content, listing, seller }: { content: ListingContent; listing: Listing; seller: SellerHere }) {
  const shown = useDeferredValue(content);
  const picture = artPath({ product_id: listing.product_id, product_type: shown.product_type ?? 'data' });
  const product = previewOf(shown, { productId: listing.product_id, provider: seller.name, picture });
  return (
    <div className="min-w-0 self-start min-[75rem]:sticky min-[75rem]:top-36">
      <ProductPreview product={product} />
    </div>
  );
}

function isOf(part: (typeof parts)[number], { field }: ProductFault): boolean {
  return part.fields.some((known) => known === field);
}

function PartLinks({ missing }: { missing: readonly ProductFault[] }) {
  return (
    <nav
      aria-label={t('Parts of the product')}
      className="hidden self-start min-[75rem]:sticky min-[75rem]:top-36 min-[75rem]:block"
    >
      <ol className="grid gap-1 text-sm">
        {parts.map((part) => {
          const isOpen = missing.some((one) => isOf(part, one));
          return (
            <li key={part.id}>
              <a href={`#${part.id}`} className="flex min-h-9 items-center gap-2 text-ink-2 hover:text-ink">
                {isOpen ? (
                  <span
                    className="size-3.5 flex-none rounded-full border-2 border-warning"
                    role="img"
                    aria-label={t('incomplete')}
                  />
                ) : (
                  <Check size={15} role="img" aria-label={t('complete')} className="flex-none text-success" />
                )}
                {t(part.title)}
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function Part({ id, children }: { id: (typeof parts)[number]['id']; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="grid scroll-mt-36 gap-5">
      <h2 id={`${id}-title`} className="text-lg">
        {t(parts.find((part) => part.id === id)?.title)}
      </h2>
      {children}
    </section>
  );
}

function Basics({ draft: { content, change } }: { draft: Draft }) {
  const description = content.description ?? '';
  const length = [...description].length;
  const types = categoryLinks.map(({ category, label }) => ({ value: category, label: t(label) }));
  return (
    <Part id="basics">
      <DraftText
        label={t('Name')}
        field="product_name"
        value={content.product_name ?? ''}
        maxLength={1_000}
        onChange={(product_name) => change({ product_name })}
      />
      <div data-field="product_type">
        <SelectField
          label={t('Category')}
          name="product_type"
          value={content.product_type ?? ''}
          placeholder={t('Choose a category')}
          options={types}
          onChange={(type) =>
            change({ product_type: types.some(({ value }) => value === type) ? (type as ProductType) : undefined })
          }
        />
      </div>
      <DraftText
        label={t('Description')}
        field="description"
        value={description}
        rows={10}
        maxLength={40_000}
        onChange={(text) => change({ description: text })}
        error={
          length > longestDescription &&
          t('Shorten it to {longestDescription} characters.', {
            longestDescription: longestDescription.toLocaleString('en-US'),
          })
        }
        hint={t('Markdown: bold, lists, links. Pictures and HTML are left out.')}
        aside={
          <span className="num text-xs text-ink-3">
            {t('{length} of {longestDescription}', {
              length: length.toLocaleString('en-US'),
              longestDescription: longestDescription.toLocaleString('en-US'),
            })}
          </span>
        }
      />
    </Part>
  );
}

/** Price of one now; null where each variant has a price of its own, or there is none yet. */
function priceOf({ price, on_sale, sale_price, variants = [] }: ListingContent): number | null {
  if (variants.length > 0) return null;
  return (on_sale ? sale_price : null) ?? price ?? null;
}

function Prices({ draft, sellerId }: { draft: Draft; sellerId: string }) {
  const { content, change, listing } = draft;
  const { options = [], variants = [], on_sale = false } = content;
  const { approved } = listing;
  const hasVariants = variants.length > 0;
  return (
    <Part id="prices">
      {approved ? (
        listing.actions.includes('offer') && (
          <OfferForm key={listing.version} approved={approved} saveOffer={draft.saveOffer} />
        )
      ) : (
        <>
          {!hasVariants && (
            <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
              <DraftAmount
                label={t('Price in dollars')}
                field="price"
                value={content.price}
                placeholder="0.00"
                onChange={(price) => change({ price })}
              />
              {on_sale && (
                <DraftAmount
                  label={t('Sale price')}
                  field="sale_price"
                  value={content.sale_price}
                  onChange={(sale_price) => change({ sale_price })}
                />
              )}
              <DraftAmount
                label={t('Stock')}
                field="stock"
                whole
                value={content.stock}
                placeholder={t('not counted')}
                onChange={(stock) => change({ stock })}
              />
            </div>
          )}
          <label className="flex items-center gap-2 text-sm" data-field="on_sale">
            <input type="checkbox" checked={on_sale} onChange={(event) => change({ on_sale: event.target.checked })} />
            {t('On sale at a lower price')}
          </label>
        </>
      )}
      {content.product_type && (
        <WhatASaleBrings
          key={content.product_type}
          sellerId={sellerId}
          category={content.product_type}
          price={priceOf(content)}
        />
      )}
      <DraftText
        label={t('What the price is for')}
        field="price_unit"
        value={content.price_unit ?? ''}
        list={units}
        maxLength={200}
        onChange={(price_unit) => change({ price_unit })}
        hint={t('Such as hour or license. Empty where the price is for the product as it is.')}
      />
      {approved && (
        <p className="text-sm text-ink-3">
          {t('What follows is part of the draft: new choices and their prices are on sale once they are approved.')}
        </p>
      )}
      <OptionFields options={options} variants={variants} onChange={change} />
      <VariantFields
        options={options}
        variants={variants}
        approved={approved?.variants ?? []}
        onSale={on_sale}
        onChange={(next) => change({ variants: next })}
      />
    </Part>
  );
}
