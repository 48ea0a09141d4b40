import type { Invoice } from '#contract/money/invoice.ts';
import { invoiceName } from '#contract/money/invoice-labels.ts';
import { t } from '#language/message.ts';
import { ActionButton } from '#ui/form/action-button.tsx';
import type { Loaded } from '#ui/loading/use-loaded.ts';
import { rich } from '#ui/rich.ts';
import { downloadInvoice, useInvoices, useSaleInvoices } from './invoices.ts';

/** The invoices and credit notes of a paid order, each to be saved. */
export function InvoiceButtons({ orderId }: { orderId: string }) {
  return <Buttons from={useInvoices(orderId)} sellerId={null} />;
}

/** The same of a shop that issues them in its name; nothing where it does not. */
export function SaleInvoiceButtons({ sellerId, orderId }: { sellerId: string; orderId: string }) {
  return <Buttons from={useSaleInvoices(sellerId, orderId)} sellerId={sellerId} />;
}

function Buttons({ from, sellerId }: { from: Loaded<Invoice[]>; sellerId: string | null }) {
  if (from.failed)
    return (
      <ActionButton
        className="btn btn-line"
        action={async () => {
          await from.reload();
          return undefined;
        }}
      >
        {t('Load invoices again')}
      </ActionButton>
    );
  const invoices = from.value ?? [];
  const severalIssue = new Set(invoices.map(({ issuer }) => issuer.seller_id)).size > 1;
  return invoices.map((invoice) => (
    <ActionButton key={invoice.invoice_id} className="btn btn-line" action={() => downloadInvoice(invoice, sellerId)}>
      <span>
        {invoiceName(invoice)}
        {severalIssue && <> {rich('of {name}', { name: <bdi>{invoice.issuer.name}</bdi> })}</>}
      </span>
    </ActionButton>
  ));
}
