import { ArrowUpRight } from 'lucide-react';
import type { ProductSummary } from '#contract/catalogue/product/product.ts';
import { productPath } from '../paths.ts';
import { unitPrice } from './unit-price.ts';

/** A few products beside a section's words. */
export function ProductPanel({ products, caption }: { products: ProductSummary[]; caption: string }) {
  return (
    <ul className="glass px-5 py-1 max-md:[&>li:nth-child(n+3)]:hidden" aria-label={caption}>
      {products.map((product) => (
        <li key={product.product_id} className="border-t border-white/12 first:border-0">
          <a href={productPath(product.product_id)} className="group flex items-center gap-4 py-3.5">
            <span className="min-w-0 flex-1">
              <span className="block truncate font-[540]">
                <bdi>{product.product_name}</bdi>
              </span>
              <span className="num block text-sm text-white/75">{unitPrice(product)}</span>
            </span>
            <ArrowUpRight
              size={18}
              aria-hidden
              className="flex-none text-white/70 transition-colors group-hover:text-white"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
