import type { Highlights } from '#contract/catalogue/highlight.ts';
import { smallPicture } from '#contract/catalogue/picture.ts';
import { type Message, msg, t } from '#language/message.ts';
import { categoryPath, productPath } from '../paths.ts';
import { ProductPrice } from '../product/product-price.tsx';
import type { HighlightedProduct, HighlightRow } from './read-highlights.ts';

type Title = { title: Message; all: Message; path: string };

const titles: Record<keyof Highlights, Title> = {
  newest: { title: msg('New'), all: msg('All new products'), path: `${categoryPath('all')}?sort=newest` },
  on_sale: { title: msg('On sale'), all: msg('Everything on sale'), path: `${categoryPath('all')}?on_sale=true` },
  most_rented: { title: msg('Most rented this month'), all: msg('All machines'), path: categoryPath('computing') },
  most_bought: { title: msg('Most bought this month'), all: msg('All products'), path: categoryPath('all') },
};

/** Rows of cards: on a phone each is scrolled sideways. */
export function HighlightRows({ rows }: { rows: HighlightRow[] }) {
  return rows.map(({ name, products }) => {
    const { title, all, path } = titles[name];
    return (
      <div key={name} className="wrap py-8 md:py-10">
        <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <h2 id={`highlights-${name}`} className="text-xl font-[540] tracking-[-.02em] md:text-2xl">
            {t(title)}
          </h2>
          <a href={path} className="text-sm text-white/80 underline underline-offset-4 hover:text-white">
            {t(all)}
          </a>
        </div>
        <ul aria-labelledby={`highlights-${name}`} className="highlight-row">
          {products.map((product) => (
            <li key={product.product_id}>
              <HighlightCard product={product} />
            </li>
          ))}
        </ul>
      </div>
    );
  });
}

function HighlightCard({ product }: { product: HighlightedProduct }) {
  const { product_name, product_img, on_sale, price, sale_price } = product;
  const discount = on_sale && sale_price !== null && price > 0 ? Math.floor(100 - (100 * sale_price) / price) : 0;
  return (
    <article className="product-card">
      <div className="product-card-picture">
        <img src={smallPicture(product_img)} alt="" width={640} height={480} loading="lazy" decoding="async" />
        {discount > 0 && (
          <p className="product-card-badges">
            <span className="badge badge-sale">{`-${discount}%`}</span>
          </p>
        )}
      </div>
      <h3>
        <a href={productPath(product.product_id)} dir="auto">
          {product_name}
        </a>
      </h3>
      <ProductPrice product={product} />
    </article>
  );
}
