// The store settings (docs/decisions/0011-store-settings.md) as variables.
import { z } from 'zod';
import type { ChosenSettings } from '#contract/store-settings.ts';
import { optional, type Values, withDefault } from '#platform/config/variables.ts';

export const storeVariables = {
  STORE_PRESET: withDefault(z.enum(['specification', 'live']), 'specification'),
  STORE_OVERALL_RATING: optional(z.enum(['four', 'average'])),
  STORE_CART: optional(z.enum(['memory', 'account'])),
  STORE_CONTACT_FORM: optional(z.enum(['log', 'deliver'])),
  STORE_BILLING_FORM: optional(z.enum(['inert', 'order'])),
  STORE_UNVERIFIED_PAYMENT: optional(z.enum(['complete', 'unconfirmed'])),
  STORE_PROFILE_SIDEBAR: optional(z.enum(['literal', 'actual'])),
  STORE_BUYER_WALLET: optional(z.enum(['off', 'on'])),
  STORE_STAFF_SECOND_FACTOR: optional(z.enum(['optional', 'required', 'pool'])),
  STORE_INVOICES: optional(z.enum(['operator', 'seller'])),
};

export function storeConfig(values: Values<typeof storeVariables>): ChosenSettings {
  return {
    preset: values.STORE_PRESET,
    overallRating: values.STORE_OVERALL_RATING,
    cart: values.STORE_CART,
    contactForm: values.STORE_CONTACT_FORM,
    billingForm: values.STORE_BILLING_FORM,
    unverifiedPayment: values.STORE_UNVERIFIED_PAYMENT,
    profileSidebar: values.STORE_PROFILE_SIDEBAR,
    buyerWallet: values.STORE_BUYER_WALLET,
    staffSecondFactor: values.STORE_STAFF_SECOND_FACTOR,
    invoices: values.STORE_INVOICES,
  };
}
