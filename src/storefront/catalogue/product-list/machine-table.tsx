// Machines in rows, to compare them by memory and price. On a phone the columns fold into second lines.

import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { smallPicture } from '#contract/catalogue/picture.ts';
import { effectivePrice, isInStock, type ProductSummary } from '#contract/catalogue/product/product.ts';
import type { AttributeValue } from '#contract/catalogue/product/product-attributes.ts';
import type { ProductSort } from '#contract/catalogue/product/product-sort.ts';
import { findRentalProvider } from '#contract/catalogue/product/rental-provider.ts';
import { rentedAt } from '#contract/catalogue/product/stock-text.ts';
import { formatUnitPrice } from '#contract/money/amount/money.ts';
import { type Message, msg, t } from '#language/message.ts';
import { useShop } from '../../shop/shop-context.ts';
import { RatingAndShop, regionsText, stockOfSummary, summaryPath } from '../product/summary-facts.tsx';
import { cssUrl } from './css-url.ts';
import { listAddress } from './list-address.ts';
import type { ListParts } from './list-data.ts';

type Column = { label: Message; className?: string; sorts?: ProductSort[] };

/** `sorts`: the orders that a click goes through. */
const columns: Column[] = [
  { label: msg('Machine'), sorts: ['name'] },
  { label: msg('Memory'), className: 'desk end', sorts: ['memory_desc'] },
  { label: msg('GPUs'), className: 'desk counts' },
  { label: msg('Region'), className: 'desk wide' },
  { label: msg('Provider'), className: 'desk wide' },
  { label: msg('Price'), className: 'end', sorts: ['price_asc', 'price_desc'] },
  { label: msg('A GB-hour'), className: 'desk end', sorts: ['gb_hour_asc'] },
  { label: msg('Available'), className: 'desk end' },
];

const directions: Partial<Record<ProductSort, 'ascending' | 'descending'>> = {
  name: 'ascending',
  memory_desc: 'descending',
  price_asc: 'ascending',
  price_desc: 'descending',
  gb_hour_asc: 'ascending',
};

export function MachineTable(parts: ListParts) {
  return (
    <>
      <table className="machines">
        <caption className="sr-only">{t('Machines; column heads that are links put them in another order')}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <ColumnHead key={index} column={column} parts={parts} />
            ))}
          </tr>
        </thead>
        <tbody>
          {parts.list.products.map((product) => (
            <MachineRow key={product.product_id} product={product} />
          ))}
        </tbody>
      </table>
      <p className="mt-4 text-sm text-ink-3">
        {t(
          'A GB-hour is the price of an hour divided by the memory of the GPUs that it is for. Machines whose price is not for an hour have none, and stand last in that order.',
        )}
      </p>
    </>
  );
}

function ColumnHead({ column: { label, className, sorts }, parts }: { column: Column; parts: ListParts }) {
  const { sort } = parts.query;
  const at = sorts?.indexOf(sort) ?? -1;
  const direction = at >= 0 ? directions[sort] : undefined;
  const next = sorts?.[(at + 1) % sorts.length];
  return (
    <th scope="col" className={className} aria-sort={direction}>
      {next ? (
        <a href={listAddress(parts, { sort: next })} data-keep-scroll="">
          {t(label)}
          {direction === 'ascending' && <ArrowUp size={14} aria-hidden />}
          {direction === 'descending' && <ArrowDown size={14} aria-hidden />}
        </a>
      ) : (
        t(label)
      )}
    </th>
  );
}

function MachineRow({ product }: { product: ProductSummary }) {
  const { store } = useShop();
  const rental = findRentalProvider(store.rental_providers, product);
  const { gpu_memory: memory, gpu_count: counts } = product.attributes ?? {};
  const regions = regionsText(product, MOST_REGIONS);
  const stock = stockOfSummary(product);
  const delivery = rental ? rentedAt(rental) : product.delivery;
  const onSale = product.on_sale && product.sale_price !== null;
  const gbHour = product.gb_hour_price === undefined ? null : `${cents(product.gb_hour_price)} ¢`;
  return (
    <tr data-out={!isInStock(product) || undefined}>
      <th scope="row">
        <span className="machine">
          <input
            type="checkbox"
            name="id"
            value={product.product_id}
            className="machine-tick"
            aria-label={t('Compare {product_name}', { product_name: product.product_name })}
          />
          <span className="machine-tile" style={{ backgroundImage: cssUrl(smallPicture(product.product_img)) }} />
          <span>
            <a href={summaryPath(product)} dir="auto">
              {product.product_name}
            </a>
            {product.provider && <small className="phone-inline"> {product.provider}</small>}
            <small className="block">
              <RatingAndShop product={product} shopName={rental ? null : store.name} />
            </small>
            <small className="phone">
              {[memory !== undefined && t('{memory} GB', { memory: String(memory) }), gpusText(counts), stock, delivery]
                .filter(Boolean)
                .join(' · ')}
            </small>
            {regions && <small className="narrow">{regions}</small>}
          </span>
        </span>
      </th>
      <Cell className="desk end">
        {memory === undefined ? null : (
          <>
            {String(memory)} <small>{t('GB')}</small>
          </>
        )}
      </Cell>
      <Cell className="desk counts">{counts === undefined ? null : listOf(counts).join(' · ')}</Cell>
      <Cell className="desk wide">{regions || null}</Cell>
      <Cell className="desk wide">{product.provider || null}</Cell>
      <td className="end">
        {onSale && <s className="desk">{formatUnitPrice(product.price)}</s>}{' '}
        <b data-sale={onSale || undefined}>{formatUnitPrice(effectivePrice(product))}</b>
        {product.price_unit && <small>{`/${product.price_unit}`}</small>}
        {product.offer && <small className="block">{product.offer.text}</small>}
        {gbHour && <small className="phone">{`${gbHour}/GB-h`}</small>}
      </td>
      <Cell className="desk end">{gbHour}</Cell>
      <td className="desk end">
        {stock}
        {delivery && <small className="delivery">{delivery}</small>}
      </td>
    </tr>
  );
}

function Cell({ className, children }: { className: string; children: ReactNode }) {
  return (
    <td className={className}>
      {children ?? (
        <>
          <span aria-hidden="true">–</span>
          <span className="sr-only">{t('not stated')}</span>
        </>
      )}
    </td>
  );
}

function listOf(value: AttributeValue | undefined): string[] {
  return value === undefined ? [] : Array.isArray(value) ? value.map(String) : [String(value)];
}

/** Machines of more regions say how many. */
const MOST_REGIONS = 12;

/** '1 to 8 GPUs'. */
function gpusText(counts: AttributeValue | undefined): string {
  const range = rangeOf(counts);
  return range && `${range} ${range === '1' ? 'GPU' : 'GPUs'}`;
}

/** '1 to 8'. */
function rangeOf(counts: AttributeValue | undefined): string {
  const numbers = listOf(counts).map(Number);
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  if (numbers.length === 0) return '';
  return least === most ? `${least}` : t('{least} to {most}', { least, most });
}

/** Two decimals, of less than a cent three digits. */
function cents(dollars: number): string {
  const value = dollars * 100;
  return value < 1 ? value.toPrecision(3) : value.toFixed(2);
}
