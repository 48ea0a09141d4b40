import type { ProductSummary } from '#contract/catalogue/product/product.ts';
import { t } from '#language/message.ts';
import { productPath } from '../paths.ts';
import { unitPrice } from './unit-price.ts';

export function PriceTable({ products }: { products: ProductSummary[] }) {
  return (
    <div className="glass p-2">
      <table className="num w-full table-fixed text-sm">
        <caption className="sr-only">{t('Machines and their prices')}</caption>
        <thead>
          <tr className="text-xs text-white/75">
            <th scope="col" className="px-3 py-2 text-left font-normal">
              {t('Machine')}
            </th>
            <th scope="col" className="w-32 px-3 text-right font-normal">
              {t('Price')}
            </th>
          </tr>
        </thead>
        <tbody>
          {products.map((product) => (
            <tr key={product.product_id} className="border-t border-white/10 hover:bg-white/5">
              <td className="truncate px-3 py-2.5 font-[540] md:py-3">
                <a href={productPath(product.product_id)}>
                  <bdi>{product.product_name}</bdi>
                </a>
              </td>
              <td className="px-3 text-right">{unitPrice(product)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
