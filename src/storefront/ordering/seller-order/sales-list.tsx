import { Package, Search } from 'lucide-react';
import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { countText } from '#contract/catalogue/product/price-unit.ts';
import { selectedOptionsText } from '#contract/catalogue/product/variant.ts';
import { formatAmount } from '#contract/money/amount/money.ts';
import {
  isLate,
  isRefunded,
  type SellerOrder,
  type SellerOrderFilter,
  sellerOrderFilters,
} from '#contract/ordering/seller-order.ts';
import { type Message, msg, t } from '#language/message.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import type { SellerHere } from '../../selling/seller/seller-screen.tsx';
import { SaleBadge } from './sale-badge.tsx';
import { salesPath, useSales } from './sales.ts';

type Asked = { state: SellerOrderFilter | null; late: boolean; q: string };

const names: Record<SellerOrderFilter, Message> = {
  to_deliver: msg('To deliver'),
  delivered: msg('Delivered'),
  refunded: msg('Refunded'),
};

export function readSalesQuery(query: URLSearchParams): Asked {
  const state = sellerOrderFilters.find((one) => one === query.get('state')) ?? null;
  return {
    state,
    late: query.get('late') === 'true',
    q: (query.get('q') ?? '').replace(/[^A-Za-z0-9-]/g, '').slice(0, 40),
  };
}

/** Sales of the shop, newest first. Created anew for other filters. */
export function SalesList({ seller, asked }: { seller: SellerHere; asked: Asked }) {
  const { first, items, more } = useSales(seller.sellerId, asked);
  return (
    <>
      <Filters seller={seller} asked={asked} />
      <ShowLoaded from={first} skeleton={<RowSkeleton rows={5} />} fault={t('Your sales could not be loaded.')}>
        {() =>
          items.length === 0 ? <NoSales seller={seller} asked={asked} /> : <Table seller={seller} sales={items} />
        }
      </ShowLoaded>
      {more && (
        <div className="mt-6">
          <ActionButton action={more}>{t('Show older sales')}</ActionButton>
        </div>
      )}
    </>
  );
}

function Filters({ seller, asked }: { seller: SellerHere; asked: Asked }) {
  const navigate = useNavigate();

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const q = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    navigate(salesPath(seller.address, { ...asked, q }));
  }

  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
      <nav aria-label={t('Which sales')} className="flex flex-wrap gap-2">
        {[null, ...sellerOrderFilters].map((state) => (
          <a
            key={state}
            href={salesPath(seller.address, { state, q: asked.q })}
            aria-current={asked.state === state && !asked.late ? 'true' : undefined}
            className="chip"
            data-keep-scroll
          >
            {state ? t(names[state]) : t('All')}
          </a>
        ))}
        <a
          href={salesPath(seller.address, { late: true, q: asked.q })}
          aria-current={asked.late ? 'true' : undefined}
          className="chip"
          data-keep-scroll
        >
          {t('Late')}
        </a>
      </nav>
      {/* biome-ignore lint/a11y/useSemanticElements: the element search is not known to every reader yet */}
      <form role="search" onSubmit={search} className="flex w-full gap-2 sm:w-auto">
        <input
          key={asked.q}
          type="search"
          name="q"
          defaultValue={asked.q}
          aria-label={t('Order number')}
          placeholder={t('Order number')}
          className="field !min-h-9 !py-1 !text-sm pointer-coarse:!min-h-10 sm:!w-48"
        />
        <button type="submit" className="btn btn-line btn-sm" aria-label={t('Find')}>
          <Search size={16} strokeWidth={1.8} aria-hidden />
        </button>
      </form>
    </div>
  );
}

function NoSales({ seller, asked }: { seller: SellerHere; asked: Asked }) {
  if (asked.q || asked.state || asked.late)
    return (
      <EmptyState
        icon={Package}
        title={
          asked.q
            ? t('No sale with the number {q}.', { q: asked.q })
            : t('Nothing is {value}.', {
                value: asked.late ? 'late' : t(names[asked.state ?? 'delivered']).toLowerCase(),
              })
        }
        action={{ href: salesPath(seller.address), label: t('Show all sales') }}
      >
        {asked.q ? t('The number begins with what you type.') : t('Other sales are under another filter.')}
      </EmptyState>
    );
  return (
    <EmptyState icon={Package} title={t('You have sold nothing yet.')}>
      {t('Each order that is paid stands here, with what was bought of your products.')}
    </EmptyState>
  );
}

function Table({ seller, sales }: { seller: SellerHere; sales: SellerOrder[] }) {
  return (
    <table className="num w-full text-sm [overflow-wrap:break-word]">
      <caption className="sr-only">{t('Sales')}</caption>
      <thead className="text-left text-ink-3">
        <tr>
          <th scope="col" className="pb-2 pr-4 font-normal">
            {t('Order')}
          </th>
          <th scope="col" className="pb-2 pr-4 font-normal max-lg:hidden">
            {t('Products')}
          </th>
          <th scope="col" className="pb-2 pr-4 text-right font-normal max-lg:hidden">
            {t('Quantity')}
          </th>
          <th scope="col" className="pb-2 pr-4 text-right font-normal max-lg:pr-0">
            {t('Amount')}
          </th>
          <th scope="col" className="pb-2 text-left font-normal max-lg:hidden">
            {t('State')}
          </th>
        </tr>
      </thead>
      <tbody>
        {sales.map((sale) => (
          <Row key={sale.order_id} sale={sale} href={salesPath(seller.address, { id: sale.order_id })} />
        ))}
      </tbody>
    </table>
  );
}

/** The link is the number; the whole row answers a click. */
function Row({ sale, href }: { sale: SellerOrder; href: string }) {
  const paid = sale.lines.reduce((sum, line) => sum + line.paid, 0);
  const refunded = sale.lines.reduce((sum, line) => sum + line.refunded, 0);
  const now = new Date();
  const isOpen = sale.state === 'to_deliver';
  const late = isOpen && sale.lines.some((line) => !line.delivered_at && !isRefunded(line) && isLate(line, now)) && (
    <span className="ml-2 text-warning">{t('Late')}</span>
  );
  return (
    <tr className="relative border-t align-top last:border-b hover:bg-sunken has-focus-visible:bg-sunken">
      <th scope="row" className="py-3 pr-4 text-left font-normal">
        <a href={href} className="font-mono font-[560] after:absolute after:inset-0 after:content-['']">
          {sale.order_id}
        </a>
        <span className="block text-ink-3">
          <LocalTime instant={sale.paid_at} />
        </span>
        <span className="block text-ink-3">{sale.buyer ? <bdi>{sale.buyer.name}</bdi> : t('Former customer')}</span>
        <span className="mt-1 block lg:hidden">
          <SaleBadge state={sale.state} />
          {late}
        </span>
        <span className="mt-1 block text-ink-2 lg:hidden">
          {sale.lines.map((line) => nameWithCount(line)).join(', ')}
        </span>
      </th>
      <td className="py-3 pr-4 max-lg:hidden">
        {sale.lines.map((line) => (
          <div key={line.line}>
            <bdi className="font-[540]">{line.product_name}</bdi>
            {line.selected_options && (
              <span className="block text-ink-3">{selectedOptionsText(line.selected_options)}</span>
            )}
          </div>
        ))}
      </td>
      <td className="py-3 pr-4 text-right max-lg:hidden">
        {sale.lines.map((line) => (
          <div key={line.line}>
            {countText(line.num, line.machines)}
            {line.selected_options && <span className="block">&nbsp;</span>}
          </div>
        ))}
      </td>
      <td className="whitespace-nowrap py-3 pr-4 text-right font-[560] max-lg:pr-0">
        {formatAmount(paid)}
        {refunded > 0 && <span className="block font-normal text-ink-3">{`−${formatAmount(refunded)}`}</span>}
      </td>
      <td className="py-3 max-lg:hidden">
        <SaleBadge state={sale.state} />
        {late}
      </td>
    </tr>
  );
}

/** 'Voices × 3'; one of it is the name alone. */
function nameWithCount({ product_name: name, num, machines }: SellerOrder['lines'][number]): string {
  const count = countText(num, machines);
  return count === '1' ? name : `${name} × ${count}`;
}
