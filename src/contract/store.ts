import type { z } from 'zod';
import type { storeSchema } from './store.schema.ts';

/** What an operator says about the shop: its name, contact data and the external rental providers. From store.json. */
export type Store = z.infer<typeof storeSchema>;
