import { useState } from 'react';
import type { Invoice } from '#contract/money/invoice.ts';
import { invoiceName } from '#contract/money/invoice-labels.ts';
import { ActionButton } from '#ui/form/action-button.tsx';
import { downloadInvoice, loadInvoices } from './invoices.ts';

/** The invoices and credit notes of an order: asked for with a click, because a list of sales has many. */
export function SaleInvoices({ orderId }: { orderId: string }) {
  const [invoices, setInvoices] = useState<Invoice[] | null>(null);
  if (invoices === null)
    return (
      <ActionButton action={() => loadInvoices(orderId, setInvoices)}>
        Invoices<span className="sr-only"> of order {orderId}</span>
      </ActionButton>
    );
  if (invoices.length === 0) return <p className="text-xs text-ink-3">No invoice: it was not sold for money.</p>;
  return (
    <ul className="flex flex-wrap gap-2" aria-label={`Invoices of order ${orderId}`}>
      {invoices.map((invoice) => (
        <li key={invoice.invoice_id}>
          <ActionButton action={() => downloadInvoice(invoice)}>
            <span>
              {invoiceName(invoice)} of <bdi>{invoice.issuer.name}</bdi>
            </span>
          </ActionButton>
        </li>
      ))}
    </ul>
  );
}
