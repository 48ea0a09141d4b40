import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { productDeliveryText } from '#contract/catalogue/product/delivery.ts';
import type { Product } from '#contract/catalogue/product/product.ts';
import { selectedOptionsText } from '#contract/catalogue/product/variant.ts';
import type { PublicGoods } from '#contract/goods/goods.ts';
import { goodsLabels } from '#contract/goods/goods-labels.ts';
import { t } from '#language/message.ts';
import { rich } from '#ui/rich.ts';
import { AttributeList } from '../../catalogue/product/attribute-list.tsx';
import { Availability } from '../../catalogue/product/buy-box.tsx';
import { Gallery } from '../../catalogue/product/gallery.tsx';
import { ProductPrice } from '../../catalogue/product/product-price.tsx';
import { VariantTable } from '../../catalogue/product/variant-table.tsx';
import { Markdown } from '../../markdown/markdown.tsx';

type Screen = 'desk' | 'phone';

/** The page of a product as buyers will see it, made of the page's own parts. Nothing in it can be used. */
export function ProductPreview({ product }: { product: Product }) {
  const [screen, setScreen] = useState<Screen>('desk');
  const isDesk = screen === 'desk';
  return (
    <aside id="preview" aria-label={t('As buyers will see it')} className="min-w-0 scroll-mt-36">
      <div className="mb-2 flex items-center justify-between gap-3 text-xs text-ink-3">
        <p>{t('As buyers will see it')}</p>
        <fieldset className="flex rounded-md bg-sunken p-0.5">
          <legend className="sr-only">{t('Preview')}</legend>
          <ScreenChoice screen="desk" label={t('As on a desk')} current={screen} onChoose={setScreen} icon={Monitor} />
          <ScreenChoice
            screen="phone"
            label={t('As on a phone')}
            current={screen}
            onChoose={setScreen}
            icon={Smartphone}
          />
        </fieldset>
      </div>
      <section
        aria-label={t('The page')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: nothing in it takes the focus, and it is scrolled by keyboard
        tabIndex={0}
        className="max-h-[calc(100dvh-12rem)] overflow-auto rounded-lg border bg-canvas"
        data-screen={screen}
      >
        <div
          inert
          className={isDesk ? 'p-5' : 'mx-auto w-[390px] max-w-full border-x p-4'}
          style={{ zoom: isDesk ? 0.62 : 0.85 }}
        >
          <div className={isDesk ? 'grid grid-cols-[7fr_5fr] gap-10' : 'grid gap-6'}>
            <Gallery product={product} />
            <Offer product={product} />
          </div>
          <div className="mt-8">
            <VariantTable product={product} chosen={{ selected: [], reviews: null }} />
          </div>
          <div className={`mt-10 grid gap-8 ${isDesk ? 'grid-cols-[7fr_5fr]' : ''}`}>
            {product.description ? (
              <Markdown text={product.description} />
            ) : (
              <p className="text-ink-3">{t('Its description stands here.')}</p>
            )}
            <div className="min-w-0">
              <AttributeList product={product} />
              <Specs specs={product.specs} />
              {product.license && (
                <p className="mt-6 text-sm">
                  <span className="text-ink-3">{t('License')}</span> <bdi className="font-[560]">{product.license}</bdi>
                </p>
              )}
            </div>
          </div>
        </div>
      </section>
    </aside>
  );
}

type ScreenChoiceProps = {
  screen: Screen;
  label: string;
  current: Screen;
  onChoose: (screen: Screen) => void;
  icon: typeof Monitor;
};

function ScreenChoice({ screen, label, current, onChoose, icon: Icon }: ScreenChoiceProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={current === screen}
      onClick={() => onChoose(screen)}
      className="grid h-8 w-10 place-items-center pointer-coarse:h-10 rounded-md aria-pressed:bg-raised aria-pressed:text-ink aria-pressed:shadow-1"
    >
      <Icon size={16} aria-hidden />
    </button>
  );
}

function Offer({ product }: { product: Product }) {
  return (
    <div>
      <p className="flex flex-wrap items-center gap-3 text-sm">
        <span className="chip">
          <span className="size-2 rounded-full" style={{ background: `var(--${product.product_type})` }} />
          {product.product_type}
        </span>
        {product.on_sale && product.sale_price !== null && (
          <span className="badge bg-sale text-on-sale">{t('Sale')}</span>
        )}
        <Availability product={product} />
      </p>
      <p className="mt-3 text-3xl font-[560]">
        <bdi>{product.product_name}</bdi>
      </p>
      <p className="mb-5 mt-2 text-ink-2">
        {rich('Provided by {provider}', { provider: <bdi className="font-[560] text-ink">{product.provider}</bdi> })}
      </p>
      <ProductPrice product={product} />
      <p className="mt-2 text-sm">
        <bdi>{productDeliveryText(product, { rental: null, shopName: '' })}</bdi>
      </p>
      {product.options.map((option) => (
        <div key={option.name} className="mt-5">
          <p className="mb-2 text-sm font-[560]">
            <bdi>{option.name}</bdi>
          </p>
          <p className="flex flex-wrap gap-2">
            {option.choices.map((choice) => (
              <span key={choice} className="option-tile">
                <bdi>{choice}</bdi>
              </span>
            ))}
          </p>
        </div>
      ))}
      <span className="btn btn-accent btn-lg mt-6 w-full">{t('Add to cart')}</span>
      <Goods goods={product.goods ?? {}} />
    </div>
  );
}

/** Goods for buyers, in the words that they read. */
function Goods({ goods: { variants = [], ...whole } }: { goods: PublicGoods }) {
  return (
    <div className="mt-5 grid gap-2 text-sm">
      <p className="font-[560]">{t('What you get')}</p>
      <GoodsLabels goods={whole} />
      {variants.map((own) => (
        <div key={selectedOptionsText(own.selected_options)} className="grid gap-1">
          <p className="text-ink-3">
            <bdi>{selectedOptionsText(own.selected_options)}</bdi>
          </p>
          <GoodsLabels goods={own} />
        </div>
      ))}
    </div>
  );
}

function GoodsLabels({ goods }: { goods: Omit<PublicGoods, 'variants'> }) {
  const words = goodsLabels(goods);
  if (words.length === 0) return <p className="text-ink-2">{t('The seller delivers it by hand.')}</p>;
  return (
    <ul className="grid gap-1 text-ink-2">
      {words.map((word) => (
        <li key={word}>{word}</li>
      ))}
    </ul>
  );
}

function Specs({ specs }: { specs: Product['specs'] }) {
  if (specs.length === 0) return null;
  return (
    <dl className="text-sm">
      {specs.map((spec, index) => (
        <div key={index} className="flex gap-4 border-t py-3">
          <dt className="w-2/5 flex-none text-ink-3">
            <bdi>{spec.name}</bdi>
          </dt>
          <dd>
            <bdi>{spec.value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
