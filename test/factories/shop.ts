import type { CheckoutService } from '../../src/api/ordering/checkout/checkout-service.ts';

type Shop = CheckoutService['shop'];

/** Shop as buying and receipts know it; fields that a test does not care about are filled in. */
export function aShop(changes: Partial<Shop> = {}): Shop {
  return {
    name: 'Hearth',
    origin: 'http://shop.test',
    address: ['1 Example Street', '10115 Berlin'],
    email: 'support@example.com',
    taxNumber: null,
    bank: {
      holder: 'Hearth Marketplace',
      bank: 'Example Bank',
      iban: 'DE75 5121 0800 1245 1261 99',
      bic: 'SOGEDEFF',
    },
    tax: null,
    invoices: 'operator',
    rentedElsewhere: new Set(),
    ...changes,
  };
}
