import type { z } from 'zod';
import type { bankSchema, storeSchema, storeTaxSchema, taxRateSchema } from './store.schema.ts';

/** Data of an operator about the shop: its name, contact data and the external rental providers. From store.json. */
export type Store = z.infer<typeof storeSchema>;

export type BankAccount = z.infer<typeof bankSchema>;

export type StoreTax = z.infer<typeof storeTaxSchema>;
export type TaxRate = z.infer<typeof taxRateSchema>;
