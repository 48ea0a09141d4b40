import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { smallPicture } from '#contract/catalogue/picture.ts';
import { artPath } from '#contract/catalogue/product/product.ts';
import { formatUnitPrice } from '#contract/money/amount/money.ts';
import type { ListingRow } from '#contract/selling/listing/listing.ts';
import type { listingSorts } from '#contract/selling/listing/listing-labels.ts';
import { t } from '#language/message.ts';
import { ListingBadge } from './listing-badge.tsx';
import { editorPath, type ListingsAsked, listingsAddress, nextSort, sortDirection } from './listings-address.ts';

type SortName = (typeof listingSorts)[number];

type ListingTableProps = {
  rows: ListingRow[];
  asked: ListingsAsked;
  search: string;
  shop: string;
  chosen: ReadonlySet<string>;
  /** Null: nothing can be done with them, and nothing is chosen. */
  onChoose: ((chosen: ReadonlySet<string>) => void) | null;
};

const cell = 'px-2.5 py-2 align-top';
const number = `${cell} num text-right whitespace-nowrap`;
// Narrow screens fold the further columns into the first and the last cell.
const desk = 'hidden @2xl:table-cell';
const wide = 'hidden @4xl:table-cell';

/** The products of a shop. A row is one link to the editor, with its tick above it. */
export function ListingTable({ rows, asked, search, shop, chosen, onChoose }: ListingTableProps) {
  const ids = rows.map(({ product_id }) => product_id);
  const head = (name: SortName, label: string, className = '') => (
    <SortHead name={name} label={label} className={className} asked={asked} search={search} />
  );
  return (
    <div className="@container -mx-2.5">
      <table className="w-full border-collapse text-sm [overflow-wrap:break-word]">
        <caption className="sr-only">{t('Products of {shop}', { shop })}</caption>
        <thead className="text-xs text-ink-3">
          <tr className="border-b">
            {onChoose && (
              <th scope="col" className="w-10 px-2.5 py-2 text-left">
                <ChooseAll ids={ids} chosen={chosen} onChoose={onChoose} />
              </th>
            )}
            {head('name', t('Product'), 'text-left')}
            {head('attention', t('State'), `text-left ${desk}`)}
            {head('price', t('Price'), 'text-right')}
            {head('stock', t('Stock'), `text-right ${wide}`)}
            {head('sold', t('Sold'), `text-right ${desk}`)}
            {head('views', t('Views'), `text-right ${wide}`)}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.product_id}
              row={row}
              search={search}
              isChosen={chosen.has(row.product_id)}
              onChoose={onChoose && ((isChosen) => onChoose(withId(chosen, row.product_id, isChosen)))}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function withId(chosen: ReadonlySet<string>, id: string, isChosen: boolean): ReadonlySet<string> {
  const next = new Set(chosen);
  if (isChosen) next.add(id);
  else next.delete(id);
  return next;
}

function SortHead(
  props: Pick<ListingTableProps, 'asked' | 'search'> & { name: SortName; label: string; className: string },
) {
  const direction = sortDirection(props.asked.sort, props.name);
  const Arrow = direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <th scope="col" aria-sort={direction} className={`whitespace-nowrap px-2.5 py-2 font-normal ${props.className}`}>
      <a
        href={listingsAddress(props.search, { sort: nextSort(props.asked.sort, props.name) })}
        data-keep-scroll
        className={`inline-flex min-h-6 items-center gap-1 hover:text-ink ${direction ? 'font-[560] text-ink' : ''}`}
      >
        {props.label}
        {direction && <Arrow size={13} aria-hidden />}
      </a>
    </th>
  );
}

type ChooseAllProps = { ids: string[]; chosen: ReadonlySet<string>; onChoose: (chosen: ReadonlySet<string>) => void };

function ChooseAll({ ids, chosen, onChoose }: ChooseAllProps) {
  const box = useRef<HTMLInputElement>(null);
  const count = ids.filter((id) => chosen.has(id)).length;
  const isSome = count > 0 && count < ids.length;

  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome;
  }, [isSome]);

  return (
    <input
      ref={box}
      type="checkbox"
      className="!size-6"
      aria-label={t('Choose all {length}', { length: ids.length })}
      checked={ids.length > 0 && count === ids.length}
      onChange={(event) => onChoose(new Set(event.target.checked ? ids : []))}
    />
  );
}

type RowProps = {
  row: ListingRow;
  search: string;
  isChosen: boolean;
  onChoose: ((isChosen: boolean) => void) | null;
};

function Row({ row, search, isChosen, onChoose }: RowProps) {
  const name = row.name || t('Without a name');
  const picture = row.picture ? smallPicture(row.picture) : artOf(row);
  const needsSeller = row.state === 'returned' || row.state === 'hidden';
  return (
    <tr className={`relative border-b hover:bg-sunken ${isChosen ? 'bg-sunken' : ''}`}>
      {onChoose && (
        <td className={cell}>
          {/* Above the link of the row; the label makes the target larger than what is seen. */}
          <label className="relative z-10 -m-1.5 grid size-9 place-items-center pointer-coarse:-m-2 pointer-coarse:size-10">
            <input
              type="checkbox"
              className="!size-6"
              aria-label={t('Choose {name}', { name })}
              checked={isChosen}
              onChange={(event) => onChoose(event.target.checked)}
            />
          </label>
        </td>
      )}
      <th scope="row" className={`${cell} text-left font-normal`}>
        <span className="flex gap-3">
          {picture ? (
            <img
              src={picture}
              alt=""
              width="40"
              height="30"
              loading="lazy"
              className="mt-0.5 h-[30px] w-10 flex-none rounded-sm bg-night object-cover @max-[20rem]:hidden"
            />
          ) : (
            <span
              aria-hidden="true"
              className="mt-0.5 h-[30px] w-10 flex-none rounded-sm border border-dashed @max-[20rem]:hidden"
            />
          )}
          <span className="min-w-0">
            <a
              href={editorPath(row.product_id, search)}
              className={`inline-block min-h-6 font-[540] leading-6 after:absolute after:inset-0 after:content-[''] ${row.name ? '' : 'text-ink-3'}`}
            >
              <bdi>{name}</bdi>
            </a>
            {row.variants > 1 && (
              <small className="hidden text-xs text-ink-3 @2xl:block">
                {t('{variants} variants', { variants: row.variants })}
              </small>
            )}
            <small className="block text-xs @2xl:hidden">
              <ListingBadge state={row.state} />
            </small>
            {row.attention && (
              <small
                className={`block max-w-[60ch] text-xs ${needsSeller ? 'text-danger' : row.missing > 0 ? 'text-warning' : 'text-ink-2'}`}
              >
                <bdi>{row.attention}</bdi>
              </small>
            )}
          </span>
        </span>
      </th>
      <td className={`${cell} ${desk}`}>
        <ListingBadge state={row.state} />
      </td>
      <td className={number}>
        <Price row={row} />
        <small className="block text-xs text-ink-3 @2xl:hidden">
          {row.sold > 0 && t('{sold} sold', { sold: row.sold })}
        </small>
      </td>
      <td className={`${number} ${wide}`}>
        <Stock stock={row.stock} />
      </td>
      <td className={`${number} ${desk}`}>
        <Count value={row.sold} />
      </td>
      <td className={`${number} ${wide}`}>
        <Count value={row.views} />
      </td>
    </tr>
  );
}

/** As its page shows it where it has no picture of its own. */
function artOf({ product_id, product_type }: ListingRow): string | null {
  return product_type && artPath({ product_id, product_type });
}

function Price({ row: { price, on_sale, sale_price } }: { row: ListingRow }) {
  if (price === null) return <Dash word={t('no price yet')} />;
  if (!on_sale || sale_price === null) return formatUnitPrice(price);
  return (
    <>
      <s className="hidden text-xs text-ink-3 @2xl:inline">
        <span className="sr-only">{t('before the sale')} </span>
        {formatUnitPrice(price)}
      </s>{' '}
      {formatUnitPrice(sale_price)}
    </>
  );
}

function Stock({ stock }: { stock: number | null }) {
  if (stock === null) return <Dash word={t('not counted')} />;
  return stock === 0 ? <span className="text-warning">{t('none left')}</span> : stock.toLocaleString('en-US');
}

function Count({ value }: { value: number }): ReactNode {
  return value === 0 ? <span className="text-ink-3">0</span> : value.toLocaleString('en-US');
}

function Dash({ word }: { word: string }) {
  return (
    <>
      <span aria-hidden="true" className="text-ink-3">
        –
      </span>
      <span className="sr-only">{word}</span>
    </>
  );
}
