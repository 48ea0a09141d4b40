import { FileText } from 'lucide-react';
import { useNavigate } from 'react-router';
import { formatAmount } from '#contract/money/amount/money.ts';
import type { Invoice } from '#contract/money/invoice.ts';
import { invoiceName, invoiceTitles } from '#contract/money/invoice-labels.ts';
import { t } from '#language/message.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { rich } from '#ui/rich.ts';
import { RowSkeleton } from '#ui/section.tsx';
import { invoicesPath, salesPath } from '../../ordering/seller-order/sales.ts';
import type { SellerHere } from '../../selling/seller/seller-screen.tsx';
import { downloadInvoice, useShopInvoices } from './invoices.ts';

/** '2026-11' of the moment, in UTC, as invoices are dated. */
export function thisMonth(): string {
  return new Date().toISOString().slice(0, 7);
}

/** Invoices in the name of the shop in a month. Created anew for another one. */
export function InvoiceList({ seller, month }: { seller: SellerHere; month: string }) {
  const navigate = useNavigate();
  const { first, items, more } = useShopInvoices(seller.sellerId, month);
  return (
    <section aria-labelledby="invoices">
      <div className="mb-5 flex flex-wrap items-end justify-between gap-3">
        <h2 id="invoices" className="text-2xl">
          {t('Invoices')}
        </h2>
        <div className="flex flex-wrap items-center gap-3">
          <a href={salesPath(seller.address)} className="btn btn-ghost btn-sm">
            {t('All sales')}
          </a>
          <label className="flex items-center gap-2 text-sm">
            {t('Month')}
            <input
              type="month"
              className="field !min-h-9 !w-auto !py-1 !text-sm pointer-coarse:!min-h-10"
              value={month}
              max={thisMonth()}
              pattern="\d{4}-\d{2}"
              onChange={({ target }) => {
                if (/^\d{4}-\d{2}$/.test(target.value)) navigate(invoicesPath(seller.address, target.value));
              }}
            />
          </label>
        </div>
      </div>
      <ShowLoaded from={first} skeleton={<RowSkeleton rows={4} />} fault={t('Your invoices could not be loaded.')}>
        {() =>
          items.length === 0 ? (
            <EmptyState icon={FileText} title={t("Nothing was invoiced in your shop's name in this month.")}>
              {t('Where the marketplace invoices the buyers itself, there is nothing here. Days are counted in UTC.')}
            </EmptyState>
          ) : (
            <Table seller={seller} invoices={items} />
          )
        }
      </ShowLoaded>
      {more && (
        <div className="mt-6">
          <ActionButton action={more}>{t('Show older invoices')}</ActionButton>
        </div>
      )}
    </section>
  );
}

function Table({ seller, invoices }: { seller: SellerHere; invoices: Invoice[] }) {
  return (
    <table className="num w-full text-sm" aria-labelledby="invoices">
      <thead className="text-left text-ink-3">
        <tr>
          <th scope="col" className="pb-2 font-normal">
            {t('Document')}
          </th>
          <th scope="col" className="pb-2 pl-4 font-normal max-lg:sr-only">
            {t('Issued')}
          </th>
          <th scope="col" className="whitespace-nowrap pb-2 pl-4 text-right font-normal max-sm:sr-only">
            {t('Tax')}
          </th>
          <th scope="col" className="whitespace-nowrap pb-2 pl-4 text-right font-normal">
            {t('Total')}
          </th>
          <th scope="col" className="pb-2 pl-4">
            <span className="sr-only">{t('Download')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {invoices.map((invoice) => (
          <Row key={invoice.invoice_id} seller={seller} invoice={invoice} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ seller, invoice }: { seller: SellerHere; invoice: Invoice }) {
  const { kind, number, corrects, total, tax, order_id: orderId, issued_at: issuedAt } = invoice;
  // Credit notes are negative in a list of both.
  const sign = kind === 'credit_note' ? '−' : '';
  return (
    <tr className="border-t align-top">
      <th scope="row" className="py-3 text-left font-normal">
        <span className="block whitespace-nowrap font-[540]">{number}</span>
        <span className="block text-ink-3">
          {invoiceTitles[kind]}
          {corrects && t(' to {corrects}', { corrects })},{' '}
          <a href={salesPath(seller.address, { id: orderId })} className="text-link whitespace-nowrap">
            {t('order {orderId}', { orderId })}
          </a>
        </span>
      </th>
      <td className="whitespace-nowrap py-3 pl-4 text-ink-2 max-lg:sr-only">
        <LocalTime instant={issuedAt} />
      </td>
      <td className="whitespace-nowrap py-3 pl-4 text-right text-ink-2 max-sm:sr-only">
        {tax === undefined ? t('None') : `${sign}${formatAmount(tax)}`}
      </td>
      <td className="whitespace-nowrap py-3 pl-4 text-right">{`${sign}${formatAmount(total)}`}</td>
      <td className="py-2 pl-4">
        <div className="flex justify-end">
          <ActionButton action={() => downloadInvoice(invoice, seller.sellerId)}>
            {rich('PDF{span}', {
              span: <span className="sr-only"> {t('of {invoice}', { invoice: invoiceName(invoice) })}</span>,
            })}
          </ActionButton>
        </div>
      </td>
    </tr>
  );
}
