import type { InvoiceIssuers } from './money/invoice-labels.ts';
import type { BankAccount, StoreTax } from './store.ts';

/** The marketplace as emails name it: its name, and the address that their links lead to. */
export type Marketplace = { name: string; origin: string };

/** Operator of the marketplace, as documents and orders name it. */
export type Operator = Marketplace & {
  address: string[];
  email: string;
  /** As receipts write it, such as 'VAT ID DE123456789'; null where there is none. */
  taxNumber: string | null;
  /** Where transfers go to; null: the buyer asks for it by email. */
  bank: BankAccount | null;
  /** Taxes that prices contain; null: none. */
  tax: StoreTax | null;
  /** In whose name invoices are: who pays the tax on. */
  invoices: InvoiceIssuers;
  /** Values of a product's `provider` whose products are rented elsewhere and never sold here. */
  rentedElsewhere: ReadonlySet<string>;
};
