import type { InvoiceIssuers } from './money/invoice-labels.ts';

/**
 * Where the specification shows a placeholder that a shop which takes real money cannot keep: the first value of each
 * is the specification's, the second what a live shop needs (docs/decisions/0011-store-settings.md).
 */
export type StoreSettings = {
  /** The stars of a product: always 4, or the average of its displayed reviews. */
  overallRating: 'four' | 'average';
  /** The cart: in memory, emptied by a reload, or stored for the account on every device. */
  cart: 'memory' | 'account';
  /** The contact form: logs its validity and makes no call, or is delivered to the support mail box. */
  contactForm: 'log' | 'deliver';
  /** The form on /checkout: inert, or places an order to be paid by transfer or check. */
  billingForm: 'inert' | 'order';
  /** The page after paying, when the payment is not verified: complete all the same, or not confirmed yet. */
  unverifiedPayment: 'complete' | 'unconfirmed';
  /** The sidebar of the profile: a balance of $0.00 and both badges, or the customer's own. */
  profileSidebar: 'literal' | 'actual';
  /** Buyers' own money with the shop: nobody pays in and nothing is paid from it, or both. What is in it can be withdrawn either way. */
  buyerWallet: 'off' | 'on';
  /**
   * Second factor of staff who act: as they like, or always. `pool`: always, and the pool of another account service sees to it,
   * whose tokens do not say so.
   */
  staffSecondFactor: 'optional' | 'required' | 'pool';
  /** In whose name invoices are: the operator's all, or each shop's what it has sold. */
  invoices: InvoiceIssuers;
};

/** Those that the pages of visitors go by. */
export type PageSettings = Omit<StoreSettings, 'staffSecondFactor' | 'invoices'>;

const specifiedSettings: StoreSettings = {
  overallRating: 'four',
  cart: 'memory',
  contactForm: 'log',
  billingForm: 'inert',
  unverifiedPayment: 'complete',
  profileSidebar: 'literal',
  buyerWallet: 'on',
  staffSecondFactor: 'optional',
  invoices: 'operator',
};

const liveSettings: StoreSettings = {
  overallRating: 'average',
  cart: 'account',
  contactForm: 'deliver',
  billingForm: 'order',
  unverifiedPayment: 'unconfirmed',
  profileSidebar: 'actual',
  buyerWallet: 'on',
  staffSecondFactor: 'required',
  invoices: 'operator',
};

/** A preset, and what is set by itself, whatever the preset says. */
export type ChosenSettings = { preset: 'specification' | 'live' } & Partial<{
  [Name in keyof StoreSettings]: StoreSettings[Name] | undefined;
}>;

export function storeSettings({ preset, ...alone }: ChosenSettings): StoreSettings {
  const base = preset === 'live' ? liveSettings : specifiedSettings;
  const set = Object.entries(alone).filter(([, value]) => value !== undefined);
  return { ...base, ...Object.fromEntries(set) };
}
