import type { CheckoutService } from '#api/ordering/checkout/checkout-service.ts';
import type { InvoiceIssuers } from '#contract/money/invoice-labels.ts';
import type { Store } from '#contract/store.ts';

/** Store facts for checkout. */
export function checkoutShop(
  store: Store,
  origin: string,
  invoices: InvoiceIssuers = 'operator',
): CheckoutService['shop'] {
  return {
    name: store.name,
    origin,
    address: store.contact.address,
    email: store.contact.email,
    taxNumber: store.contact.tax_number ?? null,
    bank: store.bank ?? null,
    tax: store.tax ?? null,
    invoices,
    rentedElsewhere: new Set(store.rental_providers.map(({ provider }) => provider)),
  };
}
